import { checkedAtMostEvery } from '../at-most-every.ts';
import type { Redis } from './redis.ts';
import { type RedisMemory, readMemory } from './redis-memory.ts';

const LOOK_EVERY_MS = 5_000;
const looks = new WeakMap<Redis, () => Promise<RedisMemory>>();

/** The memory of a Redis as it was a few seconds ago at most, for those who are about to write much. */
export function recentMemory(redis: Redis): Promise<RedisMemory> {
  const unknown: RedisMemory = { usedBytes: 0, maxBytes: 0, nodes: 1 };
  // A Redis that is away says so to the command that follows, and no failure of a look should be kept for that long.
  const look = looks.get(redis) ?? checkedAtMostEvery(LOOK_EVERY_MS, () => readMemory(redis).catch(() => unknown));
  looks.set(redis, look);
  return look();
}
