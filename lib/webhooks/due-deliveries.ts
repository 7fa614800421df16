import { randomBytes } from 'node:crypto';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { namedValues, scriptFile } from '../redis/redis-script.ts';
import { type Delivery, deliveryOf } from './delivery.ts';
import { roomForDeliveries } from './delivery-room.ts';
import { KEPT_MS } from './enqueue-delivery.ts';

const takeScript = scriptFile(new URL('./lua/take-due.lua', import.meta.url), 3);
const settleScript = scriptFile(new URL('./lua/settle.lua', import.meta.url), 6);

/** An event of at most so many sealed bytes can be sent again after its delivery has ended, if there is room for it. */
const KEPT_BYTES = 64 * 1024;

/** A delivery that this process sends. */
export interface TakenDelivery extends Delivery {
  /** Sealed for the name of its record. */
  event: Buffer;
  /** Shows that this process has it. */
  lease: string;
  /** When it was taken, by the clock of Redis. */
  takenAt: number;
}

/** When the next delivery is due, in milliseconds since the epoch by the clock of Redis; null if nothing waits. */
export async function nextDueAt(redis: Redis): Promise<number | null> {
  const [, at] = await redis.zrange(redisKeys.webhookDue, '0', '0', 'WITHSCORES');
  return at === undefined ? null : Number(at);
}

/** Takes up to so many deliveries that are due, one of each stream. Each is due again when its lease has ended. */
export async function takeDue(redis: Redis, most: number, leaseMs: number): Promise<TakenDelivery[]> {
  const lease = randomBytes(12).toString('base64url');
  const args = [redisKeys.webhooksPrefix, most, leaseMs, lease, KEPT_MS];
  const keys = [redisKeys.webhookDue, redisKeys.webhookSizes, redisKeys.webhookEnds];
  const reply = (await takeScript.run(redis, keys, args)) as [string, number, string[]][];
  return reply.map(([id, takenAt, list]) => {
    const fields = namedValues(list) as Record<string, string>;
    const event = Buffer.from(fields.event ?? '', 'base64');
    return { ...deliveryOf(id, fields, event.length > 0), event, lease, takenAt };
  });
}

/** How a try ended. */
export type Settlement =
  | { state: 'delivered'; status: number | null }
  | { state: 'failed'; status: number | null; error: string; isTry: boolean }
  /** It is tried again. `isTry` is false if nothing was sent. */
  | { state: 'waiting'; inMs: number; status: number | null; error: string; isTry: boolean };

/** Notes how a try ended. Returns whether the stream has something due now; null if another process has the delivery. */
export async function settle(redis: Redis, taken: TakenDelivery, how: Settlement): Promise<boolean | null> {
  const { id, stream, lease } = taken;
  const { state, status } = how;
  const [inMs, error] = [how.state === 'waiting' ? how.inMs : 0, how.state === 'delivered' ? '' : how.error];
  const isTry = how.state === 'delivered' || how.isTry ? 1 : 0;
  const names = [redisKeys.webhookQueue(stream), redisKeys.webhookStream(stream), redisKeys.webhookDelivery(id)];
  const held = [redisKeys.webhookSizes, redisKeys.webhookEnds];
  const { ended } = await roomForDeliveries(redis, 'patient');
  const args = [stream, id, lease, state, inMs, isTry, status ?? '', error, KEPT_BYTES, ended];
  const reply = await settleScript.run(redis, [redisKeys.webhookDue, ...names, ...held], args);
  return reply === -1 ? null : reply === 1;
}
