import { availableParallelism } from 'node:os';
import type { Deadline } from '../../lib/deadline.ts';
import type { ErrorReporter } from '../../lib/error-reporter.ts';
import { type PageReading, type ReadInput, readInputSchema } from '../../lib/pages/read-operation.ts';
import type { RedisClock } from '../../lib/redis-clock.ts';
import type { Seal } from '../../lib/seal.ts';
import { type OwnWork, outcomeOf } from './own-work.ts';
import type { KeptPage, PageCache, PageForms } from './page-cache.ts';
import { PageFailure } from './page-failure.ts';
import type { PageFetcher } from './page-fetcher.ts';
import { PageThreads } from './page-threads.ts';
import { formsFor, type PageTask, type PageView } from './page-work.ts';

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
    const known = await cache.get(seal, key);
    const wanted = formsFor(input);
    const kept = known && wanted.every((form) => known.pages[form]) ? known : null;
    const now = clock.now();
    if (kept && kept.freshUntil > now && kept.fetchedAt >= now - input.maxAgeMs) {
      return reading(kept, (await this.#view(input, deadline, kept)).view, true);
    }
    const validators = kept ? { url: kept.finalUrl, etag: kept.etag, lastModified: kept.lastModified } : undefined;
    const fetched = await fetcher.fetch({ url: input.url, account, deadline, ...(validators ? { validators } : {}) });
    const fetchedAt = clock.now();
    const freshUntil = fetchedAt + fetched.freshForMs;
    if (fetched.notModified) {
      if (!kept) throw new PageFailure('its server says that it has not changed, although nobody asked');
      const { view } = await this.#view(input, deadline, kept);
      if (fetched.mayKeep) await cache.keep(seal, key, { ...kept, fetchedAt, freshUntil });
      return reading(kept, view, true);
    }
    const { url, contentType, body, status, etag, lastModified, mayKeep } = fetched;
    // Whoever has read it in another form may want that again.
    const forms = new Set([...wanted, ...formsOf(known)]);
    const { pages, view } = await this.#view(input, deadline, {
      fetched: { url, contentType, body },
      forms: [...forms],
    });
    const fresh = { pages, finalUrl: url, status, etag, lastModified, fetchedAt, freshUntil };
    if (mayKeep && status === 200) await cache.keep(seal, key, fresh);
    return reading(fresh, view, false);
  }

  async #view(
    input: ReadInput,
    deadline: Deadline,
    given: Partial<Pick<PageTask, 'fetched' | 'pages' | 'forms'>>,
  ): Promise<{ pages: PageForms; view: PageView }> {
    const { fetched = null, pages = {}, forms = [] } = given;
    const work = await this.#threads.run({ fetched, pages, forms, input }, deadline);
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

function formsOf(kept: KeptPage | null): (keyof PageForms)[] {
  return kept ? (Object.keys(kept.pages) as (keyof PageForms)[]) : [];
}
