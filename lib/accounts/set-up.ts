import { createHash, randomBytes } from 'node:crypto';
import { type AuditSource, INSTANCE, writeRecorded } from '../audit/audit-entry.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { type Account, createUser, listUsers, SetUpClosedError } from './account-store.ts';

/**
 * Whether the deployment has no administrator. The holder of the token that the web process logs can then set it up.
 */
export async function needsSetUp(redis: Redis): Promise<boolean> {
  const accounts = await listUsers(redis);
  return !accounts.some(
    // A suspended one comes back with the next sign-in at the provider.
    ({ admin, disabled, isSuspended, hasPassword, isLinked }) =>
      admin && (!disabled || isSuspended) && (hasPassword || isLinked),
  );
}

/** Whether a set-up link was logged and is still of use. */
export async function isSetUpOffered(redis: Redis): Promise<boolean> {
  return (await redis.exists(redisKeys.setUpToken)) === 1 && (await needsSetUp(redis));
}

/** Creates a set-up token and invalidates the previous one. */
export async function newSetUpToken(redis: Redis): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await writeRecorded(redis, INSTANCE, { action: 'set-up link made' }, [['SET', redisKeys.setUpToken, digest(token)]]);
  return token;
}

/**
 * Checks a set-up token. It is invalid once there is an administrator, for example one created on the command line,
 * because old logs still contain the token.
 */
export async function isSetUpToken(redis: Redis, token: string): Promise<boolean> {
  if (token === '' || (await redis.get(redisKeys.setUpToken)) !== digest(token)) return false;
  return needsSetUp(redis);
}

/**
 * Creates the first administrator; null if the token is invalid. An invalid name or password leaves the token valid. Two
 * requests with the same token create one administrator.
 */
export async function setUp(
  redis: Redis,
  source: AuditSource,
  token: string,
  name: string,
  password: string,
): Promise<Account | null> {
  if (!(await isSetUpToken(redis, token))) return null;
  try {
    return await createUser(redis, source, name, { admin: true, password, setUpToken: digest(token) });
  } catch (error) {
    if (error instanceof SetUpClosedError) return null;
    throw error;
  }
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
