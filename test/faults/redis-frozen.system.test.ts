import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { HeldUpstreams } from '../harness/held-upstreams.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { Witness } from '../harness/witness.ts';

let app: TestApp;
let witness: Witness;
let upstreams: HeldUpstreams;

/** With the long deadline a reply that waited for it would never be seen. */
const LONG = 1;
/** A worker waits four seconds for a job, and gives up its connection after one and a half more. */
const LONGER_THAN_A_WAIT_MS = 7_000;

beforeAll(async () => {
  upstreams = await HeldUpstreams.start();
  app = await TestApp.start({
    queue: 'redis',
    ownRedis: true,
    env: (sandbox) => ({ ...upstreams.settings(sandbox), CACHE_TTL_S: '0' }),
  });
  await app.addWeb({ REQUEST_DEADLINE_MS: '60000' });
  witness = await Witness.of(app);
});
afterEach(() => {
  app.redis.thaw();
  upstreams.letGo();
});
afterAll(async () => {
  await app?.stop();
  await upstreams?.close();
});

test('with a frozen Redis searches are refused, the process is alive, and all is well after the thaw', async () => {
  await witness.untilEveryEngineAnswers();
  app.redis.freeze();
  const replies = await Promise.all([0, LONG, LONG].map((web) => witness.search({ web })));
  for (const reply of replies) expect(reply.status).toBe(503);
  expect((await app.get('/healthz')).status).toBe(200);
  const ready = await eventually('it is not ready', async () => {
    const reply = await app.get('/readyz');
    return reply.status === 503 && reply;
  });
  expect(ready.text).toMatch(/Redis/);
  expect((await app.get('/api/v1/web/?q=x', { key: 'trib_aaaaaaaa.garbage' })).status).toBe(401);
  app.redis.thaw();
  await witness.untilEveryEngineAnswers();
});

test('searches are served again after a freeze that outlasts every wait of the worker for its next job', async () => {
  await witness.untilEveryEngineAnswers();
  app.redis.freeze();
  await sleep(LONGER_THAN_A_WAIT_MS);
  app.redis.thaw();
  await witness.untilEveryEngineAnswers();
});

test('a crowd that comes while Redis is frozen is refused together, and serving goes on after the thaw', async () => {
  app.redis.freeze();
  const order: string[] = [];
  const search = async (who: string, web: number) => {
    expect((await witness.search({ web })).status).toBe(503);
    order.push(who);
  };
  const crowd = Promise.all(Array.from({ length: 60 }, () => search('crowd', LONG)));
  // One after the other takes twice as long as all at once: nobody in the crowd waits for somebody else's turn.
  for (let i = 0; i < 2; i++) await search('single', LONG);
  await crowd;
  expect(order.at(-1)).toBe('single');
  app.redis.thaw();
  await witness.untilEveryEngineAnswers();
});

test('requests that were refused while Redis was frozen are not counted when it thaws', async () => {
  await witness.untilEveryEngineAnswers();
  app.redis.freeze();
  for (let i = 0; i < 3; i++) expect((await witness.search({ web: LONG })).status).toBe(503);
  app.redis.thaw();
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});

test('an answer that comes while Redis is frozen for a moment still reaches its request', async () => {
  upstreams.hold();
  const q = witness.query();
  const pending = witness.search({ q, web: LONG });
  await witness.untilAsked(q);
  app.redis.freeze();
  upstreams.letGo();
  // Each of these takes as long as a command may: by then the worker has given up telling what it heard.
  for (let i = 0; i < 3; i++) expect((await app.get('/api/v1/key/')).status).toBe(503);
  app.redis.thaw();
  const reply = await pending;
  expect(reply.status).toBe(200);
  expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
});

test('after all of that nothing has piled up and usage is the number of 200s', async () => {
  await witness.untilEveryEngineAnswers();
  await witness.expectInvariants();
});
