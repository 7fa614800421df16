import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { InputError } from '../accounts/account-store.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';

/** How long a repeated request is known. */
const KEPT_S = 86_400;

/**
 * A request that takes effect once, however often it is sent. What it makes keeps `id`, so that a repetition finds it, also
 * after a process died between making it and replying.
 */
export interface Once {
  id: string;
  /**
   * The source of secrets that it makes. Every repetition has the same, and nobody else: it follows from the key of the
   * caller, of which Redis has only a digest. So no secret has to be stored for a repetition.
   */
  seed: Buffer;
  /** When it was first sent, in milliseconds since the epoch. */
  startedAt: number;
}

/** An idempotency key that was used for another request. */
export class ReusedError extends InputError {}

/** The request that a caller sends with this idempotency key. Throws a ReusedError if it was used for another request. */
export async function requestOnce(
  redis: Redis,
  caller: { prefix: string; key: string },
  idempotencyKey: string,
  request: string,
  now = Date.now(),
): Promise<Once> {
  const secret = Buffer.from(hkdfSync('sha256', caller.key, 'tributary', 'requests sent once', 32));
  const name = redisKeys.requestOnce(createHash('sha256').update(`${caller.prefix} ${idempotencyKey}`).digest('hex'));
  // A plain hash of a body could be guessed.
  const fingerprint = keyedHash(secret, `request ${request}`).toString('base64url');
  const fresh = `${fingerprint} ${randomBytes(16).toString('base64url')} ${now}`;
  const isFirst = (await redis.set(name, fresh, 'EX', KEPT_S, 'NX')) === 'OK';
  const [known, id = '', startedAt] = (isFirst ? fresh : ((await redis.get(name)) ?? fresh)).split(' ');
  if (known !== fingerprint) throw new ReusedError('This Idempotency-Key was used for another request.');
  return { id, seed: keyedHash(secret, `seed ${id}`), startedAt: Number(startedAt) };
}

function keyedHash(secret: Buffer, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}
