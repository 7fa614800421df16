import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import type { Reply } from '../harness/test-system.ts';
import { Witness } from '../harness/witness.ts';

/** Four searches of three engines each. */
const ADMITTED = 4;
const UPSTREAM_MS = 1_500;

let stack: Stack;
let witness: Witness;

beforeAll(async () => {
  stack = await Stack.start({ env: { CACHE_TTL_S: '0', MAX_PENDING_CALLS: String(ADMITTED * 3) } });
  witness = await Witness.of(stack);
});
afterEach(() => witness.everyUpstream({}));
afterAll(() => stack?.stop());

const ALL_OK = { engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' };

function isExcess(reply: Reply): boolean {
  return reply.status === 503;
}

test('beyond what may wait, searches are refused at once, and those that were admitted are answered', async () => {
  await witness.everyUpstream({ delayMs: UPSTREAM_MS });
  const replies = await Promise.all(Array.from({ length: 30 }, () => witness.search()));
  const [refused, admitted] = [replies.filter(isExcess), replies.filter((reply) => !isExcess(reply))];
  expect(admitted).toHaveLength(ADMITTED);
  expect(refused).toHaveLength(30 - ADMITTED);
  for (const reply of admitted) {
    expect(reply.status).toBe(200);
    expect(Stack.outcomes(reply)).toEqual(ALL_OK);
  }
  // Every refusal came before any answer could.
  expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(UPSTREAM_MS);
  for (const reply of refused) expect(reply.headers.get('retry-after')).toBe('1');
});

test('the upstreams see only the searches that were admitted', async () => {
  await witness.everyUpstream({ delayMs: 500 });
  const queries = Array.from({ length: 20 }, () => witness.query());
  const replies = await Promise.all(queries.map((q) => witness.search({ q })));
  for (const [i, q] of queries.entries()) {
    const expected = replies[i]?.status === 200 ? 1 : 0;
    for (const upstream of ['brave', 'mojeek', 'marginalia']) {
      expect(await witness.callsFor(upstream, q)).toBe(expected);
    }
  }
});

test('one search asked many times over counts as one that waits', async () => {
  await witness.everyUpstream({ delayMs: 500 });
  const q = witness.query();
  const replies = await Promise.all(Array.from({ length: 30 }, () => witness.search({ q })));
  for (const reply of replies) {
    expect(reply.status).toBe(200);
    expect(Stack.outcomes(reply)).toEqual(ALL_OK);
  }
  for (const upstream of ['brave', 'mojeek', 'marginalia']) expect(await witness.callsFor(upstream, q)).toBe(1);
});

/** Clients that search one thing after the other for a while; one that is refused comes back a little later. */
async function searchFor(ms: number, clients: number): Promise<Reply[]> {
  const until = Date.now() + ms;
  const lanes = Array.from({ length: clients }, async () => {
    const replies: Reply[] = [];
    while (Date.now() < until) {
      const reply = await witness.search();
      replies.push(reply);
      if (isExcess(reply)) await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return replies;
  });
  return (await Promise.all(lanes)).flat();
}

test('a flood that lasts does not keep the admitted from being served, and all is normal right after', async () => {
  await witness.everyUpstream({ delayMs: 200 });
  const calm = await searchFor(3_000, ADMITTED);
  expect(new Set(calm.map(({ status }) => status))).toEqual(new Set([200]));
  const flood = await searchFor(3_000, ADMITTED * 4);
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([200, 503]));
  const served = flood.filter(({ status }) => status === 200);
  // Four fifths are promised; the other half of the machine may be busy with something else.
  expect(served.length).toBeGreaterThan(calm.length / 2);

  await witness.everyUpstream({});
  await eventually(
    'normal again',
    async () => {
      const batch = await Promise.all(Array.from({ length: ADMITTED }, () => witness.search()));
      return batch.every((reply) => reply.status === 200 && reply.body.engine.length === 3);
    },
    5_000,
  );
});

test('clients that leave make room for others', async () => {
  await witness.everyUpstream({ mode: 'hang' });
  const leave = new AbortController();
  const queries = Array.from({ length: ADMITTED }, () => witness.query());
  const gone = queries.map((q) => witness.search({ q, signal: leave.signal }).catch(() => 'left'));
  for (const q of queries) await witness.untilAsked(q);
  expect((await witness.search()).status).toBe(503);
  leave.abort();
  expect(new Set(await Promise.all(gone))).toEqual(new Set(['left']));
  await witness.everyUpstream({});
  // Well before the three seconds after which the hanging calls would have been given up anyway.
  await eventually('there is room', async () => (await witness.search()).status === 200, 2_000);
});

test('after all of that no process has exited, nothing has piled up and usage is the number of 200s', async () => {
  await witness.expectInvariants();
});
