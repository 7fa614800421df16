import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/**
 * Encrypts search data before it goes to Redis, so that queries cannot be read in Redis, in its files or on a queue
 * dashboard. Cache keys are fingerprints.
 */
export interface Seal {
  /**
   * Seals a text for one place: the Redis key or the job that will hold it. Compresses first if asked to, which pays for
   * what stays in Redis. What is lasting can be opened for as long as the secret is the same, and not for a day or two.
   */
  seal(text: string, where: string, how?: 'compressed' | 'lasting' | 'lasting compressed'): Buffer;
  /**
   * Throws when the text was sealed for another place, with another secret, before yesterday if it is not lasting, or
   * tampered with.
   */
  open(sealed: Buffer, where: string): string;
  /** A keyed hash: equal texts have equal hashes, and the hash does not reveal the text. */
  fingerprint(text: string): string;
}

const DAY_MS = 86_400_000;
/** Sealed bytes start with the UTC day of their key, as days since 1970. */
const DAY_BYTES = 2;
/** Stands for the day of what is lasting. */
const LASTING = 0;
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

/**
 * Returns the key of a day, so that a key that becomes known opens the texts of one day only. Yesterday's key still
 * opens what stays in the cache over midnight, and tomorrow's what a process with a faster clock has sealed. Throws for
 * other days.
 */
function dailyKeys(derive: (purpose: string) => Buffer): (day: number, today: number) => KeyObject {
  const keys = new Map<number, KeyObject>();
  return (day, today) => {
    const known = keys.get(day);
    if (known && day === today) return known;
    if (Math.abs(day - today) > 1) throw new Error('The text was sealed on another day.');
    for (const old of keys.keys()) if (Math.abs(old - today) > 1) keys.delete(old);
    const key = known ?? createSecretKey(derive(`seal ${day}`));
    keys.set(day, key);
    return key;
  };
}

/** Derives the keys for sealing and fingerprints from a secret. `now` is the time in milliseconds. */
export function makeSeal(secret: string, now: () => number = Date.now): Seal {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'tributary', purpose, 32));
  const keyOfDay = dailyKeys(derive);
  const lastingKey = createSecretKey(derive('seal lasting'));
  const keyOf = (day: number, today: number) => (day === LASTING ? lastingKey : keyOfDay(day, today));
  const today = () => Math.floor(now() / DAY_MS);
  const nextNonce = nonces();
  const fingerprintKey = derive('fingerprint');
  return {
    seal(text, where, how) {
      const day = how === 'lasting' || how === 'lasting compressed' ? LASTING : today();
      const head = Buffer.alloc(DAY_BYTES);
      head.writeUInt16BE(day);
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', keyOf(day, day), nonce).setAAD(Buffer.from(where));
      const parts =
        how === 'compressed' || how === 'lasting compressed'
          ? [cipher.update(COMPRESSED), cipher.update(brotliCompressSync(text, COMPRESSION))]
          : [cipher.update(PLAIN), cipher.update(text, 'utf8')];
      parts.push(cipher.final());
      return Buffer.concat([head, nonce, cipher.getAuthTag(), ...parts]);
    },
    open(sealed, where) {
      const key = keyOf(sealed.readUInt16BE(), today());
      const [nonce, tag, rest] = split(sealed);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(where)).setAuthTag(tag);
      const body = decipher.update(rest);
      decipher.final();
      const text = body.subarray(1);
      return body[0] === COMPRESSED[0] ? brotliDecompressSync(text).toString('utf8') : text.toString('utf8');
    },
    fingerprint(text) {
      return createHmac('sha256', fingerprintKey).update(text).digest('base64url').slice(0, 32);
    },
  };
}

/** Opens a text with the first of the seals that can. Returns the seal as well; throws the error of the last one. */
export function openWithAny(seals: readonly Seal[], sealed: Buffer, where: string): { text: string; seal: Seal } {
  for (const [at, seal] of seals.entries()) {
    try {
      return { text: seal.open(sealed, where), seal };
    } catch (error) {
      // It may have been sealed with the secret before.
      if (at === seals.length - 1) throw error;
    }
  }
  throw new Error('There is no seal.');
}

/** Splits sealed bytes into nonce, tag and ciphertext. */
function split(sealed: Buffer): [nonce: Buffer, tag: Buffer, ciphertext: Buffer] {
  const nonceEnd = DAY_BYTES + NONCE_BYTES;
  const tagEnd = nonceEnd + TAG_BYTES;
  return [sealed.subarray(DAY_BYTES, nonceEnd), sealed.subarray(nonceEnd, tagEnd), sealed.subarray(tagEnd)];
}
