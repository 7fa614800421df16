import { expect, test } from 'vitest';
import { connectForRequests, whenReady } from '../../lib/redis/redis.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { freshDatabase } from '../harness/redis.ts';

/** Longer than a request waits for Redis. */
const HELD_UP_MS = 800;

test('a process that was held up itself still gets the reply of Redis', async () => {
  const redis = connectForRequests(parseRedisServer(await freshDatabase()), 'held-up');
  try {
    await whenReady(redis);
    const reply = redis.ping();
    for (const start = performance.now(); performance.now() < start + HELD_UP_MS; );
    expect(await reply).toBe('PONG');
  } finally {
    redis.disconnect();
  }
});
