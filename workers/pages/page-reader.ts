import type { Deadline } from '../../lib/deadline.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { PageFailure } from '../../lib/net/page-failure.ts';
import { signalsFor } from '../../lib/net/robots-notes.ts';
import { objectionIn, type Usage, usageIn, usageOf } from '../../lib/net/usage-signals.ts';
import { isChallenge } from '../../lib/pages/obstacle.ts';
import { pageKind } from '../../lib/pages/page-kind.ts';
import {
  type PageReading,
  pageReadingSchema,
  type ReadInput,
  readInputSchema,
} from '../../lib/pages/read-operation.ts';
import type { RedisClock } from '../../lib/redis/redis-clock.ts';
import type { Seal } from '../../lib/seal.ts';
import { beforeReply, type OwnWork, outcomeOf } from './own-work.ts';
import type { KeptPage, PageCache, PageForms } from './page-cache.ts';
import type { PageFetcher } from './page-fetcher.ts';
import { BrowserLost, type PageRenderer, type RenderedPage, type RenderRequest } from './page-renderer.ts';
import type { PageThreads, Turn } from './page-threads.ts';
import { formsFor, NEEDS_BROWSER, type PageTask, type PageView } from './page-work.ts';

const HTML = 'text/html; charset=utf-8';

/** What a `PageReader` works with. */
export interface PageReaderOptions {
  fetcher: PageFetcher;
  /** Null if nothing is cached. */
  cache: PageCache | null;
  threads: PageThreads;
  clock: Pick<RedisClock, 'now'>;
  /** Null if there is no browser. */
  renderer: Pick<PageRenderer, 'render'> | null;
  /** Whether a page is not read if its site says that programs may not use it. */
  respectsSignals: boolean;
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
      pageReadingSchema,
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
      return await this.#readOrRender(input, { account, deadline, onRequest }, seal);
    } catch (error) {
      if (error instanceof PageFailure) return { ok: false, reason: error.reason, fetched };
      throw error;
    }
  }

  async #readOrRender(input: ReadInput, turn: Turn & { onRequest(): void }, seal: Seal): Promise<PageReading> {
    const { renderer } = this.#options;
    if (input.render === 'on') {
      if (!renderer) throw new PageFailure('this instance has no browser (BROWSER_URL)');
      return await this.#rendered(input, turn, renderer);
    }
    try {
      return await this.#read(input, turn, seal);
    } catch (error) {
      const isShell = error instanceof PageFailure && error.reason.startsWith(NEEDS_BROWSER);
      if (!isShell || input.render !== 'auto' || !renderer) throw error;
      return await this.#rendered(input, turn, renderer);
    }
  }

  /** What a browser shows is not kept: its server said nothing about that. */
  async #rendered(
    input: ReadInput,
    turn: Turn & { onRequest(): void },
    renderer: Pick<PageRenderer, 'render'>,
  ): Promise<PageReading> {
    const { fetcher } = this.#options;
    const mayVisit = async (url: string) => {
      await fetcher.check({ ...turn, url });
      turn.onRequest();
    };
    const wanted = { ...turn, url: input.url, screenshot: input.screenshot, mayVisit };
    const { url, status, headers, html, screenshot, tookMs } = await renderedOnce(renderer, wanted);
    const site = signalsFor(await fetcher.robotsNotes({ ...turn, url }), new URL(url).pathname);
    const usage = usageOf(usageIn(headers), site);
    this.#throwIfRefused(usage);
    const fetched = { url, contentType: HTML, body: Buffer.from(html), status, isChallenge: isChallenge(headers) };
    const { view } = await this.#view(input, turn, { fetched, forms: formsFor(input) });
    return { ...reading({ finalUrl: url, status, usage }, view, false), renderedMs: tookMs, screenshot } as PageReading;
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
      this.#throwIfRefused(kept.usage);
      return reading(kept, (await this.#view(input, turn, kept)).view, true);
    }
    const validators = kept ? { url: kept.finalUrl, etag: kept.etag, lastModified: kept.lastModified } : undefined;
    const fetched = await fetcher.fetch({ url: input.url, ...turn, ...(validators ? { validators } : {}) });
    const fetchedAt = clock.now();
    const freshUntil = fetchedAt + fetched.freshForMs;
    if (fetched.notModified) {
      if (!kept) throw new PageFailure('its server says that it has not changed, although nobody asked');
      this.#throwIfRefused(kept.usage);
      const { view } = await this.#view(input, turn, kept);
      if (fetched.mayKeep) await cache?.keep(seal, key, { ...kept, fetchedAt, freshUntil });
      return reading(kept, view, true);
    }
    const { url, contentType, body, status, isChallenge, usage, etag, lastModified, mayKeep } = fetched;
    this.#throwIfRefused(usage);
    // Whoever has read it in another form may want that again.
    const forms = new Set([...wanted, ...formsOf(known)]);
    const isKept = mayKeep && status === 200 && cache !== null;
    const { pages, view } = await this.#view(input, turn, {
      fetched: { url, contentType, body, status, isChallenge },
      forms: [...forms],
      isKept,
    });
    const fresh = { pages, finalUrl: url, status, usage, etag, lastModified, fetchedAt, freshUntil };
    if (isKept) await cache.keep(seal, key, fresh);
    return reading(fresh, view, false);
  }

  #throwIfRefused(usage: Usage): void {
    const objection = this.#options.respectsSignals ? objectionIn(usage) : null;
    if (objection !== null) throw new PageFailure(`its site does not allow programs to use it (${objection})`);
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

/** Renders a page, and once more if the browser has ended meanwhile: another page may have done that. */
async function renderedOnce(renderer: Pick<PageRenderer, 'render'>, wanted: RenderRequest): Promise<RenderedPage> {
  try {
    return await renderer.render(wanted);
  } catch (error) {
    if (!(error instanceof BrowserLost)) throw error;
    return await renderer.render(wanted);
  }
}

function reading(
  { finalUrl, status, usage }: Pick<KeptPage, 'finalUrl' | 'status' | 'usage'>,
  view: PageView,
  cached: boolean,
): PageReading {
  return { ok: true, finalUrl, status, usage, cached, ...view };
}

function formsOf(kept: KeptPage | null): (keyof PageForms)[] {
  return kept ? (Object.keys(kept.pages) as (keyof PageForms)[]) : [];
}
