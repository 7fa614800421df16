import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectForRequests, whenReady } from '../../lib/redis/redis.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { Deployment, fromAllEngines } from '../harness/deployment.ts';
import { TestCluster } from '../harness/redis-cluster.ts';
import { TestSentinels } from '../harness/sentinels.ts';

/** Starts and commands of real processes take long on a busy machine. */
const SLOW = { timeout: 180_000 };

const WAYS = [
  {
    name: 'on a cluster of three nodes',
    start: () => TestCluster.start({ replicas: 1 }),
    parts: Array(3).fill(/^ok +redis: primary \S+ with 546[12] slots, replicas: \S+ \(\d+ bytes behind\)$/),
  },
  {
    name: 'on a primary that Sentinels name',
    start: () => TestSentinels.start({ password: 'a-password' }),
    parts: [
      /^ok +redis: primary \S+, replicas: \S+ \(\d+ bytes behind\)$/,
      ...Array(3).fill(/^ok +redis: Sentinel \S+ names \S+ as primary$/),
    ],
  },
];

describe.each(WAYS)('$name', SLOW, ({ start, parts }) => {
  let servers: Awaited<ReturnType<typeof start>>;
  let deployment: Deployment;
  beforeAll(async () => {
    servers = await start();
    deployment = await Deployment.start({ REDIS_URL: servers.url, REDIS_WAIT_REPLICAS: '1' });
  });
  afterAll(async () => {
    await deployment?.stop();
    await servers?.dispose();
  });

  test('a search works, and is then answered from the cache', async () => {
    const first = await deployment.search('cluster');
    expect(first, first.headers.get('server-timing') ?? '').toMatchObject(fromAllEngines);
    const second = await deployment.search('cluster');
    expect(second.body).toEqual(first.body);
  });

  test('the doctor says what Redis consists of', async () => {
    const lines = (await deployment.operator.works('doctor')).split('\n').filter((line) => line.includes('redis: '));
    expect(lines).toEqual([
      expect.stringMatching(/^ok +redis: version/),
      ...parts.map((part) => expect.stringMatching(part)),
    ]);
  });
});

test(
  'a crowd of commands to a cluster that has just connected is served, before its nodes are connected',
  SLOW,
  async () => {
    const cluster = await TestCluster.start();
    const redis = connectForRequests(parseRedisServer(cluster.url), 'test');
    try {
      await whenReady(redis);
      const replies = Array.from({ length: 50 }, (_, at) => redis.set(`key:${at}`, at));
      expect(new Set(await Promise.all(replies))).toEqual(new Set(['OK']));
    } finally {
      redis.disconnect();
      await cluster.dispose();
    }
  },
);
