import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis-keys.ts';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import type { Reply } from '../harness/test-system.ts';
import { Witness } from '../harness/witness.ts';

/** The web process's ear, by the name that it gives to Redis. */
const EAR = 'trib-web-replies';
const PROXIED = 1;

let stack: Stack;
let witness: Witness;
let proxy: TcpProxy;

beforeAll(async () => {
  stack = await Stack.start();
  proxy = await TcpProxy.to(stack.redis.port);
  await stack.addWeb({ REDIS_URL: proxy.url });
  await stack.untilReady();
  witness = await Witness.of(stack);
});
afterEach(async () => {
  proxy.admit();
  await witness.everyUpstream({});
});
afterAll(async () => {
  await stack?.stop();
  await proxy?.close();
});

function expectAllEngines(reply: Reply): void {
  expect(reply.status).toBe(200);
  expect(Stack.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
}

/** The workers have done their part of everything that was asked. */
async function untilWorkersAreDone(): Promise<void> {
  for (const queue of ['brave', 'mojeek', 'marginalia']) {
    const at = (list: string) => `${redisKeys.queuePrefix(queue)}:${queue}:${list}`;
    await eventually(`${queue} has nothing to do`, async () => {
      return (await stack.client.llen(at('wait'))) + (await stack.client.llen(at('active'))) === 0;
    });
  }
}

test('replies that are sent while the web process is deaf are found again when it hears', async () => {
  await eventually('the web process is ready', async () => (await witness.search({ web: PROXIED })).status === 200);
  await witness.everyUpstream({ delayMs: 1_000 });
  const queries = Array.from({ length: 5 }, () => witness.query());
  const pending = Promise.all(queries.map((q) => witness.search({ q, web: PROXIED })));
  for (const q of queries) await witness.untilAsked(q);
  proxy.refuse(EAR);
  await untilWorkersAreDone();
  expect(proxy.count(EAR)).toBe(0);
  proxy.admit();
  for (const reply of await pending) expectAllEngines(reply);
});

test('a failure that is told while the web process is deaf is found again, too', async () => {
  await stack.knobs('brave', { delayMs: 1_000, status: 500 });
  const q = witness.query();
  const pending = witness.search({ q, engine: 'engine_a', web: PROXIED });
  await witness.untilAsked(q, ['brave']);
  proxy.refuse(EAR);
  await untilWorkersAreDone();
  expect(proxy.count(EAR)).toBe(0);
  proxy.admit();
  const reply = await pending;
  expect(reply.status).toBe(503);
  // Not `timeout`: the web process knows what happened.
  expect(Stack.outcomes(reply)).toEqual({ engine_a: 'error' });
});

test('cutting the reply channel again and again under load loses no answer', async () => {
  await witness.everyUpstream({ delayMs: 120 });
  let kills = 0;
  let running = true;
  const killing = (async () => {
    while (running) {
      kills += Number(await stack.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
      await new Promise((resolve) => setTimeout(resolve, 70));
    }
  })();
  const replies: Reply[] = [];
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (let i = 0; i < 20; i++) replies.push(await witness.search({ web: lane % 2 }));
  });
  await Promise.all(lanes);
  running = false;
  await killing;
  expect(kills).toBeGreaterThan(10);
  expect(replies).toHaveLength(160);
  for (const reply of replies) expectAllEngines(reply);
});

test('a reply that was on its way when the connection broke is not lost', async () => {
  // Redis has handed it to the network, so the worker believes that it was heard.
  await witness.everyUpstream({ delayMs: 1_000 });
  const q = witness.query();
  const pending = witness.search({ q, web: PROXIED });
  await witness.untilAsked(q);
  proxy.swallowReplies(EAR);
  await eventually('the replies are swallowed', () => proxy.swallowed.split('\r\nmessage\r\n').length > 3);
  proxy.swallowNothing();
  proxy.cut(EAR);
  expectAllEngines(await pending);
});

test('after all of that no process has exited, nothing has piled up and usage is the number of 200s', async () => {
  await witness.expectInvariants();
  // Few calls may wait: one that is never let go of would soon be missed.
});
