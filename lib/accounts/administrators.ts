import type { Redis } from 'ioredis';
import { redisKeys } from '../redis-keys.ts';
import { defineScript } from '../redis-script.ts';
import { type Account, InputError, requireUser } from './account-store.ts';

/**
 * Removes rights, but never from the last administrator who can sign in: if two administrators demote each other at the
 * same moment, one remains. The script builds the names of the account keys; they share the hash tag of the list.
 */
const takeScript = defineScript(
  `
  local username, field = ARGV[2], ARGV[3]
  local others = 0
  for _, name in ipairs(redis.call('SMEMBERS', KEYS[2])) do
    local of = redis.call('HMGET', ARGV[1] .. 'user:' .. name, 'admin', 'disabled', 'password')
    if name ~= username and of[1] == '1' and of[2] ~= '1' and of[3] then others = others + 1 end
  end
  local was = redis.call('HMGET', KEYS[1], 'admin', 'disabled', 'password')
  if was[1] == '1' and was[2] ~= '1' and was[3] and others == 0 then return 0 end
  if field == 'admin' then
    redis.call('HDEL', KEYS[1], 'admin')
  else
    redis.call('HSET', KEYS[1], 'disabled', '1', 'sessions_since', ARGV[4])
  end
  return 1`,
  2,
);

async function take(redis: Redis, { username }: Account, what: 'admin' | 'access'): Promise<void> {
  const keys = [redisKeys.user(username), redisKeys.users];
  const done = await takeScript.run(redis, keys, [redisKeys.accountsPrefix, username, what, Date.now()]);
  if (done !== 1) throw new InputError(`"${username}" is the last administrator.`);
}

/** Grants or removes administrator rights, from the account's next request on. */
export async function setAdministrator(redis: Redis, name: string, admin: boolean): Promise<Account> {
  const account = await requireUser(redis, name);
  if (admin) await redis.hset(redisKeys.user(account.username), 'admin', '1');
  else await take(redis, account, 'admin');
  return { ...account, admin };
}

/** Disables another account on behalf of an administrator; the command line can disable any account. */
export async function disableOther(redis: Redis, name: string, by: string): Promise<Account> {
  const account = await requireUser(redis, name);
  if (account.username === by) throw new InputError('You cannot disable your own account.');
  await take(redis, account, 'access');
  return { ...account, disabled: true };
}
