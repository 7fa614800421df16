import type { Redis } from '../redis/redis.ts';
import { changeAccount } from './account-changes.ts';
import type { Account } from './account-store.ts';

/** An administrator on a page. */
const onPage = (username: string) => ({ username, isAdmin: true, roles: new Map(), proof: 'session' as const });

/** Grants or removes administrator rights, from the account's next request on. */
export function setAdministrator(redis: Redis, name: string, admin: boolean): Promise<Account> {
  return changeAccount(redis, onPage(''), name, { admin });
}

/** Disables another account on behalf of an administrator; the command line can disable any account. */
export function disableOther(redis: Redis, name: string, by: string): Promise<Account> {
  return changeAccount(redis, onPage(by), name, { disabled: true });
}
