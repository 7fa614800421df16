import type { CrawlConfig } from '../config/config-crawl.ts';
import { recentMemory } from '../redis/recent-memory.ts';
import type { Redis } from '../redis/redis.ts';
import { fullness, NEARLY_FULL } from '../redis/redis-memory.ts';

/** What all crawls may hold of the memory of a Redis. With lists of results, that is as much as leaves it below nearly full. */
const SHARE = 0.25;

/**
 * How many bytes all crawls may hold now: no more than the setting, nor than their share of a Redis with a limit; none more
 * while it is nearly full, whoever filled it. In a cluster they spread over all nodes.
 */
export async function roomForCrawls(redis: Redis, { maxBytes }: Pick<CrawlConfig, 'maxBytes'>): Promise<number> {
  const memory = await recentMemory(redis);
  if (fullness(memory) > NEARLY_FULL) return 0;
  return memory.maxBytes === 0 ? maxBytes : Math.min(maxBytes, SHARE * memory.maxBytes * memory.nodes);
}
