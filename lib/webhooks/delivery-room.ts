import { recentMemory } from '../redis/recent-memory.ts';
import type { Redis } from '../redis/redis.ts';
import { fullness, NEARLY_FULL } from '../redis/redis-memory.ts';

/** What all deliveries may hold, of the memory of the node that they are on, and where that has no limit. */
const SHARE = 0.1;
const MOST_BYTES = 256 * 1024 * 1024;
/** What those that can be told again later leave to the others: alerts. The last part is for streams in which nothing waits. */
const PATIENT = { most: 0.9, behindOthers: 0.7 };

/**
 * How many bytes deliveries may hold: in all, and if others wait in the same stream. Receivers that are down fill the room with
 * long streams; those of others still have one delivery at a time, and alerts have the rest.
 */
export async function roomForDeliveries(
  redis: Redis,
  kind: 'urgent' | 'patient',
): Promise<{ most: number; behindOthers: number }> {
  const memory = await recentMemory(redis);
  const room = memory.maxBytes === 0 ? MOST_BYTES : Math.min(MOST_BYTES, SHARE * memory.maxBytes);
  // A number above `most`, so that what finds no room is given up, with a record.
  if (kind === 'urgent') return { most: room, behindOthers: Number.MAX_SAFE_INTEGER };
  const isNearlyFull = fullness(memory) > NEARLY_FULL;
  return { most: PATIENT.most * room, behindOthers: isNearlyFull ? 0 : PATIENT.behindOthers * room };
}
