import { z } from 'zod';
import { type AuditFields, type AuditSource, auditText } from '../../audit/audit-entry.ts';
import type { Redis } from '../../redis/redis.ts';
import { redisKeys } from '../../redis/redis-keys.ts';
import { scriptFile } from '../../redis/redis-script.ts';
import { InputError } from '../account-store.ts';
import { codeDigest, newRecoveryCodes } from './recovery-codes.ts';

/** Second factors of people: authenticator apps and passkeys, several of each, and the recovery codes beside them. */

/** What a factor is. */
export type FactorKind = 'totp' | 'passkey';

/** A factor, without its secrets. */
export interface Factor {
  kind: FactorKind;
  /** Of a passkey, the id of its credential. */
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string;
}

/** The factors of a person. */
export interface Factors {
  /** The oldest first. */
  all: Factor[];
  /** How many recovery codes have not been used. */
  codesLeft: number;
}

const stored = z.object({ name: z.string(), created_at: z.number() });
/** An authenticator app as it is stored: its secret is sealed. */
export const storedTotp = stored.extend({ secret: z.string() });
/** A passkey as it is stored. */
export const storedPasskey = stored.extend({ public_key: z.string() });

/** Far more than anybody carries. */
const MAX_FACTORS = 20;
const MAX_NAME_CHARS = 60;

const add = scriptFile(new URL('./lua/add-factor.lua', import.meta.url), 2);
const remove = scriptFile(new URL('./lua/remove-factors.lua', import.meta.url), 2);
const replaceCodes = scriptFile(new URL('./lua/replace-codes.lua', import.meta.url), 1);

/** Everything that is stored of a person's factors, by its name. */
export function readFactorFields(redis: Redis, username: string): Promise<Record<string, string>> {
  return redis.hgetall(redisKeys.factors(username));
}

/** Lists the factors of a person, for pages and exports: names and times, no secrets. */
export async function listFactors(redis: Redis, username: string): Promise<Factors> {
  return factorsIn(await readFactorFields(redis, username));
}

/** The factors in what is stored of them. */
export function factorsIn(fields: Readonly<Record<string, string>>): Factors {
  const all = Object.entries(fields).flatMap(([field, value]): Factor[] => {
    const [, kind, id = ''] = /^(totp|passkey):(.+)$/.exec(field) ?? [];
    if (kind !== 'totp' && kind !== 'passkey') return [];
    const { name, created_at } = stored.parse(JSON.parse(value));
    return [{ kind, id, name, createdAt: timeText(created_at), lastUsedAt: timeText(fields[`used:${id}`]) }];
  });
  const codesLeft = Object.keys(fields).filter((field) => field.startsWith('code:')).length;
  return { all: all.sort((one, other) => one.createdAt.localeCompare(other.createdAt)), codesLeft };
}

/** A new factor, before it is stored. */
export interface NewFactor {
  kind: FactorKind;
  id: string;
  name: string;
  /** What is stored beside name and time. */
  fields: Readonly<Record<string, unknown>>;
  /** The time step of the first code of an authenticator app, or the counter of a passkey: later ones are greater. */
  first: number;
}

/** Adds a factor that has just been shown to work. Returns ten recovery codes if it is the first, or else null. */
export async function addFactor(
  redis: Redis,
  source: AuditSource,
  username: string,
  { kind, id, name, fields, first }: NewFactor,
  now: number,
): Promise<string[] | null> {
  const codes = newRecoveryCodes();
  const record = JSON.stringify({ name: factorName(name), created_at: now, ...fields });
  const entry = entryOf(source, 'second factor added', username, { kind, name: factorName(name) });
  const names = [redisKeys.factors(username), redisKeys.user(username)];
  const how = [redisKeys.accountsPrefix, username, kind, id, record, first, now, MAX_FACTORS, entry];
  const done = await add.run(redis, names, [...how, ...codes.map(codeDigest)]);
  if (done === 'first') return codes;
  if (done === 'added') return null;
  if (done === 'full') throw new InputError(`An account has at most ${MAX_FACTORS} second factors: remove one first.`);
  if (done === 'known') throw new KnownFactorError('This second factor has been added already.');
  throw new InputError(`There is no user "${username}".`);
}

/** The factor has been added already, for example by the same form. */
export class KnownFactorError extends InputError {}

/** Removes a factor; false if there is no such factor. */
export async function removeFactor(
  redis: Redis,
  source: AuditSource,
  username: string,
  { id, kind, name }: Pick<Factor, 'id' | 'kind' | 'name'>,
): Promise<boolean> {
  const entry = entryOf(source, 'second factor removed', username, undefined, { kind, name });
  return (await runRemove(redis, username, id, '', entry)) > 0;
}

/** Takes all factors of a person away, who learns of it at the next sign-in. Returns how many there were. */
export function takeFactors(redis: Redis, source: AuditSource, username: string): Promise<number> {
  return runRemove(redis, username, '', 'taken', entryOf(source, 'second factors taken away', username));
}

/** The person has been told that their factors were taken away. */
export async function forgetTakenFactors(redis: Redis, username: string): Promise<void> {
  await redis.hdel(redisKeys.user(username), 'factors_taken');
}

/** Makes ten new recovery codes in place of the others; null if the person has no factor. */
export async function renewCodes(redis: Redis, source: AuditSource, username: string): Promise<string[] | null> {
  const codes = newRecoveryCodes();
  const entry = entryOf(source, 'recovery codes made', username);
  const args = [redisKeys.accountsPrefix, entry, ...codes.map(codeDigest)];
  return (await replaceCodes.run(redis, [redisKeys.factors(username)], args)) === 1 ? codes : null;
}

async function runRemove(redis: Redis, username: string, id: string, how: 'taken' | '', entry: string) {
  const names = [redisKeys.factors(username), redisKeys.user(username)];
  return Number(await remove.run(redis, names, [redisKeys.accountsPrefix, id, how, entry]));
}

function entryOf(
  source: AuditSource,
  action: 'second factor added' | 'second factor removed' | 'second factors taken away' | 'recovery codes made',
  target: string,
  after?: AuditFields,
  before?: AuditFields,
): string {
  return auditText(source, { action, target, ...(before && { before }), ...(after && { after }) });
}

function factorName(text: string): string {
  return text.replaceAll(/\p{C}/gu, '').trim().slice(0, MAX_NAME_CHARS);
}

function timeText(ms: string | number | undefined): string {
  return ms === undefined ? '' : new Date(Math.round(Number(ms))).toISOString();
}
