import { afterAll, beforeAll, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis-keys.ts';
import { Operator } from '../harness/command-line.ts';
import { fromAllEngines } from '../harness/deployment.ts';
import { eventually } from '../harness/processes.ts';
import { TestCluster } from '../harness/redis-cluster.ts';
import { TestApp } from '../harness/test-app.ts';
import { NOTHING_KEPT } from '../harness/test-redis.ts';

/**
 * A cluster as in containers: nodes have a password, and announce names that nobody here knows and ports that other nodes
 * have here. Only REDIS_NAT_MAP leads to them.
 */
let cluster: TestCluster;
let app: TestApp;

const PASSWORD = 'of-the-cluster';
const WITHOUT_MAP = 1;

beforeAll(async () => {
  cluster = await TestCluster.start({ extra: NOTHING_KEPT });
  const ports = cluster.nodes.map(({ redis }) => redis.port);
  const announced = cluster.nodes.map((_, at) => ({ host: 'node.invalid', port: ports[(at + 1) % ports.length] }));
  for (const [at, { client }] of cluster.nodes.entries()) {
    const { host, port } = announced[at] as (typeof announced)[number];
    const names = ['cluster-announce-hostname', host, 'cluster-preferred-endpoint-type', 'hostname'];
    await client.call('CONFIG', 'SET', ...names, 'cluster-announce-port', String(port), 'requirepass', PASSWORD);
  }
  await eventually('all nodes have heard it', async () => {
    const views = await Promise.all(cluster.nodes.map(({ client }) => client.call('CLUSTER', 'SLOTS')));
    return views.every((view) =>
      announced.every(({ host, port }) => JSON.stringify(view).includes(`["${host}",${port},`)),
    );
  });
  const map = announced.map(({ host, port }, at) => `${host}:${port}=127.0.0.1:${ports[at]}`).join(',');
  const url = cluster.url.replace('//', `//:${PASSWORD}@`);
  app = await TestApp.start({ queue: 'redis', workers: 0, env: { REDIS_URL: url, REDIS_NAT_MAP: map } });
  await app.addWeb({ REDIS_NAT_MAP: '' });
  app.addWorker();
  await app.untilSearching(0);
}, 120_000);
afterAll(async () => {
  await app?.stop();
  await cluster?.dispose();
});

test('a search works', async () => {
  expect(await app.search('cluster')).toMatchObject(fromAllEngines);
  expect((await app.get('/readyz')).status).toBe(200);
});

test('doctor tells the slots of each node', async () => {
  const said = await new Operator(app.env, [PASSWORD]).works('doctor');
  expect(said.match(/^ok +redis: primary 127\.0\.0\.1:\d+ with 546[12] slots, no replica$/gm)).toHaveLength(3);
});

test('without the map it is not ready', async () => {
  const { status, body } = await app.get('/readyz', { web: WITHOUT_MAP });
  expect([status, body.status]).toEqual([503, 'unavailable']);
  expect((await app.search('cluster', { web: WITHOUT_MAP })).status).toBe(503);
});

test('replies come through the node that owns their channel alone', async () => {
  const channels = async (kind: string) => {
    const found = await Promise.all(
      cluster.nodes.map(({ client }) => client.call('PUBSUB', kind, redisKeys.replyChannel('*'))),
    );
    return (found as string[][]).filter((names) => names.length > 0);
  };
  const [names = [], ...more] = await channels('SHARDCHANNELS');
  expect([names, more]).toEqual([[expect.any(String)], []]);
  expect(await channels('CHANNELS')).toEqual([]);
});
