import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectForWaiting, type Redis } from '../../lib/redis/redis.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { Operator } from '../harness/command-line.ts';
import { fromAllEngines } from '../harness/deployment.ts';
import { eventually } from '../harness/processes.ts';
import { TestCluster } from '../harness/redis-cluster.ts';
import { flush, keysOf, kindsOf } from '../harness/redis-nodes.ts';
import { TestApp } from '../harness/test-app.ts';
import { NOTHING_KEPT, TestRedis } from '../harness/test-redis.ts';

/** A server, and a cluster of servers that do not have the commands of sharded channels (older than Redis 7). */
let single: TestRedis;
let cluster: TestCluster;
const OLD = ['SPUBLISH', 'SSUBSCRIBE'].flatMap((command) => ['--rename-command', command, '']);

/** The first search may take long on a busy machine. */
const PATIENT = { REQUEST_DEADLINE_MS: '60000' };

beforeAll(async () => {
  [single, cluster] = await Promise.all([
    TestRedis.start(NOTHING_KEPT),
    TestCluster.start({ extra: [...NOTHING_KEPT, ...OLD] }),
  ]);
}, 120_000);
afterAll(async () => {
  await single?.dispose();
  await cluster?.dispose();
});

describe.each([
  { name: 'accounts on one server, queues on a cluster', urls: () => [single.url, cluster.url] },
  { name: 'accounts on a cluster, queues on one server', urls: () => [cluster.url, single.url] },
  { name: 'everything on the cluster', urls: () => [cluster.url, cluster.url] },
])('$name', ({ urls }) => {
  let app: TestApp;
  let queueClient: Redis;
  const isShared = () => urls()[0] === urls()[1];
  beforeAll(async () => {
    const [REDIS_URL = '', QUEUE_REDIS_URL = ''] = urls();
    queueClient = connectForWaiting(parseRedisServer(QUEUE_REDIS_URL), 'test');
    app = await TestApp.start({ queue: 'redis', env: { ...PATIENT, REDIS_URL, QUEUE_REDIS_URL } });
  }, 120_000);
  afterAll(async () => {
    await app?.stop();
    await flush(queueClient);
    queueClient.disconnect();
  });

  test('a search works, and what belongs together lies together', async () => {
    expect(await app.search('forms')).toMatchObject(fromAllEngines);
    expect((await app.get('/readyz')).status).toBe(200);
    const ofMain = ['trib:accounts', 'trib:cache', 'trib:health', 'trib:secret', 'trib:write-check'];
    const ofQueue = ['trib:queue', 'trib:webs', 'trib:workers'];
    // A web process is listed a moment after it listens.
    await eventually('it is listed', async () => (await keysOf(queueClient, 'trib:webs')).length === 1);
    const [main, queue] = await Promise.all([kindsOf(app.client), kindsOf(queueClient)]);
    if (isShared()) expect(main).toEqual([...ofMain, ...ofQueue].sort());
    // Only a worker that has a Redis of its own for replies keeps them there: otherwise they are in the cache.
    else expect([main, queue]).toEqual([ofMain, [...ofQueue, 'trib:reply'].sort()]);
  });

  test('doctor looks at both', async () => {
    const said = await new Operator(app.env).works('doctor');
    expect(said).toMatch(/^ok +redis: version \S+ answers and uses .*$/m);
    expect(/^ok +queue redis: version \S+ answers and uses .*$/m.test(said)).toBe(!isShared());
    expect(said.match(/^ok +(queue )?redis: primary \S+ with 546[12] slots, no replica$/gm)).toHaveLength(3);
    expect(said).toMatch(/^ok +workers: 1 running$/m);
  });

  test('a backup of the one form is restored into the other', async () => {
    if (isShared()) return;
    const folder = await mkdtemp(path.join(tmpdir(), 'tributary-forms-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'today.backup');
    const [here, there] = [app.env, { REDIS_URL: app.env.QUEUE_REDIS_URL ?? '' }].map((env) => new Operator(env));
    const input = 'a passphrase of some length';
    expect(await here?.works(['backup', file], { input })).toBe('saved 1 accounts and 1 keys\n');
    expect(await there?.works(['restore', file], { input })).toBe('restored 1 accounts and 1 keys\n');
    expect(await there?.json('key list')).toEqual(await here?.json('key list'));
  });
});

test('config shows the address in each form without its password', async () => {
  const env = {
    REDIS_URL: 'redis+sentinel://ada:hunter2@a.example:1,b.example:2/mymaster?db=3',
    QUEUE_REDIS_URL: 'rediss+cluster://:hunter2@a.example:1,b.example:2',
    SENTINEL_PASSWORD: 'hunter2-too',
    REDIS_NAT_MAP: '10.0.0.1:6379=127.0.0.1:7001',
  };
  const said = await new Operator(env, ['hunter2']).json('config --set');
  expect(said.map(({ name, value }: Record<string, string>) => [name, value])).toEqual([
    ['REDIS_URL', 'redis+sentinel://ada:(not shown)@a.example:1,b.example:2/mymaster?db=3'],
    ['QUEUE_REDIS_URL', 'rediss+cluster://:(not shown)@a.example:1,b.example:2'],
    ['SENTINEL_PASSWORD', '(set, not shown)'],
    ['REDIS_NAT_MAP', env.REDIS_NAT_MAP],
  ]);
});
