import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cursorParts } from '../../../lib/list-cursor.ts';
import type { LoggedRequest } from '../../../lib/requests/block-reader.ts';
import { placeOf } from '../../../lib/requests/read-requests.ts';
import { hasLeft, whenOver } from '../../plugins/left-clients.ts';
import { OpenStreams } from '../../plugins/open-streams.ts';
import { requesterOf } from '../../plugins/request-context.ts';
import type { Services } from '../../services.ts';
import { requireSession } from '../guard.ts';
import { renderPart } from '../page.tsx';
import { fieldText } from '../page-route.ts';
import { renderedFor } from '../rendering.tsx';
import { filterFields, filterOf } from './request-filter.tsx';
import { RequestRow } from './request-rows.tsx';
import { RequestWatchers } from './request-watchers.ts';
import { ALL_PATH, keyNamesOf, type ListPath, OWN_PATH, whoseRequests } from './whose-requests.ts';

/** Each watches with a connection. Further ones reload. */
const WATCHING = { ofAll: 50, ofOne: 5 };
/** After this time, the browser asks again, and its session is looked at again. */
const LIFE_MS = 120_000;
const RETRY_MS = 1_000;
/** A browser that reads nothing gets nothing more. */
const MAX_UNREAD_BYTES = 256 * 1024;

const input = filterFields.extend({ after: fieldText });

/** New requests as events, each a row of the list in the visitor's language. A browser that was away asks for what it missed. */
export function liveRequests(app: FastifyInstance, services: Services): void {
  const watchers = new RequestWatchers(services.redis, services.errors);
  const open = new OpenStreams(WATCHING);
  for (const [path, who] of [
    [OWN_PATH, 'person'],
    [ALL_PATH, 'administrator'],
  ] as const) {
    app.get(`${path}/live`, {
      schema: { hide: true },
      config: { traced: false },
      async onRequest(request, reply) {
        return (await requireSession(request, reply, services.redis, who)) ? undefined : reply;
      },
      handler: (request, reply) => follow(request, reply, path),
    });
  }

  async function follow(request: FastifyRequest, reply: FastifyReply, path: ListPath): Promise<FastifyReply> {
    const { session } = request;
    const username = session?.username ?? '';
    if (!services.config.requestLog || services.stopping.signal.aborted) return reply.code(503).send({});
    const { after, ...fields } = input.parse(request.query);
    const context = { input: fields, services, session, path, request, reply };
    const { whose } = await whoseRequests(
      { ...context, ...requesterOf(request, reply, username) },
      path,
      fields.account,
    );

    // A connection that has closed says so no more: its watcher would never end.
    if (hasLeft(reply)) return reply.send({});
    if (!open.enter(username, reply)) return reply.code(503).send({});
    const stream = new PassThrough();
    const render = async (requests: readonly LoggedRequest[]) => {
      const rows = {
        path,
        keyNames: await keyNamesOf(services.redis, requests),
        hasAccounts: whose === 'all' || whose.length > 1,
      };
      for (const one of requests) {
        if (stream.writableEnded || stream.writableLength > MAX_UNREAD_BYTES) return;
        const row = renderPart(renderedFor(<RequestRow request={one} {...rows} />, request), request.server);
        stream.write(`id: ${placeOf(one)}\nevent: row\ndata: ${row.replaceAll('\n', ' ')}\n\n`);
      }
    };
    const end = watchers.watch({
      whose,
      filter: filterOf(fields),
      newestAt: timeIn(String(request.headers['last-event-id'] ?? '') || after),
      onRequests: (requests) => void render(requests).catch(services.errors.unlessAway('show new requests')),
    });
    const timer = setTimeout(() => stream.end(), LIFE_MS);
    const stop = () => stream.end();
    services.stopping.signal.addEventListener('abort', stop);
    // Also if the browser leaves.
    whenOver(reply, () => {
      end();
      clearTimeout(timer);
      services.stopping.signal.removeEventListener('abort', stop);
      stream.destroy();
    });
    // The first bytes tell the browser that it is connected.
    stream.write(`retry: ${RETRY_MS}\nevent: begun\ndata: \n\n`);
    return reply
      .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
      .send(stream);
  }
}

/** The time in a place of the list; now if it is none. */
function timeIn(place: string): number {
  try {
    return Number(cursorParts(place)[0]) || Date.now();
  } catch {
    // The list was empty, or somebody has changed the address.
    return Date.now();
  }
}
