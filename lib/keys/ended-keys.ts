import { onBeats } from '../beats.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { indexArguments, indexKeys } from './key-index.ts';

/** About ten minutes. */
const LOOK_EVERY_BEATS = 667;
/** One of all web processes looks in this time. */
const TURN_MS = 3_600_000;
/** About how many accounts a turn looks at; the next goes on from there. */
const ACCOUNTS_A_TURN = 500;

const forgetScript = scriptFile(new URL('./lua/forget-ended.lua', import.meta.url), 3);

/**
 * Forgets keys that ended too long ago, also of accounts that nobody looks at. Slowly, because nobody waits for it: one
 * of all web processes does so once an hour, for some accounts at a time.
 */
export class EndedKeys {
  readonly #redis: Redis;
  readonly #errors: ErrorReporter;
  #endBeats = () => {};
  #looking: Promise<void> = Promise.resolve();

  constructor(redis: Redis, errors: ErrorReporter) {
    this.#redis = redis;
    this.#errors = errors;
  }

  start(): void {
    this.#endBeats = onBeats(LOOK_EVERY_BEATS, () => {
      this.#looking = this.look().catch(this.#errors.unlessAway('forget keys that have ended'));
    });
  }

  async stop(): Promise<void> {
    this.#endBeats();
    await this.#looking;
  }

  /** Takes the turn if it is due. */
  async look(): Promise<void> {
    const redis = this.#redis;
    if ((await redis.set(redisKeys.endedKeysTurn, '1', 'PX', TURN_MS, 'NX')) === null) return;
    const from = (await redis.get(redisKeys.endedKeysCursor)) ?? '0';
    const [next, names] = await redis.sscan(redisKeys.users, from, 'COUNT', ACCOUNTS_A_TURN);
    await Promise.all(names.map((name) => forgetScript.run(redis, indexKeys(name), indexArguments())));
    // A turn that was cut short is taken again from where it began.
    await redis.set(redisKeys.endedKeysCursor, next);
  }
}
