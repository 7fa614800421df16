import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { PageFailure } from '../../lib/net/page-failure.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import type { Seal } from '../../lib/seal.ts';
import { type MapInput, type MapReply, mapInputSchema, mapReplySchema } from '../../lib/sites/map-operation.ts';
import { beforeReply, type OwnWork, outcomeOf } from './own-work.ts';
import type { PageFetcher } from './page-fetcher.ts';
import type { PageThreads, Turn } from './page-threads.ts';
import { SiteVisit } from './site-visit.ts';

/** Addresses are returned by Redis: what they take there is bounded, however long they are. */
const MAX_REPLY_CHARS = 8_000_000;

/** What a `SiteMapper` works with. */
export interface SiteMapperOptions {
  fetcher: PageFetcher;
  threads: PageThreads;
  errors: ErrorReporter;
  /** Of the gates of hosts, at which crawls wait, and the gap of most of them. */
  redis: Redis;
  gapMs: number;
}

/** Finds the pages of a site, by its sitemaps and by its links, without reading them. */
export class SiteMapper {
  readonly #options: SiteMapperOptions;

  constructor(options: SiteMapperOptions) {
    this.#options = options;
  }

  /** Maps a site for an account. Never rejects: when time is up, what was found by then is the map. */
  readonly map: OwnWork = (input, account, deadline, seal) =>
    outcomeOf(
      () => this.#map(mapInputSchema.parse(input), { account, deadline: beforeReply(deadline) }, seal),
      mapReplySchema,
      this.#options.errors,
      'map a site',
    );

  async #map(input: MapInput, turn: Turn, seal: Seal): Promise<MapReply> {
    const visit = new SiteVisit(input, { ...this.#options, ...turn, seal });
    await visit.run();
    const { links, isOrdered } = await this.#chosen(input, visit, turn);
    return {
      links,
      hasMore: visit.hasMore || !isOrdered || links.length < visit.found.size,
      failed: visit.failed,
      fetched: visit.fetched,
    };
  }

  /** As many as are wanted: the best for a question, or the first. If there is no time to put them in order, better ones may be missing. */
  async #chosen({ q, limit }: MapInput, { found }: SiteVisit, turn: Turn) {
    const { links } = found;
    const best = q === '' ? links : await this.#best(q, links, limit, turn);
    const ordered = best ?? links;
    let chars = 0;
    const kept = ordered.slice(0, limit).findIndex(({ url, title }) => {
      chars += url.length + title.length;
      return chars > MAX_REPLY_CHARS;
    });
    return { links: ordered.slice(0, kept === -1 ? limit : kept), isOrdered: best !== null };
  }

  /** Null if that cannot be done in time. */
  async #best(q: string, links: MapReply['links'], limit: number, turn: Turn): Promise<MapReply['links'] | null> {
    try {
      return await this.#options.threads.run('matches', [q, links, limit], turn);
    } catch (error) {
      if (error instanceof PageFailure) return null;
      throw error;
    }
  }
}
