import { Cluster } from 'ioredis';
import type { Redis } from '../../lib/redis/redis.ts';

const serversOf = (redis: Redis) => (redis instanceof Cluster ? redis.nodes('master') : [redis]);

/** The names in a Redis that match a pattern. */
export async function keysOf(redis: Redis, pattern: string): Promise<string[]> {
  return (await Promise.all(serversOf(redis).map((server) => server.keys(pattern)))).flat();
}

/** Empties a database. */
export async function flush(redis: Redis): Promise<void> {
  await Promise.all(serversOf(redis).map((server) => server.flushdb()));
}
