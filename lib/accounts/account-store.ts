import { randomInt } from 'node:crypto';
import { type AuditedChange, type AuditSource, auditText, changeTexts, writeRecorded } from '../audit/audit-entry.ts';
import type { EventName } from '../events.ts';
import { type OwnLimits, ownLimits, storedLimits } from '../limits/limits.ts';
import type { Redis } from '../redis/redis.ts';
import { readHashes } from '../redis/redis-hashes.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { newPasswordProblem } from './password-rule.ts';
import { keptWays, type WaysIn } from './ways-in.ts';

/** Invalid input by a person; the message is shown to them. */
export class InputError extends Error {}

/** Somebody else has changed meanwhile what the change is about. */
export class ChangedMeanwhileError extends InputError {}

/** A person, a program or a team that owns API keys. */
export interface Account {
  username: string;
  /** Nobody signs in to a team: its members make its keys. */
  kind: 'person' | 'team';
  admin: boolean;
  disabled: boolean;
  /** Whether it is disabled because the provider of single sign-on does not let its person in any more. */
  isSuspended: boolean;
  hasPassword: boolean;
  /** Whether somebody else chose the password: its person must choose another one first. */
  mustChange: boolean;
  /** Whether its deletion was interrupted, and has to be repeated. */
  isDeleting: boolean;
  /** Whether a person signs in to it at the provider of single sign-on. */
  isLinked: boolean;
  /** Whether it has a second factor, without which a password is not enough. */
  hasFactor: boolean;
  /** Whether an administrator has taken its factors away, and its person does not know it yet. */
  hasLostFactors: boolean;
  createdAt: string;
  /** Sessions and known devices of other generations are over. */
  generation: number;
  /** Its own limits, in place of those of the instance. */
  limits: OwnLimits;
}

/** The value of `disabled_by` if the provider of single sign-on is the reason. */
export const BY_PROVIDER = 'single sign-on';

/** What a username looks like. */
export const USERNAME = /^[a-z0-9][a-z0-9._@-]{0,63}$/;

/** Checks a username and puts it into lower case: `Ada` and `ada` are the same account. */
export function normaliseUsername(text: string): string {
  const username = text.trim().toLowerCase();
  if (!USERNAME.test(username)) {
    throw new InputError('A username has 1 to 64 of a-z 0-9 . _ @ - and begins with a letter or digit.');
  }
  return username;
}

const changeScript = scriptFile(new URL('./lua/change-account.lua', import.meta.url), 2);

const createScript = scriptFile(new URL('./lua/create-account.lua', import.meta.url), 3);

/** The optional properties of a new account. */
export interface NewAccount {
  admin?: boolean;
  password?: string;
  /** Whether somebody else chose the password. */
  mustChange?: boolean;
  kind?: Account['kind'];
  now?: Date;
  /** The id of the request that makes it; sent again, it finds the account that it has made. */
  request?: string | undefined;
  /** The digest of the set-up token that it uses up. */
  setUpToken?: string;
}

/** The account was not created, because its set-up token is no longer valid. */
export class SetUpClosedError extends InputError {}

/** Creates an account; throws an InputError if the name is invalid or taken. */
export async function createUser(
  redis: Redis,
  source: AuditSource,
  name: string,
  options: NewAccount = {},
): Promise<Account> {
  const username = normaliseUsername(name);
  const fields = ['username', username, 'created_at', String((options.now ?? new Date()).getTime())];
  fields.push('generation', firstGeneration());
  if (options.kind === 'team') fields.push('kind', 'team');
  if (options.admin) fields.push('admin', '1');
  if (options.password !== undefined) fields.push('password', await hashNewPassword(options.password, username));
  if (options.password !== undefined && options.mustChange) fields.push('must_change', '1');
  const { request = '', setUpToken = '' } = options;
  if (request) fields.push('request', request);
  const kind: EventName = options.kind === 'team' ? 'team created' : 'account created';
  const action = setUpToken === '' ? kind : 'set up';
  // Who sets up an instance is the person whose account this makes.
  const by = setUpToken === '' ? source : { ...source, account: username };
  const entry = auditText(by, { action, target: username, ...(options.admin && { after: { admin: '1' } }) });
  const created = await createScript.run(
    redis,
    [redisKeys.user(username), redisKeys.users, redisKeys.setUpToken],
    [redisKeys.accountsPrefix, username, request, setUpToken, entry, ...fields],
  );
  if (created === 'closed') throw new SetUpClosedError('The set-up link is no longer valid.');
  if (created !== 1) throw new InputError(`There is a user "${username}" already.`);
  return (await getUser(redis, username)) as Account;
}

/** A number of its own, so that no session or device of a deleted account with the same name belongs to a new one. */
export function firstGeneration(): string {
  return String(randomInt(2 ** 40));
}

/** Reads an account; null if it does not exist. */
export async function getUser(redis: Redis, username: string): Promise<Account | null> {
  return accountOf(await redis.hgetall(redisKeys.user(username)));
}

/** An account from its stored fields; null if there are none. */
export function accountOf(fields: Record<string, string>): Account | null {
  if (!fields.username) return null;
  return {
    username: fields.username,
    kind: fields.kind === 'team' ? 'team' : 'person',
    admin: fields.admin === '1',
    disabled: fields.disabled === '1',
    isSuspended: fields.disabled === '1' && fields.disabled_by === BY_PROVIDER,
    hasPassword: Boolean(fields.password),
    mustChange: fields.must_change === '1',
    isDeleting: fields.deleting === '1',
    isLinked: Boolean(fields.sso),
    hasFactor: fields.second_factor === '1',
    hasLostFactors: fields.factors_taken === '1',
    createdAt: new Date(Number(fields.created_at)).toISOString(),
    generation: Number(fields.generation ?? 0),
    limits: ownLimits(fields),
  };
}

/** Whether there is any account. */
export async function hasUsers(redis: Redis): Promise<boolean> {
  return (await redis.exists(redisKeys.users)) === 1;
}

/** The names of all accounts, sorted. */
export async function listNames(redis: Redis): Promise<string[]> {
  return (await redis.smembers(redisKeys.users)).sort();
}

/** Lists all accounts, or those with these names, in the order of their names. */
export async function listUsers(redis: Redis, names?: readonly string[]): Promise<Account[]> {
  const hashes = await readHashes(redis, (names ?? (await listNames(redis))).map(redisKeys.user));
  return hashes.map(accountOf).filter((account) => account !== null);
}

/** What is stored of an account that others may change, as the script compares it. */
export function accountState({ admin, disabled, limits }: Account): string {
  const { burst, sustained, monthly, max_parallel } = storedLimits(limits);
  return [admin ? '1' : '', disabled ? '1' : '', burst, sustained, monthly, max_parallel].join(' ');
}

/** How fields of an account are written. */
export interface AccountWrite {
  /** Refuses to leave the instance without an administrator who can sign in, in one of these ways or in any. */
  keepsAdministrator?: WaysIn | boolean;
  /** Only if nobody has changed the account since it was read so. */
  basedOn?: Account | undefined;
}

/** The actions that a change of fields is. */
function actionsOf(target: string, fields: Readonly<Record<string, string>>): AuditedChange[] {
  const { admin, disabled } = fields;
  const limits = ['burst', 'sustained', 'monthly', 'max_parallel'].filter((name) => name in fields);
  const actions: AuditedChange[] = [];
  const add = (action: EventName, shown: readonly string[]) => actions.push({ action, target, fields: shown });
  if (admin !== undefined) add(admin ? 'administrator made' : 'administrator removed', ['admin']);
  if (disabled !== undefined) add(disabled ? 'account disabled' : 'account enabled', ['disabled']);
  if (limits.length > 0) add('account limits set', limits);
  return actions;
}

/**
 * Changes fields of an account; an empty value removes one. Its keys and sessions follow from the next request on, because
 * the admission and session scripts read these fields. Disabling also begins a new generation, so that enabling the account
 * does not revive sessions, and ends the memberships of a person in teams.
 */
export async function writeAccount(
  redis: Redis,
  source: AuditSource,
  name: string,
  fields: Readonly<Record<string, string>>,
  { keepsAdministrator = false, basedOn }: AccountWrite = {},
): Promise<Account> {
  const username = normaliseUsername(name);
  // Whoever disables or enables it decides from now on, not the provider of single sign-on.
  const written = 'disabled' in fields ? { ...fields, disabled_by: '' } : fields;
  const done = await changeScript.run(
    redis,
    [redisKeys.user(username), redisKeys.users],
    [
      redisKeys.accountsPrefix,
      username,
      keptWays(keepsAdministrator),
      basedOn ? accountState(basedOn) : '',
      changeTexts(source, actionsOf(username, fields)),
      ...Object.entries(written).flat(),
    ],
  );
  if (done === 'no-user') throw new InputError(`There is no user "${username}".`);
  if (done === 'deleting') throw new InputError(`The account of ${username} is being deleted.`);
  if (done === 'last') throw new InputError(`"${username}" is the last administrator.`);
  if (done === 'changed') throw new ChangedMeanwhileError('Somebody else has changed this account meanwhile.');
  return (await getUser(redis, username)) as Account;
}

/** The fields of a link to set a password: see `password-link.ts`. */
const PASSWORD_LINK = ['password_link', 'password_link_for', 'password_link_until'] as const;

/**
 * Sets a password, ends all sessions of the account and its link to set one, and forgets its devices. With `mustChange`, its
 * person has to choose another one at the next sign-in.
 */
export async function setPassword(
  redis: Redis,
  source: AuditSource,
  name: string,
  password: string,
  { mustChange = false } = {},
): Promise<Account> {
  const account = await requireUser(redis, name);
  if (account.kind === 'team') throw new InputError(`${account.username} is a team, which cannot sign in.`);
  const key = redisKeys.user(account.username);
  const hash = await hashNewPassword(password, account.username);
  // A generation is a number and not a time, because clocks differ.
  const [, , generation] = await writeRecorded(redis, source, { action: 'password set', target: account.username }, [
    ['HDEL', key, ...PASSWORD_LINK, 'must_change'],
    ['HSET', key, 'password', hash, ...(mustChange ? ['must_change', '1'] : [])],
    ['HINCRBY', key, 'generation', 1],
  ]);
  return { ...account, hasPassword: true, mustChange, generation: Number(generation) };
}

/** Stores what the pages keep for a person: see `Session`. */
export async function setPreferences(
  redis: Redis,
  username: string,
  fields: { preferences: string; sites: string },
): Promise<void> {
  await redis.hset(redisKeys.user(username), fields);
}

/**
 * Checks a password. A wrong password, an account without a password and an unknown account take the same work, so that
 * timing does not reveal which accounts exist. `stranger` is who takes turns with other strangers; nobody if it is absent.
 */
export async function checkPassword(redis: Redis, name: string, password: string, stranger?: string): Promise<boolean> {
  const username = name.trim().toLowerCase();
  const stored = USERNAME.test(username) ? await redis.hget(redisKeys.user(username), 'password') : null;
  return verifyPassword(stored, password, stranger);
}

/** Reads an account; throws an InputError if it does not exist. */
export async function requireUser(redis: Redis, name: string): Promise<Account> {
  const username = normaliseUsername(name);
  const account = await getUser(redis, username);
  if (!account) throw new InputError(`There is no user "${username}".`);
  return account;
}

/** Checks a new password of an account and hashes it; throws an InputError that says what is wrong with it. */
export async function hashNewPassword(password: string, username: string): Promise<string> {
  const problem = await newPasswordProblem(password, username);
  if (problem) throw new InputError(problem);
  return hashPassword(password);
}
