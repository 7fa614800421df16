import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type AuditSource, writeRecorded } from '../audit/audit-entry.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { USERNAME } from './account-store.ts';
import type { Session } from './session-store.ts';

/**
 * A person's search link: its token opens the search page and its suggestions without a password, and nothing else. An
 * account has one at most. The token names its account, so that a link is a field of the account: a new one replaces it,
 * a backup has it, and reading it takes one command.
 */
const TOKEN = /^([\w-]{2,88})\.[\w-]{43}$/;
const FIELDS = { digest: 'search_link', createdAt: 'search_link_at' } as const;

/** Whether a text looks like a token. */
export function isLinkToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Creates a link, in place of the one before. Returns its token, of which only a digest is stored. */
export async function newSearchLink(
  redis: Redis,
  source: AuditSource,
  username: string,
  now = new Date(),
): Promise<string> {
  const token = `${encode(username)}.${randomBytes(32).toString('base64url')}`;
  const fields = [FIELDS.digest, digest(token), FIELDS.createdAt, now.getTime()];
  await writeRecorded(redis, source, { action: 'search link created', target: username }, [
    ['HSET', redisKeys.user(username), ...fields],
  ]);
  return token;
}

/** Revokes the link of an account. */
export async function revokeSearchLink(redis: Redis, source: AuditSource, username: string): Promise<void> {
  await writeRecorded(redis, source, { action: 'search link revoked', target: username }, [
    ['HDEL', redisKeys.user(username), FIELDS.digest, FIELDS.createdAt],
  ]);
}

/** When the link of an account was created; null if it has none. */
export async function searchLinkTime(redis: Redis, username: string): Promise<string | null> {
  const at = await redis.hget(redisKeys.user(username), FIELDS.createdAt);
  return at === null ? null : new Date(Number(at)).toISOString();
}

/** The session of whoever has the link; null if the token is not that of a link. */
export async function readSearchLink(redis: Redis, token: string): Promise<Session | null> {
  const encoded = TOKEN.exec(token)?.[1] ?? '';
  const username = Buffer.from(encoded, 'base64url').toString();
  if (!USERNAME.test(username) || encode(username) !== encoded) return null;
  const [exists, disabled, stored, preferences, sites, rules] = await redis.hmget(
    redisKeys.user(username),
    'username',
    'disabled',
    FIELDS.digest,
    'preferences',
    'sites',
    'rules',
  );
  if (!exists || disabled === '1' || !stored || !isEqual(stored, digest(token))) return null;
  return {
    id: digest(`session ${token}`),
    username,
    admin: false,
    csrf: digest(`form ${token}`),
    preferences: preferences ?? '',
    sites: sites ?? '',
    rules: rules ?? '',
    mustChange: false,
    hasFactor: false,
    isLink: true,
  };
}

function encode(username: string): string {
  return Buffer.from(username).toString('base64url');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
