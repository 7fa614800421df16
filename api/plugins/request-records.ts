import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { originOf } from '../../lib/limits/origin.ts';
import type { RecordBatches } from '../../lib/requests/record-batches.ts';
import { reasonByStatus } from '../../lib/requests/request-reason.ts';
import type { RequestRecord } from '../../lib/requests/request-record.ts';
import { CLIENT_LEFT, endStatus } from './left-clients.ts';
import type { RequestNotes } from './request-notes.ts';

/**
 * Records how each request of a key ended, and each search of a person on a page: without what it asked for. A request that
 * is refused has its record as well, and so has each part of a batch.
 */
export const requestRecords = fp(
  async (app: FastifyInstance, { records }: { records: RecordBatches }) => {
    // After the hook of admission, which decides on the charge.
    app.addHook('onSend', (request, reply, _payload, done) => {
      const { notes } = request;
      if (notes?.hasLeft) record(request, reply, CLIENT_LEFT);
      else if (notes) notes.sent = reply;
      done();
    });
    app.addHook('onResponse', (request, reply, done) => {
      record(request, reply, endStatus(reply));
      done();
    });
    app.addHook('onRequestAbort', (request, done) => {
      const { notes } = request;
      if (notes?.sent) record(request, notes.sent, CLIENT_LEFT);
      else if (notes) notes.hasLeft = true;
      done();
    });

    function record(request: FastifyRequest, reply: FastifyReply, status: number): void {
      const { notes } = request;
      if (!notes) return;
      request.notes = null;
      records.add(recordOf(request, reply, notes, status));
    }
  },
  { name: 'request-records', dependencies: ['request-context', 'admission'] },
);

function recordOf(request: FastifyRequest, reply: FastifyReply, notes: RequestNotes, status: number): RequestRecord {
  const { owner, failure, engines } = notes;
  return {
    id: request.id,
    at: Date.now(),
    ms: Math.round(reply.elapsedTime),
    account: owner?.username ?? null,
    key: notes.key ?? null,
    labels: owner?.labels ?? {},
    endpoint: notes.endpoint ?? endpointOf(request.routeOptions.url),
    status: status === CLIENT_LEFT ? status : (failure?.status ?? status),
    reason: status === CLIENT_LEFT ? 'client_left' : (failure?.reason ?? reasonByStatus(status)),
    cost: request.charge?.searches ?? 0,
    cached: notes.isKept ?? areCached(engines),
    engines,
    trace: request.span?.traceId ?? null,
    program: originOf(request.ip, request.headers['user-agent']).program || null,
    ...(notes.isUntimed && { isUntimed: true }),
  };
}

/** Whether every engine that was not skipped answered from the cache. */
function areCached(engines: RequestRecord['engines']): boolean {
  const asked = engines.filter(({ outcome }) => outcome !== 'skipped');
  return asked.length > 0 && asked.every(({ outcome }) => outcome === 'cached');
}

const endpoints = new Map<string | undefined, string>();

/** What a route is called: `/api/v1/web/` is `web`, and `/compat/tavily/search` is `tavily/search`. */
function endpointOf(url: string | undefined): string {
  let name = endpoints.get(url);
  if (name === undefined) {
    const parts = (url ?? '').split('/').filter((part) => /^\w/.test(part));
    name = parts.join('/').replace(/^(?:api\/v1|compat)(?:\/|$)/, '') || 'root';
    endpoints.set(url, name);
  }
  return name;
}
