import { existingPage, type ListPage, PAGE_SIZE } from '../list-page.ts';
import type { Redis } from '../redis/redis.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { indexArguments, indexKeys } from './key-index.ts';
import type { KeyRecord } from './key-record.ts';
import { readKeys } from './key-store.ts';

const pageScript = scriptFile(new URL('./lua/key-page.lua', import.meta.url), 3);

/** Reads one page of an account's keys, newest first. The work does not depend on how many keys there are. */
export async function readKeyPage(
  redis: Redis,
  username: string,
  asked: number,
  now = new Date(),
): Promise<ListPage<KeyRecord>> {
  const first = (asked - 1) * PAGE_SIZE;
  const [total, prefixes] = (await pageScript.run(redis, indexKeys(username), [
    ...indexArguments(now),
    first,
    first + PAGE_SIZE - 1,
    now.getTime(),
  ])) as [number, string[]];
  const page = existingPage(asked, total);
  if (page < asked) return readKeyPage(redis, username, page, now);
  return { rows: await readKeys(redis, prefixes), page, hasNext: page * PAGE_SIZE < total };
}
