import { createHash, randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { redisKeys } from '../redis-keys.ts';
import { defineScript } from '../redis-script.ts';
import { type Account, createUser, listUsers } from './account-store.ts';

/** A deployment without an administrator is set up by whoever has the token that the process prints. */
export async function needsSetUp(redis: Redis): Promise<boolean> {
  return !(await listUsers(redis)).some(({ admin, disabled, hasPassword }) => admin && !disabled && hasPassword);
}

/** A new token; the one before it opens nothing any more. */
export async function newSetUpToken(redis: Redis): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await redis.set(redisKeys.setUpToken, digest(token));
  return token;
}

/** An administrator who was made meanwhile, at the command line say, closes the door: the token lies in an old log. */
export async function isSetUpToken(redis: Redis, token: string): Promise<boolean> {
  if (token === '' || (await redis.get(redisKeys.setUpToken)) !== digest(token)) return false;
  return needsSetUp(redis);
}

/** Takes the token away from everybody else first: two who have it at once make one administrator. */
const takeScript = defineScript(
  `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('DEL', KEYS[1])
  return 1`,
  1,
);

/** Makes the first administrator; null when the token is not the one. A bad name or password leaves the token as it was. */
export async function setUp(redis: Redis, token: string, name: string, password: string): Promise<Account | null> {
  if (!(await isSetUpToken(redis, token))) return null;
  if ((await takeScript.run(redis, [redisKeys.setUpToken], [digest(token)])) !== 1) return null;
  try {
    return await createUser(redis, name, { admin: true, password });
  } catch (error) {
    await redis.set(redisKeys.setUpToken, digest(token));
    throw error;
  }
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
