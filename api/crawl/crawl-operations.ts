import { z } from 'zod';
import { crawlsIn, endedPages, fetchedPages } from '../../lib/crawl/read-crawl.ts';
import { newestFirst } from '../../lib/redis/newest-first.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { listOf, listQuery, newestQuery } from '../admin/fields.ts';
import { cancelCrawl } from './await-crawl.ts';
import { defineCrawlOperation } from './crawl-operation.ts';
import { crawlParams } from './crawl-params.ts';
import { CRAWL_EXAMPLE, crawledPage, crawlReply, crawlShown, pageShown, startedReply } from './crawl-replies.ts';
import { startCrawl } from './start-crawl.ts';

const ENDED_EXAMPLE = {
  ...CRAWL_EXAMPLE,
  state: 'cancelled' as const,
  ended_at: '2026-11-15T10:01:00.000Z',
};

/** The operations on crawls, but for their stream. */
export const crawlOperations = [
  defineCrawlOperation({
    name: 'crawl_start',
    method: 'POST',
    path: '/api/v1/crawl/',
    summary: 'Start a crawl',
    description:
      'Reads the pages of a site, or a list of pages, and keeps their texts for a while. Each site is asked for one page at ' +
      'a time and with a pause, as its robots.txt says. Counts as one search per five pages, as they are fetched; a month ' +
      'that is used up ends the crawl.',
    body: crawlParams.meta({ example: { url: 'https://example.org/', limit: 200, include: ['/docs/**'] } }),
    reply: startedReply,
    example: CRAWL_EXAMPLE,
    async handle({ body, caller, services }) {
      const crawl = await startCrawl(services, caller, body);
      const { webhookSecret } = crawl;
      return { ...crawlShown(crawl), ...(webhookSecret && { webhook_secret: webhookSecret }) };
    },
  }),
  defineCrawlOperation({
    name: 'crawls',
    method: 'GET',
    path: '/api/v1/crawl/',
    summary: 'List crawls',
    description: 'Lists the crawls of the account that are kept, the newest first.',
    query: z.object(newestQuery),
    reply: listOf(crawlReply),
    example: { items: [CRAWL_EXAMPLE], next_cursor: null },
    async handle({ query, caller: { username }, services }) {
      const { items, next_cursor } = await newestFirst(services.redis, redisKeys.accountCrawls(username), query);
      return { items: (await crawlsIn(services, items, username)).map(crawlShown), next_cursor };
    },
  }),
  defineCrawlOperation({
    name: 'crawl',
    method: 'GET',
    path: '/api/v1/crawl/:id/',
    summary: 'Read the state of a crawl',
    description:
      'Returns how far a crawl is. Every page that was found is in exactly one of the counts, at every moment.',
    reply: crawlReply,
    example: CRAWL_EXAMPLE,
    async handle({ crawl }) {
      return crawlShown((await crawl()).crawl);
    },
  }),
  defineCrawlOperation({
    name: 'crawl_pages',
    method: 'GET',
    path: '/api/v1/crawl/:id/pages/',
    summary: 'Read the pages of a crawl',
    description:
      'Returns the pages of a crawl in the order in which they were read, also while it runs: pages are only added at the ' +
      'end. `next_cursor` is null when the crawl has ended and all pages were returned. With `state`, pages that have ' +
      'failed or were skipped, with their reasons.',
    query: z.object({
      ...listQuery,
      state: z
        .enum(['fetched', 'failed', 'skipped'], { error: 'Use fetched, failed or skipped.' })
        .default('fetched')
        .describe('Which pages.'),
    }),
    reply: listOf(crawledPage),
    example: {
      items: [{ url: 'https://example.org/gone', depth: 1, reason: 'it answered with status 404' }],
      next_cursor: null,
    },
    async handle({ query, services: { redis }, crawl: read }) {
      const { crawl, seals } = await read();
      if (query.state !== 'fetched') return endedPages(redis, crawl, query.state, query, seals);
      const { items, next_cursor } = await fetchedPages(redis, crawl, query, seals);
      return { items: items.map((page) => pageShown(page, crawl.request.options)), next_cursor };
    },
  }),
  defineCrawlOperation({
    name: 'crawl_cancel',
    method: 'DELETE',
    path: '/api/v1/crawl/:id/',
    summary: 'Cancel a crawl',
    description: 'Ends a crawl: no page is asked for any more. Its pages stay as long as those of others.',
    reply: crawlReply,
    example: ENDED_EXAMPLE,
    async handle({ services, crawl: read }) {
      const { crawl, seals } = await read();
      return crawlShown(await cancelCrawl(services, crawl, seals));
    },
  }),
];
