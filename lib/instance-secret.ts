import { randomBytes } from 'node:crypto';
import { onBeats } from './beats.ts';
import type { ErrorReporter } from './log/error-reporter.ts';
import type { Redis } from './redis/redis.ts';
import type { RedisClock } from './redis/redis-clock.ts';
import { redisKeys } from './redis/redis-keys.ts';
import { makeSeal, type Seal } from './seal.ts';

const AGREE_EVERY_BEATS = 4;
const FINGERPRINT_CHARS = 12;

/**
 * The secret that web and worker processes share: `INSTANCE_SECRET`, or one that the first process creates and stores
 * in Redis, because Redis is all that the processes share. It is loaded on first use, so that a process can start while
 * Redis is unavailable.
 */
export class InstanceSecret {
  readonly #redis: Redis;
  readonly #clock: RedisClock;
  readonly #isConfigured: boolean;
  readonly #errors: ErrorReporter;
  /** Opens what processes with the secret before the present one have sealed. */
  readonly #previous: Seal | undefined;
  #secret: string | undefined;
  #seal: Seal | undefined;
  #endBeats = () => {};

  constructor(
    redis: Redis,
    clock: RedisClock,
    configured: string | undefined,
    errors: ErrorReporter,
    previous?: string,
  ) {
    this.#errors = errors;
    this.#redis = redis;
    this.#clock = clock;
    this.#isConfigured = configured !== undefined;
    this.#previous = previous === undefined ? undefined : this.#sealOf(previous);
    if (configured !== undefined) this.#seal = this.#sealOf(configured);
  }

  /**
   * Keeps the secret the same in all processes. If Redis was emptied or replaced, a process stores its own secret, and
   * the others take the stored one.
   */
  start(): void {
    if (this.#isConfigured) return;
    this.#endBeats = onBeats(AGREE_EVERY_BEATS, () => {
      if (this.#seal) this.#agree().catch(this.#errors.unlessAway('agree on the instance secret'));
    });
  }

  stop(): void {
    this.#endBeats();
  }

  /** The seal made from the secret. Rejects while Redis is away, unless the secret is configured. */
  async load(): Promise<Seal> {
    // The day of its keys is that of Redis. While Redis is away, nothing that is sealed leaves this process.
    if (!this.#clock.isRead) await this.#clock.read().catch(this.#errors.unlessAway('read the clock of Redis'));
    return this.#seal ?? this.#agree();
  }

  /** The seals that open what the processes of this instance have sealed, the present one first. */
  async loadAll(): Promise<readonly [Seal, ...Seal[]]> {
    const seal = await this.load();
    return this.#previous ? [seal, this.#previous] : [seal];
  }

  /** Texts that tell secrets apart without revealing them: of the present secret first, and of the one before. */
  async fingerprints(): Promise<string[]> {
    return (await this.loadAll()).map((seal) => seal.fingerprint('instance secret').slice(0, FINGERPRINT_CHARS));
  }

  async #agree(): Promise<Seal> {
    const stored = (await this.#redis.get(redisKeys.instanceSecret)) ?? (await this.#store());
    if (this.#seal && stored === this.#secret) return this.#seal;
    this.#secret = stored;
    this.#seal = this.#sealOf(stored);
    return this.#seal;
  }

  /** All processes have the same day, whatever the clocks of their machines say. */
  #sealOf(secret: string): Seal {
    return makeSeal(secret, () => this.#clock.now());
  }

  /** Stores this process's secret, unless another process is faster. Returns the stored one. */
  async #store(): Promise<string> {
    await this.#redis.set(redisKeys.instanceSecret, this.#secret ?? randomBytes(32).toString('base64url'), 'NX');
    const secret = await this.#redis.get(redisKeys.instanceSecret);
    if (!secret) throw new Error('The instance secret could not be read back from Redis.');
    return secret;
  }
}
