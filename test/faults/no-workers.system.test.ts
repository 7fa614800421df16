import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { HeldUpstreams } from '../harness/held-upstreams.ts';
import { eventually, type TestProcess } from '../harness/processes.ts';
import { Stack, WATCHFUL_WORKER } from '../harness/stack.ts';
import type { Reply } from '../harness/test-system.ts';
import { Witness } from '../harness/witness.ts';

/** Two rounds of a worker's check, and more under load. */
const CLEARED_WITHIN_MS = 60_000;

let stack: Stack;
let witness: Witness;
let upstreams: HeldUpstreams;

const ALL_OK = { engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' };

beforeAll(async () => {
  upstreams = await HeldUpstreams.start();
  stack = await Stack.start({
    workers: 0,
    worker: WATCHFUL_WORKER,
    env: (sandbox) => ({
      ...upstreams.settings(sandbox), // A reply that waited for its deadline would never be seen.
      REQUEST_DEADLINE_MS: '60000',
      PROBE_INTERVAL_S: '1',
    }),
  });
  witness = await Witness.of(stack);
});
beforeEach(async () => {
  await witness.everyUpstream({});
  for (const upstream of ['brave', 'mojeek', 'marginalia']) {
    await stack.client.hdel(redisKeys.health, upstream);
  }
});
afterEach(() => upstreams.letGo());
afterAll(async () => {
  await stack?.stop();
  await upstreams?.close();
});

/** Waits for this status of `/readyz`, which is checked once a second, and returns its text. */
function readyz(status: number): Promise<string> {
  return eventually(`readiness is ${status}`, async () => {
    const response = await fetch(`${stack.urls[0]}/readyz`);
    return response.status === status && response.text();
  });
}

/** Starts a worker and waits until searches are served. */
async function startWorker(): Promise<TestProcess> {
  const worker = stack.addWorker();
  witness.watchProcesses();
  await eventually('the worker is up', () => worker.output.includes('worker started'));
  await witness.untilEveryEngineAnswers();
  return worker;
}

function stop(worker: TestProcess, signal: NodeJS.Signals): Promise<number | null> {
  witness.excuse(worker);
  return worker.stop(signal);
}

async function expectRefusedAtOnce(): Promise<void> {
  const reply = await witness.search();
  expect(reply.status).toBe(503);
  expect(reply.body.detail).toMatch(/worker/);
}

test('without any worker a search is refused at once, readiness says why, and the rest of the API goes on', async () => {
  await expectRefusedAtOnce();
  expect(await readyz(503)).toMatch(/worker/i);
  expect((await fetch(`${stack.urls[0]}/healthz`)).status).toBe(200);
  expect((await stack.get('/api/v1/status/')).status).toBe(200);
  expect((await stack.get('/api/v1/key/')).status).toBe(200);
  expect((await stack.get('/api/v1/web/')).status).toBe(400);
});

/** The worker that is there from one test to the next. */
let worker: TestProcess;

test('searches are served once a worker has started', async () => {
  worker = await startWorker();
  await readyz(200);
});

test('with two workers, stopping one loses no search', async () => {
  const other = await startWorker();
  await witness.everyUpstream({ delayMs: 50 });
  const replies: Reply[] = [];
  let stopped = false;
  const lanes = Array.from({ length: 6 }, async () => {
    // A few more after the end: nothing is handed to the one that has gone.
    for (let after = 0; after < 3; after += stopped ? 1 : 0) replies.push(await witness.search());
  });
  await eventually('both are busy', () => replies.length >= 12);
  expect(await stop(worker, 'SIGTERM')).toBe(0);
  stopped = true;
  await Promise.all(lanes);
  for (const reply of replies) {
    expect(reply.status).toBe(200);
    expect(Stack.outcomes(reply)).toEqual(ALL_OK);
  }
  worker = other;
});

test('a worker that is told to stop lets its calls finish and ends although an upstream hangs; then searches are refused', async () => {
  const cached = witness.query();
  expect((await witness.search({ q: cached })).status).toBe(200);
  await stack.knobs('brave', { mode: 'hang' });
  upstreams.hold('mojeek');
  const q = witness.query();
  const pending = witness.search({ q });
  await witness.untilAsked(q);
  const ended = stop(worker, 'SIGTERM');
  await eventually('it is told', () => worker.output.includes('stopping'));
  upstreams.letGo();
  const reply = await pending;
  expect(reply.status).toBe(200);
  expect(Stack.outcomes(reply)).toEqual({ engine_a: 'timeout', engine_b: 'ok', engine_c: 'ok' });
  expect(await ended).toBe(0);
  expect(worker.output, 'it exits because all is done, not because its time is up').not.toContain('stopped before');
  expect(await witness.callsFor('mojeek', q)).toBe(1);

  await expectRefusedAtOnce();
  const again = await witness.search({ q: cached });
  expect(again.status, 'what is cached needs no worker').toBe(200);
  expect(Stack.outcomes(again)).toEqual({ engine_a: 'cached', engine_b: 'cached', engine_c: 'cached' });
});

/** Answers in the cache. */
async function cachedSlices(): Promise<number> {
  return (await stack.client.keys(redisKeys.cacheSlice('*', '*'))).length;
}

test('when the last worker is killed, searches in flight are answered as soon as that is seen, not at their deadline', async () => {
  worker = await startWorker();
  await stack.knobs('brave', { mode: 'hang' });
  const half = witness.query();
  const slices = await cachedSlices();
  const halfAnswered = witness.search({ q: half });
  await witness.untilAsked(half);
  await eventually('the others are done', async () => (await cachedSlices()) >= slices + 2);
  await witness.everyUpstream({ mode: 'hang' });
  const unanswered = witness.query();
  const pending = witness.search({ q: unanswered });
  await witness.untilAsked(unanswered);
  await stop(worker, 'SIGKILL');

  const reply = await halfAnswered;
  expect(reply.status).toBe(200);
  expect(Stack.outcomes(reply)).toEqual({ engine_a: 'error', engine_b: 'ok', engine_c: 'ok' });
  expect((await pending).status).toBe(503);
  await readyz(503);
  await expectRefusedAtOnce();
});

test('another worker never runs the jobs of the killed one, and goes on probing', { timeout: 90_000 }, async () => {
  await stack.forgetCalls();
  worker = await startWorker();
  // It finds the dead one's jobs and only marks them as failed. BullMQ moves them through the waiting list.
  await eventually(
    'the jobs are cleared away',
    async () => (await stack.jobs('active', 'wait')) === 0,
    CLEARED_WITHIN_MS,
  );
  expect((await witness.search()).status).toBe(200);
  for (const upstream of ['nominatim', 'wikipedia', 'libretranslate']) {
    await eventually(`${upstream} is probed`, async () => (await stack.calls(upstream)).length >= 2);
  }
});

test('when a worker is killed beside another, its searches are made by the other, and equal ones after it as well', async () => {
  const killed = worker;
  worker = await startWorker();
  upstreams.hold();
  // Enough for each of the two to have some.
  const queries = Array.from({ length: 8 }, () => witness.query());
  const pending = queries.map((q) => witness.search({ q }));
  await Promise.all(queries.map((q) => witness.untilAsked(q)));
  await stop(killed, 'SIGKILL');
  upstreams.letGo();
  const again = queries.map((q) => witness.search({ q }));
  for (const reply of await Promise.all([...again, ...pending])) {
    expect(reply.status, reply.text).toBe(200);
    expect(Stack.outcomes(reply)).toEqual(ALL_OK);
  }
});

test('after all of that no process has exited on its own, no job is left and usage is exact', async () => {
  await witness.expectInvariants();
});
