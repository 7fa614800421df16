import { afterAll, beforeAll, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { Operator } from '../harness/command-line.ts';
import { fromAllEngines } from '../harness/deployment.ts';
import { eventually } from '../harness/processes.ts';
import { type ClusterNode, TestCluster } from '../harness/redis-cluster.ts';
import { TestApp } from '../harness/test-app.ts';
import { NOTHING_KEPT } from '../harness/test-redis.ts';

/**
 * A cluster as in containers: nodes have a password, and announce ports that are those of other nodes here. Only
 * REDIS_NAT_MAP leads to them.
 */
let cluster: TestCluster;
let app: TestApp;

const PASSWORD = 'of-the-cluster';
const [WITHOUT_MAP, WRONG_PASSWORD] = [1, 2];
/** The first search may take long on a busy machine. */
const PATIENT = { REQUEST_DEADLINE_MS: '60000' };

beforeAll(async () => {
  cluster = await TestCluster.start({ extra: NOTHING_KEPT });
  const ports = cluster.nodes.map(({ redis }) => redis.port);
  const announced = ports.map((_, at) => ports[(at + 1) % ports.length]);
  for (const [at, { client }] of cluster.nodes.entries()) {
    await client.call('CONFIG', 'SET', 'cluster-announce-port', String(announced[at]), 'requirepass', PASSWORD);
  }
  await eventually('all nodes have heard it', async () => {
    const views = await Promise.all(cluster.nodes.map(({ client }) => client.call('CLUSTER', 'SLOTS')));
    return views.every((view) =>
      cluster.nodes.every(({ id }, at) => JSON.stringify(view).includes(`${announced[at]},"${id}"`)),
    );
  });
  const map = announced.map((port, at) => `127.0.0.1:${port}=127.0.0.1:${ports[at]}`).join(',');
  const url = cluster.url.replace('//', `//:${PASSWORD}@`);
  app = await TestApp.start({ queue: 'redis', workers: 0, env: { ...PATIENT, REDIS_URL: url, REDIS_NAT_MAP: map } });
  await app.addWeb({ REDIS_NAT_MAP: '' });
  await app.addWeb({ REDIS_URL: url.replace(PASSWORD, 'hunter2-hunter2') });
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

test('a wrong password is a 503 with the reason, and shown nowhere', async () => {
  const said = await eventually('readyz names it', async () => {
    const { status, text } = await app.get('/readyz', { web: WRONG_PASSWORD });
    return status === 503 && /WRONGPASS/.test(text) && text;
  });
  const REDIS_URL = app.env.REDIS_URL?.replace(PASSWORD, 'hunter2-hunter2') ?? '';
  const { code, stdout } = await new Operator({ ...app.env, REDIS_URL }, ['hunter2']).run('doctor');
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^fail +redis: cannot be reached: WRONGPASS/m)]);
  expect(said + app.webs[WRONG_PASSWORD]?.output).not.toContain('hunter2');
});

test('without the map it is not ready', async () => {
  const { status, body } = await app.get('/readyz', { web: WITHOUT_MAP });
  expect([status, body.status]).toEqual([503, 'unavailable']);
  expect((await app.search('cluster', { web: WITHOUT_MAP })).status).toBe(503);
});

/** The reply channels that each node has a listener of. */
const channels = async (kind: 'CHANNELS' | 'SHARDCHANNELS') =>
  (await Promise.all(
    cluster.nodes.map(({ client }) => client.call('PUBSUB', kind, redisKeys.replyChannel('*'))),
  )) as string[][];

test('replies come through the node that owns their channel alone', async () => {
  expect((await channels('SHARDCHANNELS')).flat()).toHaveLength(1);
  expect((await channels('CHANNELS')).flat()).toEqual([]);
});

test('a reply is found that is published while another node takes over its channel', async () => {
  await app.hold('brave', 'mojeek', 'marginalia');
  const searching = app.search('moved');
  await eventually('an engine is asked', async () =>
    (await app.calls('brave')).some(({ query }) => query.q === 'moved'),
  );
  const at = (await channels('SHARDCHANNELS')).findIndex((names) => names.length > 0);
  const [[channel = ''] = []] = (await channels('SHARDCHANNELS')).slice(at);
  const [from, to, third] = [0, 1, 2].map((step) => cluster.nodes[(at + step) % 3] as ClusterNode);
  const slot = String(await from?.client.cluster('KEYSLOT', channel));
  await to?.client.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', from?.id ?? '');
  for (const node of [to, from, third]) await node?.client.call('CLUSTER', 'SETSLOT', slot, 'NODE', to?.id ?? '');
  await app.healUpstreams();
  expect(await searching).toMatchObject(fromAllEngines);
  await eventually(
    'its new owner has the listener',
    async () => (await channels('SHARDCHANNELS'))[(at + 1) % 3]?.length,
  );
});
