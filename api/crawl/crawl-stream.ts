import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { onBeats } from '../../lib/beats.ts';
import { type Crawl, type CrawlSummary, fetchedPages } from '../../lib/crawl/read-crawl.ts';
import { ApiError } from '../../lib/errors.ts';
import { admit } from '../../lib/limits/admission.ts';
import { KEY_CHECK } from '../../lib/limits/cost.ts';
import type { Limits } from '../../lib/limits/limits.ts';
import { originOf } from '../../lib/limits/origin.ts';
import { cursorParts } from '../../lib/list-cursor.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import type { Seal } from '../../lib/seal.ts';
import { leftSignal } from '../plugins/left-clients.ts';
import { EventStream, eventsText } from '../routes/event-stream.ts';
import { type CrawlContext, defineCrawlOperation } from './crawl-operation.ts';
import { CRAWL_EXAMPLE, crawlShown, pageShown } from './crawl-replies.ts';

const PAGES_AT_A_TIME = 20;
/** How often the key of a stream is looked at again. */
const CHECK_EVERY_BEATS = 5;

/** A crawl as server-sent events. */
export const crawlStream = defineCrawlOperation({
  name: 'crawl_stream',
  method: 'GET',
  path: '/api/v1/crawl/:id/stream/',
  summary: 'Follow a crawl',
  description:
    'Sends server-sent events: `page` for each page, beginning with the first, `state` when the counts have changed, and ' +
    '`done` with the state at the end. With `cursor`, it goes on after the pages of a list that were read before.',
  query: z.object({
    cursor: z
      .string()
      .max(1_000)
      .optional()
      .describe('`next_cursor` of a list of its pages.')
      .meta({ example: 'WyIyMCJd' }),
  }),
  example: eventsText([
    ['state', CRAWL_EXAMPLE],
    ['done', { ...CRAWL_EXAMPLE, state: 'completed' }],
  ]),
  async handle(context) {
    const { cursor } = context.query;
    // A bad one is refused before the stream begins, as in the list of pages.
    if (cursor !== undefined) cursorParts(cursor);
    const own = await context.crawl();
    const { services, caller, reply } = context;
    if (!services.crawlStreams.enter(caller.username, reply)) {
      throw new ApiError(429, 'Too many streams of crawls are open.', { 'retry-after': '10' });
    }
    follow(context, own).catch((error) => services.errors.report(error, 'follow a crawl'));
  },
});

/** Sends what is new at each look, until the crawl has ended, the client has left, or its key may no longer be used. */
async function follow(
  { query, services, request, reply }: CrawlContext<{ cursor?: string | undefined }>,
  { crawl, seals }: { crawl: Crawl; seals: readonly Seal[] },
): Promise<void> {
  const { redis, errors, stopping, crawlLooks, config } = services;
  const events = new EventStream(reply);
  const ends = [leftSignal(reply), stopping.signal];
  let { cursor } = query;
  let before = '';
  const end = () => events.end();
  const endChecks = onBeats(CHECK_EVERY_BEATS, () => {
    isAdmitted(redis, config.limits, request)
      .then((may) => may || end())
      .catch(errors.unlessAway('look at the key of a stream'));
  });
  /** Sends the pages after the cursor, as fast as the client takes them. A part has fewer than its limit if pages are large. */
  const sendPages = async (now: Crawl) => {
    for (let more = true; more && events.isOpen; ) {
      const { items, next_cursor } = await fetchedPages(redis, now, { limit: PAGES_AT_A_TIME, cursor }, seals);
      for (const page of items) {
        if (!events.add('page', pageShown(page, now.request.options))) await events.drained();
      }
      more = items.length > 0 && next_cursor !== null;
      cursor = next_cursor ?? cursor;
    }
  };
  const tell = async (now: CrawlSummary) => {
    await sendPages({ ...crawl, ...now });
    const state = JSON.stringify(crawlShown(now));
    if (now.state !== 'running') events.add('done', state);
    else if (state !== before) events.add('state', state);
    before = state;
  };
  for (const signal of ends) signal.addEventListener('abort', end);
  events.begin();
  if (ends.some(({ aborted }) => aborted)) end();
  try {
    for (let now: CrawlSummary | null = crawl; now && events.isOpen; ) {
      // What cannot be read now is sent after the next look.
      const isTold = await tell(now).then(() => true, errors.unlessAway('follow a crawl'));
      if (isTold && now.state !== 'running') break;
      now = await crawlLooks.next(crawl).catch(errors.orElse(now, 'look at a crawl'));
    }
  } finally {
    endChecks();
    for (const signal of ends) signal.removeEventListener('abort', end);
    end();
  }
}

/** Whether the key of a request may still be used for this. No limit is concerned. */
async function isAdmitted(
  redis: Redis,
  limits: Limits,
  { presentedKey, ip, headers }: FastifyRequest,
): Promise<boolean> {
  if (presentedKey === null) return false;
  const origin = originOf(ip, headers['user-agent']);
  const cost = { ...KEY_CHECK, endpoint: 'crawl' };
  return (await admit(redis, presentedKey, limits, cost, new Date(), randomUUID(), origin)).verdict === 'admitted';
}
