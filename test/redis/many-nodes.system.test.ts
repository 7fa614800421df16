import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectForRequests, whenReady } from '../../lib/redis/redis.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { readUsageStatistics } from '../../lib/statistics/read-usage.ts';
import { figuresOf, tableOf } from '../../lib/statistics/usage-figures.ts';
import type { UsagePeriodName } from '../../lib/statistics/usage-period.ts';
import { Deployment, fromAllEngines } from '../harness/deployment.ts';
import { testPort } from '../harness/ports.ts';
import { eventually, TestProcess, untilItListens } from '../harness/processes.ts';
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

  test('statistics have what was sent to several web processes, no more and no less', async () => {
    const port = await testPort();
    const other = new TestProcess('web', ['dist/api/server.js'], { ...deployment.env, PORT: String(port) });
    const url = `http://127.0.0.1:${port}`;
    await untilItListens(other, url);
    const redis = connectForRequests(parseRedisServer(servers.url), 'test');
    await whenReady(redis);
    const read = async (account: string | null, period: UsagePeriodName = '24h') => {
      const { total, rows } = await readUsageStatistics(redis, { account, period });
      const { requests, searches, refusals, p50 } = figuresOf(total);
      const endpoints = tableOf(rows, 'endpoint').map(({ name, figures }) => [name, figures.requests]);
      return { requests, searches, refusals, hasTimes: p50 !== null, endpoints: Object.fromEntries(endpoints) };
    };
    await deployment.get('/api/v1/key/');
    const account = 'tester';
    const before = await eventually('the requests of the tests before are counted', async () => {
      const figures = await read(account);
      return (figures.endpoints.key ?? 0) > 0 && figures;
    });
    const webs = [deployment.url, url];
    const ask = async (path: string, at: number) => {
      const headers = { authorization: `Api-Key ${deployment.key}` };
      return (await fetch(`${webs[at % webs.length]}${path}`, { headers })).status;
    };
    const sent = Array.from({ length: 30 }, (_, at) => [
      ask('/api/v1/instant/?q=6*7', at),
      ask('/api/v1/web/?q=cluster', at + 1),
      ask('/api/v1/web/?q=cluster&page=nonsense', at + 2),
    ]);
    expect((await Promise.all(sent.flat())).toSorted()).toEqual([...Array(60).fill(200), ...Array(30).fill(400)]);
    // What is not handed over yet is, when it stops.
    await other.stop();
    const expected = {
      requests: before.requests + 90,
      searches: before.searches + 60,
      refusals: { ...before.refusals, parameter: 30 },
      hasTimes: true,
      endpoints: { ...before.endpoints, instant: 30, web: (before.endpoints.web ?? 0) + 60 },
    };
    // Those of the account and those of the instance are written apart.
    await eventually('all are counted', async () => {
      const all = await Promise.all([read(account), read(null)]);
      return all.every(({ requests }) => requests >= expected.requests);
    });
    for (const period of ['24h', '7d'] as const) {
      expect(await read(account, period)).toEqual(expected);
      expect(await read(null, period)).toMatchObject({ searches: expected.searches, refusals: expected.refusals });
    }
    redis.disconnect();
  });

  test('the doctor says what Redis consists of', async () => {
    const lines = (await deployment.operator.works('doctor')).split('\n').filter((line) => line.includes('redis: '));
    expect(lines).toEqual([
      expect.stringMatching(/^ok +redis: version/),
      ...parts.map((part) => expect.stringMatching(part)),
    ]);
  });

  test('a crowd of commands is served right after connecting, before all nodes are connected', async () => {
    const redis = connectForRequests(parseRedisServer(servers.url), 'test');
    try {
      await whenReady(redis);
      const replies = Array.from({ length: 50 }, (_, at) => redis.set(`key:${at}`, at));
      expect(new Set(await Promise.all(replies))).toEqual(new Set(['OK']));
    } finally {
      redis.disconnect();
    }
  });
});
