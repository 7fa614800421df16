import { z } from 'zod';
import { onBeats } from '../../lib/beats.ts';
import { fetchedPages, readCrawl } from '../../lib/crawl/read-crawl.ts';
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
    await context.crawl();
    const events = new EventStream(context.reply);
    void follow(context, events);
  },
});

/** Sends what is new on every beat, until the crawl has ended or the client has left. */
async function follow(
  { query, services, caller, crawl, reply }: CrawlContext<{ cursor?: string | undefined }>,
  events: EventStream,
) {
  const { redis, errors, stopping } = services;
  let cursor = query.cursor;
  let before = '';
  let isBusy = false;
  const first = await crawl();
  const look = async () => {
    const now = await readCrawl(redis, first.crawl.id, caller.username, first.seals);
    if (now === null) return finish();
    for (let more = true; more; ) {
      const part = await fetchedPages(redis, now, { limit: PAGES_AT_A_TIME, cursor }, first.seals);
      for (const page of part.items) events.add('page', pageShown(page, now.request.options));
      cursor = part.next_cursor ?? cursor;
      more = part.items.length === PAGES_AT_A_TIME;
    }
    const state = JSON.stringify(crawlShown(now));
    if (now.state !== 'running') {
      events.add('done', state);
      return finish();
    }
    if (state !== before) events.add('state', state);
    before = state;
  };
  const finish = () => {
    endBeats();
    events.end();
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
  reply.raw.once('close', endBeats);
  stopping.signal.addEventListener('abort', finish, { once: true });
  events.begin();
  tick();
}
