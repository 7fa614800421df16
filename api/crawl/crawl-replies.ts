import { z } from 'zod';
import { crawlData } from '../../lib/crawl/crawl-news.ts';
import type { CrawlOptions } from '../../lib/crawl/crawl-request.ts';
import type { CrawledPage, CrawlSummary } from '../../lib/crawl/read-crawl.ts';
import { extracted, extractedPage } from '../contract/extracted-page.ts';

const reasons = z.record(z.string(), z.int());
const counts = (description: string) =>
  z.object({ total: z.int(), reasons: reasons.describe('How many for each reason.') }).describe(description);

/** A crawl as it is replied. */
export const crawlReply = z
  .object({
    id: z.string(),
    state: z
      .enum(['running', 'completed', 'partial', 'cancelled', 'failed'])
      .describe('`partial`: a limit ended it; `failed`: it has no page. `reason` says why.'),
    reason: z
      .string()
      .describe(
        'The limit that ended it: `limit` (pages), `time`, `month` (of the key or the account), `size` (of results), ' +
          '`refused` (by the site), `sitemap` (a sitemap of the site could not be read whole, so pages may be missing), ' +
          '`key` (it may no longer be used). Of a crawl without a page, why the first was not ' +
          'read. Else empty.',
      ),
    url: z.string().describe('Where it began; the first of its `urls`.'),
    limit: z.int(),
    found: z.int().describe('Pages that were found: `fetched`, `failed`, `skipped` and `queued` together.'),
    fetched: z.int().describe('Pages that were read.'),
    failed: counts('Pages that could not be read.'),
    skipped: counts(
      'Pages that were not read: `robots`, `scope`, `duplicate`, `limit`, `trap` (pages without end) or `size`.',
    ),
    queued: z.int().describe('Pages that wait, or are being read.'),
    created_at: z.string(),
    ended_at: z.string().nullable(),
  })
  .meta({ id: 'Crawl' });

export const CRAWL_EXAMPLE: z.infer<typeof crawlReply> = {
  id: '6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d',
  state: 'running',
  reason: '',
  url: 'https://example.org/',
  limit: 100,
  found: 41,
  fetched: 12,
  failed: { total: 1, reasons: { 'it answered with status 404': 1 } },
  skipped: { total: 3, reasons: { robots: 2, duplicate: 1 } },
  queued: 25,
  created_at: '2026-11-15T10:00:00.000Z',
  ended_at: null,
};

/** The reply to who starts a crawl. */
export const startedReply = crawlReply.extend({
  webhook_secret: z
    .string()
    .optional()
    .describe('Only with `webhook`: what its requests are signed with (`whsec_…`). It is shown this once.'),
});

/** A crawl in the shape of the API. */
export function crawlShown(crawl: CrawlSummary): z.infer<typeof crawlReply> {
  return crawlData(crawl);
}

const depth = z.int().describe('How many links lead to it from the start.');

/** A page of a crawl: one that was read, or why it was not. */
export const crawledPage = z.union([
  extractedPage.extend({ depth }).meta({ id: 'CrawledPage' }),
  z.object({ url: z.string(), depth, reason: z.string() }).meta({ id: 'UnreadPage' }),
]);

/** A page that was read, in the shape of `extract/`. */
export function pageShown(
  { url, depth, page }: CrawledPage,
  { isFull, render = 'off' }: CrawlOptions,
): z.infer<typeof crawledPage> {
  return { ...extracted(url, page, isFull ? 'full' : undefined, render === 'off' ? undefined : render), depth };
}
