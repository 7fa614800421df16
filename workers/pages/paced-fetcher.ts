import type { RobotsNotes } from '../../lib/net/robots-notes.ts';
import { retryAfterMs } from '../../lib/providers/responses.ts';
import { MapPace, type PacedVisit, type PaceOptions } from './map-pace.ts';
import type { Fetched, PageFetcher } from './page-fetcher.ts';
import type { Turn } from './page-threads.ts';
import { isRefusal } from './robots-policy.ts';

/** What a `PacedFetcher` works with. */
export interface PacedOptions extends PaceOptions {
  fetcher: PageFetcher;
}

/** Fetches what a map needs, each request at the pace of its site. */
export class PacedFetcher {
  /** Whether a site was asked for something. */
  wasAsked = false;
  readonly #fetcher: PageFetcher;
  readonly #turn: Turn;
  readonly #pace: MapPace;
  /** The sites whose robots.txt was read. */
  readonly #known = new Set<string>();

  constructor(options: PacedOptions, turn: Turn) {
    this.#fetcher = options.fetcher;
    this.#turn = turn;
    this.#pace = new MapPace(options, turn.deadline);
  }

  /** What the robots.txt of a site says, which is a request like any other, and sets the pace of those after it. */
  async notes(url: string): Promise<RobotsNotes> {
    const site = new URL(url);
    const isNew = !this.#known.has(site.origin);
    const visit = this.#pace.visit();
    if (isNew) await visit.beforeRequest(site);
    try {
      const notes = await this.#fetcher.robotsNotes({ ...this.#errand(visit), url });
      if (isNew && notes.crawlDelayS) await this.#pace.setDelay(site, notes.crawlDelayS * 1_000);
      this.#known.add(site.origin);
      return notes;
    } finally {
      await visit.end('answered');
    }
  }

  /** Fetches a page or a file. Rejects with a `PageFailure`, a `NoTurn` if its turn would come too late. */
  async fetch(url: string, maxBytes?: number): Promise<Fetched> {
    const visit = this.#pace.visit();
    let fetched: Fetched | null = null;
    try {
      fetched = await this.#fetcher.fetch({
        ...this.#errand(visit),
        url,
        beforeRequest: async (hop) => {
          if (!this.#known.has(hop.origin)) await this.notes(hop.href);
          await visit.beforeRequest(hop);
        },
        beforeSending: visit.beforeSending,
        ...(maxBytes === undefined ? {} : { maxBytes }),
      });
      return fetched;
    } finally {
      await this.#end(visit, fetched);
    }
  }

  /** A site that refuses is not asked again at once, by whoever. */
  async #end(visit: PacedVisit, fetched: Fetched | null): Promise<void> {
    if (fetched === null || fetched.notModified || !isRefusal(fetched)) {
      await visit.end(fetched ? 'answered' : 'failed');
      return;
    }
    const askedMs = retryAfterMs({ headers: fetched.headers }) ?? 0;
    const wasGated = await visit.end('refused', askedMs);
    if (!wasGated) await this.#pace.refused(new URL(fetched.url), askedMs);
  }

  #errand(visit: PacedVisit) {
    const onRequest = () => {
      this.wasAsked = true;
      visit.onRequest();
    };
    return { ...this.#turn, onRequest };
  }
}
