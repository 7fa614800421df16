import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Redis } from 'ioredis';
import { redisKeys } from './redis-keys.ts';

/**
 * Encrypts search data before it goes to Redis, so that queries cannot be read in Redis, in its files or on a queue
 * dashboard. Cache keys are fingerprints.
 */
export interface Seal {
  /** Compresses before sealing if asked to, which pays for what stays in Redis. */
  seal(text: string, how?: 'compressed'): Buffer;
  /** Throws when the text was sealed with another secret or tampered with. */
  open(sealed: Buffer): string;
  /** A keyed hash: equal texts have equal hashes, and the hash does not reveal the text. */
  fingerprint(text: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const COUNTER_BYTES = 4;
const MAX_COUNT = 2 ** 32 - 1;
/** The first sealed byte says how the rest is written. */
const PLAIN = Buffer.from([0]);
const COMPRESSED = Buffer.from([1]);
/** The second fastest quality: it saves two thirds of a slice. Better ones save little more and take much longer. */
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 } };

/**
 * Returns a function whose results never repeat, as AES-GCM requires under one key: eight random bytes tell processes
 * apart, and a counter tells the texts of one process apart. Twelve random bytes for each text would cost more than
 * sealing a short one.
 */
function nonces(): () => Buffer {
  let nonce = Buffer.alloc(0);
  let count = MAX_COUNT;
  return () => {
    if (count === MAX_COUNT) {
      nonce = randomBytes(NONCE_BYTES);
      count = 0;
    }
    nonce.writeUInt32BE(count++, NONCE_BYTES - COUNTER_BYTES);
    return Buffer.from(nonce);
  };
}

/** Derives the keys for sealing and fingerprints from a secret. */
export function makeSeal(secret: string): Seal {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'tributary', purpose, 32));
  const sealKey = createSecretKey(derive('seal'));
  const nextNonce = nonces();
  const fingerprintKey = derive('fingerprint');
  return {
    seal(text, how) {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
      const parts =
        how === 'compressed'
          ? [cipher.update(COMPRESSED), cipher.update(brotliCompressSync(text, COMPRESSION))]
          : [cipher.update(PLAIN), cipher.update(text, 'utf8')];
      parts.push(cipher.final());
      return Buffer.concat([nonce, cipher.getAuthTag(), ...parts]);
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      decipher.final();
      const text = body.subarray(1);
      return body[0] === COMPRESSED[0] ? brotliDecompressSync(text).toString('utf8') : text.toString('utf8');
    },
    fingerprint(text) {
      return createHmac('sha256', fingerprintKey).update(text).digest('base64url').slice(0, 32);
    },
  };
}

const AGREE_EVERY_MS = 1_000;

/**
 * The secret that web and worker processes share: `INSTANCE_SECRET`, or one that the first process creates and stores
 * in Redis, because Redis is all that the processes share. It is loaded on first use, so that a process can start while
 * Redis is unavailable.
 */
export class InstanceSecret {
  readonly #redis: Redis;
  readonly #isConfigured: boolean;
  #secret: string | undefined;
  #seal: Seal | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis, configured: string | undefined) {
    this.#redis = redis;
    this.#isConfigured = configured !== undefined;
    if (configured !== undefined) this.#seal = makeSeal(configured);
  }

  /**
   * Keeps the secret the same in all processes. If Redis was emptied or replaced, a process stores its own secret, and
   * the others take the stored one.
   */
  start(): void {
    if (this.#isConfigured) return;
    this.#timer = setInterval(() => {
      // Redis is unavailable: the next time will do.
      if (this.#seal) this.#agree().catch(() => {});
    }, AGREE_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The seal made from the secret. Rejects while Redis is away, unless the secret is configured. */
  async load(): Promise<Seal> {
    return this.#seal ?? this.#agree();
  }

  async #agree(): Promise<Seal> {
    const stored = (await this.#redis.get(redisKeys.instanceSecret)) ?? (await this.#store());
    if (this.#seal && stored === this.#secret) return this.#seal;
    this.#secret = stored;
    this.#seal = makeSeal(stored);
    return this.#seal;
  }

  /** Stores this process's secret, unless another process is faster. Returns the stored one. */
  async #store(): Promise<string> {
    await this.#redis.set(redisKeys.instanceSecret, this.#secret ?? randomBytes(32).toString('base64url'), 'NX');
    const secret = await this.#redis.get(redisKeys.instanceSecret);
    if (!secret) throw new Error('The instance secret could not be read back from Redis.');
    return secret;
  }
}
