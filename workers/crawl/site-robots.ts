import { LRUCache } from 'lru-cache';
import { reasonOf, tooLate, tooMany } from '../../lib/net/page-failure.ts';
import { NO_NOTES, type RobotsNotes } from '../../lib/net/robots-notes.ts';
import { COMPARED_PER_PAGE, MAX_ROBOTS_BYTES } from '../../lib/net/robots-txt.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { openWithAny, type Seal } from '../../lib/seal.ts';
import type { Fetched } from '../pages/page-fetcher.ts';
import type { Turn } from '../pages/page-threads.ts';
import type { CrawlServices } from './crawl-services.ts';

/**
 * What the robots.txt of a site says; why it could not be read; where it is, if that takes another request; or that a worker
 * is asking.
 */
export type SitePolicy =
  | { rules: string; notes: RobotsNotes }
  | { unreadable: string }
  | { elsewhere: string; hops: number }
  | { asking: true };

const ROBOT = 'Tributary';
const KEEP_S = 3_600;
const KEEP_FAILURE_S = 60;
/** Longer than the request. */
const ASKING_S = 20;
/** A process looks into Redis again after this time. */
const KNOWN_MS = 60_000;
const MAX_KNOWN = 500;
/** RFC 9309 asks to follow so many. */
const MAX_HOPS = 5;
const SILENT: SitePolicy = { rules: '', notes: NO_NOTES };

/** A request is under way: the turn of an account, and what hears of each connection and request. */
export type Errand = Turn & { onRequest(): void; beforeSending(): Promise<void> };

/**
 * What sites say about robots, for crawls. Unlike for single pages, it is in Redis: each site is asked once by all workers
 * together, and under its gate.
 */
export class SiteRobots {
  readonly #services: CrawlServices;
  readonly #known = new LRUCache<string, SitePolicy>({ max: MAX_KNOWN, ttl: KNOWN_MS });

  constructor(services: CrawlServices) {
    this.#services = services;
  }

  /** What is known of a site; null if it must be asked. */
  async policy({ origin }: URL, seals: readonly Seal[]): Promise<SitePolicy | null> {
    if (!this.#services.config.extract.robots) return SILENT;
    const known = this.#known.get(origin);
    if (known) return known;
    const key = keyOf(origin, seals);
    const sealed = await this.#services.redis.getBuffer(key);
    if (sealed === null) return null;
    const policy = JSON.parse(openWithAny(seals, sealed, key).text) as SitePolicy;
    if ('notes' in policy || 'unreadable' in policy) this.#known.set(origin, policy);
    return policy;
  }

  /** Whether this worker is the one to ask a site of which nothing is known. */
  async mayAsk({ origin }: URL, seals: readonly Seal[]): Promise<boolean> {
    return (await this.#keep(origin, { asking: true }, ASKING_S, seals, 'NX')) === 'OK';
  }

  /** Asks a site, once; a redirect takes another turn. Returns what it answered, and what that says, for its gate. */
  async ask(
    { origin }: URL,
    known: SitePolicy | null,
    turn: Errand,
    seals: readonly Seal[],
  ): Promise<{ fetched: Fetched | null; policy: SitePolicy }> {
    const { url, hops } =
      known && 'elsewhere' in known
        ? { url: known.elsewhere, hops: known.hops }
        : { url: `${origin}/robots.txt`, hops: 0 };
    let fetched: Fetched | null = null;
    let policy: SitePolicy;
    try {
      fetched = await this.#services.fetcher.fetch({ url, ...turn });
      policy = await this.#read(fetched, { origin, url, hops }, turn);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      // What was given up here says nothing about the site.
      if (reason === tooMany().reason || reason === tooLate().reason) {
        await this.#services.redis.del(keyOf(origin, seals));
        throw error;
      }
      policy = { unreadable: reason };
    }
    // One that asks to come later is asked later.
    if (fetched && isRefusal(fetched)) await this.#services.redis.del(keyOf(origin, seals));
    else await this.#keep(origin, policy, 'unreadable' in policy ? KEEP_FAILURE_S : KEEP_S, seals);
    return { fetched, policy };
  }

  #keep(origin: string, policy: SitePolicy, lifeS: number, seals: readonly Seal[], only?: 'NX'): Promise<'OK' | null> {
    const { redis } = this.#services;
    const key = keyOf(origin, seals);
    const [seal] = seals as [Seal];
    const sealed = seal.seal(JSON.stringify(policy), key, 'compressed');
    return only ? redis.set(key, sealed, 'EX', lifeS, only) : redis.set(key, sealed, 'EX', lifeS);
  }

  /** Why a page may not be read by the rules of its site; null if it may. */
  async objection(url: URL, policy: SitePolicy, turn: Turn): Promise<'robots' | string | null> {
    if ('unreadable' in policy) return `its robots.txt could not be read: ${policy.unreadable}`;
    if (!('rules' in policy) || policy.rules === '') return null;
    const path = url.pathname + url.search;
    const verdict = await this.#services.threads.run('verdict', [policy.rules, path, COMPARED_PER_PAGE], turn);
    if (verdict.allowed === null) return 'its robots.txt could not be read: it is too long for this address';
    return verdict.allowed ? null : 'robots';
  }

  async #read(
    fetched: Fetched,
    { origin, url, hops }: { origin: string; url: string; hops: number },
    turn: Turn,
  ): Promise<SitePolicy> {
    if (fetched.notModified) return SILENT;
    const { status, headers, body } = fetched;
    if (status >= 500) return { unreadable: `it answered ${status}` };
    const { location } = headers;
    if (status >= 300 && status < 400 && location && hops < MAX_HOPS && URL.canParse(location, url)) {
      return { elsewhere: new URL(location, url).href, hops: hops + 1 };
    }
    if (status < 200 || status >= 300 || body.length === 0) return SILENT;
    // A copy of what is read: of a part of a buffer, a thread would get the whole.
    const file = new Uint8Array(body.subarray(0, MAX_ROBOTS_BYTES));
    return await this.#services.threads.run('robots', [ROBOT, file, origin], turn);
  }
}

/** Whether a host asks to come later. */
export function isRefusal(fetched: Fetched): boolean {
  return !fetched.notModified && (fetched.status === 429 || fetched.status === 503);
}

function keyOf(origin: string, seals: readonly Seal[]): string {
  const [seal] = seals as [Seal];
  return redisKeys.crawlRobots(seal.fingerprint(`robots ${origin}`));
}
