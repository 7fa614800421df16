import type { Config } from '../../lib/config/config.ts';
import type { InstanceSecret } from '../../lib/instance-secret.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { hostLookup } from '../../lib/net/host-lookup.ts';
import type { OperationName } from '../../lib/providers/adapter.ts';
import { botPage, userAgent } from '../../lib/providers/provider.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import type { RedisClock } from '../../lib/redis/redis-clock.ts';
import { ClientFetcher } from './client-fetcher.ts';
import type { OwnWork } from './own-work.ts';
import { PageCache } from './page-cache.ts';
import { PageFetcher } from './page-fetcher.ts';
import { PageReader } from './page-reader.ts';
import { PageRenderer } from './page-renderer.ts';
import { PageThreads } from './page-threads.ts';
import { PictureFetcher } from './picture-fetcher.ts';
import { SiteMapper } from './site-mapper.ts';
import { CLIENT_DOCUMENT, PICTURE } from './wanted.ts';

/** The operations that a worker process does itself. */
export interface Pages {
  own: Partial<Record<OperationName, OwnWork>>;
  close(): Promise<void>;
}

/** Creates what reads pages and fetches pictures. */
export function createPages(
  {
    extract,
    crawl: { gapMs },
    contact,
    publicUrl,
    cacheTtlS,
  }: Pick<Config, 'extract' | 'crawl' | 'contact' | 'publicUrl' | 'cacheTtlS'>,
  shared: { redis: Redis; secret: InstanceSecret; clock: RedisClock; errors: ErrorReporter },
): Pages {
  const { redis, clock, errors } = shared;
  const threads = new PageThreads(shared);
  const fetching = { ...shared, threads, userAgent: userAgent(contact, botPage(publicUrl)) };
  const fetcher = new PageFetcher({ ...fetching, extract });
  const guard = { rules: extract, lookup: hostLookup(extract.allow) };
  const { browserUrl } = extract;
  const renderer = browserUrl === '' ? null : new PageRenderer({ ...fetching, browserUrl, guard });
  const cache = cacheTtlS === 0 ? null : new PageCache(redis, errors, clock);
  const pages = new PageReader({
    fetcher,
    cache,
    threads,
    clock,
    errors,
    renderer,
    respectsSignals: extract.respectsSignals,
  });
  // A person's browser would not ask robots.txt for the pictures of a page, nor for the document of a program.
  const asked = { ...fetching, extract: { ...extract, robots: false } };
  const pictureFetcher = new PageFetcher({ ...asked, wanted: PICTURE });
  const clientFetcher = new PageFetcher({ ...asked, wanted: CLIENT_DOCUMENT });
  return {
    own: {
      read: pages.read,
      map: new SiteMapper({ fetcher, threads, errors, redis, gapMs }).map,
      picture: new PictureFetcher(pictureFetcher, errors).fetch,
      client: new ClientFetcher(clientFetcher, errors).fetch,
    },
    async close() {
      await renderer?.close();
      await Promise.all([threads, fetcher, pictureFetcher, clientFetcher].map((one) => one.close()));
    },
  };
}
