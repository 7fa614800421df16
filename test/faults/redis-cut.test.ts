import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { Witness } from '../harness/witness.ts';

/** The network between the web process and Redis; the worker's is sound. */
let proxy: TcpProxy;
let stack: Stack;
let witness: Witness;

beforeAll(async () => {
  // Few calls may wait: one that is never let go of would soon be missed.
  stack = await Stack.start({ web: 0, env: { CACHE_TTL_S: '0', MAX_PENDING_CALLS: '24' } });
  proxy = await TcpProxy.to(stack.redis.port);
  await stack.addWeb({ REDIS_URL: proxy.url });
  await stack.untilReady();
});
beforeEach(async () => {
  witness = await Witness.of(stack);
});
afterEach(async () => {
  proxy.admit();
  proxy.swallowNothing();
  await witness.everyUpstream({});
  await witness.untilEveryEngineAnswers();
});
afterAll(async () => {
  await stack?.stop();
  await proxy?.close();
});

test('connections that are cut again and again under load cost answers, never a process or a wrong reply', async () => {
  let running = true;
  const cutting = (async () => {
    while (running) {
      proxy.cut();
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  })();
  const lanes = Array.from({ length: 4 }, async () => {
    const statuses: number[] = [];
    const until = Date.now() + 3_000;
    while (Date.now() < until) {
      statuses.push((await witness.search()).status);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return statuses;
  });
  const statuses = new Set((await Promise.all(lanes)).flat());
  running = false;
  await cutting;
  for (const status of statuses) expect([200, 503]).toContain(status);
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});

test('a search whose admission was cut off before it was heard is refused and not counted', async () => {
  const before = (await witness.usage()).searches;
  proxy.swallowReplies();
  const pending = witness.search();
  await eventually('Redis has admitted it', async () => (await witness.usage()).searches > before);
  proxy.swallowNothing();
  proxy.cut();
  expect((await pending).status).toBe(503);
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});

test('a search whose admission is never answered is refused soon and not counted', async () => {
  proxy.swallowReplies();
  const reply = await witness.search();
  expect(reply.status).toBe(503);
  expect(reply.ms).toBeLessThan(3_000);
  proxy.swallowNothing();
  proxy.cut();
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});

test('a failed search whose refund is lost on its way is not counted in the end', async () => {
  await witness.everyUpstream({ delayMs: 800, status: 500 });
  const q = witness.query();
  const pending = witness.search({ q });
  await witness.untilAsked(q);
  proxy.swallowCommands();
  expect((await pending).status).toBe(503);
  proxy.swallowNothing();
  proxy.cut();
  await witness.everyUpstream({});
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});

test('a failed search whose refund is made but not confirmed is taken back once, not twice', async () => {
  await witness.everyUpstream({ delayMs: 800, status: 500 });
  const q = witness.query();
  const before = (await witness.usage()).searches;
  const pending = witness.search({ q });
  await witness.untilAsked(q);
  // The failures still come in; what Redis says to the refund does not.
  proxy.swallowReplies('trib-web\r\n');
  expect((await pending).status).toBe(503);
  await eventually('the refund is made', async () => (await witness.usage()).searches === before);
  proxy.swallowNothing();
  proxy.cut();
  await witness.everyUpstream({});
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});

test('without any way to Redis searches are refused at once, and served soon after there is one again', async () => {
  proxy.refuse();
  for (let i = 0; i < 5; i++) {
    const reply = await witness.search();
    expect(reply.status).toBe(503);
    expect(reply.ms).toBeLessThan(1_800);
  }
  proxy.admit();
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});
