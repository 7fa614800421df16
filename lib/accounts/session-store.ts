import { createHash, randomBytes } from 'node:crypto';
import { type AuditedAction, type AuditSource, writeRecorded } from '../audit/audit-entry.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { namedValues, scriptFile } from '../redis/redis-script.ts';
import type { Account } from './account-store.ts';
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
  /** Whether the account has a second factor. */
  hasFactor: boolean;
  /** Whether it is that of a search link, which can only search. */
  isLink: boolean;
}

/** A session ends after this time without a visit, or up to an hour sooner. */
const KEPT_MS = 14 * 86_400_000;
const EXTENDED_EVERY_MS = 3_600_000;

/** How a session begins. */
export interface SessionStart {
  /** Who signs in, and from where. */
  source: AuditSource;
  /** What is recorded of it, if more is known than that somebody signed in. */
  action?: AuditedAction;
}

/**
 * Starts a session, which is a sign-in, and returns its token, which is stored only in the cookie. Its first ten minutes are
 * confirmed.
 */
export async function startSession(
  redis: Redis,
  { username, generation }: Pick<Account, 'username' | 'generation'>,
  { source, action = { action: 'signed in', target: username } }: SessionStart,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const csrf = randomBytes(32).toString('base64url');
  const id = digest(token);
  const key = redisKeys.session(id);
  await writeRecorded(redis, { ...source, account: username }, action, [
    ['HSET', key, 'username', username, 'csrf', csrf, 'generation', generation],
    ['PEXPIRE', key, KEPT_MS],
    ['SET', redisKeys.confirmed(id), '1', 'PX', CONFIRMED_MS],
  ]);
  return token;
}

const readScript = scriptFile(new URL('./lua/read-session.lua', import.meta.url), 1);

/** Reads the session of a token and extends it; null if there is none. */
export async function readSession(redis: Redis, token: string): Promise<Session | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const id = digest(token);
  const times = [KEPT_MS, EXTENDED_EVERY_MS];
  const found = await readScript.run(redis, [redisKeys.session(id)], [redisKeys.accountsPrefix, ...times]);
  const { username, csrf, admin, preferences = '', sites = '', rules = '', factor } = namedValues(found);
  if (!username || !csrf) return null;
  return {
    id,
    username: String(username),
    csrf: String(csrf),
    admin: admin === '1',
    preferences: String(preferences),
    sites: String(sites),
    rules: String(rules),
    hasFactor: factor === '1',
    isLink: false,
  };
}

/** Ends a session. */
export async function endSession(redis: Redis, source: AuditSource, { id, username }: Session): Promise<void> {
  await writeRecorded(redis, source, { action: 'signed out', target: username }, [['DEL', redisKeys.session(id)]]);
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
