import { reasonOf, tooLate, tooMany } from '../../lib/net/page-failure.ts';
import { COMPARED_PER_PAGE } from '../../lib/net/robots-txt.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { openWithAny, type Seal } from '../../lib/seal.ts';
import type { Fetched } from '../pages/page-fetcher.ts';
import type { Turn } from '../pages/page-threads.ts';
import {
  isRefusal,
  KEPT_S,
  knownPolicies,
  objectionOf,
  policyIn,
  type RobotsPolicy,
  SILENT,
} from '../pages/robots-policy.ts';
import type { CrawlServices } from './crawl-services.ts';

/** What the robots.txt of a site says; where it is, if that takes another request; or that a worker is asking. */
export type SitePolicy = RobotsPolicy | { elsewhere: string; hops: number } | { asking: true };

/** Longer than the request. */
const ASKING_S = 20;
/** A process looks into Redis again after this time. */
const KNOWN_MS = 60_000;
/** RFC 9309 asks to follow so many. */
const MAX_HOPS = 5;
/** What is kept of a host beside what its robots.txt says, roughly: its name in Redis, and its gate. */
const HOST_BYTES = 700;

/** A request is under way: the turn of an account, and what hears of each connection and request. */
export type Errand = Turn & { onRequest(): void; beforeSending(): Promise<void> };

/**
 * What sites say about robots, for crawls. Unlike for single pages, it is in Redis: each site is asked once by all workers
 * together, and under its gate.
 */
export class SiteRobots {
  readonly #services: CrawlServices;
  readonly #known = knownPolicies(KNOWN_MS);

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
    const key = keyOf(origin, seals);
    const asking = sealedFor(key, { asking: true }, seals);
    return (await this.#services.redis.set(key, asking, 'EX', ASKING_S, 'NX')) === 'OK';
  }

  /**
   * Asks a site, once; a redirect takes another turn. Returns what it answered, and what that says, for its gate; and whether
   * the crawl has room for it, for which it is kept.
   */
  async ask(
    { origin }: URL,
    known: SitePolicy | null,
    { hasRoom, ...turn }: Errand & { hasRoom(bytes: number): Promise<boolean> },
    seals: readonly Seal[],
  ): Promise<{ fetched: Fetched | null; policy: SitePolicy; isFull: boolean }> {
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
      // Nothing that a site did.
      if (reason === null) throw error;
      // What was given up here says nothing about the site.
      if (reason === tooMany().reason || reason === tooLate().reason) {
        await this.#services.redis.del(keyOf(origin, seals));
        throw error;
      }
      policy = { unreadable: reason };
    }
    const { redis } = this.#services;
    const key = keyOf(origin, seals);
    // One that asks to come later is asked later.
    const isLater = fetched !== null && !fetched.notModified && isRefusal(fetched);
    const sealed = sealedFor(key, policy, seals);
    const isFull = !isLater && !(await hasRoom(HOST_BYTES + sealed.length));
    if (isLater || isFull) await redis.del(key);
    else await redis.set(key, sealed, 'EX', KEPT_S['unreadable' in policy ? 'unreadable' : 'known']);
    return { fetched, policy, isFull };
  }

  /** Why a page may not be read by the rules of its site; null if it may. */
  async objection(url: URL, policy: SitePolicy, turn: Turn): Promise<'robots' | string | null> {
    if (!('rules' in policy || 'unreadable' in policy)) return null;
    return (await objectionOf(policy, url, COMPARED_PER_PAGE, this.#services.threads, turn)).objection;
  }

  async #read(
    fetched: Fetched,
    { origin, url, hops }: { origin: string; url: string; hops: number },
    turn: Turn,
  ): Promise<SitePolicy> {
    if (fetched.notModified) return SILENT;
    const { status, headers, body } = fetched;
    const { location } = headers;
    if (status >= 300 && status < 400 && location && hops < MAX_HOPS && URL.canParse(location, url)) {
      return { elsewhere: new URL(location, url).href, hops: hops + 1 };
    }
    return await policyIn({ status, body, origin }, this.#services.threads, turn);
  }
}

function keyOf(origin: string, seals: readonly Seal[]): string {
  const [seal] = seals as [Seal];
  return redisKeys.crawlRobots(seal.fingerprint(`robots ${origin}`));
}

function sealedFor(key: string, policy: SitePolicy, seals: readonly Seal[]): Buffer {
  const [seal] = seals as [Seal];
  return seal.seal(JSON.stringify(policy), key, 'compressed');
}
