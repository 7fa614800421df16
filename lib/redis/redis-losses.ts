import type { Cluster, Redis } from 'ioredis';

const lostAt = new WeakMap<Redis | Cluster, number>();

/** Notes when a connection is lost, and when it is back. */
export function watchLosses(redis: Redis | Cluster): void {
  const note = () => lostAt.set(redis, performance.now());
  redis.on('close', note);
  // Of one server of a cluster.
  redis.on('node error', note);
  redis.on('ready', () => lostAt.has(redis) && note());
}

/**
 * How long ago a connection was lost, or was made again after that. Whoever answers on it may not know what was written
 * shortly before: it may have taken the place of another server, or have started with an older copy.
 */
export function msSinceLoss(redis: Redis | Cluster): number {
  return performance.now() - (lostAt.get(redis) ?? Number.NEGATIVE_INFINITY);
}
