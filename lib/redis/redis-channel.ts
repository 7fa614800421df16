import { Cluster, type Redis as SingleRedis } from 'ioredis';
import type { Redis } from './redis.ts';

/**
 * Listens to a channel, on a connection of which others may listen to other channels, and again each time that the
 * connection is back. When the subscription is active, `onSubscribed` can look for what was missed.
 */
export function listenTo(
  subscriber: SingleRedis,
  channel: string,
  onMessage: (message: Buffer) => void,
  onError: (error: unknown) => void,
  { isSharded = false, onSubscribed = () => {} }: { isSharded?: boolean; onSubscribed?: () => unknown } = {},
): void {
  const name = Buffer.from(channel);
  const receive = (from: Buffer, message: Buffer) => {
    if (from.equals(name)) onMessage(message);
  };
  // As bytes: with a listener for text, ioredis would decode every message on this connection as text, too.
  subscriber.on('messageBuffer', receive);
  if (isSharded) subscriber.on('smessageBuffer', receive);
  const subscribe = () => void subscribeTo(subscriber, channel, isSharded).then(onSubscribed).catch(onError);
  subscriber.on('ready', subscribe);
  if (subscriber.status === 'ready') subscribe();
}

/** Resolves when a subscription is active. */
export async function subscribeTo(subscriber: SingleRedis, channel: string, isSharded: boolean): Promise<void> {
  if (!isSharded) await subscriber.subscribe(channel);
  else await subscriber.ssubscribe(channel).catch(unlessUnknown(() => subscriber.subscribe(channel)));
}

/** The number of a connection's database. All databases of a server share its channels. */
export function databaseOf({ options }: Redis): number {
  return 'db' in options ? (options.db ?? 0) : 0;
}

/** Whether messages to one process go through the node of their channel alone, not through the whole cluster. */
export function isSharded(redis: Redis): redis is Cluster {
  return redis instanceof Cluster;
}

/** The clusters whose servers are older than sharded channels (Redis 7). */
const unsharded = new WeakSet<Redis>();

/** Publishes a message to the one process that listens to a channel, with `isSharded` if this connection says so. */
export async function publishToOne(redis: Redis, channel: string, message: Buffer): Promise<unknown> {
  if (!isSharded(redis) || unsharded.has(redis)) return redis.publish(channel, message);
  return redis.spublish(channel, message).catch(
    unlessUnknown(() => {
      unsharded.add(redis);
      return redis.publish(channel, message);
    }),
  );
}

/** Does something else if the server does not know the command. */
function unlessUnknown<T>(otherwise: () => T): (error: Error) => T {
  return (error) => {
    if (!error.message.includes('unknown command')) throw error;
    return otherwise();
  };
}
