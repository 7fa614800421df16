import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FAN_OUT_QUEUE } from '../../jobs/job.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';
import { Witness } from '../harness/witness.ts';

/** Four searches of three engines each. */
const ADMITTED = 4;
const [FLOODED, CALM] = [0, 1];

let app: TestApp;
let witness: Witness;

beforeAll(async () => {
  app = await TestApp.start({
    queue: 'redis',
    web: 2,
    ownRedis: true,
    env: {
      CACHE_TTL_S: '0',
      MAX_PENDING_CALLS: String(ADMITTED * 3),
      // Longer than any test may take: a reply that waited for the deadline would never be seen.
      REQUEST_DEADLINE_MS: '60000',
    },
  });
  witness = await Witness.of(app);
});
afterEach(() => witness.everyUpstream({}));
afterAll(() => app?.stop());

/** Jobs wait while the queue is paused, however long that is: calls that are made have only seconds. */
const queue = () => {
  const queues = app.webs[CALM]?.running.services.queues;
  if (!queues) throw new Error('There is no web application.');
  return queues.get(FAN_OUT_QUEUE);
};

const ALL_OK = { engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' };

test('beyond what may wait, searches are refused while the admitted still wait, and reach no upstream', async () => {
  await queue().pause();
  const replies = new Map<string, Reply>();
  const searches = Array.from({ length: 30 }, async () => {
    const q = witness.query();
    replies.set(q, await witness.search({ q }));
  });
  await eventually('the excess is refused', () => replies.size === 30 - ADMITTED);
  for (const reply of replies.values()) {
    expect(reply.status).toBe(503);
    expect(reply.headers.get('retry-after')).toBe('1');
  }
  await queue().resume();
  await Promise.all(searches);
  const admitted = [...replies.values()].filter(({ status }) => status === 200);
  expect(admitted).toHaveLength(ADMITTED);
  for (const reply of admitted) expect(TestApp.outcomes(reply)).toEqual(ALL_OK);
  const refused = [...replies].flatMap(([q, { status }]) => (status === 200 ? [] : [q]));
  for (const upstream of ['brave', 'mojeek', 'marginalia']) {
    expect(await witness.callsFor(upstream, ...refused)).toBe(0);
    for (const q of replies.keys()) if (!refused.includes(q)) expect(await witness.callsFor(upstream, q)).toBe(1);
  }
});

test('one search asked many times over counts as one that waits', async () => {
  await queue().pause();
  const q = witness.query();
  const before = (await witness.usage()).searches;
  const searches = Promise.all(Array.from({ length: 30 }, () => witness.search({ q })));
  await eventually('all of them are under way', async () => (await witness.usage()).searches === before + 30);
  await queue().resume();
  for (const reply of await searches) {
    expect(reply.status).toBe(200);
    expect(TestApp.outcomes(reply)).toEqual(ALL_OK);
  }
  for (const upstream of ['brave', 'mojeek', 'marginalia']) expect(await witness.callsFor(upstream, q)).toBe(1);
});

/** Clients that search one thing after the other until told to stop; one that is refused comes back a little later. */
function keepSearching(
  web: number,
  clients: number,
  stop: () => boolean,
): { replies: Reply[]; ended: Promise<unknown> } {
  const replies: Reply[] = [];
  const lanes = Array.from({ length: clients }, async () => {
    while (!stop()) {
      const reply = await witness.search({ web });
      replies.push(reply);
      if (reply.status === 503) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  return { replies, ended: Promise.all(lanes) };
}

test('a flood that lasts does not keep the admitted from being served, and all is normal right after', async () => {
  const ENOUGH = 40;
  await witness.everyUpstream({ delayMs: 100 });
  let stopped = false;
  // Two of the same kind on the same machine at the same time: how fast that is does not matter.
  const flood = keepSearching(FLOODED, ADMITTED * 4, () => stopped);
  const calm = keepSearching(CALM, ADMITTED, () => stopped);
  await eventually('the calm one has served enough', () => calm.replies.length >= ENOUGH);
  const served = flood.replies.filter(({ status }) => status === 200).length;
  stopped = true;
  await Promise.all([flood.ended, calm.ended]);
  expect(new Set(calm.replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(flood.replies.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect(served).toBeGreaterThan(ENOUGH / 2);

  await witness.everyUpstream({});
  const batch = await Promise.all(Array.from({ length: ADMITTED }, () => witness.search()));
  for (const reply of batch) expect(TestApp.outcomes(reply)).toEqual(ALL_OK);
});

test('clients that leave make room for others, although the calls that they caused still hang', async () => {
  await witness.everyUpstream({ mode: 'hang' });
  const queries = Array.from({ length: ADMITTED }, () => witness.query());
  const leaving = await Promise.all(queries.map((q) => witness.send(q)));
  for (const q of queries) await witness.untilAsked(q);
  expect((await witness.search()).status).toBe(503);
  witness.counted += await witness.leave(...leaving);
  await witness.everyUpstream({});
  await eventually('there is room', async () => (await witness.search()).status === 200);
  // The search that got room replies before its own job is done with.
  await eventually('only the hanging calls are left', async () => (await app.jobs('active')) === ADMITTED);
});

test('after all of that nothing has piled up and usage is exact', async () => {
  await witness.expectInvariants();
});
