import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { type Account, InputError, requireUser } from './account-store.ts';

const removeRightScript = scriptFile(new URL('./lua/remove-right.lua', import.meta.url), 2);

/** Takes a right from an account; throws an InputError if it is the last administrator. */
async function removeRight(redis: Redis, { username }: Account, right: 'admin' | 'access'): Promise<void> {
  const keys = [redisKeys.user(username), redisKeys.users];
  const done = await removeRightScript.run(redis, keys, [redisKeys.accountsPrefix, username, right]);
  if (done !== 1) throw new InputError(`"${username}" is the last administrator.`);
}

/** Grants or removes administrator rights, from the account's next request on. */
export async function setAdministrator(redis: Redis, name: string, admin: boolean): Promise<Account> {
  const account = await requireUser(redis, name);
  if (admin) await redis.hset(redisKeys.user(account.username), 'admin', '1');
  else await removeRight(redis, account, 'admin');
  return { ...account, admin };
}

/** Disables another account on behalf of an administrator; the command line can disable any account. */
export async function disableOther(redis: Redis, name: string, by: string): Promise<Account> {
  const account = await requireUser(redis, name);
  if (account.username === by) throw new InputError('You cannot disable your own account.');
  await removeRight(redis, account, 'access');
  return { ...account, disabled: true };
}
