import type { Redis } from 'ioredis';
import { InputError } from '../accounts/account-store.ts';
import { redisKeys } from '../redis-keys.ts';
import { defineScript } from '../redis-script.ts';
import { displayPrefix, generateKey } from './key-format.ts';

/** The stored data of a key, without the key itself. Times are ISO 8601, or empty. */
export interface KeyRecord {
  prefix: string;
  username: string;
  name: string;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
  revokedAt: string;
}

/** Whether a key is accepted, and if not, why. */
export type KeyState = 'active' | 'expired' | 'revoked';

/** Stores a key unless its prefix is taken; the caller then generates another one. */
const createKeyScript = defineScript(
  `
  if redis.call('EXISTS', KEYS[1]) == 0 then return 'no-user' end
  if redis.call('EXISTS', KEYS[2]) == 1 then return 'taken' end
  redis.call('HSET', KEYS[2], unpack(ARGV, 2))
  redis.call('SADD', KEYS[3], ARGV[1])
  return 'ok'`,
  3,
);

/** Creates a key for a user. The returned `key` is not stored and cannot be shown again. */
export async function createKey(
  redis: Redis,
  username: string,
  options: { name?: string; expiresAt?: Date; now?: Date } = {},
): Promise<{ key: string; prefix: string }> {
  const now = options.now ?? new Date();
  if (options.expiresAt && Number.isNaN(options.expiresAt.getTime())) throw new InputError('The expiry is not a date.');
  if (options.expiresAt && options.expiresAt <= now) throw new InputError('The expiry date is in the past.');
  const name = (options.name ?? '').trim();
  if (name.length > 100) throw new InputError('A key name has at most 100 characters.');
  if (/\p{Cc}/u.test(name)) throw new InputError('A key name has no control characters.');
  for (;;) {
    const { key, prefix, digest } = generateKey();
    const fields = ['digest', digest, 'username', username, 'name', name, 'created_at', String(now.getTime())];
    if (options.expiresAt) fields.push('expires_at', String(options.expiresAt.getTime()));
    const done = await createKeyScript.run(
      redis,
      [redisKeys.user(username), redisKeys.apiKey(prefix), redisKeys.userKeys(username)],
      [prefix, ...fields],
    );
    if (done === 'no-user') throw new InputError(`There is no user "${username}".`);
    if (done === 'ok') return { key, prefix };
  }
}

/** Lists the keys of a user, oldest first. */
export async function listKeys(redis: Redis, username: string): Promise<KeyRecord[]> {
  const prefixes = await redis.smembers(redisKeys.userKeys(username));
  const records = await Promise.all(prefixes.map((prefix) => getKey(redis, prefix)));
  return records
    .filter((record) => record !== null)
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.prefix.localeCompare(b.prefix));
}

/** Reads a key by its prefix; null if it does not exist. */
export async function getKey(redis: Redis, prefix: string): Promise<KeyRecord | null> {
  const fields = await redis.hgetall(redisKeys.apiKey(prefix));
  if (!fields.username) return null;
  return {
    prefix,
    username: fields.username,
    name: fields.name ?? '',
    createdAt: isoTime(fields.created_at),
    lastUsedAt: isoTime(fields.last_used_at),
    expiresAt: isoTime(fields.expires_at),
    revokedAt: isoTime(fields.revoked_at),
  };
}

/** Revokes a key permanently. Revoking it again keeps the first time. */
export async function revokeKey(redis: Redis, prefix: string, now = new Date()): Promise<KeyRecord> {
  if (!(await getKey(redis, prefix))) throw new InputError(`There is no key ${displayPrefix(prefix)}.`);
  await redis.hsetnx(redisKeys.apiKey(prefix), 'revoked_at', String(now.getTime()));
  return (await getKey(redis, prefix)) as KeyRecord;
}

/** The state of a key at a given time. */
export function keyState(key: KeyRecord, now = new Date()): KeyState {
  if (key.revokedAt) return 'revoked';
  if (key.expiresAt && new Date(key.expiresAt) <= now) return 'expired';
  return 'active';
}

/** Converts milliseconds since the epoch, as stored in Redis, to ISO 8601; empty stays empty. */
export function isoTime(ms: string | null | undefined): string {
  return ms ? new Date(Number(ms)).toISOString() : '';
}
