import { InputError } from '../accounts/account-store.ts';
import type { Redis } from '../redis/redis.ts';
import { readHashes } from '../redis/redis-hashes.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { defineScript, scriptFile } from '../redis/redis-script.ts';
import { displayPrefix, generateKey } from './key-format.ts';
import { indexKeys } from './key-index.ts';

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

/** Returns `taken` if another key has the prefix; the caller then generates another one. */
const createKeyScript = scriptFile(new URL('./lua/create-key.lua', import.meta.url), 5);

const revokeKeyScript = defineScript(
  `
  redis.call('HSETNX', KEYS[1], 'revoked_at', ARGV[1])
  redis.call('ZREM', KEYS[2], ARGV[2])
  return 1`,
  2,
);

/** The optional properties of a new key. */
export interface NewKeyOptions {
  name?: string;
  expiresAt?: Date;
  now?: Date;
  /** Maximum number of the account's keys that are neither revoked nor expired; unlimited if absent. */
  maxKeys?: number;
}

/** Creates a key for a user. The returned `key` is not stored and cannot be shown again. */
export async function createKey(
  redis: Redis,
  username: string,
  options: NewKeyOptions = {},
): Promise<{ key: string; prefix: string }> {
  const now = options.now ?? new Date();
  if (options.expiresAt && Number.isNaN(options.expiresAt.getTime())) throw new InputError('The expiry is not a date.');
  if (options.expiresAt && options.expiresAt <= now) throw new InputError('The expiry date is in the past.');
  const name = (options.name ?? '').trim();
  const problem = keyNameProblem(name);
  if (problem) throw new InputError(problem);
  for (;;) {
    const { key, prefix, digest } = generateKey();
    const fields = ['digest', digest, 'username', username, 'name', name];
    if (options.expiresAt) fields.push('expires_at', String(options.expiresAt.getTime()));
    const done = await createKeyScript.run(
      redis,
      [...indexKeys(username), redisKeys.user(username), redisKeys.apiKey(prefix)],
      [
        redisKeys.accountsPrefix,
        prefix,
        now.getTime(),
        options.maxKeys ?? '',
        options.expiresAt?.getTime() ?? '+inf',
        ...fields,
      ],
    );
    if (done === 'full') {
      throw new InputError(`The account has reached its limit of active keys (${options.maxKeys}). Revoke one first.`);
    }
    if (done === 'no-user') throw new InputError(`There is no user "${username}".`);
    if (done === 'ok') return { key, prefix };
  }
}

/** Why a key cannot have this name; null if it can. */
export function keyNameProblem(name: string): string | null {
  if (name.length > 100) return 'A key name has at most 100 characters.';
  return /\p{Cc}/u.test(name) ? 'A key name has no control characters.' : null;
}

/** Lists the keys of a user, oldest first. */
export async function listKeys(redis: Redis, username: string): Promise<KeyRecord[]> {
  const prefixes = await redis.smembers(redisKeys.userKeys(username));
  const records = await readKeys(redis, prefixes);
  return records.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.prefix.localeCompare(b.prefix));
}

/** Reads keys by their prefixes in one round trip, without those that do not exist. */
export async function readKeys(redis: Redis, prefixes: readonly string[]): Promise<KeyRecord[]> {
  const hashes = await readHashes(redis, prefixes.map(redisKeys.apiKey));
  return hashes.flatMap((fields, at) => keyRecord(prefixes[at] as string, fields) ?? []);
}

/** Reads a key by its prefix; null if it does not exist. */
export async function getKey(redis: Redis, prefix: string): Promise<KeyRecord | null> {
  return keyRecord(prefix, await redis.hgetall(redisKeys.apiKey(prefix)));
}

function keyRecord(prefix: string, fields: Record<string, string>): KeyRecord | null {
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
  const key = await getKey(redis, prefix);
  if (!key) throw new InputError(`There is no key ${displayPrefix(prefix)}.`);
  const names = [redisKeys.apiKey(prefix), redisKeys.userLiveKeys(key.username)];
  await revokeKeyScript.run(redis, names, [now.getTime(), prefix]);
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
