import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis-keys.ts';
import { eventually, type TestProcess } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { Witness } from '../harness/witness.ts';

const DEADLINE_MS = 6_000;
/** Far before the deadline, on a busy machine. */
const AT_ONCE_MS = 2_000;

let stack: Stack;
let witness: Witness;

beforeAll(async () => {
  stack = await Stack.start({ workers: 0 });
  witness = await Witness.of(stack);
});
beforeEach(async () => {
  for (const upstream of ['brave', 'mojeek', 'marginalia']) {
    await stack.knobs(upstream, {});
    await stack.client.del(redisKeys.providerHealth(upstream));
  }
});
afterAll(() => stack?.stop());

async function readyz(): Promise<{ status: number; text: string }> {
  const response = await fetch(`${stack.urls[0]}/readyz`);
  return { status: response.status, text: await response.text() };
}

/** Starts a worker and waits until it is among the living and searches are served. */
async function startWorker(): Promise<TestProcess> {
  const known = new Set(await stack.client.zrange(redisKeys.workers, '0', '-1'));
  const worker = stack.addWorker();
  witness.watchProcesses();
  await eventually('the worker vouches for itself', async () => {
    return (await stack.client.zrange(redisKeys.workers, '0', '-1')).some((id) => !known.has(id));
  });
  await eventually('the worker serves', async () => (await witness.search()).status === 200);
  return worker;
}

async function stopWorkers(): Promise<void> {
  for (const worker of stack.workers.filter(({ running }) => running)) {
    witness.excuse(worker);
    await worker.stop('SIGTERM');
  }
}

async function expectRefusedAtOnce(): Promise<void> {
  const reply = await witness.search();
  expect(reply.status).toBe(503);
  expect(reply.body.detail).toMatch(/worker/);
  expect(reply.ms).toBeLessThan(AT_ONCE_MS);
}

test('without any worker a search is refused at once, readiness says why, and the rest of the API goes on', async () => {
  await expectRefusedAtOnce();
  const ready = await readyz();
  expect(ready.status).toBe(503);
  expect(ready.text).toMatch(/worker/i);
  expect((await fetch(`${stack.urls[0]}/healthz`)).status).toBe(200);
  expect((await stack.get('/api/v1/status/')).status).toBe(200);
  expect((await stack.get('/api/v1/key/')).status).toBe(200);
  expect((await stack.get('/api/v1/web/')).status).toBe(400);
});

test('searches are served soon after a worker has started, and refused again soon after it was stopped', async () => {
  const worker = stack.addWorker();
  witness.watchProcesses();
  await eventually('the worker is up', () => worker.output.includes('worker started'));
  // Promised within two seconds of the start.
  const query = await eventually(
    'first 200',
    async () => {
      const q = witness.query();
      return (await witness.search({ q })).status === 200 && q;
    },
    6_000,
  );
  expect((await readyz()).status).toBe(200);

  witness.excuse(worker);
  expect(await worker.stop('SIGTERM')).toBe(0);
  await eventually('refused again', async () => (await witness.search()).status === 503, 3_000);
  await expectRefusedAtOnce();
  const cached = await witness.search({ q: query });
  expect(cached.status, 'what is cached needs no worker').toBe(200);
  expect(Stack.outcomes(cached)).toEqual({ engine_a: 'cached', engine_b: 'cached', engine_c: 'cached' });
});

test('a request whose worker is killed ends by its deadline, and its job is never run again', async () => {
  const doomed = await startWorker();
  await stack.knobs('brave', { delayMs: 2_000 });
  const q = witness.query();
  const pending = witness.search({ q });
  await witness.untilAsked(q, ['brave']);
  // The other two have answered long before their worker dies.
  await eventually('the others are done', async () => {
    const active = await Promise.all(
      ['mojeek', 'marginalia'].map((queue) => stack.client.llen(`${redisKeys.queuePrefix(queue)}:${queue}:active`)),
    );
    return active.every((length) => length === 0);
  });
  witness.excuse(doomed);
  await doomed.stop('SIGKILL');
  // Another one lives and serves the others meanwhile.
  await stack.knobs('brave', {});
  await startWorker();

  const reply = await pending;
  expect(reply.status).toBe(200);
  expect(Stack.outcomes(reply)).toEqual({ engine_a: 'timeout', engine_b: 'ok', engine_c: 'ok' });
  expect(reply.ms).toBeLessThan(DEADLINE_MS + 1_500);

  // The living worker finds the dead one's job, and only marks it as failed.
  const prefix = `${redisKeys.queuePrefix('brave')}:brave`;
  await eventually('the job is cleared away', async () => (await stack.client.llen(`${prefix}:active`)) === 0, 20_000);
  expect(await stack.client.llen(`${prefix}:wait`)).toBe(0);
  expect((await witness.search()).status).toBe(200);
  expect(await witness.callsFor('brave', q)).toBe(1);
});

test('when the last worker is killed, searches in flight end by their deadline and new ones are soon refused at once', async () => {
  await stopWorkers();
  const last = await startWorker();
  await witness.everyUpstream({ delayMs: 2_500 });
  const q = witness.query();
  const pending = witness.search({ q });
  await witness.untilAsked(q);
  witness.excuse(last);
  await last.stop('SIGKILL');

  await eventually('the heartbeat is missed', async () => (await readyz()).status === 503, 6_000);
  await eventually('new searches are refused at once', async () => {
    const reply = await witness.search();
    return reply.status === 503 && reply.ms < AT_ONCE_MS;
  });
  const reply = await pending;
  expect(reply.status).toBe(503);
  expect(reply.ms).toBeLessThan(DEADLINE_MS + 1_500);
});

test('a worker that is told to stop lets its running calls finish', async () => {
  await stopWorkers();
  const leaving = await startWorker();
  await stack.knobs('brave', { delayMs: 1_500 });
  const q = witness.query();
  const pending = witness.search({ q });
  await witness.untilAsked(q, ['brave']);
  witness.excuse(leaving);
  const ended = leaving.stop('SIGTERM');
  const reply = await pending;
  expect(reply.status).toBe(200);
  expect(Stack.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
  expect(await ended).toBe(0);
  expect(await witness.callsFor('brave', q)).toBe(1);
});

test('with two workers, stopping one loses no search', async () => {
  const [leaving] = [await startWorker(), await startWorker()];
  await witness.everyUpstream({ delayMs: 150 });
  let stopped = false;
  witness.excuse(leaving);
  const replies: Promise<Awaited<ReturnType<Witness['search']>>>[] = [];
  const send = async (count: number) => {
    for (let i = 0; i < count; i++) {
      replies.push(witness.search());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await send(15);
  const ended = leaving.stop('SIGTERM').then((code) => {
    stopped = true;
    return code;
  });
  while (!stopped) await send(5);
  await send(10);
  expect(await ended).toBe(0);
  for (const reply of await Promise.all(replies)) {
    expect(reply.status).toBe(200);
    expect(Stack.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
  }
});

test('a worker that is told to stop while an upstream hangs still ends in time', async () => {
  await stopWorkers();
  const leaving = await startWorker();
  await stack.knobs('brave', { mode: 'hang' });
  const q = witness.query();
  const pending = witness.search({ q });
  await witness.untilAsked(q, ['brave']);
  witness.excuse(leaving);
  const started = Date.now();
  expect(await leaving.stop('SIGTERM')).toBe(0);
  expect(Date.now() - started).toBeLessThan(15_000);
  const reply = await pending;
  expect(reply.status).toBe(200);
  expect(Stack.outcomes(reply)).toEqual({ engine_a: 'timeout', engine_b: 'ok', engine_c: 'ok' });
});

test('after all of that no process has exited on its own, no job is left and usage is the number of 200s', async () => {
  await stack.knobs('brave', {});
  await startWorker();
  await witness.expectInvariants();
});
