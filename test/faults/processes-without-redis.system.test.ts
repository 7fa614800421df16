import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { Witness } from '../harness/witness.ts';

/** Starts and commands of real processes take long on a busy machine. */
const SLOW = { timeout: 180_000 };

// What only processes can show: that they outlive Redis, start without it and stop without it, and what becomes of the
// jobs of one that was frozen or killed.

const DEADLINE_MS = 2_500;
const QUEUES = ['brave', 'mojeek', 'marginalia'];

let stack: Stack;
let witness: Witness;
/** The way to Redis of the processes that are started later. */
let proxy: TcpProxy;

beforeAll(async () => {
  stack = await Stack.start({ env: { CACHE_TTL_S: '0', REQUEST_DEADLINE_MS: String(DEADLINE_MS) } });
  proxy = await TcpProxy.to(stack.redis.port);
  witness = await Witness.of(stack);
});
afterEach(async () => {
  stack.redis.thaw();
  for (const worker of stack.workers) worker.thaw();
  if (dead) await startRedis();
});
afterAll(async () => {
  await stack?.stop();
  await proxy?.close();
});

let dead = false;

async function killRedis(): Promise<void> {
  await stack.redis.kill('SIGKILL');
  dead = true;
}

async function startRedis(): Promise<void> {
  await stack.redis.start();
  dead = false;
}

async function waiting(): Promise<number> {
  return stack.jobs('wait');
}

test('Redis dying again and again under load leaves every process standing', SLOW, async () => {
  let running = true;
  const statuses = new Set<number>();
  const lanes = Array.from({ length: 4 }, async () => {
    while (running) statuses.add((await witness.search()).status);
  });
  for (let round = 0; round < 2; round++) {
    await killRedis();
    await eventually('refused', async () => (await witness.search()).status === 503);
    await startRedis();
    await witness.untilEveryEngineAnswers();
  }
  running = false;
  await Promise.all(lanes);
  for (const status of statuses) expect([200, 503]).toContain(status);
  await witness.expectInvariants();
});

test('a web and a worker process that start while Redis is away serve once it is there', SLOW, async () => {
  await killRedis();
  const worker = stack.addWorker({ REDIS_URL: proxy.url });
  await stack.addWeb({ REDIS_URL: proxy.url });
  witness.watchProcesses();
  expect((await witness.search({ web: 1 })).status).toBe(503);
  expect((await stack.get('/api/v1/web/?q=x', { web: 1, key: 'garbage' })).status).toBe(401);
  expect((await fetch(`${stack.urls[1]}/readyz`)).status).toBe(503);
  await eventually('the worker is up', () => worker.output.includes('worker started'));
  await startRedis();
  await witness.untilEveryEngineAnswers();
  await eventually('the new worker does its share', async () => {
    await witness.search();
    return worker.lines.some(({ msg }) => msg === 'called');
  });
});

/** The worker does not take jobs until it is thawed. */
function freezeWorkers(): void {
  for (const worker of stack.workers) worker.freeze();
}

test('no upstream is called after the thaw for requests whose deadline has passed', SLOW, async () => {
  freezeWorkers();
  const queries = Array.from({ length: 5 }, () => witness.query());
  const pending = Promise.all(queries.map((q) => witness.search({ q })));
  await eventually('the jobs wait', async () => (await waiting()) >= 5);
  stack.redis.freeze();
  // Nothing but the deadline can bring these: worker and Redis are still frozen.
  for (const reply of await pending) expect(reply.status).toBe(503);
  stack.redis.thaw();
  for (const worker of stack.workers) worker.thaw();
  await witness.untilEveryEngineAnswers();
  for (const queue of QUEUES) {
    await eventually('the queue is empty', async () => (await waiting()) === 0);
    expect(await witness.callsFor(queue, ...queries)).toBe(0);
  }
});

test(
  'no upstream is called past the deadline for a web process that died and could not take its jobs back',
  SLOW,
  async () => {
    const web = stack.urls.indexOf(await stack.addWeb());
    // Its first search takes longest, on a busy machine longer than those below may wait.
    await witness.search({ web });
    const dying = stack.webs[web];
    if (!dying) throw new Error('no web process');
    freezeWorkers();
    // With the stack's own key: nobody can take back the count of a request that died with its process.
    const queries = Array.from({ length: 5 }, () => witness.query());
    const pending = queries.map((q) => stack.search(q, { web }).catch(() => 'cut off'));
    await eventually('the jobs wait', async () => (await waiting()) >= 5);
    // Asked later, it is answered at its deadline: that of the others has passed by then.
    const later = witness.search();
    witness.excuse(dying);
    await dying.stop('SIGKILL');
    expect(new Set(await Promise.all(pending))).toEqual(new Set(['cut off']));
    expect((await later).status).toBe(503);
    for (const worker of stack.workers) worker.thaw();
    await witness.untilEveryEngineAnswers();
    for (const queue of QUEUES) {
      await eventually('the queue is empty', async () => (await waiting()) === 0);
      expect(await witness.callsFor(queue, ...queries)).toBe(0);
    }
  },
);

test(
  'after all of that no process has exited, nothing has piled up and usage is the number of 200s',
  SLOW,
  async () => {
    await witness.expectInvariants();
  },
);

test('processes that are told to stop while Redis is frozen or gone end by themselves', {
  timeout: 60_000,
}, async () => {
  const running = [...stack.webs, ...stack.workers].filter((process) => process.running);
  expect(running.map(({ name }) => name)).toEqual(['web', 'web', 'worker', 'worker']);
  // For the first web and worker it is frozen, for the others it is gone.
  proxy.refuse();
  stack.redis.freeze();
  expect(await Promise.all(running.map((process) => process.stop('SIGTERM')))).toEqual([0, 0, 0, 0]);
});
