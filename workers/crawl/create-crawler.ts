import { availableParallelism } from 'node:os';
import { CrawlQueue } from '../../jobs/crawl-queue.ts';
import type { Config } from '../../lib/config/config.ts';
import type { InstanceSecret } from '../../lib/instance-secret.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { hostLookup } from '../../lib/net/host-lookup.ts';
import { botPage, userAgent } from '../../lib/providers/provider.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import type { RedisClock } from '../../lib/redis/redis-clock.ts';
import { RecordBatches } from '../../lib/requests/record-batches.ts';
import { RequestLog } from '../../lib/requests/request-log.ts';
import { UsageStatistics } from '../../lib/statistics/usage-statistics.ts';
import { PageCache } from '../pages/page-cache.ts';
import { PageFetcher } from '../pages/page-fetcher.ts';
import { PageRenderer } from '../pages/page-renderer.ts';
import { PageThreads } from '../pages/page-threads.ts';
import { CRAWLED, SITEMAP } from '../pages/wanted.ts';
import { Crawler } from './crawler.ts';

/** Threads of crawls: few, beside those of pages that somebody waits for. */
const THREADS = Math.max(2, Math.floor(availableParallelism() / 4));

/** Nobody waits for a page of a crawl: where a core is short, its threads leave it to searches. */
const NICE = 10;

/** Pages of crawls in the browser at a time: few, beside those that somebody waits for. */
const RENDERED = 2;

/** Crawls of this process. */
export interface Crawls {
  start(blockingRedis: Redis): void;
  close(): Promise<void>;
}

/** Creates what goes on with crawls. Null if this instance reads no pages. */
export function createCrawls(
  config: Pick<Config, 'crawl' | 'extract' | 'limits' | 'contact' | 'publicUrl' | 'cacheTtlS' | 'requestLog'>,
  shared: { redis: Redis; queueRedis: Redis; secret: InstanceSecret; clock: RedisClock; errors: ErrorReporter },
  nice = NICE,
): Crawls | null {
  if (!config.extract.enabled) return null;
  const { redis, queueRedis, errors } = shared;
  const closing = new AbortController();
  const queue = new CrawlQueue(queueRedis, errors);
  const threads = new PageThreads({ redis, errors, threads: THREADS, nice });
  // Crawls ask robots.txt themselves, by the gate of the host.
  const extract = { ...config.extract, robots: false };
  const fetching = { ...shared, extract, threads, userAgent: userAgent(config.contact, botPage(config.publicUrl)) };
  const fetcher = new PageFetcher({ ...fetching, wanted: CRAWLED });
  const sitemapFetcher = new PageFetcher({ ...fetching, wanted: SITEMAP });
  const { browserUrl } = extract;
  const guard = { rules: extract, lookup: hostLookup(extract.allow) };
  const rendering = { ...fetching, browserUrl, guard, pagesAtATime: RENDERED };
  const renderer = browserUrl === '' ? null : new PageRenderer(rendering);
  const cache = config.cacheTtlS === 0 ? null : new PageCache(redis, errors, shared.clock);
  const reading = { fetcher, sitemapFetcher, threads, renderer, cache };
  const keepers = [
    new UsageStatistics(redis),
    ...(config.requestLog ? [new RequestLog(redis, config.requestLog)] : []),
  ];
  const lost = new Error('The record of a search of a crawl has no room.');
  const records = new RecordBatches(keepers, errors, () => errors.report(lost, 'keep records of requests'));
  const crawler = new Crawler({ ...shared, config, queue, ...reading, records, closing: closing.signal });
  return {
    start: (blockingRedis) => crawler.start(blockingRedis),
    async close() {
      closing.abort();
      // Requests end at once; their pages are taken again by others.
      await Promise.all([fetcher.close(), sitemapFetcher.close()]);
      await crawler.close();
      await renderer?.close();
      await threads.close();
      await records.close();
    },
  };
}
