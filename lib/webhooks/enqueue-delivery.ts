import { randomBytes } from 'node:crypto';
import type { InstanceSecret } from '../instance-secret.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { roomForDeliveries } from './delivery-room.ts';

const enqueueScript = scriptFile(new URL('./lua/enqueue.lua', import.meta.url), 7);
const againScript = scriptFile(new URL('./lua/send-again.lua', import.meta.url), 6);

/** How long a delivery is kept after it was last touched: longer than it is tried. */
export const KEPT_MS = 3 * 86_400_000;
/** How many deliveries that have ended are kept of an endpoint. */
const LOG_ENTRIES = 200;
const NO_ROOM = 'too much waits to be sent on this instance';
const MAX_WAITING = 20_000;
/** Of sealed events. One that is larger still goes through a stream in which nothing else waits. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** Something that happened, for an endpoint. */
export interface NewDelivery {
  /** The id of the endpoint. */
  endpoint: string;
  /** Deliveries of a stream are sent one after the other. */
  stream: string;
  /** The type of the event: names with dots. */
  type: string;
  data: Readonly<Record<string, unknown>>;
  /** The same delivery is made once, however often it is asked for. Without dots; default: a new one. */
  id?: string;
  /**
   * Its place in the stream, if it is known: it is enqueued there, or not at all. One that finds no room behind others is told
   * again later.
   */
  sequence?: number;
}

/**
 * What became of it: `full` if too much waits in the stream, `known` if it was made before, `early` if what comes before it was
 * not, `refused` if deliveries hold as much as they may: then it is in the log as given up.
 */
export type Enqueued = { id: string; sequence: number } | 'full' | 'known' | 'early' | 'refused';

/** Lets workers deliver something. They look for it within some seconds. */
export async function enqueueDelivery(
  redis: Redis,
  secrets: Pick<InstanceSecret, 'load'>,
  { endpoint, stream, type, data, id = `msg_${randomBytes(16).toString('hex')}`, sequence }: NewDelivery,
): Promise<Enqueued> {
  const key = redisKeys.webhookDelivery(id);
  const event = (await secrets.load()).seal(JSON.stringify(data), key, 'lasting compressed').toString('base64');
  const [queue, record] = [redisKeys.webhookQueue(stream), redisKeys.webhookStream(stream)];
  const bounds = [MAX_WAITING, MAX_WAITING_BYTES, KEPT_MS, LOG_ENTRIES];
  const { most, behindOthers } = await roomForDeliveries(redis, sequence === undefined ? 'urgent' : 'patient');
  const reply = await enqueueScript.run(
    redis,
    [
      redisKeys.webhookDue,
      queue,
      record,
      key,
      redisKeys.webhookLog(endpoint),
      redisKeys.webhookSizes,
      redisKeys.webhookEnds,
    ],
    [
      stream,
      id,
      endpoint,
      type,
      event,
      ...bounds,
      redisKeys.webhooksPrefix,
      sequence ?? '',
      most,
      behindOthers,
      NO_ROOM,
    ],
  );
  if (reply === -1) return 'known';
  if (reply === -2) return 'early';
  if (reply === -3) return 'refused';
  return reply === 0 ? 'full' : { id, sequence: Number(reply) };
}

/** Delivers once more what has ended. False if it is on its way, or no longer kept. */
export async function sendAgain(redis: Redis, { id, stream }: { id: string; stream: string }): Promise<boolean> {
  const names = [redisKeys.webhookQueue(stream), redisKeys.webhookStream(stream), redisKeys.webhookDelivery(id)];
  return (
    (await againScript.run(
      redis,
      [redisKeys.webhookDue, ...names, redisKeys.webhookSizes, redisKeys.webhookEnds],
      [stream, id, KEPT_MS],
    )) === 1
  );
}
