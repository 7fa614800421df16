import { createHash, randomBytes } from 'node:crypto';
import { type AuditFields, type AuditSource, auditText } from '../audit/audit-entry.ts';
import { addressPrefix } from '../net/network.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { namedValues, scriptFile } from '../redis/redis-script.ts';
import type { Account } from './account-store.ts';
import { browserName } from './browser-name.ts';
import { CONFIRMED_MS } from './confirmation.ts';

/** The session of a signed-in person. */
export interface Session {
  /** The session's name in Redis: a digest of the token, so that a dump of Redis contains no usable token. */
  id: string;
  username: string;
  admin: boolean;
  /** CSRF token; every form of the session contains it. */
  csrf: string;
  /** The person's preferences, as the pages store them with the account; empty if they do not. */
  preferences: string;
  /** Their own list of sites, stored with the preferences. */
  sites: string;
  /** The version of the account's rules for sites; empty if it has none. */
  rules: string;
  /** Whether somebody else chose the password: the person can do nothing before they choose another one. */
  mustChange: boolean;
  /** Whether the account has a second factor. */
  hasFactor: boolean;
  /** Whether it is that of a search link, which can only search. */
  isLink: boolean;
}

/** How long sessions live: without a visit (or up to an hour less), and at most. Redis's clock decides. */
export interface SessionLife {
  idleMs: number;
  maxMs: number;
}

/** How many sessions an account has. With the next one, the session that would end first ends. */
export const MAX_SESSIONS = 100;

const EXTENDED_EVERY_MS = 3_600_000;

/** How a session begins. */
export interface SessionStart {
  /** Who signs in, and from where. */
  source: AuditSource;
  /** What the audit log says of it besides. */
  after?: AuditFields;
  life: SessionLife;
  /** Ends it after this time, however often it is used, if that is sooner. */
  fixedMs?: number | undefined;
  /** Whether its person has just shown who they are: its first ten minutes are confirmed. */
  isConfirmed?: boolean;
}

const startScript = scriptFile(new URL('./lua/start-session.lua', import.meta.url), 4);

/**
 * Starts a session, which is a sign-in, and returns its token, which is stored only in the cookie. Returns null if the
 * account was deleted, disabled or given another password since it was read.
 */
export async function startSession(
  redis: Redis,
  { username, generation }: Pick<Account, 'username' | 'generation'>,
  { source, after, life, fixedMs, isConfirmed = true }: SessionStart,
): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const id = digest(token);
  const fields = {
    username,
    csrf: randomBytes(32).toString('base64url'),
    address: networkOf(source.address ?? ''),
    ...browserName(source.program),
    ...(fixedMs !== undefined && { max_ms: fixedMs }),
  };
  const names = [
    redisKeys.session(id),
    redisKeys.user(username),
    redisKeys.userSessions(username),
    redisKeys.confirmed(id),
  ];
  const action = { action: 'signed in', target: username, ...(after && { after }) } as const;
  const entry = auditText({ ...source, account: username }, action);
  const maxMs = Math.min(life.maxMs, fixedMs ?? life.maxMs);
  const args = [redisKeys.accountsPrefix, id, generation, life.idleMs, maxMs, isConfirmed ? CONFIRMED_MS : ''];
  const started = await startScript.run(redis, names, [...args, entry, MAX_SESSIONS, ...Object.entries(fields).flat()]);
  return started === 1 ? token : null;
}

/** The network of an address, which may be given as a network. */
function networkOf(address: string): string {
  return address.includes('/') ? address : addressPrefix(address);
}

const readScript = scriptFile(new URL('./lua/read-session.lua', import.meta.url), 1);

/** Reads the session of a token and extends it; null if there is none. */
export async function readSession(redis: Redis, token: string, life: SessionLife): Promise<Session | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const id = digest(token);
  const args = [redisKeys.accountsPrefix, id, life.idleMs, life.maxMs, EXTENDED_EVERY_MS];
  const found = namedValues(await readScript.run(redis, [redisKeys.session(id)], args));
  const { username, csrf, admin, preferences = '', sites = '', rules = '', must_change: mustChange, factor } = found;
  if (!username || !csrf) return null;
  return {
    id,
    username: String(username),
    csrf: String(csrf),
    admin: admin === '1',
    preferences: String(preferences),
    sites: String(sites),
    rules: String(rules),
    mustChange: mustChange === '1',
    hasFactor: factor === '1',
    isLink: false,
  };
}

const endScript = scriptFile(new URL('./lua/end-session.lua', import.meta.url), 2);

/** Ends a session of an account; false if the account has no such session. */
export async function endSession(
  redis: Redis,
  source: AuditSource,
  { id, username }: Pick<Session, 'id' | 'username'>,
  action: 'signed out' | 'session ended' = 'signed out',
): Promise<boolean> {
  const names = [redisKeys.session(id), redisKeys.userSessions(username)];
  const args = [redisKeys.accountsPrefix, username, id, auditText(source, { action, target: username })];
  return (await endScript.run(redis, names, args)) === 1;
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
