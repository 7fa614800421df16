import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';

const storeScript = scriptFile(new URL('./lua/store-result.lua', import.meta.url), 1);

/** Stores the text of a page, before the page ends. If its crawl was deleted meanwhile, Redis deletes it as well, later. */
export async function storeResult(
  redis: Redis,
  id: string,
  { field, packed, keepMs }: { field: string; packed: Buffer; keepMs: number },
): Promise<void> {
  await storeScript.run(redis, [redisKeys.crawlResults(id)], [field, packed, keepMs]);
}
