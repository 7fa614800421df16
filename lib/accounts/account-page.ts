import { existingPage, type ListPage, PAGE_SIZE } from '../list-page.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { type Account, getUser } from './account-store.ts';

/** Reads one page of the accounts, sorted by name. It reads all names, but only the records of this page. */
export async function readAccountPage(redis: Redis, asked: number): Promise<ListPage<Account>> {
  const names = (await redis.smembers(redisKeys.users)).sort();
  const page = existingPage(asked, names.length);
  const onPage = names.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const accounts = await Promise.all(onPage.map((name) => getUser(redis, name)));
  return { rows: accounts.filter((account) => account !== null), page, hasNext: page * PAGE_SIZE < names.length };
}
