import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestRedis } from '../harness/redis.ts';
import { Stack } from '../harness/stack.ts';
import { Witness } from '../harness/witness.ts';

/** The queues have a Redis of their own here; accounts, limits and the cache have another, which stays. */
let queues: TestRedis;
let stack: Stack;
let witness: Witness;

beforeAll(async () => {
  queues = await TestRedis.start();
  stack = await Stack.start({ env: { QUEUE_REDIS_URL: queues.url, MAX_PENDING_CALLS: '24' } });
});
beforeEach(async () => {
  witness = await Witness.of(stack);
  await witness.untilEveryEngineAnswers();
});
afterEach(async () => {
  queues.thaw();
  await startQueues();
  await witness.everyUpstream({});
});
afterAll(async () => {
  await stack?.stop();
  await queues?.dispose();
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

async function expectRefusedSoon(withinMs: number): Promise<void> {
  const reply = await witness.search();
  expect(reply.status).toBe(503);
  expect(reply.ms).toBeLessThan(withinMs);
}

async function expectNotReady(): Promise<void> {
  const ready = await fetch(`${stack.urls[0]}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.text()).toMatch(/queue/i);
}

test('without the Redis of the queues searches are refused soon and not counted; what is cached is served', async () => {
  const q = witness.query();
  expect((await witness.search({ q })).status).toBe(200);
  await killQueues();
  for (let i = 0; i < 5; i++) await expectRefusedSoon(1_800);
  const cached = await witness.search({ q });
  expect(cached.status).toBe(200);
  expect(Stack.outcomes(cached)).toEqual({ engine_a: 'cached', engine_b: 'cached', engine_c: 'cached' });
  expect((await stack.get('/api/v1/key/')).status).toBe(200);
  await expectNotReady();
  await startQueues();
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});

test('with a frozen Redis of the queues searches are refused soon and not counted', async () => {
  queues.freeze();
  for (let i = 0; i < 3; i++) await expectRefusedSoon(3_000);
  await expectNotReady();
  queues.thaw();
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});

test('searches in flight when the Redis of the queues dies end by their deadline and are not counted', async () => {
  await witness.everyUpstream({ delayMs: 1_000 });
  const queries = Array.from({ length: 4 }, () => witness.query());
  const pending = Promise.all(queries.map((q) => witness.search({ q })));
  for (const q of queries) await witness.untilAsked(q);
  await killQueues();
  for (const reply of await pending) {
    expect([200, 503]).toContain(reply.status);
    expect(reply.ms).toBeLessThan(6_000 + 1_500);
  }
  await witness.everyUpstream({});
  await startQueues();
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});
