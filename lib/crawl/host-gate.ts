import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { msSinceLoss } from '../redis/redis-losses.ts';
import { scriptFile } from '../redis/redis-script.ts';

const passScript = scriptFile(new URL('./lua/pass-gate.lua', import.meta.url), 1);
const beginScript = scriptFile(new URL('./lua/begin-request.lua', import.meta.url), 1);
const delayScript = scriptFile(new URL('./lua/set-delay.lua', import.meta.url), 1);
const endScript = scriptFile(new URL('./lua/end-request.lua', import.meta.url), 1);

/** Requests to a host at a time, by all crawls together. */
const AT_A_TIME = 2;
/** Longer than any request. */
const REQUEST_MS = 30_000;
/** A request that was let through is sent within this time, or not at all. */
const SENT_WITHIN_MS = 12_000;
/** A host that refuses so many requests in a row is left alone for a while. */
const REFUSALS = 5;
const LEFT_ALONE_MS = 600_000;
/** Whatever a server let through before its place was taken, no gap counts from it any longer. */
const FORGOTTEN_AFTER_MS = 60_000;

/** A crawl that has asked a gate so lately is under way. */
const CRAWLED_MS = 30_000;

/** What a gate says: the request may be made now, or later, or the host refuses all; or whoever is no crawl need not ask. */
export interface GateAnswer {
  answer: 'pass' | 'wait' | 'refusing' | 'open';
  waitMs: number;
  /** The time between two requests to this host. */
  gapMs: number;
  /** A request that passes must be sent before this time of `performance.now()`. */
  sendBy: number;
}

/** What became of a request: it was not made, it failed, the host answered, or it refused by 429 or 503. */
export type RequestEnd = 'unused' | 'failed' | 'answered' | 'refused';

/**
 * The gate of a host, by which all crawls of the instance together make no more requests than it likes. The time of the next
 * one is in Redis and by its clock, so that any number of workers keeps it; nobody waits here. The gap begins when a request
 * has been sent, not when it may be: however long a worker takes to connect, the site does not see two closer together.
 *
 * Redis may forget its last writes in a failover, and with them that a request was let through. A gate that finds another
 * server than before lets nobody through until such a request was sent, and its gap is over.
 */
export class HostGate {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #usualGapMs: number;

  /** `host` is a fingerprint. `usualGapMs`: the setting, for hosts whose robots.txt says nothing. */
  constructor(redis: Redis, host: string, usualGapMs: number) {
    this.#redis = redis;
    this.#key = redisKeys.crawlGate(host);
    this.#usualGapMs = usualGapMs;
  }

  /** Asks for one request of a crawl. */
  pass(token: string): Promise<GateAnswer> {
    return this.#pass(token, 0);
  }

  /**
   * Asks for one request that is no crawl's. The gate is `open` for it, and hears nothing of it, unless the host asks for a
   * gap, has refused requests, or is being crawled.
   */
  join(token: string): Promise<GateAnswer> {
    return this.#pass(token, CRAWLED_MS);
  }

  async #pass(token: string, openAfterMs: number): Promise<GateAnswer> {
    const mayBeLost = msSinceLoss(this.#redis) < FORGOTTEN_AFTER_MS ? 1 : 0;
    const args = [token, this.#usualGapMs, REQUEST_MS, AT_A_TIME, SENT_WITHIN_MS, openAfterMs, mayBeLost];
    const sendBy = performance.now() + SENT_WITHIN_MS;
    const [answer, waitMs, gapMs] = (await passScript.run(this.#redis, [this.#key], args)) as [string, number, number];
    return { answer: answer as GateAnswer['answer'], waitMs, gapMs, sendBy };
  }

  /** The request was sent. Until then, the gate lets no other one through. */
  async begin(token: string): Promise<void> {
    await beginScript.run(this.#redis, [this.#key], [token, this.#usualGapMs]);
  }

  /** The robots.txt of the host was read: the gap that it asks for, or null. */
  async setDelay(delayMs: number | null): Promise<void> {
    await delayScript.run(this.#redis, [this.#key], [delayMs === null ? '' : Math.round(delayMs)]);
  }

  /** The request is over. `askedMs`: what the host asks to wait. */
  async end(token: string, became: RequestEnd, askedMs = 0): Promise<{ waitMs: number; isRefusing: boolean }> {
    const args = [token, became, this.#usualGapMs, Math.round(askedMs), REFUSALS, LEFT_ALONE_MS];
    const [waitMs, refusing] = (await endScript.run(this.#redis, [this.#key], args)) as [number, number];
    return { waitMs, isRefusing: refusing === 1 };
  }
}
