import { forgottenCrawls, toldCrawl } from '../../lib/crawl/crawl-list.ts';
import { tellCrawl } from '../../lib/crawl/crawl-news.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import type { CrawlServices } from './crawl-services.ts';

/** A crawl of which nobody told for so long is looked at: its worker died, its stream was full, or somebody cancelled it. */
const SILENT_MS = 5_000;
const AT_ONCE = 20;

/** Tells webhooks of crawls. Nobody waits for it, and what it fails to tell now it tells later. */
export class CrawlTeller {
  readonly #services: CrawlServices;
  /** The crawls that are being told of, and whether more has happened meanwhile. */
  readonly #busy = new Map<string, boolean>();
  readonly #running = new Set<Promise<void>>();

  constructor(services: CrawlServices) {
    this.#services = services;
  }

  /** Something has happened in a crawl with a webhook. */
  tell(id: string): void {
    if (this.#busy.has(id)) {
      this.#busy.set(id, true);
      return;
    }
    const running = this.#tell(id)
      .catch(this.#services.errors.unlessAway('tell of a crawl'))
      .finally(() => {
        this.#running.delete(running);
        const isMore = this.#busy.get(id) === true;
        this.#busy.delete(id);
        if (isMore && !this.#services.closing.aborted) this.tell(id);
      });
    this.#busy.set(id, false);
    this.#running.add(running);
  }

  /** Looks for crawls of which there is something to tell. */
  async look(): Promise<void> {
    const { redis, clock } = this.#services;
    const now = clock.now();
    const ids = await forgottenCrawls(redis, redisKeys.untoldCrawls, { before: now - SILENT_MS, now, most: AT_ONCE });
    for (const id of ids) this.tell(id);
  }

  /** Waits for what is being told. */
  async close(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #tell(id: string): Promise<void> {
    if (await tellCrawl(this.#services, id)) await toldCrawl(this.#services.redis, id);
  }
}
