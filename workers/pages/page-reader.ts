import { availableParallelism } from 'node:os';
import type { Deadline } from '../../lib/deadline.ts';
import type { ErrorReporter } from '../../lib/error-reporter.ts';
import type { FetchedPage, ReadablePage } from '../../lib/pages/page.ts';
import { type PageReading, type ReadInput, readInputSchema } from '../../lib/pages/read-operation.ts';
import type { RedisClock } from '../../lib/redis-clock.ts';
import type { Seal } from '../../lib/seal.ts';
import { type OwnWork, outcomeOf } from './own-work.ts';
import type { KeptPage, PageCache } from './page-cache.ts';
import { PageFailure } from './page-failure.ts';
import type { PageFetcher } from './page-fetcher.ts';
import { PageThreads } from './page-threads.ts';
import type { PageView } from './page-work.ts';

/** What a `PageReader` works with. */
export interface PageReaderOptions {
  fetcher: PageFetcher;
  cache: PageCache;
  clock: Pick<RedisClock, 'now'>;
  errors: ErrorReporter;
}

/** Reads pages: from the cache, or from their servers, and turns them into text. */
export class PageReader {
  readonly #options: PageReaderOptions;
  readonly #threads = new PageThreads(Math.max(1, Math.floor(availableParallelism() / 2)));

  constructor(options: PageReaderOptions) {
    this.#options = options;
  }

  /** Reads a page for an account. Never rejects: a page that cannot be read is a reading, too. */
  readonly read: OwnWork = (input, account, deadline, seal) =>
    outcomeOf(
      () => this.#read(readInputSchema.parse(input), account, deadline, seal),
      this.#options.errors,
      'read a page',
    );

  async close(): Promise<void> {
    await Promise.all([this.#threads.close(), this.#options.fetcher.close()]);
  }

  async #read(input: ReadInput, account: string, deadline: Deadline, seal: Seal): Promise<PageReading> {
    const { fetcher, cache, clock } = this.#options;
    const key = cache.keyOf(seal, input);
    const kept = await cache.get(seal, key);
    const now = clock.now();
    if (kept && kept.freshUntil > now && kept.fetchedAt >= now - input.maxAgeMs) {
      return reading(kept, (await this.#view(input, deadline, null, kept.page)).view, true);
    }
    const validators = kept ? { url: kept.finalUrl, etag: kept.etag, lastModified: kept.lastModified } : undefined;
    const fetched = await fetcher.fetch({ url: input.url, account, deadline, ...(validators ? { validators } : {}) });
    const fetchedAt = clock.now();
    const freshUntil = fetchedAt + fetched.freshForMs;
    if (fetched.notModified) {
      if (!kept) throw new PageFailure('its server says that it has not changed, although nobody asked');
      const { view } = await this.#view(input, deadline, null, kept.page);
      if (fetched.mayKeep) await cache.keep(seal, key, { ...kept, fetchedAt, freshUntil });
      return reading(kept, view, true);
    }
    const { url, contentType, body, status, etag, lastModified, mayKeep } = fetched;
    const { page, view } = await this.#view(input, deadline, { url, contentType, body }, null);
    const fresh = { page, finalUrl: url, status, etag, lastModified, fetchedAt, freshUntil };
    if (mayKeep && status === 200) await cache.keep(seal, key, fresh);
    return reading(fresh, view, false);
  }

  async #view(
    input: ReadInput,
    deadline: Deadline,
    fetched: FetchedPage | null,
    page: ReadablePage | null,
  ): Promise<{ page: ReadablePage; view: PageView }> {
    const work = await this.#threads.run({ fetched, page, input }, deadline);
    if ('unreadable' in work) throw new PageFailure(work.unreadable);
    return work;
  }
}

function reading(
  { finalUrl, status }: Pick<KeptPage, 'finalUrl' | 'status'>,
  view: PageView,
  cached: boolean,
): PageReading {
  return { ok: true, finalUrl, status, cached, ...view };
}
