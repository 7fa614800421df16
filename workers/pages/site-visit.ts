import { Deadline } from '../../lib/deadline.ts';
import { PageFailure } from '../../lib/net/page-failure.ts';
import type { MapInput, MapReply } from '../../lib/sites/map-operation.ts';
import { pageKey } from '../../lib/sites/page-key.ts';
import type { SiteScope } from '../../lib/sites/scope.ts';
import { FoundPages } from './found-pages.ts';
import { NoTurn } from './map-pace.ts';
import { PacedFetcher, type PacedOptions } from './paced-fetcher.ts';
import type { Fetched } from './page-fetcher.ts';
import type { PageThreads, Turn } from './page-threads.ts';
import { MAX_SITEMAP_BYTES } from './site-parts.ts';

/** What a site is asked for at a time. */
const LANES = 2;
/** Pages whose links are followed: fewer where the site lists its pages itself. */
const FOLLOWED = { alone: 150, besideSitemaps: 10 };
const MAX_SITEMAPS = 150;
const MAX_FAILED = 20;
/** The share of the time for looking; the rest is for putting in order what was found. */
const LOOKING = 0.9;

type Body = Exclude<Fetched, { notModified: true }>;

/** How a site is visited, and for whom. */
export interface VisitOptions extends Turn, PacedOptions {
  threads: PageThreads;
}

/** One look at a site: at its first page, its sitemaps, and then at what is linked, until enough is found or time is up. */
export class SiteVisit {
  readonly found: FoundPages;
  readonly failed: MapReply['failed'] = [];
  /** Whether the site may have pages that were not found. */
  hasMore = false;
  readonly #threads: PageThreads;
  readonly #turn: Turn;
  /** The best of all pages are known only when all are. */
  readonly #enough: number;
  readonly #sitemap: MapInput['sitemap'];
  readonly #site: PacedFetcher;
  #scope: SiteScope;
  /** Whether the pace of a site leaves no time for another request. */
  #isOutOfTime = false;

  constructor(
    { url, q, limit, subdomains, include, exclude, rules, sitemap, ignoresQuery }: MapInput,
    options: VisitOptions,
  ) {
    const { threads, account, deadline } = options;
    this.found = new FoundPages(ignoresQuery);
    this.#threads = threads;
    this.#sitemap = sitemap;
    this.#turn = { account, deadline: Deadline.in(deadline.leftMs() * LOOKING) };
    this.#site = new PacedFetcher(options, this.#turn);
    this.#enough = q === '' ? limit + 1 : Number.POSITIVE_INFINITY;
    this.#scope = { start: [url], subdomains, include, exclude, rules };
  }

  /** Whether the site was asked for something. */
  get fetched(): boolean {
    return this.#site.wasAsked;
  }

  async run(): Promise<void> {
    const [url = ''] = this.#scope.start;
    const first = await this.#attempt(url, () => this.#fetch(url));
    const start = first?.url ?? url;
    // A site that has moved is the one that was meant.
    this.#scope = { ...this.#scope, start: [url, start] };
    const notes = await this.#attempt(start, () => this.#site.notes(start));
    if (first && this.#sitemap !== 'only') await this.#attempt(start, () => this.#takeLinks(first));
    const hasSitemaps =
      this.#sitemap !== 'skip' &&
      (await this.#readSitemaps(notes?.sitemaps ?? [], new URL('/sitemap.xml', start).href));
    if (this.#sitemap !== 'only') await this.#follow(hasSitemaps ? FOLLOWED.besideSitemaps : FOLLOWED.alone);
    // A site that lists its pages has no others to speak of.
    if (this.found.isFull || (!hasSitemaps && this.found.hasUnfollowed)) this.hasMore = true;
  }

  get #isOver(): boolean {
    return this.found.size >= this.#enough || this.#isOutOfTime || this.#turn.deadline.leftMs() === 0;
  }

  /** Reads sitemaps, and those that they name. Returns whether there are any. */
  async #readSitemaps(announced: readonly string[], usual: string): Promise<boolean> {
    const waiting = announced.length > 0 ? [...announced] : [usual];
    const known = new Set(waiting);
    let read = 0;
    await this.#inLanes(
      () => (known.size - waiting.length < MAX_SITEMAPS ? waiting.shift() : undefined),
      async (url) => {
        const entries = await this.#attempt(url, () => this.#sitemapAt(url), announced.length > 0);
        if (!entries) {
          if (announced.length > 0) this.hasMore = true;
          return;
        }
        read += 1;
        this.found.addListed(entries.pages);
        for (const other of entries.sitemaps) if (known.size < known.add(other).size) waiting.push(other);
      },
    );
    if (waiting.length > 0) this.hasMore = true;
    return read > 0;
  }

  async #sitemapAt(url: string) {
    const { body, contentType } = await this.#fetch(url, MAX_SITEMAP_BYTES);
    const entries = await this.#threads.run('sitemap', [new Uint8Array(body), contentType, this.#scope], this.#turn);
    if (entries === null) throw new PageFailure('it is not a sitemap');
    return entries;
  }

  async #follow(most: number): Promise<void> {
    let left = most;
    await this.#inLanes(
      () => (left-- > 0 ? this.found.next() : undefined),
      async (url) => {
        const page = await this.#attempt(url, () => this.#fetch(url));
        if (page) await this.#attempt(url, () => this.#takeLinks(page));
      },
    );
  }

  /** Does work after work, a few at a time, while there is any and time for it. */
  async #inLanes(next: () => string | undefined, work: (url: string) => Promise<void>): Promise<void> {
    const busy = new Set<Promise<void>>();
    while (!this.#isOver) {
      const url = busy.size < LANES ? next() : undefined;
      if (url !== undefined) {
        const lane = work(url).finally(() => busy.delete(lane));
        busy.add(lane);
      } else if (busy.size > 0) await Promise.race(busy);
      else return;
    }
    await Promise.all(busy);
  }

  async #takeLinks({ body, contentType, url }: Body): Promise<void> {
    const page = await this.#threads.run('links', [new Uint8Array(body), contentType, url, this.#scope], this.#turn);
    if (page?.own) this.found.addPage(page.own, page.title);
    this.found.addLinks(page?.links ?? []);
  }

  async #fetch(url: string, maxBytes?: number): Promise<Body> {
    const fetched = await this.#site.fetch(url, maxBytes);
    if (fetched.notModified) throw new PageFailure('its server says that it has not changed, although nobody asked');
    if (fetched.status < 400) return fetched;
    this.found.drop(pageKey(url) ?? '');
    throw new PageFailure(`it answered with status ${fetched.status}`);
  }

  /** Null for what cannot be read, which is listed unless it was only looked for. */
  async #attempt<T>(url: string, attempt: () => Promise<T>, isListed = true): Promise<T | null> {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof PageFailure)) throw error;
      if (error instanceof NoTurn) {
        this.hasMore = true;
        this.#isOutOfTime = true;
      }
      const isNew = this.failed.length < MAX_FAILED && this.failed.every((one) => one.url !== url);
      if (isListed && isNew) this.failed.push({ url, reason: error.reason });
      return null;
    }
  }
}
