import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { createUser } from '../harness/as-tester.ts';
import { HeldUpstreams } from '../harness/held-upstreams.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { Witness } from '../harness/witness.ts';

let app: TestApp;
let witness: Witness;
let upstreams: HeldUpstreams;

/** With the long deadline a reply that waited for it would never be seen. */
const [SHORT, LONG] = [0, 1];

beforeAll(async () => {
  upstreams = await HeldUpstreams.start();
  app = await TestApp.start({
    queue: 'redis',
    ownRedis: true,
    env: (sandbox) => ({
      ...upstreams.settings(sandbox),
      CACHE_TTL_S: '0',
      // Few calls may wait: one that is never let go of would soon be missed.
      MAX_PENDING_CALLS: '24',
      REQUEST_DEADLINE_MS: '2500',
    }),
  });
  await app.addWeb({ REQUEST_DEADLINE_MS: '60000' });
  witness = await Witness.of(app);
});
afterEach(async () => {
  upstreams.letGo();
  await startRedis();
});
afterAll(async () => {
  await app?.stop();
  await upstreams?.close();
});

let dead = false;

async function killRedis(): Promise<void> {
  await app.redis.kill('SIGKILL');
  dead = true;
}

/** With its data, on the same port. */
async function startRedis(): Promise<void> {
  if (dead) await app.redis.start();
  dead = false;
}

/** Starts Redis again with its data; every web application must answer with every engine. */
async function bringBack(): Promise<void> {
  await startRedis();
  await witness.untilEveryEngineAnswers();
}

test('a load of requests while Redis is away is refused, every one of them at once', async () => {
  await killRedis();
  const replies = await Promise.all(Array.from({ length: 100 }, () => witness.search({ web: LONG })));
  for (const reply of replies) expect(reply.status).toBe(503);
  await bringBack();
});

test('searches in flight when Redis dies end at their deadline, and are not counted', async () => {
  upstreams.hold();
  const queries = Array.from({ length: 6 }, () => witness.query());
  const pending = Promise.all(queries.map((q) => witness.search({ q, web: SHORT })));
  for (const q of queries) await witness.untilAsked(q);
  await killRedis();
  upstreams.letGo();
  for (const reply of await pending) expect(reply.status).toBe(503);
  await bringBack();
  await witness.expectInvariants();
});

test('keys, accounts and usage survive the sudden death of Redis', async () => {
  await createUser(app.client, 'survivor');
  const survivor = await Witness.of(app, 'survivor');
  const { month } = usagePeriod(new Date());
  for (let round = 1; round <= 2; round++) {
    for (const { status } of await Promise.all(Array.from({ length: 5 }, () => survivor.search()))) {
      expect(status).toBe(200);
    }
    // At once after the last reply: what was acknowledged must be on the disk.
    await killRedis();
    await startRedis();
    await eventually('the test is connected again', async () => (await app.client.ping()) === 'PONG');
    expect((await readUsage(app.client, { username: 'survivor' }, month)).searches).toBe(round * 5);
    const statuses = new Set<number>();
    await eventually('searches are served', async () => {
      const reply = await app.get('/api/v1/key/', { key: survivor.key });
      statuses.add(reply.status);
      return reply.status === 200 && (await witness.search()).status === 200;
    });
    expect(statuses).not.toContain(401);
  }
  const key = await app.get('/api/v1/key/', { key: survivor.key });
  expect(key.body).toMatchObject({ username: 'survivor', usage: { month, searches: 10 } });
  await survivor.expectInvariants();
});

test('after all of that nothing has piled up and usage is the number of 200s', async () => {
  await witness.expectInvariants();
});
