import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { Operator } from '../harness/command-line.ts';
import { HeldUpstreams } from '../harness/held-upstreams.ts';
import { eventually } from '../harness/processes.ts';
import { TestRedis } from '../harness/redis.ts';
import { kindsOf } from '../harness/redis-nodes.ts';
import { TestApp } from '../harness/test-app.ts';
import { Witness } from '../harness/witness.ts';

/** The queues have a Redis of their own here (QUEUE_REDIS_URL); accounts, limits and the cache have another, which stays. */
let queues: TestRedis;
let queueClient: Redis;
let app: TestApp;
let witness: Witness;
let operator: Operator;
let upstreams: HeldUpstreams;

/** With the long deadline a reply that waited for it would never be seen. */
const [SHORT, LONG] = [0, 1];

beforeAll(async () => {
  queues = await TestRedis.start();
  queueClient = new Redis(queues.url, { retryStrategy: () => 50 });
  queueClient.on('error', () => {});
  upstreams = await HeldUpstreams.start();
  app = await TestApp.start({
    queue: 'redis',
    ownRedis: true,
    env: (sandbox) => ({
      ...upstreams.settings(sandbox),
      QUEUE_REDIS_URL: queues.url,
      MAX_PENDING_CALLS: '24',
      REQUEST_DEADLINE_MS: '2500',
    }),
  });
  await app.addWeb({ REQUEST_DEADLINE_MS: '60000' });
  await app.untilWebsMeet();
  operator = new Operator(app.env);
});
beforeEach(async () => {
  witness = await Witness.of(app);
  await witness.untilEveryEngineAnswers();
});
afterEach(async () => {
  queues.thaw();
  await startQueues();
  upstreams.letGo();
});
afterAll(async () => {
  await app?.stop();
  queueClient?.disconnect();
  await queues?.dispose();
  await upstreams?.close();
});

let dead = false;

async function killQueues(): Promise<void> {
  await queues.kill('SIGKILL');
  dead = true;
}

async function startQueues(): Promise<void> {
  if (dead) await queues.start();
  dead = false;
}

async function expectNotReady(): Promise<void> {
  const { body } = await eventually('it is not ready', async () => {
    const reply = await app.get('/readyz');
    return reply.status === 503 && reply;
  });
  expect(body.reasons).toEqual([expect.stringMatching(/queue/i)]);
}

describe('with both there', () => {
  test('accounts, cache and health lie in the one, queues and workers in the other', async () => {
    // What it writes to see whether it can is kept for a few seconds.
    expect((await app.get('/readyz')).status).toBe(200);
    expect(await kindsOf(app.client)).toEqual([
      'trib:accounts',
      'trib:cache',
      'trib:health',
      'trib:secret',
      'trib:write-check',
    ]);
    expect(await kindsOf(queueClient)).toEqual(['trib:calls', 'trib:queue', 'trib:reply', 'trib:webs', 'trib:workers']);
  });

  test('replies come through the queues’ Redis', async () => {
    const channel = redisKeys.replyChannel('*');
    expect(await queueClient.pubsub('CHANNELS', channel)).toHaveLength(app.webs.length);
    expect(await app.client.pubsub('CHANNELS', channel)).toEqual([]);
  });

  test('doctor looks at both', async () => {
    const { stdout, code } = await operator.run('doctor');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok +redis: /m);
    expect(stdout).toMatch(/^ok +queue redis: /m);
    expect(stdout).toMatch(/^ok +workers: 1 running$/m);
  });
});

describe('with the queues’ Redis gone', () => {
  test('searches are refused at once and not counted; what does not need it goes on, and all is whole afterwards', async () => {
    const q = witness.query();
    expect((await witness.search({ q })).status).toBe(200);
    await killQueues();
    for (let i = 0; i < 5; i++) expect((await witness.search({ web: LONG })).status).toBe(503);
    const cached = await witness.search({ q });
    expect(cached.status).toBe(200);
    expect(TestApp.outcomes(cached)).toEqual({ engine_a: 'cached', engine_b: 'cached', engine_c: 'cached' });
    expect((await app.get('/api/v1/')).body).toMatchObject({ web: `${app.urls[0]}/api/v1/web/` });
    expect(await app.get('/api/v1/key/')).toMatchObject({ status: 200, body: { username: 'tester' } });
    expect((await app.get('/api/v1/status/')).status).toBe(200);
    await expectNotReady();
    await startQueues();
    await witness.untilEveryEngineAnswers();
    await witness.expectInvariants();
  });

  test('the command line says which of the two is away, and can still administer accounts and keys', async () => {
    await killQueues();
    const [doctor, users] = await Promise.all([operator.run('doctor'), operator.json('user list')]);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(/^ok +redis: /m);
    expect(doctor.stdout).toMatch(/^fail +queue redis: cannot be reached/m);
    expect(users).toMatchObject([{ username: 'tester' }]);
  });

  test('searches in flight when it dies end by their deadline and are not counted', async () => {
    upstreams.hold();
    const queries = Array.from({ length: 4 }, () => witness.query());
    const pending = Promise.all(queries.map((q) => witness.search({ q, web: SHORT })));
    for (const q of queries) await witness.untilAsked(q);
    await killQueues();
    upstreams.letGo();
    for (const reply of await pending) expect([200, 503]).toContain(reply.status);
    await startQueues();
    await witness.untilEveryEngineAnswers();
    await witness.expectInvariants();
  });
});

test('a client that leaves before its search is queued is not counted', async () => {
  // The search is admitted by the other Redis. Web processes that share jobs claim them here.
  await app.untilWebsMeet();
  queues.freeze();
  const client = await witness.send(witness.query(), LONG);
  await eventually('it is admitted', async () => (await witness.usage()).searches === witness.counted + 1);
  await witness.leave(client);
  await eventually('it is refunded', async () => (await witness.usage()).searches === witness.counted);
  queues.thaw();
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});

test('with the queues’ Redis frozen searches are refused soon and not counted', async () => {
  queues.freeze();
  for (let i = 0; i < 3; i++) expect((await witness.search({ web: LONG })).status).toBe(503);
  await expectNotReady();
  queues.thaw();
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});
