import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { HeldUpstreams } from '../harness/held-upstreams.ts';
import { eventually } from '../harness/processes.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';
import { Witness } from '../harness/witness.ts';

/** The web process's ear, by the name that it gives to Redis. */
const EAR = 'trib-web-replies';
const PROXIED = 1;

let app: TestApp;
let witness: Witness;
let proxy: TcpProxy;
let upstreams: HeldUpstreams;

beforeAll(async () => {
  upstreams = await HeldUpstreams.start();
  app = await TestApp.start({ queue: 'redis', env: (sandbox) => upstreams.settings(sandbox), ownRedis: true });
  proxy = await TcpProxy.to(app.redis.port);
  await app.addWeb({ REDIS_URL: proxy.url });
  witness = await Witness.of(app);
});
afterEach(async () => {
  proxy.admit();
  upstreams.letGo();
  await witness.everyUpstream({});
});
afterAll(async () => {
  await app?.stop();
  await proxy?.close();
  await upstreams?.close();
});

function expectAllEngines(reply: Reply): void {
  expect(reply.status).toBe(200);
  expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
}

/** The workers have done their part of everything that was asked. */
async function untilWorkersAreDone(): Promise<void> {
  await eventually('there is nothing to do', async () => (await app.jobs('wait', 'active')) === 0);
}

test('replies that are sent while the web process is deaf are found again when it hears', async () => {
  upstreams.hold();
  const queries = Array.from({ length: 5 }, () => witness.query());
  const pending = Promise.all(queries.map((q) => witness.search({ q, web: PROXIED })));
  for (const q of queries) await witness.untilAsked(q);
  proxy.refuse(EAR);
  upstreams.letGo();
  await untilWorkersAreDone();
  expect(proxy.count(EAR)).toBe(0);
  proxy.admit();
  for (const reply of await pending) expectAllEngines(reply);
});

test('a failure that is told while the web process is deaf is found again, too', async () => {
  await app.knobs('brave', { status: 500 });
  upstreams.hold();
  const q = witness.query();
  const pending = witness.search({ q, engine: 'engine_a', web: PROXIED });
  await witness.untilAsked(q, ['brave']);
  proxy.refuse(EAR);
  upstreams.letGo();
  await untilWorkersAreDone();
  expect(proxy.count(EAR)).toBe(0);
  proxy.admit();
  const reply = await pending;
  expect(reply.status).toBe(503);
  // Not `timeout`: the web process knows what happened.
  expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'error' });
});

test('cutting the reply channel again and again under load loses no answer', async () => {
  await witness.everyUpstream({ delayMs: 50 });
  const MANY = 12;
  let kills = 0;
  const replies: Reply[] = [];
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    while (kills < MANY) replies.push(await witness.search({ web: lane % 2 }));
  });
  await eventually('many connections were cut', async () => {
    kills += Number(await app.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
    return kills >= MANY;
  });
  await Promise.all(lanes);
  expect(replies.length).toBeGreaterThanOrEqual(8);
  for (const reply of replies) expectAllEngines(reply);
});

test('a reply that was on its way when the connection broke is not lost', async () => {
  // The test before this one has cut the channels of both web applications.
  await eventually('both are subscribed again', async () => {
    const channels = (await app.client.pubsub('CHANNELS', `${redisKeys.replyChannel('')}*`)) as string[];
    return channels.length === app.urls.length && proxy.count(EAR) === 1;
  });
  // Redis has handed it to the network, so the worker believes that it was heard.
  upstreams.hold();
  const q = witness.query();
  const pending = witness.search({ q, web: PROXIED });
  await witness.untilAsked(q);
  proxy.swallowReplies(EAR);
  upstreams.letGo();
  await untilWorkersAreDone();
  await eventually('the replies are swallowed', () => proxy.swallowed.includes('\r\nmessage\r\n'));
  proxy.swallowNothing();
  proxy.cut(EAR);
  expectAllEngines(await pending);
});

test('after all of that no process has exited, nothing has piled up and usage is the number of 200s', async () => {
  await witness.expectInvariants();
});
