import { getUser, InputError, normaliseUsername } from '../accounts/account-store.ts';
import type { Config } from '../config/config.ts';
import type { Redis } from '../redis/redis.ts';
import {
  type Actor,
  allowAccount,
  allowLimits,
  allowScopes,
  FieldError,
  mayChangeKey,
  NotAllowedError,
  NotFoundError,
} from './authority.ts';
import { changeKey, type RotateOnly, rotateKey, secretEnd } from './key-changes.ts';
import { type KeyChanges, storedKeyFields } from './key-fields.ts';
import { displayPrefix } from './key-format.ts';
import type { KeyRecord } from './key-record.ts';
import { createKey, getKey, revokeKey } from './key-store.ts';
import { isNarrowed } from './narrowed.ts';
import type { Once } from './request-once.ts';

/** What pages, the API and the command line do with keys, with all rules. See `authority.ts` for who may do what. */

/** The settings that keys follow. */
export type KeySettings = Pick<Config, 'limits' | 'keyMaxDays' | 'keyOverlapHours' | 'maxKeysPerAccount'>;

/** A key with its secret, which is not stored and cannot be shown again. */
export interface FreshKey {
  key: string;
  record: KeyRecord;
}

/** What makes a key that of a connected program: see `lib/oauth`. */
export interface NewConnector {
  /** When the person agreed, and when the key ends unless its program gets tokens; by the clock of Redis. */
  at: Date;
  until: Date;
  /** Further fields of the record of the key with this prefix; `end` is when it ends once its program has tokens, or null. */
  fieldsFor(prefix: string, end: Date | null): Readonly<Record<string, string>>;
}

/** Makes a key of an account. */
export async function makeKey(
  redis: Redis,
  actor: Actor,
  owner: string,
  fields: KeyChanges,
  settings: KeySettings,
  once?: Once,
  connector?: NewConnector,
): Promise<FreshKey> {
  const username = normaliseUsername(owner);
  allowAccount(actor, username);
  const account = await getUser(redis, username);
  if (!account) throw new NotFoundError(`There is no user "${username}".`);
  const { name = '', expires_at, ...others } = fields;
  await allowScopes(redis, actor, account, others.scopes);
  allowLimits(actor, others.limits, settings.limits);
  const expiresAt = secretEnd(expires_at ? new Date(expires_at) : null, { maxDays: settings.keyMaxDays });
  const { key, prefix } = await createKey(redis, actor.source, username, {
    name,
    maxKeys: settings.maxKeysPerAccount,
    fields: storedKeyFields(others),
    madeBy: actor.username,
    once,
    ...(expiresAt && { expiresAt }),
    ...(connector && {
      now: connector.at,
      expiresAt: connector.until,
      fieldsFor: (prefix: string) => connector.fieldsFor(prefix, expiresAt),
    }),
  });
  return { key, record: (await getKey(redis, prefix)) as KeyRecord };
}

/** Reads a key; throws a NotFoundError if the actor may not see it, so that nobody learns of others' keys. */
export async function findKey(redis: Redis, actor: Actor, prefix: string): Promise<KeyRecord> {
  const key = await getKey(redis, prefix);
  if (key && (actor.isAdmin || actor.roles.has(key.username))) return key;
  throw new NotFoundError(`There is no key ${displayPrefix(prefix)}.`);
}

/** Changes a key. With `basedOn`, a version, throws a ChangedMeanwhileError if somebody else was faster. */
export async function editKey(
  redis: Redis,
  actor: Actor,
  prefix: string,
  changes: KeyChanges,
  settings: KeySettings,
  basedOn?: number,
): Promise<KeyRecord> {
  const key = await changeableKey(redis, actor, prefix);
  const manages = key.scopes.includes('manage');
  if (manages && actor.proof === 'key' && !isNarrowed(key, changes, settings.limits)) {
    throw new NotAllowedError(
      'A key can give less to a key that manages, not more: use the pages or the command line.',
    );
  }
  if (!manages || !changes.scopes?.includes('manage')) await allowScopesOf(redis, actor, key, changes.scopes);
  allowLimits(actor, changes.limits, settings.limits, key.limits);
  return changeKey(redis, actor.source, prefix, changes, { maxDays: settings.keyMaxDays }, basedOn);
}

/** Gives a key a new secret. The one before works until `oldUntil`. */
export async function renewSecret(
  redis: Redis,
  actor: Actor,
  prefix: string,
  oldUntil: Date,
  settings: KeySettings,
  only?: RotateOnly,
): Promise<FreshKey> {
  const key = await changeableKey(redis, actor, prefix);
  if (key.connector) throw new NotAllowedError('The key of a connected program has no secret: the program has tokens.');
  await allowScopesOf(redis, actor, key, key.scopes);
  return rotateKey(redis, actor.source, prefix, oldUntil, { maxDays: settings.keyMaxDays }, only);
}

/** Revokes a key for ever. */
export async function endKey(redis: Redis, actor: Actor, prefix: string, basedOn?: number): Promise<KeyRecord> {
  await changeableKey(redis, actor, prefix);
  return revokeKey(redis, actor.source, prefix, new Date(), basedOn);
}

/** When the old secret ends: `24h`, `now`, or after the instance's usual time. */
export function oldSecretEnd(text: string | undefined, { keyOverlapHours }: KeySettings, now = new Date()): Date {
  const hours = text === 'now' ? 0 : Number(/^(\d{1,4})h$/.exec(text ?? `${keyOverlapHours}h`)?.[1] ?? Number.NaN);
  if (Number.isNaN(hours)) throw new FieldError('until', 'Write a number of hours, such as 24h, or now.');
  return new Date(now.getTime() + hours * 3_600_000);
}

async function changeableKey(redis: Redis, actor: Actor, prefix: string): Promise<KeyRecord> {
  const key = await findKey(redis, actor, prefix);
  if (mayChangeKey(actor, key)) return key;
  throw new NotAllowedError(`Only owners of ${key.username} change keys that others made.`);
}

async function allowScopesOf(
  redis: Redis,
  actor: Actor,
  { username }: KeyRecord,
  scopes: KeyChanges['scopes'],
): Promise<void> {
  const account = await getUser(redis, username);
  if (!account) throw new InputError(`There is no user "${username}".`);
  await allowScopes(redis, actor, account, scopes);
}
