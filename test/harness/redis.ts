import { Redis } from 'ioredis';
import { afterAll, inject } from 'vitest';
import { TestCluster } from './redis-cluster.ts';
import { NOTHING_KEPT, TestRedis } from './test-redis.ts';

export { TestRedis };

/** The clusters that the tests of this file run on. */
const clusters: TestCluster[] = [];

/** The address of an empty database, on what `TEST_REDIS` says: one server, Sentinels, or a cluster. */
export async function freshDatabase(): Promise<string> {
  if (process.env.TEST_REDIS === 'cluster') {
    const cluster = await TestCluster.start({ extra: NOTHING_KEPT });
    clusters.push(cluster);
    return cluster.url;
  }
  const sentinelUrl = inject('sentinelUrl');
  const database = await freshNumber();
  return sentinelUrl === '' ? `${inject('redisUrl')}/${database}` : `${sentinelUrl}?db=${database}`;
}

/** The number of a database that nobody has used, on the server that all test files share. */
async function freshNumber(): Promise<number> {
  const counter = new Redis(inject('redisUrl'));
  counter.on('error', () => {});
  try {
    return await counter.incr('databases');
  } finally {
    counter.disconnect();
  }
}

/** Ends the clusters of a test file. */
export async function disposeClusters(): Promise<void> {
  await Promise.all(clusters.splice(0).map((cluster) => cluster.dispose()));
}

/** An empty database on one server for a test file; with `ownServer` on a server of its own, for tests that read its statistics. */
export async function redisForSuite({ ownServer = false } = {}): Promise<Redis> {
  const server = ownServer ? await TestRedis.start(NOTHING_KEPT) : null;
  const redis = new Redis(server?.url ?? `${inject('redisUrl')}/${await freshNumber()}`);
  redis.on('error', () => {});
  afterAll(async () => {
    await redis.flushdb();
    redis.disconnect();
    await server?.dispose();
  });
  return redis;
}
