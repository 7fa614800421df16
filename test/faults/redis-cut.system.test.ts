import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { HeldUpstreams } from '../harness/held-upstreams.ts';
import { eventually } from '../harness/processes.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { TestApp } from '../harness/test-app.ts';
import { Witness } from '../harness/witness.ts';

/** The network between the web application and Redis; the worker's is sound. */
let proxy: TcpProxy;
let upstreams: HeldUpstreams;
let app: TestApp;
let witness: Witness;

beforeAll(async () => {
  upstreams = await HeldUpstreams.start();
  app = await TestApp.start({
    queue: 'redis',
    web: 0,
    ownRedis: true,
    env: (sandbox) => ({
      ...upstreams.settings(sandbox),
      CACHE_TTL_S: '0',
      // Few calls may wait: one that is never let go of would soon be missed.
      MAX_PENDING_CALLS: '24',
      // Longer than any test may take: a reply that waited for the deadline would never be seen.
      REQUEST_DEADLINE_MS: '60000',
    }),
  });
  proxy = await TcpProxy.to(app.redis.port);
  await app.addWeb({ REDIS_URL: proxy.url });
});
beforeEach(async () => {
  witness = await Witness.of(app);
});
afterEach(async () => {
  proxy.admit();
  proxy.swallowNothing();
  upstreams.letGo();
  await witness.everyUpstream({});
  await witness.untilEveryEngineAnswers();
});
afterAll(async () => {
  await app?.stop();
  await proxy?.close();
  await upstreams?.close();
});

test('connections that are cut again and again under load cost answers, never a process or a wrong reply', {
  timeout: 180_000,
}, async () => {
  const CUTS = 4;
  let cuts = 0;
  const statuses: number[] = [];
  const lanes = Array.from({ length: 4 }, async () => {
    while (cuts < CUTS) {
      statuses.push((await witness.search()).status);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
  while (cuts < CUTS) {
    // Each time in the middle of searches that would have been answered.
    const answered = () => statuses.filter((status) => status === 200).length;
    const before = answered();
    await eventually('searches are answered', () => answered() > before);
    proxy.cut();
    cuts += 1;
  }
  await Promise.all(lanes);
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
  expect((await witness.search()).status).toBe(503);
  proxy.swallowNothing();
  proxy.cut();
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});

test('a failed search whose refund is lost on its way is not counted in the end', async () => {
  await witness.everyUpstream({ status: 500 });
  upstreams.hold();
  const q = witness.query();
  const pending = witness.search({ q });
  await witness.untilAsked(q);
  proxy.swallowCommands();
  upstreams.letGo();
  expect((await pending).status).toBe(503);
  proxy.swallowNothing();
  proxy.cut();
  await witness.everyUpstream({});
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});

test('a failed search whose refund is made but not confirmed is taken back once, not twice', async () => {
  await witness.everyUpstream({ status: 500 });
  upstreams.hold();
  const q = witness.query();
  const before = (await witness.usage()).searches;
  const pending = witness.search({ q });
  await witness.untilAsked(q);
  // The failures still come in; what Redis says to the refund does not.
  proxy.swallowReplies('trib-web\r\n');
  upstreams.letGo();
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
  for (let i = 0; i < 5; i++) expect((await witness.search()).status).toBe(503);
  proxy.admit();
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});
