import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { HeldUpstreams } from '../harness/held-upstreams.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

/** Two web processes that share one worker process, and engines that one of them may have asked already. */
let app: TestApp;
let upstreams: HeldUpstreams;

beforeAll(async () => {
  upstreams = await HeldUpstreams.start();
  app = await TestApp.start({
    queue: 'redis',
    web: 2,
    ownRedis: true,
    env: (sandbox) => ({
      ...upstreams.settings(sandbox),
      // Less than the three seconds after which a call to a hanging engine ends.
      REQUEST_DEADLINE_MS: '2500',
    }),
  });
  await eventually('the web processes know of each other', async () => {
    const webs = app.webs.map(({ running }) => running.services.webs);
    await Promise.all(webs.map((web) => web.look()));
    return webs.every(({ count }) => count === 2);
  });
});
beforeEach(async () => {
  // The first searches of a process take longer.
  for (const web of [0, 1]) await app.search('warm up', { web });
  await app.reset();
});
afterEach(() => upstreams.letGo());
afterAll(async () => {
  await app?.stop();
  await upstreams?.close();
});

test('a process that waits for the call of another has each reply when it comes, not when all have come', async () => {
  for (let round = 0; round < 2; round++) {
    await app.askBefore(`/api/v1/web/?q=at+both+at+once+${round}`);
    await app.knobs('marginalia', { mode: 'hang' });
    const replies = await Promise.all([0, 1].map((web) => app.search(`at both at once ${round}`, { web })));
    for (const reply of replies) {
      expect(reply.status).toBe(200);
      expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'timeout' });
    }
    expect(await app.calls('brave')).toHaveLength(1);
  }
});

test('a search that nobody has asked for in the last minute claims nothing', async () => {
  await app.hold('brave');
  const search = app.search('asked for once');
  await eventually('the engine is asked', async () => (await app.calls('brave')).length === 1);
  expect(await app.keys('{trib:calls:*:claim:*')).toEqual([]);
  await app.knobs('brave', {});
  expect((await search).status).toBe(200);
});

test('a search at one process and its cards at another call the engine that both ask once', async () => {
  await app.askBefore('/api/v1/web/?q=linux');
  await app.hold('brave');
  const web = app.search('linux', { web: 0 });
  await eventually('the engine is asked', async () => (await app.calls('brave')).length === 1);
  const cards = app.get('/api/v1/cards/?q=linux', { web: 1 });
  await eventually('the other process waits for it, or asks it as well', async () => {
    const waiters = await app.keys('{trib:*:waiters:*');
    const counts = await Promise.all(waiters.map((key) => app.client.scard(key)));
    return counts.includes(2) || (await app.calls('brave')).length === 2;
  });
  await app.knobs('brave', {});
  expect((await web).status).toBe(200);
  expect((await cards).status).toBe(200);
  expect(await app.calls('brave')).toHaveLength(1);
});

test('a late success does not end the pause that a later reply asked for', async () => {
  upstreams.holdAnswersTo('underway');
  const first = app.get('/api/v1/web/?q=underway&engine=engine_a', { web: 0 });
  await eventually('it is under way', async () => (await app.calls('brave')).length === 1);
  await app.knobs('brave', { status: 429, headers: { 'retry-after': '60' } });
  const second = await app.search('too many', { web: 1 });
  expect(TestApp.outcomes(second).engine_a).toBe('rate_limited');
  upstreams.letGo();
  expect(TestApp.outcomes(await first).engine_a).toBe('ok');
  await app.knobs('brave', {});
  // A worker that ends has written what it knows of its calls.
  await app.workers[0]?.stop();
  app.addWorker();
  for (const web of [0, 1]) await app.untilSearching(web);
  await app.refreshHealth();
  for (const web of [0, 1]) {
    expect(TestApp.outcomes(await app.search(`afterwards ${web}`, { web })).engine_a).toBe('suspended');
  }
});
