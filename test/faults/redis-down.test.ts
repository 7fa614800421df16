import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createUser } from '../../lib/accounts/account-store.ts';
import { generateKey } from '../../lib/keys/key-format.ts';
import { readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { Witness } from '../harness/witness.ts';

/** Three times what is promised of a dead Redis (600 ms). */
const REFUSED_WITHIN_MS = 1_800;
/** Three times what is promised of its return. */
const BACK_WITHIN_MS = 9_000;

let stack: Stack;
let witness: Witness;

beforeAll(async () => {
  // Few calls may wait: one that is never let go of would soon be missed.
  stack = await Stack.start({ web: 2, env: { CACHE_TTL_S: '0', MAX_PENDING_CALLS: '24' } });
  witness = await Witness.of(stack);
});
afterEach(() => startRedis());
afterAll(() => stack?.stop());

let dead = false;

async function killRedis(): Promise<void> {
  await stack.redis.kill('SIGKILL');
  dead = true;
}

/** With its data, on the same port. */
async function startRedis(): Promise<void> {
  if (dead) await stack.redis.start();
  dead = false;
}

async function expectAllEngines(web: number): Promise<void> {
  const reply = await witness.search({ web });
  expect(reply.status).toBe(200);
  expect(Stack.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
}

/** Starts Redis again with its data; every web process must answer with every engine soon. */
async function bringBack(webs: readonly number[] = [0, 1]): Promise<void> {
  await startRedis();
  const started = Date.now();
  for (const web of webs) {
    await eventually(
      `web ${web} answers again`,
      async () => {
        const reply = await witness.search({ web });
        return reply.status === 200 && reply.body.engine.length === 3;
      },
      BACK_WITHIN_MS - (Date.now() - started),
    );
  }
}

test('without Redis a well-formed key is answered with 503 and never 401, garbage with 401, both quickly', async () => {
  await expectAllEngines(0);
  await killRedis();
  for (const web of [0, 1]) {
    for (const key of [witness.key, generateKey().key]) {
      const reply = await stack.get('/api/v1/web/?q=x', { web, key });
      expect(reply.status).toBe(503);
      expect(reply.body).toEqual({ detail: expect.any(String) });
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(reply.ms).toBeLessThan(REFUSED_WITHIN_MS);
    }
    const known = await witness.search({ web });
    expect(known.status).toBe(503);
    const garbage = await stack.get('/api/v1/web/?q=x', { web, key: 'trib_aaaaaaaa.garbage' });
    expect(garbage.status).toBe(401);
    expect(garbage.body).toEqual({ detail: 'Invalid or revoked API key.' });
    expect(garbage.ms).toBeLessThan(REFUSED_WITHIN_MS);
    expect((await stack.get('/api/v1/web/?q=x', { web, key: '' })).status).toBe(401);
    for (const path of ['/api/v1/', '/api/v1/status/', '/api/v1/key/', '/api/v1/web/']) {
      expect((await stack.get(path, { web })).status, path).toBe(503);
    }
  }
  await bringBack();
});

test('without Redis the process is alive but not ready, and says why', async () => {
  await killRedis();
  for (const url of stack.urls) {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${url}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.text()).toMatch(/Redis/);
  }
  await bringBack();
  for (const url of stack.urls) await eventually('ready again', async () => (await fetch(`${url}/readyz`)).ok);
});

test('a load of requests while Redis is away is refused, every one of them quickly', async () => {
  await killRedis();
  const replies = await Promise.all(Array.from({ length: 100 }, (_, i) => witness.search({ web: i % 2 })));
  for (const reply of replies) {
    expect(reply.status).toBe(503);
    expect(reply.ms).toBeLessThan(REFUSED_WITHIN_MS * 2);
  }
  await bringBack();
});

test('searches in flight when Redis dies end before their deadline passes by, and are not counted', async () => {
  await witness.everyUpstream({ delayMs: 1_000 });
  const queries = Array.from({ length: 6 }, () => witness.query());
  const pending = Promise.all(queries.map((q, i) => witness.search({ q, web: i % 2 })));
  for (const q of queries) await witness.untilAsked(q);
  await killRedis();
  for (const reply of await pending) {
    expect(reply.status).toBe(503);
    expect(reply.ms).toBeLessThan(6_000 + 1_500);
  }
  await witness.everyUpstream({});
  await bringBack();
});

test('Redis dying again and again under load leaves every process standing', async () => {
  let running = true;
  const load = Promise.all(
    Array.from({ length: 4 }, async (_, i) => {
      const statuses = new Set<number>();
      while (running) statuses.add((await witness.search({ web: i % 2 })).status);
      return statuses;
    }),
  );
  for (let round = 0; round < 3; round++) {
    await killRedis();
    await eventually('refused', async () => (await witness.search()).status === 503);
    await bringBack();
  }
  running = false;
  for (const statuses of await load) {
    for (const status of statuses) expect([200, 503]).toContain(status);
  }
});

test('keys, accounts and usage survive the sudden death of Redis', async () => {
  await createUser(stack.client, 'survivor');
  const survivor = await Witness.of(stack, 'survivor');
  const { month } = usagePeriod(new Date());
  for (let round = 1; round <= 2; round++) {
    for (const { status } of await Promise.all(Array.from({ length: 5 }, () => survivor.search()))) {
      expect(status).toBe(200);
    }
    // At once after the last reply: what was acknowledged must be on the disk.
    await killRedis();
    await startRedis();
    await eventually('the test is connected again', async () => (await stack.client.ping()) === 'PONG');
    expect((await readUsage(stack.client, { username: 'survivor' }, month)).searches).toBe(round * 5);
    await eventually(
      'searches are served',
      async () => {
        const reply = await stack.get('/api/v1/key/', { key: survivor.key });
        expect(reply.status).not.toBe(401);
        return reply.status === 200 && (await witness.search()).status === 200;
      },
      BACK_WITHIN_MS,
    );
  }
  const key = await stack.get('/api/v1/key/', { key: survivor.key });
  expect(key.body).toMatchObject({ username: 'survivor', usage: { month, searches: 10 } });
  await survivor.expectInvariants();
});

test('a web process that starts while Redis is away serves once it is there', async () => {
  await killRedis();
  await stack.addWeb();
  witness.watchProcesses();
  const web = stack.urls.length - 1;
  expect((await witness.search({ web })).status).toBe(503);
  expect((await stack.get('/api/v1/web/?q=x', { web, key: 'garbage' })).status).toBe(401);
  expect((await fetch(`${stack.urls[web]}/readyz`)).status).toBe(503);
  await bringBack([web]);
});

test('a worker that starts while Redis is away serves once it is there', async () => {
  for (const worker of stack.workers) {
    witness.excuse(worker);
    await worker.stop('SIGTERM');
  }
  await killRedis();
  const worker = stack.addWorker();
  witness.watchProcesses();
  await eventually('the worker is up', () => worker.output.includes('worker started'));
  await bringBack();
  expect(worker.running).toBe(true);
});

test('after all of that no process has exited, nothing has piled up and usage is the number of 200s', async () => {
  await witness.expectInvariants();
});

test('a process that is told to stop while Redis is dead ends in time', async () => {
  await killRedis();
  const started = Date.now();
  const processes = [...stack.webs, ...stack.workers].filter(({ running }) => running);
  expect(processes.length).toBeGreaterThanOrEqual(4);
  const codes = await Promise.all(processes.map((process) => process.stop('SIGTERM')));
  expect(Date.now() - started).toBeLessThan(15_000);
  expect(new Set(codes)).toEqual(new Set([0]));
});
