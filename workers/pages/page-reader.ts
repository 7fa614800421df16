import { Deadline } from '../../lib/deadline.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { pageKind } from '../../lib/pages/page-kind.ts';
import { type PageReading, type ReadInput, readInputSchema } from '../../lib/pages/read-operation.ts';
import type { RedisClock } from '../../lib/redis/redis-clock.ts';
import type { Seal } from '../../lib/seal.ts';
import { type OwnWork, outcomeOf } from './own-work.ts';
import type { KeptPage, PageCache, PageForms } from './page-cache.ts';
import { PageFailure } from './page-failure.ts';
import type { PageFetcher } from './page-fetcher.ts';
import type { PageThreads, Turn } from './page-threads.ts';
import { formsFor, type PageTask, type PageView } from './page-work.ts';

/** The share of the time left that is for the reply, within bounds. */
const REPLY_SHARE = 0.2;
const MIN_REPLY_MS = 100;
const MAX_REPLY_MS = 1_000;

/** What a `PageReader` works with. */
export interface PageReaderOptions {
  fetcher: PageFetcher;
  /** Null if nothing is cached. */
  cache: PageCache | null;
  threads: PageThreads;
  clock: Pick<RedisClock, 'now'>;
  errors: ErrorReporter;
}

/** Reads pages: from the cache, or from their servers, and turns them into text. */
export class PageReader {
  readonly #options: PageReaderOptions;

  constructor(options: PageReaderOptions) {
    this.#options = options;
  }

  /** Reads a page for an account. Never rejects: a page that cannot be read is a reading, too. */
  readonly read: OwnWork = (input, account, deadline, seal) =>
    outcomeOf(
      () => this.#attempt(readInputSchema.parse(input), account, beforeReply(deadline), seal),
      this.#options.errors,
      'read a page',
    );

  /** A page that cannot be read says whether it was fetched, because that counts. */
  async #attempt(input: ReadInput, account: string, deadline: Deadline, seal: Seal): Promise<PageReading> {
    let fetched = false;
    const onRequest = () => {
      fetched = true;
    };
    try {
      return await this.#read(input, { account, deadline, onRequest }, seal);
    } catch (error) {
      if (error instanceof PageFailure) return { ok: false, reason: error.reason, fetched };
      throw error;
    }
  }

  async #read(input: ReadInput, turn: Turn & { onRequest(): void }, seal: Seal): Promise<PageReading> {
    const { fetcher, cache, clock } = this.#options;
    const key = cache?.keyOf(seal, input) ?? '';
    const known = cache && (await cache.get(seal, key));
    const wanted = formsFor(input);
    // Whoever wants a page anew does not ask its server whether the known one is still right.
    const isUsable = known && input.maxAgeMs > 0 && wanted.every((form) => known.pages[form]);
    const kept = isUsable ? known : null;
    const now = clock.now();
    if (kept && kept.freshUntil > now && now - kept.fetchedAt <= input.maxAgeMs) {
      return reading(kept, (await this.#view(input, turn, kept)).view, true);
    }
    const validators = kept ? { url: kept.finalUrl, etag: kept.etag, lastModified: kept.lastModified } : undefined;
    const fetched = await fetcher.fetch({ url: input.url, ...turn, ...(validators ? { validators } : {}) });
    const fetchedAt = clock.now();
    const freshUntil = fetchedAt + fetched.freshForMs;
    if (fetched.notModified) {
      if (!kept) throw new PageFailure('its server says that it has not changed, although nobody asked');
      const { view } = await this.#view(input, turn, kept);
      if (fetched.mayKeep) await cache?.keep(seal, key, { ...kept, fetchedAt, freshUntil });
      return reading(kept, view, true);
    }
    const { url, contentType, body, status, isChallenge, etag, lastModified, mayKeep } = fetched;
    // Whoever has read it in another form may want that again.
    const forms = new Set([...wanted, ...formsOf(known)]);
    const isKept = mayKeep && status === 200 && cache !== null;
    const { pages, view } = await this.#view(input, turn, {
      fetched: { url, contentType, body, status, isChallenge },
      forms: [...forms],
      isKept,
    });
    const fresh = { pages, finalUrl: url, status, etag, lastModified, fetchedAt, freshUntil };
    if (isKept) await cache.keep(seal, key, fresh);
    return reading(fresh, view, false);
  }

  async #view(
    input: ReadInput,
    turn: Turn,
    given: Partial<Omit<PageTask, 'input'>>,
  ): Promise<{ pages: PageForms; view: PageView }> {
    const { fetched = null, pages = {}, forms = [], isKept = false } = given;
    const name = fetched && pageKind(fetched.contentType, fetched.body) === 'pdf' ? 'pdf' : 'page';
    const work = await this.#options.threads.run(name, [{ fetched, pages, forms, isKept, input }], turn);
    if ('unreadable' in work) throw new PageFailure(work.unreadable);
    return work;
  }
}

/**
 * When a page is given up: so long before its request ends that the reply says in time what became of it, also on a busy
 * machine. A page that was fetched is charged only if the reply says so.
 */
function beforeReply(deadline: Deadline): Deadline {
  const leftMs = deadline.leftMs();
  return Deadline.in(leftMs - Math.min(Math.max(MIN_REPLY_MS, leftMs * REPLY_SHARE), MAX_REPLY_MS));
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
