import { recentMemory } from '../redis/recent-memory.ts';
import type { Redis } from '../redis/redis.ts';
import { fullness, NEARLY_FULL } from '../redis/redis-memory.ts';

/** What all deliveries may hold, of the memory of the node that they are on, and where that has no limit. */
const SHARE = 0.1;
const MOST_BYTES = 256 * 1024 * 1024;
/** The parts of this for each kind: see `DeliveryRoom`. */
const ENDED = 0.5;
const PATIENT = { most: 0.9, behindOthers: 0.7 };

/**
 * Up to how many bytes that all deliveries hold something may be added. Receivers that are down fill the room with long streams;
 * those of others still have one delivery at a time, and alerts have the rest.
 */
export interface DeliveryRoom {
  /** A delivery, at all. */
  most: number;
  /** One in whose stream others wait. */
  behindOthers: number;
  /** The event of one that has ended, so that it can be sent again. */
  ended: number;
}

/** The room for deliveries; the patient ones can be told again later, so that they leave a part of it to the urgent ones. */
export async function roomForDeliveries(redis: Redis, kind: 'urgent' | 'patient'): Promise<DeliveryRoom> {
  const memory = await recentMemory(redis);
  const room = memory.maxBytes === 0 ? MOST_BYTES : Math.min(MOST_BYTES, SHARE * memory.maxBytes);
  const isNearlyFull = fullness(memory) > NEARLY_FULL;
  const ended = isNearlyFull ? 0 : ENDED * room;
  // A number above `most`, so that what finds no room is given up, with a record.
  if (kind === 'urgent') return { most: room, behindOthers: Number.MAX_SAFE_INTEGER, ended };
  return { most: PATIENT.most * room, behindOthers: isNearlyFull ? 0 : PATIENT.behindOthers * room, ended };
}
