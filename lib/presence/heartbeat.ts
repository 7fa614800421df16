import type { ErrorReporter } from '../error-reporter.ts';
import type { Redis } from '../redis.ts';
import type { RedisClock } from '../redis-clock.ts';
import { aliveForMs, type ProcessKind } from './process-kind.ts';

/** What nobody removed is gone after this time. */
const FORGOTTEN_MS = 60_000;

/** What a `Heartbeat` announces, and where. */
export interface HeartbeatOptions {
  kind: ProcessKind;
  redis: Redis;
  clock: Pick<RedisClock, 'now'>;
  /** How this process is listed now. */
  entry(): Promise<string>;
  /** Called with each beat. */
  onBeat?(): Promise<unknown>;
  errors: ErrorReporter;
}

/** Lists this process in Redis while it runs, so that others notice within seconds when it does not. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #listed = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  start(): void {
    const { kind, redis } = this.#options;
    this.#timer = setInterval(() => void this.#beat(), kind.beatMs);
    // If the connection is not up yet, waiting for the next beat would cost a second of downtime.
    redis.on('ready', () => void this.#beat(true));
    void this.#beat(true);
  }

  /** Leaves the list. Rejects if Redis is unavailable. */
  async stop(): Promise<void> {
    const { kind, redis } = this.#options;
    clearInterval(this.#timer);
    await redis.zrem(kind.list, this.#listed);
    await redis.publish(kind.channel, 'gone');
  }

  async #beat(first = false): Promise<void> {
    const { kind, redis, clock, entry, onBeat, errors } = this.#options;
    const now = clock.now();
    try {
      const listed = await entry();
      // All processes may have agreed on another secret.
      if (this.#listed !== '' && this.#listed !== listed) await redis.zrem(kind.list, this.#listed);
      this.#listed = listed;
      await Promise.all([
        redis.zadd(kind.list, now + aliveForMs(kind), listed),
        redis.pexpire(kind.list, FORGOTTEN_MS),
      ]);
      if (first) {
        await redis.zremrangebyscore(kind.list, '-inf', now - FORGOTTEN_MS);
        await redis.publish(kind.channel, 'here');
      }
      await onBeat?.();
    } catch (error) {
      // The next beat tries again.
      errors.unlessAway('announce this process')(error);
    }
  }
}
