import { fullness, NEARLY_FULL, type RedisMemory } from '../../redis/redis-memory.ts';
import type { Condition } from '../alert-rules.ts';

/** A Redis that was nearly full is so until it has this much room again. */
const ROOM_AGAIN = 0.7;

/** Nothing answers searches without a worker. */
export function missingWorkers(workers: number): Condition[] {
  if (workers > 0) return [];
  return [{ id: 'workers_missing:', kind: 'workers_missing', subject: '', account: null, facts: {} }];
}

/** The Redis servers that are nearly full, by their names; `open` are the ids of the alerts that have begun. */
export function fullRedis(
  servers: readonly { name: string; memory: RedisMemory }[],
  open: ReadonlySet<string>,
): Condition[] {
  return servers.flatMap(({ name, memory }) => {
    const id = `redis_full:${name}`;
    const full = fullness(memory);
    if (full < (open.has(id) ? ROOM_AGAIN : NEARLY_FULL)) return [];
    const facts = { percent: Math.round(full * 100), used_bytes: memory.usedBytes, max_bytes: memory.maxBytes };
    return [{ id, kind: 'redis_full' as const, subject: name, account: null, facts }];
  });
}
