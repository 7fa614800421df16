import { Redis } from 'ioredis';
import { afterAll, inject } from 'vitest';
import { TestCluster } from './redis-cluster.ts';
import { TestSentinels } from './sentinels.ts';
import { NOTHING_KEPT, TestRedis } from './test-redis.ts';

export { TestRedis };

/** What the tests of this file run on if not on one server. */
let manyServers: 'cluster' | 'sentinels' | null = null;
/** What was started for the tests of this file. */
const started: { dispose(): Promise<void> }[] = [];

/** Makes the tests of this file run on a cluster, or behind Sentinels. */
export function useManyServers(kind: 'cluster' | 'sentinels'): void {
  manyServers = kind;
}

/** Tests on many servers are about Redis, so the queue is there, too. */
export function isOnManyServers(): boolean {
  return manyServers !== null;
}

/** The address of an empty database. */
export async function freshDatabase(): Promise<string> {
  if (manyServers === null) return `${inject('redisUrl')}/${await freshNumber()}`;
  const servers =
    manyServers === 'cluster'
      ? await TestCluster.start({ extra: NOTHING_KEPT })
      : await TestSentinels.start({ sentinels: 1, extra: NOTHING_KEPT });
  started.push(servers);
  return servers.url;
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

/** Ends what was started for the tests of a file. The next file runs on one server. */
export async function disposeServers(): Promise<void> {
  manyServers = null;
  await Promise.all(started.splice(0).map((servers) => servers.dispose()));
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
