import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '../harness/as-tester.ts';
import { eventually } from '../harness/processes.ts';
import { TestRedis } from '../harness/redis.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { TestApp } from '../harness/test-app.ts';
import { Witness } from '../harness/witness.ts';

/** The network between both applications and Redis. */
let proxy: TcpProxy;
let app: TestApp;
let witness: Witness;

beforeAll(async () => {
  app = await TestApp.start({
    queue: 'redis',
    web: 0,
    workers: 0,
    ownRedis: true,
    env: { CACHE_TTL_S: '0', PROBE_INTERVAL_S: '1' },
  });
  proxy = await TcpProxy.to(app.redis.port);
  app.env.REDIS_URL = proxy.url;
  app.addWorker();
  await app.addWeb();
  witness = await Witness.of(app);
  await witness.untilEveryEngineAnswers();
});
afterAll(async () => {
  await app?.stop();
  await proxy?.close();
});

test('connections that die without a word are made anew, those that only wait as well', async () => {
  proxy.loseRoute();
  expect(proxy.lost).toBeGreaterThan(5);
  // Each is noticed within six seconds. Blocking reads used to take longer than this.
  await eventually('none of them is left', () => proxy.lost === 0, 10_000);
  await witness.untilEveryEngineAnswers();
  await app.forgetCalls();
  await eventually('the worker goes on probing', async () => (await app.calls('nominatim')).length >= 2);
  await witness.expectInvariants();
});

test('after a Redis was emptied, old and new processes understand each other; the keys are gone, and callers are told', async () => {
  await app.client.flushall();
  expect((await witness.search()).status).toBe(401);
  await eventually('the log says it', () => app.webs[0]?.output.includes('All accounts and keys are gone'));
  // New processes, which find no secret, beside the old ones.
  const web = app.webs.length;
  await app.addWeb();
  app.addWorker();
  await createUser(app.client, 'tester');
  witness = await Witness.of(app);
  for (const each of [0, web]) await eventually(`web ${each} is served`, async () => everyEngineAnswers(each));
  await app.forgetCalls();
  // Either worker may take the job.
  for (let i = 0; i < 20; i++) {
    const reply = await witness.search({ web: i % 2 === 0 ? 0 : web });
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
  }
  await eventually('probes are scheduled again', async () => (await app.calls('nominatim')).length >= 2);
});

async function everyEngineAnswers(web: number): Promise<boolean> {
  const reply = await witness.search({ web });
  return reply.status === 200 && Object.values(TestApp.outcomes(reply)).every((outcome) => outcome === 'ok');
}

test('when the primary is demoted, open connections lead to its successor', async () => {
  const successor = await TestRedis.start();
  const there = new Redis(successor.url);
  try {
    await there.replicaof('127.0.0.1', app.redis.port);
    await eventually('it has a copy', async () => (await there.info('replication')).includes('master_link_status:up'));
    await there.replicaof('NO', 'ONE');
    proxy.targetPort = successor.port;
    await app.client.replicaof('127.0.0.1', successor.port);
    await witness.untilEveryEngineAnswers();
    expect(await there.info('clients')).not.toContain('connected_clients:1\r');
  } finally {
    await app.client.replicaof('NO', 'ONE');
    proxy.targetPort = app.redis.port;
    there.disconnect();
    await successor.kill();
  }
});
