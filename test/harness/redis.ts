import { Redis } from 'ioredis';
import { afterAll, inject } from 'vitest';
import { NOTHING_KEPT, TestRedis } from './test-redis.ts';

export { TestRedis };

/** The address of an empty database, which nobody has used, on the server that all test files share. */
export async function freshDatabase(): Promise<string> {
  const url = inject('redisUrl');
  const counter = new Redis(url);
  counter.on('error', () => {});
  try {
    return `${url}/${await counter.incr('databases')}`;
  } finally {
    counter.disconnect();
  }
}

/** An empty database on one server for a test file; with `ownServer` on a server of its own, for tests that read its statistics. */
export async function redisForSuite({ ownServer = false } = {}): Promise<Redis> {
  const server = ownServer ? await TestRedis.start(NOTHING_KEPT) : null;
  const redis = new Redis(server?.url ?? (await freshDatabase()));
  redis.on('error', () => {});
  afterAll(async () => {
    await redis.flushdb();
    redis.disconnect();
    await server?.dispose();
  });
  return redis;
}
