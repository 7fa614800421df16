import type { Deadline } from '../../lib/deadline.ts';
import type { InstanceSecret } from '../../lib/instance-secret.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { tooMany } from '../../lib/net/page-failure.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { type Permit, Permits } from '../permits.ts';
import type { Wanted } from './wanted.ts';

/** The permits for requests to the hosts that callers name. Hosts without requests are forgotten. */
export class PagePermits {
  readonly #redis: Redis;
  readonly #secret: Pick<InstanceSecret, 'load'>;
  readonly #errors: ErrorReporter;
  readonly #wanted: Wanted;
  readonly #hosts = new Map<string, Permits>();
  readonly #all: Permits;

  constructor(redis: Redis, secret: Pick<InstanceSecret, 'load'>, errors: ErrorReporter, wanted: Wanted) {
    this.#redis = redis;
    this.#secret = secret;
    this.#errors = errors;
    this.#wanted = wanted;
    this.#all = new Permits(wanted.ofProcess, redis, errors);
  }

  /** How many hosts have requests in progress or waiting. */
  get hosts(): number {
    return this.#hosts.size;
  }

  /** How many requests are in progress. */
  get running(): number {
    return this.#all.running;
  }

  /**
   * Waits for a permit for the host, then for one of the process, so that requests to a slow host do not keep those of
   * the process while they wait. In both queues the accounts take turns. Returns a function that gives both back.
   */
  async take(host: string, account: string, deadline: Deadline): Promise<() => void> {
    const key = await this.#keyOf(host);
    let permits = this.#hosts.get(key);
    if (!permits) {
      const { perHost } = this.#wanted;
      permits = new Permits({ concurrency: perHost, maxConcurrent: perHost, callsKey: key }, this.#redis, this.#errors);
      this.#hosts.set(key, permits);
    }
    const ofHost = await permits.take(account, deadline);
    const ofAll = typeof ofHost === 'string' ? ofHost : await this.#all.take(account, deadline);
    const startedAt = performance.now();
    const release = () => {
      const tookMs = performance.now() - startedAt;
      give(ofAll, tookMs);
      give(ofHost, typeof ofAll === 'string' ? null : tookMs);
      if (permits.running + permits.waiting === 0 && this.#hosts.get(key) === permits) this.#hosts.delete(key);
    };
    if (typeof ofAll !== 'string') return release;
    release();
    throw tooMany();
  }

  /** Hosts are what people read, so Redis has only their fingerprints. */
  async #keyOf(host: string): Promise<string> {
    try {
      return redisKeys.pageRequests((await this.#secret.load()).fingerprint(`${this.#wanted.accept} ${host}`));
    } catch (error) {
      this.#errors.unlessAway('take a permit')(error);
      throw tooMany();
    }
  }
}

function give(permit: Permit | string, tookMs: number | null): void {
  if (typeof permit !== 'string') permit.release(tookMs);
}
