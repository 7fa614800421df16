import { createHash, randomBytes } from 'node:crypto';
import type { Redis } from '../../redis/redis.ts';
import { redisKeys } from '../../redis/redis-keys.ts';
import { type Account, getUser } from '../account-store.ts';

/** Long enough to find a phone. */
const KEPT_MS = 10 * 60_000;

/** A person who has given the right password, and has yet to give the second factor. They have no session. */
export interface PendingSignIn {
  id: string;
  account: Account;
  /** The token by which the account knows this browser. */
  deviceToken: string;
}

/** Begins to wait for the second factor of an account. Returns a token, which is stored only in the cookie. */
export async function startPending(redis: Redis, account: Account, deviceToken: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const key = redisKeys.pendingSignIn(digest(token));
  const fields = { username: account.username, generation: account.generation, device: deviceToken };
  await redis.multi().hset(key, fields).pexpire(key, KEPT_MS).exec();
  return token;
}

/**
 * Who a token belongs to. Null if nobody waits, if it took too long, or if the account has been disabled, has begun a new
 * generation or has lost its factors meanwhile: then the password is asked for again.
 */
export async function readPending(redis: Redis, token: string): Promise<PendingSignIn | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const id = digest(token);
  const { username, generation, device } = await redis.hgetall(redisKeys.pendingSignIn(id));
  if (!username) return null;
  const account = await getUser(redis, username);
  if (!account?.hasFactor || account.disabled || String(account.generation) !== generation) return null;
  return { id, account, deviceToken: device ?? '' };
}

/** Ends the wait, because the factor was given. */
export async function endPending(redis: Redis, { id }: Pick<PendingSignIn, 'id'>): Promise<void> {
  await redis.del(redisKeys.pendingSignIn(id));
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
