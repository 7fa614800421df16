import { ChangedMeanwhileError, InputError } from '../accounts/account-store.ts';
import { type AuditSource, auditText, changeTexts } from '../audit/audit-entry.ts';
import type { EventName } from '../events.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { FieldError } from './authority.ts';
import { type KeyChanges, storedKeyFields } from './key-fields.ts';
import { displayPrefix, generateSecret, seededText } from './key-format.ts';
import type { KeyRecord } from './key-record.ts';
import { getKey } from './key-store.ts';
import type { Once } from './request-once.ts';

const changeScript = scriptFile(new URL('./lua/change-key.lua', import.meta.url), 2);
const rotateScript = scriptFile(new URL('./lua/rotate-key.lua', import.meta.url), 2);

const DAY_MS = 86_400_000;

/** How long secrets may live: a bound in days, or null. */
export interface SecretLife {
  maxDays: number | null;
  now?: Date;
}

/** The end of a new secret: as wished, within what the instance allows. Throws a FieldError if the wish goes beyond. */
export function secretEnd(
  wished: Date | null,
  { maxDays, now = new Date() }: SecretLife,
  madeAt: Date = now,
): Date | null {
  if (wished && wished <= now) throw new FieldError('expires_at', 'The expiry date is in the past.');
  if (maxDays === null) return wished;
  const latest = new Date(madeAt.getTime() + maxDays * DAY_MS);
  if (latest <= now) {
    const message = `Its secret is older than ${maxDays} days (KEY_MAX_DAYS): give it a new one.`;
    throw new FieldError('expires_at', message);
  }
  if (wished && wished > latest) {
    throw new FieldError('expires_at', `A key may live for at most ${maxDays} days (KEY_MAX_DAYS).`);
  }
  return wished ?? latest;
}

function secretSince({ rotatedAt, createdAt }: KeyRecord): Date {
  return new Date(rotatedAt || createdAt);
}

/**
 * Changes a key, for all processes from the next request on. With `basedOn`, only if the key is still of that version;
 * else throws a ChangedMeanwhileError.
 */
export async function changeKey(
  redis: Redis,
  source: AuditSource,
  prefix: string,
  changes: KeyChanges,
  life: SecretLife,
  basedOn?: number,
): Promise<KeyRecord> {
  const { expires_at } = changes;
  const key = expires_at === undefined ? null : await getKey(redis, prefix);
  // The life of a secret is counted from when it was made, however often its end is changed.
  const end = key ? secretEnd(expires_at ? new Date(expires_at) : null, life, secretSince(key)) : undefined;
  const fields = storedKeyFields({ ...changes, ...(end !== undefined && { expires_at: end?.toISOString() ?? null }) });
  const done = await runOn(redis, prefix, (key) =>
    changeScript.run(redis, key, [
      redisKeys.accountsPrefix,
      prefix,
      basedOn ?? '',
      changeTexts(source, [{ action: actionOf(changes), target: displayPrefix(prefix), fields: Object.keys(fields) }]),
      end === undefined ? '' : (end?.getTime() ?? '+inf'),
      ...Object.entries(fields).flat(),
    ]),
  );
  if (done === 'changed') throw changedMeanwhile();
  return (await getKey(redis, prefix)) as KeyRecord;
}

function actionOf({ disabled }: KeyChanges): EventName {
  return disabled === undefined ? 'key changed' : disabled ? 'key disabled' : 'key enabled';
}

/** When a secret is replaced. */
export interface RotateOnly {
  /** The request that replaces it; sent again, it gets the same secret and changes nothing. */
  once?: Once | undefined;
  /** Only a key of this version. */
  basedOn?: number | undefined;
}

/** Gives a key a new secret, which is returned and not stored. The old secret works until `oldUntil`. */
export async function rotateKey(
  redis: Redis,
  source: AuditSource,
  prefix: string,
  oldUntil: Date,
  { maxDays, now = new Date() }: SecretLife,
  { once, basedOn }: RotateOnly = {},
): Promise<{ key: string; record: KeyRecord }> {
  const { key, digest } = generateSecret(prefix, once && seededText(once.seed, 'secret'));
  // A bound on the life of secrets begins anew with each. Without one, the key keeps its end.
  const expiresAt = maxDays === null ? '' : now.getTime() + maxDays * DAY_MS;
  const request = [once?.id ?? '', once?.startedAt ?? ''];
  const times = [now.getTime(), oldUntil.getTime(), expiresAt];
  const entry = auditText(source, { action: 'key rotated', target: displayPrefix(prefix) });
  const done = await runOn(redis, prefix, (names) =>
    rotateScript.run(redis, names, [
      redisKeys.accountsPrefix,
      prefix,
      digest,
      ...times,
      ...request,
      basedOn ?? '',
      entry,
    ]),
  );
  if (done === 'changed') throw changedMeanwhile();
  return { key, record: (await getKey(redis, prefix)) as KeyRecord };
}

/** Whether this request has given a key its present secret. */
export async function wasRotatedBy(redis: Redis, prefix: string, { id }: Once): Promise<boolean> {
  return (await redis.hget(redisKeys.apiKey(prefix), 'rotation')) === id;
}

async function runOn(redis: Redis, prefix: string, run: (names: string[]) => Promise<unknown>): Promise<unknown> {
  const key = await getKey(redis, prefix);
  const done = key ? await run([redisKeys.apiKey(prefix), redisKeys.userLiveKeys(key.username)]) : 'no-key';
  if (done === 'no-key') throw new InputError(`There is no key ${displayPrefix(prefix)}.`);
  if (done === 'revoked') throw new InputError(`${displayPrefix(prefix)} is revoked, which cannot be undone.`);
  return done;
}

function changedMeanwhile(): ChangedMeanwhileError {
  return new ChangedMeanwhileError('Somebody else has changed this key meanwhile.');
}
