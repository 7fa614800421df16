import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { fieldOf } from '../../lib/budgets/budget.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { eventually } from '../harness/processes.ts';
import { TestRedis } from '../harness/redis.ts';
import { Stack } from '../harness/stack.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { TestApp } from '../harness/test-app.ts';

const BUDGET = 100;
const env = {
  CACHE_TTL_S: '0',
  BRAVE_BUDGET: `${BUDGET}/month`,
  ENGINE_B: 'brave',
  ENGINE_A: 'mojeek',
  REQUEST_DEADLINE_MS: '60000',
  BRAVE_TIMEOUT_MS: '60000',
  API_THROTTLE_BURST: 'off',
  API_THROTTLE_SUSTAINED: 'off',
  ACCOUNT_BURST_LIMIT: 'off',
  ACCOUNT_SUSTAINED_LIMIT: 'off',
};
const ended: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ended.reverse()) await end();
});

/** Asks different questions of the engine at once. */
const searches = (system: Stack | TestApp, from: number, count: number) =>
  Array.from({ length: count }, (_, at) =>
    system.get(`/api/v1/web/?q=budget${from + at}&engine=engine_b`, { web: at % system.urls.length }),
  );
test('many calls at once against a budget of a hundred send a hundred, by two web and three worker processes', {
  timeout: 120_000,
}, async () => {
  const stack = await Stack.start({ web: 2, workers: 3, env });
  ended.push(() => stack.stop());
  // More at once would keep Redis waiting on a small machine, and a call that cannot be counted is not made.
  const statuses: number[] = [];
  for (let wave = 0; wave < 10; wave++) {
    for (const { status } of await Promise.all(searches(stack, wave * 20, 20))) statuses.push(status);
  }
  expect(await stack.calls('brave')).toHaveLength(BUDGET);
  expect(statuses.filter((status) => status === 200)).toHaveLength(BUDGET);
});

test('workers that are killed with calls in progress never lead to more', { timeout: 120_000 }, async () => {
  const stack = await Stack.start({ web: 1, workers: 3, env });
  ended.push(() => stack.stop());
  await stack.hold('brave');
  const first = searches(stack, 0, 60);
  await eventually('calls are in progress', async () => (await stack.calls('brave')).length >= 30);
  await Promise.all(stack.workers.slice(0, 2).map((worker) => worker.stop('SIGKILL')));
  await stack.knobs('brave', {});
  await Promise.all([...first, ...searches(stack, 100, 200)]);
  const used = await stack.client.hget(redisKeys.providerSpent('brave'), fieldOf('month', Date.now()));
  expect(Number(used)).toBe(BUDGET);
  const sent = (await stack.calls('brave')).length;
  // A unit of a call that a worker had not sent yet when it was killed is lost, not given out again.
  expect(sent).toBeGreaterThan(BUDGET / 2);
  expect(sent).toBeLessThanOrEqual(BUDGET);
});

test('a new primary of Redis knows every unit that was spent', { timeout: 120_000 }, async () => {
  const app = await TestApp.start({ web: 0, workers: 0, ownRedis: true, queue: 'redis', env });
  ended.push(() => app.stop());
  const proxy = await TcpProxy.to(app.redis.port);
  ended.push(() => proxy.close());
  app.env.REDIS_URL = proxy.url;
  app.env.REDIS_WAIT_REPLICAS = '1';
  const replica = await TestRedis.start(['--repl-diskless-sync-delay', '0']);
  ended.push(() => replica.dispose());
  const there = new Redis(replica.url, { retryStrategy: () => 50 });
  there.on('error', () => {});
  ended.push(async () => there.disconnect());
  await there.replicaof('127.0.0.1', app.redis.port);
  await eventually('it has a copy', async () => (await there.info('replication')).includes('master_link_status:up'));
  app.addWorker();
  await app.addWeb();
  await Promise.all(searches(app, 0, 40));
  expect(await app.calls('brave')).toHaveLength(40);
  // The replica is behind: what the primary gives out now is not confirmed, and nobody is asked.
  replica.freeze();
  await Promise.all(searches(app, 100, 10));
  expect(await app.calls('brave')).toHaveLength(40);
  await app.redis.kill();
  replica.thaw();
  await there.replicaof('NO', 'ONE');
  proxy.targetPort = replica.port;
  // The old primary returns as a replica of the new one.
  await app.redis.start();
  const here = new Redis(app.redis.url);
  ended.push(async () => here.disconnect());
  await here.replicaof('127.0.0.1', replica.port);
  await eventually('it has a copy', async () => (await here.info('replication')).includes('master_link_status:up'));
  await eventually('it is served', async () => (await app.get('/readyz', { key: '' })).status === 200);
  await Promise.all(searches(app, 200, 200));
  const sent = (await app.calls('brave')).length;
  expect(sent).toBeGreaterThan(40);
  expect(sent).toBeLessThanOrEqual(BUDGET);
});
