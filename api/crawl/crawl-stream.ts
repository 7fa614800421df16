import { z } from 'zod';
import { onBeats } from '../../lib/beats.ts';
import { type Crawl, fetchedPages, readCrawl } from '../../lib/crawl/read-crawl.ts';
import { cursorParts } from '../../lib/list-cursor.ts';
import type { Seal } from '../../lib/seal.ts';
import { leftSignal } from '../plugins/left-clients.ts';
import { EventStream, eventsText } from '../routes/event-stream.ts';
import { type CrawlContext, defineCrawlOperation } from './crawl-operation.ts';
import { CRAWL_EXAMPLE, crawlShown, pageShown } from './crawl-replies.ts';

const PAGES_AT_A_TIME = 20;

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
    follow(context, await context.crawl());
  },
});

/** Sends what is new on every beat, until the crawl has ended or the client has left. */
function follow(
  { query, services, caller, reply }: CrawlContext<{ cursor?: string | undefined }>,
  { crawl: { id }, seals }: { crawl: Crawl; seals: readonly Seal[] },
): void {
  const { redis, errors, stopping } = services;
  const events = new EventStream(reply);
  const ends = [leftSignal(reply), stopping.signal];
  let { cursor } = query;
  let before = '';
  let isBusy = false;

  const look = async () => {
    const now = await readCrawl(redis, id, caller.username, seals);
    if (now === null) return stop();
    await sendPages(now);
    const state = JSON.stringify(crawlShown(now));
    if (now.state !== 'running') {
      events.add('done', state);
      return stop();
    }
    if (state !== before) events.add('state', state);
    before = state;
  };
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
  const tick = () => {
    if (isBusy) return;
    isBusy = true;
    look()
      .catch(errors.unlessAway('follow a crawl'))
      .finally(() => {
        isBusy = false;
      });
  };
  const endBeats = onBeats(1, tick);
  const stop = () => {
    endBeats();
    for (const signal of ends) signal.removeEventListener('abort', stop);
    events.end();
  };
  for (const signal of ends) signal.addEventListener('abort', stop);
  events.begin();
  if (ends.some(({ aborted }) => aborted)) stop();
  else tick();
}
