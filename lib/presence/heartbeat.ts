import { onBeats } from '../beats.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import type { Redis } from '../redis/redis.ts';
import type { RedisClock } from '../redis/redis-clock.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { MAX_CLOCK_SKEW_MS } from './problems.ts';
import { ALIVE_FOR_MS, type ProcessKind } from './process-kind.ts';
import { type ProcessRecord, thisProcess } from './process-record.ts';

/** What nobody removed is gone after this time. */
const FORGOTTEN_MS = 60_000;
/** The list is told so again after this many beats. */
const KEEP_EVERY_BEATS = 20;

/** What a `Heartbeat` announces, and where. */
export interface HeartbeatOptions {
  kind: ProcessKind;
  redis: Redis;
  clock: Pick<RedisClock, 'now' | 'read' | 'skewMs'>;
  /** What this process says besides what every process says of itself. It may change. */
  says?(): Promise<object>;
  /** What this process is doing, as JSON; null if it does nothing. */
  load?(): unknown;
  errors: ErrorReporter;
}

/** Lists this process in Redis while it runs, so that others notice within two seconds when it does not. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #process = thisProcess();
  #startedAt: number | undefined;
  #skewMs = 0;
  #listed = '';
  #beats = 0;
  #lastBeatAt = 0;
  #wasBusy = false;
  #isStopped = false;
  #endBeats = () => {};
  readonly #onReady = () => this.announce();

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isStopped = false;
    this.#endBeats = onBeats(1, () => void this.#beat());
    // If the connection is not up yet, waiting for the next beat would cost a second of downtime.
    this.#options.redis.on('ready', this.#onReady);
    void this.#beat(true);
  }

  /** Tells others at once what this process says of itself, because that has changed. */
  announce(): void {
    void this.#beat(true);
  }

  /** Leaves the list. Rejects if Redis is unavailable. */
  async stop(): Promise<void> {
    const { kind, redis } = this.#options;
    this.#isStopped = true;
    this.#endBeats();
    redis.off('ready', this.#onReady);
    await redis.zrem(kind.list, this.#listed);
    await redis.publish(kind.channel, 'gone');
  }

  async #beat(first = false): Promise<void> {
    const { kind, redis, clock, errors } = this.#options;
    try {
      const entry = await this.#entry();
      if (this.#isStopped) return;
      const before = this.#listed;
      this.#listed = entry;
      const now = clock.now();
      const beat = redis.zadd(kind.list, now + ALIVE_FOR_MS, entry);
      // All processes may have agreed on another secret, or a clock was set. It is never missing from the list.
      const moved = before !== '' && before !== entry ? redis.zrem(kind.list, before) : null;
      const keep = first || this.#beats % KEEP_EVERY_BEATS === 0 ? redis.pexpire(kind.list, FORGOTTEN_MS) : null;
      await Promise.all([beat, moved, keep, this.#report()]);
      this.#beats += 1;
      if (first) await redis.zremrangebyscore(kind.list, '-inf', now - FORGOTTEN_MS);
      // One that was held up for long was taken for dead.
      const wasMissed = performance.now() - this.#lastBeatAt > ALIVE_FOR_MS;
      this.#lastBeatAt = performance.now();
      if (first || wasMissed) await redis.publish(kind.channel, 'here');
    } catch (error) {
      // The next beat tries again.
      errors.unlessAway('announce this process')(error);
    }
  }

  async #entry(): Promise<string> {
    const { clock, says } = this.#options;
    if (this.#startedAt === undefined) {
      await clock.read();
      this.#startedAt = Math.round(clock.now() - performance.now());
    }
    const skewMs = clock.skewMs();
    // Said again only if it changes by more than clocks usually differ: a new entry costs more than a beat.
    if (Math.abs(skewMs - this.#skewMs) > MAX_CLOCK_SKEW_MS) this.#skewMs = skewMs;
    const self: ProcessRecord = { ...this.#process, startedAt: this.#startedAt, skewMs: this.#skewMs };
    return JSON.stringify({ ...self, ...(await says?.()) });
  }

  /** Writes what this process does while it does anything, so that a process at rest costs nothing. */
  async #report(): Promise<void> {
    const { kind, redis, load } = this.#options;
    const key = redisKeys.processLoad(kind.list, this.#process.process);
    const doing = load?.() ?? null;
    if (doing !== null) await redis.set(key, JSON.stringify(doing), 'PX', ALIVE_FOR_MS);
    else if (this.#wasBusy) await redis.del(key);
    this.#wasBusy = doing !== null;
  }
}
