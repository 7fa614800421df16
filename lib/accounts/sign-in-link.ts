import { createHash, randomBytes } from 'node:crypto';
import { type AuditSource, writeRecorded } from '../audit/audit-entry.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { type Account, getUser, InputError, requireUser } from './account-store.ts';

/**
 * A link of the command line that signs in once, without a password and without the provider of single sign-on: for when
 * neither works. Only a digest of its token is stored.
 */
const KEPT_S = 15 * 60;

/** Makes a link for an account; throws an InputError if nobody can sign in to it. Returns its token. */
export async function newSignInLink(redis: Redis, source: AuditSource, name: string): Promise<string> {
  const { username, kind, disabled } = await requireUser(redis, name);
  if (kind === 'team') throw new InputError(`${username} is a team, which cannot sign in.`);
  if (disabled) throw new InputError(`${username} is disabled: enable it first.`);
  const token = randomBytes(32).toString('base64url');
  await writeRecorded(redis, source, { action: 'sign-in link made', target: username }, [
    ['SET', keyOf(token), username, 'EX', KEPT_S],
  ]);
  return token;
}

/** The account that a link opens; null if it was used or is outdated. */
export async function accountOfLink(redis: Redis, token: string): Promise<Account | null> {
  return openable(redis, await redis.get(keyOf(token)));
}

/** The same, and uses the link up. */
export async function takeSignInLink(redis: Redis, token: string): Promise<Account | null> {
  return openable(redis, await redis.getdel(keyOf(token)));
}

async function openable(redis: Redis, username: string | null): Promise<Account | null> {
  const account = username === null ? null : await getUser(redis, username);
  return account?.disabled === false ? account : null;
}

function keyOf(token: string): string {
  return redisKeys.signInLink(createHash('sha256').update(token).digest('hex'));
}
