import { ChangedMeanwhileError, InputError } from '../accounts/account-store.ts';
import { type AuditSource, auditText } from '../audit/audit-entry.ts';
import type { Redis } from '../redis/redis.ts';
import { readHashes } from '../redis/redis-hashes.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { displayPrefix, generateKey, type PresentedKey, seededText } from './key-format.ts';
import { indexArguments, indexKeys } from './key-index.ts';
import { keyNameProblem } from './key-name.ts';
import { type KeyRecord, type KeyState, keyRecord, keyState } from './key-record.ts';
import type { Once } from './request-once.ts';

/** Returns `taken` if another key has the prefix; the caller then generates another one. */
const createKeyScript = scriptFile(new URL('./lua/create-key.lua', import.meta.url), 5);

const revokeKeyScript = scriptFile(new URL('./lua/revoke-key.lua', import.meta.url), 2);

/** The optional properties of a new key. */
export interface NewKeyOptions {
  name?: string;
  expiresAt?: Date;
  /** What it may do, as fields of its record: see `storedKeyFields`. */
  fields?: Readonly<Record<string, string>>;
  /** Further fields, which depend on its prefix. */
  fieldsFor?: (prefix: string) => Readonly<Record<string, string>>;
  /** The account that makes it. */
  madeBy?: string;
  now?: Date;
  /** The request that makes it; sent again, it finds the key that it has made. */
  once?: Once | undefined;
  /** Maximum number of the account's keys that are neither revoked nor expired; unlimited if absent. */
  maxKeys?: number;
}

/** Creates a key for a user. The returned `key` is not stored and cannot be shown again. */
export async function createKey(
  redis: Redis,
  source: AuditSource,
  username: string,
  options: NewKeyOptions = {},
): Promise<{ key: string; prefix: string }> {
  const now = options.now ?? new Date();
  if (options.expiresAt && Number.isNaN(options.expiresAt.getTime())) throw new InputError('The expiry is not a date.');
  if (options.expiresAt && options.expiresAt <= now) throw new InputError('The expiry date is in the past.');
  const name = (options.name ?? '').trim();
  const problem = keyNameProblem(name);
  if (problem) throw new InputError(problem);
  const own = Object.entries(options.fields ?? {}).filter(([, value]) => value !== '');
  const { once } = options;
  for (let attempt = 0; ; attempt++) {
    const { key, prefix, digest } = generateKey(once && seededText(once.seed, `key ${attempt}`));
    const fields = ['digest', digest, 'username', username, 'name', name];
    if (options.madeBy) fields.push('made_by', options.madeBy);
    if (once) fields.push('request', once.id);
    fields.push(...own.flat());
    const end = options.expiresAt ? { expires_at: String(options.expiresAt.getTime()) } : {};
    const more = options.fieldsFor?.(prefix) ?? {};
    fields.push(...Object.entries({ ...more, ...end }).flat());
    const program = more.connector ? { connector: more.connector } : {};
    const after = { username, ...(name && { name }), ...Object.fromEntries(own), ...end, ...program };
    const entry = auditText(source, { action: 'key created', target: displayPrefix(prefix), after });
    const done = await createKeyScript.run(
      redis,
      [...indexKeys(username), redisKeys.user(username), redisKeys.apiKey(prefix)],
      [
        ...indexArguments(now),
        prefix,
        now.getTime(),
        options.maxKeys ?? '',
        options.expiresAt?.getTime() ?? '+inf',
        entry,
        ...fields,
      ],
    );
    if (done === 'full') {
      throw new InputError(`The account has reached its limit of active keys (${options.maxKeys}). Revoke one first.`);
    }
    if (done === 'no-user') throw new InputError(`There is no user "${username}".`);
    const isMade = done === 'ok' || (once && (await redis.hget(redisKeys.apiKey(prefix), 'request')) === once.id);
    if (isMade) return { key, prefix };
  }
}

/** Lists the keys of a user, oldest first. */
export async function listKeys(redis: Redis, username: string): Promise<KeyRecord[]> {
  const prefixes = await redis.smembers(redisKeys.userKeys(username));
  const records = await readKeys(redis, prefixes);
  return records.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

/**
 * The place of a key among those of its account, by age. Places are compared by code units, also by cursors: in the order of a
 * language, `a` comes before `B`.
 */
export function placeOf({ createdAt, prefix }: KeyRecord): string {
  return `${createdAt} ${prefix}`;
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

/** What a secret is good for: the state of its key, `replaced` after a rotation, or `unknown`. */
export async function stateOfSecret(
  redis: Redis,
  { prefix, digest }: PresentedKey,
  now = new Date(),
): Promise<{ state: KeyState | 'replaced' | 'unknown'; username: string }> {
  const fields = await redis.hgetall(redisKeys.apiKey(prefix));
  const key = keyRecord(prefix, fields);
  const isCurrent = fields.digest === digest;
  if (!key || (!isCurrent && fields.old_digest !== digest)) return { state: 'unknown', username: '' };
  const works = isCurrent || new Date(key.oldUntil) > now;
  return { state: works ? keyState(key, now) : 'replaced', username: key.username };
}

/** Revokes a key permanently. Revoking it again keeps the first time. With `basedOn`, only a key of that version. */
export async function revokeKey(
  redis: Redis,
  source: AuditSource,
  prefix: string,
  now = new Date(),
  basedOn?: number,
): Promise<KeyRecord> {
  const key = await getKey(redis, prefix);
  if (!key) throw new InputError(`There is no key ${displayPrefix(prefix)}.`);
  const names = [redisKeys.apiKey(prefix), redisKeys.userLiveKeys(key.username)];
  const entry = auditText(source, { action: 'key revoked', target: displayPrefix(prefix) });
  const args = [redisKeys.accountsPrefix, now.getTime(), prefix, basedOn ?? '', entry];
  const done = await revokeKeyScript.run(redis, names, args);
  if (done === 'changed') throw new ChangedMeanwhileError('Somebody else has changed this key meanwhile.');
  return (await getKey(redis, prefix)) as KeyRecord;
}
