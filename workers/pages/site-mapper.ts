import type { Deadline } from '../../lib/deadline.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { type MapInput, type MapReply, mapInputSchema } from '../../lib/sites/map-operation.ts';
import { beforeReply, type OwnWork, outcomeOf } from './own-work.ts';
import type { PageFetcher } from './page-fetcher.ts';
import type { PageThreads } from './page-threads.ts';
import { SiteVisit } from './site-visit.ts';

/** Addresses are returned by Redis: what they take there is bounded, however long they are. */
const MAX_REPLY_CHARS = 8_000_000;

/** What a `SiteMapper` works with. */
export interface SiteMapperOptions {
  fetcher: PageFetcher;
  threads: PageThreads;
  errors: ErrorReporter;
}

/** Finds the pages of a site, by its sitemaps and by its links, without reading them. */
export class SiteMapper {
  readonly #options: SiteMapperOptions;

  constructor(options: SiteMapperOptions) {
    this.#options = options;
  }

  /** Maps a site for an account. Never rejects: when time is up, what was found by then is the map. */
  readonly map: OwnWork = (input, account, deadline) =>
    outcomeOf(
      () => this.#map(mapInputSchema.parse(input), account, beforeReply(deadline)),
      this.#options.errors,
      'map a site',
    );

  async #map(input: MapInput, account: string, deadline: Deadline): Promise<MapReply> {
    const visit = new SiteVisit(input, { ...this.#options, account, deadline });
    await visit.run();
    const links = await this.#chosen(input, visit, account, deadline);
    return {
      links,
      hasMore: visit.hasMore || links.length < visit.found.size,
      failed: visit.failed,
      fetched: visit.fetched,
    };
  }

  /** As many as are wanted: the best for a question, or the first. */
  async #chosen({ q, limit }: MapInput, { found }: SiteVisit, account: string, deadline: Deadline) {
    const { links } = found;
    const ordered =
      q === '' ? links : await this.#options.threads.run('matches', [q, links, limit], { account, deadline });
    let chars = 0;
    const kept = ordered.slice(0, limit).findIndex(({ url, title }) => {
      chars += url.length + title.length;
      return chars > MAX_REPLY_CHARS;
    });
    return ordered.slice(0, kept === -1 ? limit : kept);
  }
}
