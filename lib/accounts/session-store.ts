import { createHash, randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { redisKeys } from '../redis-keys.ts';
import { defineScript } from '../redis-script.ts';

/** The session of a signed-in person. */
export interface Session {
  /** The session's name in Redis: a digest of the token, so that a dump of Redis contains no usable token. */
  id: string;
  username: string;
  admin: boolean;
  /** CSRF token; every form of the session contains it. */
  csrf: string;
}

/** A session ends after this time without a visit. */
const KEPT_MS = 14 * 86_400_000;

/** Starts a session and returns its token, which is stored only in the cookie. */
export async function startSession(redis: Redis, username: string, now = Date.now()): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const fields = { username, csrf: randomBytes(32).toString('base64url'), created_at: String(now) };
  const key = redisKeys.session(digest(token));
  await redis.multi().hset(key, fields).pexpire(key, KEPT_MS).exec();
  return token;
}

/**
 * Reads a session and its account together. The session is over if the account is disabled or its sessions were ended.
 */
const readScript = defineScript(
  `
  local session = redis.call('HMGET', KEYS[1], 'username', 'csrf', 'created_at')
  if not session[1] then return {} end
  local account = redis.call('HMGET', ARGV[1] .. 'user:' .. session[1], 'username', 'disabled', 'admin', 'sessions_since')
  local ended = tonumber(account[4] or '0') > tonumber(session[3])
  if not account[1] or account[2] == '1' or ended then
    redis.call('DEL', KEYS[1])
    return {}
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return { session[1], session[2], account[3] or '0' }`,
  1,
);

/** Reads the session of a token and extends it; null if there is none. */
export async function readSession(redis: Redis, token: string): Promise<Session | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const id = digest(token);
  const found = await readScript.run(redis, [redisKeys.session(id)], [redisKeys.accountsPrefix, KEPT_MS]);
  const [username, csrf, admin] = found as string[];
  if (!username || !csrf) return null;
  return { id, username, csrf, admin: admin === '1' };
}

/** Ends a session. */
export async function endSession(redis: Redis, session: Session): Promise<void> {
  await redis.del(redisKeys.session(session.id));
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
