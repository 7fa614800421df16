import type { Redis } from 'ioredis';

/**
 * Listens to a channel, on a connection of which others may listen to other channels. ioredis subscribes again by itself
 * after a lost connection, before it emits `ready`. Subscribing once more costs nothing and shows when the subscription
 * is active: `onSubscribed` can then look for what was missed.
 */
export function listenTo(
  subscriber: Redis,
  channel: string,
  onMessage: (message: Buffer) => void,
  onError: (error: unknown) => void,
  onSubscribed: () => unknown = () => {},
): void {
  const name = Buffer.from(channel);
  // As bytes: with a listener for text, ioredis would decode every message on this connection as text, too.
  subscriber.on('messageBuffer', (from: Buffer, message: Buffer) => {
    if (from.equals(name)) onMessage(message);
  });
  const subscribe = () => void subscriber.subscribe(channel).then(onSubscribed).catch(onError);
  subscriber.on('ready', subscribe);
  if (subscriber.status === 'ready') subscribe();
}
