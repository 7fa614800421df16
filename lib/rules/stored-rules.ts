import { InputError } from '../accounts/account-store.ts';
import { type AuditSource, changeTexts } from '../audit/audit-entry.ts';
import { displayPrefix } from '../keys/key-format.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { InvalidRules, parseLongRules, rulesVersion } from './parse.ts';

/** Whose list is stored: that of a key, by its prefix, or of an account, by its name. */
export interface RulesOwner {
  owner: 'key' | 'account';
  name: string;
}

/** A list in Redis. Its version follows from its text, so that the list of a version never changes. */
export interface StoredRules extends RulesOwner {
  version: string;
}

/** The content of a list. */
export interface RulesText {
  text: string;
  /** Where it was imported from, and is refreshed from; empty if it was not. */
  address: string;
  /** Milliseconds since the epoch. */
  storedAt: number;
}

const setScript = scriptFile(new URL('./lua/set-rules.lua', import.meta.url), 2);

/** The lists of a key and its account, of those that have a version. */
export function storedRules(
  names: Record<RulesOwner['owner'], string>,
  versions: Record<RulesOwner['owner'], string>,
): StoredRules[] {
  const all = (['key', 'account'] as const).map((owner) => ({ owner, name: names[owner], version: versions[owner] }));
  return all.filter(({ version }) => version !== '');
}

/** Reads a list; null if it is no longer there. */
export async function readRules(redis: Redis, { owner, name, version }: StoredRules): Promise<RulesText | null> {
  const [text, address, storedAt] = await redis.hmget(
    redisKeys.rules(owner, name, version),
    'text',
    'address',
    'stored_at',
  );
  if (typeof text !== 'string') return null;
  return { text, address: address ?? '', storedAt: Number(storedAt ?? 0) };
}

/** Reads the present list of an owner; null if there is none. */
export async function ownRules(redis: Redis, owner: RulesOwner): Promise<(RulesText & StoredRules) | null> {
  const version = (await redis.hget(recordOf(owner), 'rules')) ?? '';
  if (version === '') return null;
  const read = await readRules(redis, { ...owner, version });
  return read && { ...read, ...owner, version };
}

/** What is stored as the list of an owner. */
export interface NewRules {
  text: string;
  address?: string;
  /** The version that the list must have until then; empty if there must be none. */
  replaces?: string;
  now?: Date;
}

/**
 * Stores a list in place of the one before; one without instructions removes it. Throws InvalidRules if a line is bad, and
 * an InputError if the owner does not exist. Returns false if the list is no longer the one that it replaces.
 */
export async function setRules(
  redis: Redis,
  source: AuditSource,
  owner: RulesOwner,
  rules: NewRules,
): Promise<boolean> {
  const { text, address = '', replaces = '*', now = new Date() } = rules;
  const { size } = await parseLongRules(text);
  const version = size === 0 ? '' : rulesVersion(text);
  const target = owner.owner === 'key' ? displayPrefix(owner.name) : owner.name;
  const done = await setScript.run(
    redis,
    [recordOf(owner), redisKeys.rules(owner.owner, owner.name, version)],
    [
      redisKeys.accountsPrefix,
      redisKeys.rules(owner.owner, owner.name, ''),
      version,
      replaces,
      changeTexts(source, [{ action: 'rules changed', target, fields: ['rules'] }]),
      ...['text', text, 'address', address, 'stored_at', now.getTime()],
    ],
  );
  if (done === 'no-owner') throw new InputError(`There is no ${owner.owner} ${owner.name}.`);
  return done === 'ok';
}

/** The reason that a person is told when a list cannot be stored; other errors are thrown on. */
export function rulesProblem(error: unknown): string {
  if (error instanceof InvalidRules || error instanceof InputError) return error.message;
  throw error;
}

function recordOf({ owner, name }: RulesOwner): string {
  return owner === 'key' ? redisKeys.apiKey(name) : redisKeys.user(name);
}
