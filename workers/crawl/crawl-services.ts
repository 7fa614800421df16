import type { CrawlQueue } from '../../jobs/crawl-queue.ts';
import type { Config } from '../../lib/config/config.ts';
import type { CrawlSeal } from '../../lib/crawl/crawl-request.ts';
import type { InstanceSecret } from '../../lib/instance-secret.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import type { RedisClock } from '../../lib/redis/redis-clock.ts';
import type { RecordBatches } from '../../lib/requests/record-batches.ts';
import type { Seal } from '../../lib/seal.ts';
import type { SiteScope } from '../../lib/sites/scope.ts';
import type { PageCache } from '../pages/page-cache.ts';
import type { PageFetcher } from '../pages/page-fetcher.ts';
import type { PageRenderer } from '../pages/page-renderer.ts';
import type { PageThreads } from '../pages/page-threads.ts';

/** What crawling works with. */
export interface CrawlServices {
  config: Pick<Config, 'crawl' | 'extract' | 'limits' | 'publicUrl'>;
  redis: Redis;
  queue: CrawlQueue;
  secret: Pick<InstanceSecret, 'load' | 'loadAll'>;
  /** Of crawls alone, as their threads. */
  fetcher: PageFetcher;
  sitemapFetcher: PageFetcher;
  threads: PageThreads;
  /** Null if there is no browser. */
  renderer: Pick<PageRenderer, 'render'> | null;
  /** Of pages that were read for whoever; null if nothing is cached. */
  cache: PageCache | null;
  clock: Pick<RedisClock, 'now'>;
  /** Of the searches that are counted. */
  records: Pick<RecordBatches, 'add'>;
  errors: ErrorReporter;
  /** Aborted when the process stops: what it gives up then has not failed. */
  closing: AbortSignal;
}

/** A crawl as a job has it. */
export interface CrawlInWork {
  id: string;
  account: string;
  /** The prefix of the key that pays. */
  key: string;
  seal: CrawlSeal;
  /** The seal of the instance. */
  instance: Seal;
  scope: SiteScope;
}
