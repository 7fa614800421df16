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

/** Written by the clock. */
const NOW_AND_THEN = new Set(['trib:kept-lists', 'trib:requests', 'trib:statistics']);

/** The kinds of keys in a Redis, but for those that may be there or not because they are written now and then. */
export async function kindsOf(redis: Redis): Promise<string[]> {
  const kinds = (await keysOf(redis, '*')).map((key) => /^\{?(trib:[a-z-]+)/.exec(key)?.[1] ?? key);
  return [...new Set(kinds)].filter((kind) => !NOW_AND_THEN.has(kind)).sort();
}
