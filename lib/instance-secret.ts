import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { redisKeys } from './redis-keys.ts';

/**
 * Encrypts search data before it goes to Redis, so that queries cannot be read in Redis, in its files or on a queue
 * dashboard. Cache keys are fingerprints.
 */
export interface Seal {
  seal(text: string): string;
  /** Throws when the text was sealed with another secret or tampered with. */
  open(sealed: string): string;
  /** A keyed hash: equal texts have equal hashes, and the hash does not reveal the text. */
  fingerprint(text: string): string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the keys for sealing and fingerprints from a secret. */
export function makeSeal(secret: string): Seal {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'tributary', purpose, 32));
  const sealKey = derive('seal');
  const fingerprintKey = derive('fingerprint');
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    fingerprint(text) {
      return createHmac('sha256', fingerprintKey).update(text).digest('base64url').slice(0, 32);
    },
  };
}

/**
 * The secret that web and worker processes share: `INSTANCE_SECRET`, or one that the first process creates and stores
 * in Redis, because Redis is all that the processes share. It is loaded on first use, so that a process can start while
 * Redis is unavailable.
 */
export class InstanceSecret {
  readonly #redis: Redis;
  #seal: Seal | undefined;

  constructor(redis: Redis, configured: string | undefined) {
    this.#redis = redis;
    if (configured !== undefined) this.#seal = makeSeal(configured);
  }

  /** The seal made from the secret. Rejects while Redis is away, unless the secret is configured. */
  async load(): Promise<Seal> {
    if (this.#seal) return this.#seal;
    await this.#redis.set(redisKeys.instanceSecret, randomBytes(32).toString('base64url'), 'NX');
    const secret = await this.#redis.get(redisKeys.instanceSecret);
    if (!secret) throw new Error('The instance secret could not be read back from Redis.');
    this.#seal = makeSeal(secret);
    return this.#seal;
  }
}
