import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis-keys.ts';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { Witness } from '../harness/witness.ts';

/** Three times what is promised of a frozen Redis. */
const REFUSED_WITHIN_MS = 3_000;
const BACK_WITHIN_MS = 9_000;
const SHORT_DEADLINE_MS = 1_200;

/** With web process 1 a request has only `SHORT_DEADLINE_MS`. */
const SHORT = 1;

let stack: Stack;
let witness: Witness;

beforeAll(async () => {
  stack = await Stack.start({ env: { CACHE_TTL_S: '0' } });
  await stack.addWeb({ REQUEST_DEADLINE_MS: String(SHORT_DEADLINE_MS) });
  await stack.untilReady();
  witness = await Witness.of(stack);
});
afterEach(async () => {
  stack.redis.thaw();
  for (const worker of stack.workers) worker.thaw();
  await witness.everyUpstream({});
});
afterAll(() => stack?.stop());

async function untilBack(): Promise<void> {
  for (const web of [0, SHORT]) {
    await eventually(
      `web ${web} answers again`,
      async () => {
        const reply = await witness.search({ web });
        return reply.status === 200 && reply.body.engine.length === 3;
      },
      BACK_WITHIN_MS,
    );
  }
}

async function waiting(queue: string): Promise<number> {
  return stack.client.llen(`${redisKeys.queuePrefix(queue)}:${queue}:wait`);
}

test('with a frozen Redis searches are refused soon, the process is alive, and all is well after the thaw', async () => {
  await untilBack();
  stack.redis.freeze();
  const replies = await Promise.all([witness.search(), witness.search({ web: SHORT }), witness.search()]);
  for (const reply of replies) {
    expect(reply.status).toBe(503);
    expect(reply.ms).toBeLessThan(REFUSED_WITHIN_MS);
  }
  const alive = await stack.get('/healthz');
  expect(alive.status).toBe(200);
  expect(alive.ms).toBeLessThan(REFUSED_WITHIN_MS);
  const ready = await stack.get('/readyz');
  expect(ready.status).toBe(503);
  expect(ready.text).toMatch(/Redis/);
  const garbage = await stack.get('/api/v1/web/?q=x', { key: 'trib_aaaaaaaa.garbage' });
  expect(garbage.status).toBe(401);
  expect(garbage.ms).toBeLessThan(REFUSED_WITHIN_MS);
  stack.redis.thaw();
  await untilBack();
});

test('a crowd that comes while Redis is frozen is refused as soon as one, and serving goes on after the thaw', async () => {
  stack.redis.freeze();
  const replies = await Promise.all(Array.from({ length: 60 }, (_, i) => witness.search({ web: i % 2 })));
  for (const reply of replies) {
    expect(reply.status).toBe(503);
    expect(reply.ms).toBeLessThan(REFUSED_WITHIN_MS);
  }
  stack.redis.thaw();
  await untilBack();
});

test('requests that were refused while Redis was frozen are not counted when it thaws', async () => {
  await untilBack();
  stack.redis.freeze();
  for (let i = 0; i < 3; i++) expect((await witness.search()).status).toBe(503);
  stack.redis.thaw();
  await untilBack();
  await witness.expectInvariants();
});

test('an answer that comes while Redis is frozen for a moment still reaches its request', async () => {
  await witness.everyUpstream({ delayMs: 600 });
  const q = witness.query();
  const pending = witness.search({ q });
  await witness.untilAsked(q);
  stack.redis.freeze();
  // Long enough for the upstreams to answer and for every command timeout to strike.
  await new Promise((resolve) => setTimeout(resolve, 1_800));
  stack.redis.thaw();
  const reply = await pending;
  expect(reply.status).toBe(200);
  expect(Stack.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
  await untilBack();
});

test('no upstream is called after the thaw for requests whose deadline has passed', async () => {
  await untilBack();
  const [worker] = stack.workers;
  worker?.freeze();
  const queries = Array.from({ length: 5 }, () => witness.query());
  const pending = Promise.all(queries.map((q) => witness.search({ q, web: SHORT })));
  await eventually('the jobs wait', async () => (await waiting('brave')) >= 5);
  stack.redis.freeze();
  for (const reply of await pending) {
    expect(reply.status).toBe(503);
    expect(reply.ms).toBeLessThan(SHORT_DEADLINE_MS + 1_500);
  }
  stack.redis.thaw();
  worker?.thaw();
  await untilBack();
  for (const queue of ['brave', 'mojeek', 'marginalia']) {
    await eventually('the queue is empty', async () => (await waiting(queue)) === 0);
    for (const q of queries) expect(await witness.callsFor(queue, q)).toBe(0);
  }
});

test('no upstream is called past the deadline for a web process that died and could not take its jobs back', async () => {
  await stack.addWeb({ REQUEST_DEADLINE_MS: String(SHORT_DEADLINE_MS) });
  witness.watchProcesses();
  const dying = stack.webs.length - 1;
  const web = stack.webs[dying];
  if (!web) throw new Error('no web process');
  await eventually('it serves', async () => (await witness.search({ web: dying })).status === 200);
  const [worker] = stack.workers;
  worker?.freeze();
  // With the stack's own key: nobody can take back the count of a request that died with its process.
  const queries = Array.from({ length: 5 }, () => witness.query());
  const pending = queries.map((q) => stack.search(q, { web: dying }).catch(() => 'cut off'));
  await eventually('the jobs wait', async () => (await waiting('brave')) >= 5);
  const deadline = Date.now() + SHORT_DEADLINE_MS;
  witness.excuse(web);
  await web.stop('SIGKILL');
  expect(new Set(await Promise.all(pending))).toEqual(new Set(['cut off']));
  await eventually('the deadline passes', () => Date.now() > deadline);
  worker?.thaw();
  for (const queue of ['brave', 'mojeek', 'marginalia']) {
    await eventually('the queue is empty', async () => (await waiting(queue)) === 0);
  }
  await untilBack();
  for (const queue of ['brave', 'mojeek', 'marginalia']) {
    for (const q of queries) expect(await witness.callsFor(queue, q)).toBe(0);
  }
});

test('after all of that no process has exited, nothing has piled up and usage is the number of 200s', async () => {
  await witness.expectInvariants();
});

test('a process that is told to stop while Redis is frozen ends in time', async () => {
  stack.redis.freeze();
  const started = Date.now();
  const processes = [...stack.webs, ...stack.workers].filter(({ running }) => running);
  expect(processes).toHaveLength(3);
  const codes = await Promise.all(processes.map((process) => process.stop('SIGTERM')));
  expect(Date.now() - started).toBeLessThan(15_000);
  expect(new Set(codes)).toEqual(new Set([0]));
});
