import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Knobs } from '../../sandbox/knobs.ts';
import { changeHealth, healthOf } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { newAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Witness } from '../harness/witness.ts';

const PROVIDER = 'brave';
const WEBS = [0, 1];
const LONG_MS = 30_000;

/** Two webs and two workers know of each other only what lies in Redis. */
let app: TestApp;
let witness: Witness;

beforeAll(async () => {
  // With so much time that nothing is refused because a busy machine would answer it too late.
  const env = { CACHE_TTL_S: '0', REQUEST_DEADLINE_MS: '60000' };
  app = await TestApp.start({ queue: 'redis', web: 2, workers: 2, env, ownRedis: true });
  witness = await Witness.of(app);
});
beforeEach(() => witness.startAfresh());
afterAll(() => app?.stop());

async function outcomeAt(web: number): Promise<string | undefined> {
  return TestApp.outcomes(await witness.search({ web })).engine_a;
}

async function forgetCalls(): Promise<void> {
  await fetch(`${app.sandboxUrl}/_sandbox/calls/brave`, { method: 'DELETE' });
}

async function callCount(): Promise<number> {
  return (await app.calls('brave')).length;
}

/** How long the breaker will stay open, as written in the shared record; 0 = closed. */
async function openForMs(): Promise<number> {
  const until = (await healthOf(app.client, PROVIDER)).openUntil;
  return until === 0 ? 0 : until - Date.now();
}

/** The first pause is short: this keeps the breaker open for as long as a test may take. */
async function stayOpen(): Promise<void> {
  await changeHealth(app.client, PROVIDER, { openUntil: Date.now() + LONG_MS });
}

/** Fails one engine until its breaker is open and every web process knows. */
async function open(knobs: Knobs): Promise<void> {
  await app.knobs('brave', knobs);
  for (let i = 0; i < 3; i++) await witness.search({ web: i % 2 });
  await stayOpen();
  await untilSuspended();
}

async function untilSuspended(): Promise<void> {
  await app.refreshHealth();
  for (const web of WEBS) expect(await outcomeAt(web)).toBe('suspended');
}

/** The pause is over, as if its time had passed. */
async function endPause(): Promise<void> {
  await changeHealth(app.client, PROVIDER, { openUntil: Date.now() - 1, pausedUntil: 0 });
}

test('three failures in a row, whoever saw them, suspend the engine in every process', async () => {
  await app.knobs('brave', { status: 500 });
  const seen = [await outcomeAt(0), await outcomeAt(1), await outcomeAt(0)];
  expect(seen).toEqual(['error', 'error', 'error']);
  expect(await openForMs()).toBeLessThanOrEqual(1_500);
  await stayOpen();
  await untilSuspended();

  await app.knobs('brave', {});
  await forgetCalls();
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => witness.search({ web: i % 2 })));
  for (const reply of replies) {
    expect(reply.status).toBe(200);
    expect(reply.body.engine).toEqual(['engine_b', 'engine_c']);
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'suspended', engine_b: 'ok', engine_c: 'ok' });
  }
  expect(await callCount()).toBe(0);
});

test('a success in between starts the count again', async () => {
  for (let round = 0; round < 2; round++) {
    await app.knobs('brave', { status: 500, times: 2 });
    expect([await outcomeAt(0), await outcomeAt(1)]).toEqual(['error', 'error']);
    expect(await outcomeAt(0)).toBe('ok');
  }
  expect(await openForMs()).toBe(0);
});

test('a search for the suspended engine alone is refused at once, and told when to come back', async () => {
  await open({ status: 500 });
  await forgetCalls();
  const reply = await witness.search({ engine: 'engine_a', web: 1 });
  expect(reply.status).toBe(503);
  expect(reply.body).toEqual({ detail: 'No search engine answered.' });
  expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'suspended' });
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(10);
  expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(30);
  expect(await callCount()).toBe(0);
});

test('after the pause one trial is made, however many requests come, and its success closes the breaker', async () => {
  await open({ status: 500 });
  // The trial is under way until all the others are answered.
  await app.hold('brave');
  await forgetCalls();
  await endPause();
  await app.refreshHealth();
  let answered = 0;
  const searches = Array.from({ length: 20 }, async (_, i) => {
    const reply = await witness.search({ web: i % 2 });
    answered += 1;
    return reply;
  });
  await eventually('all but one are answered', () => answered >= 19);
  await app.knobs('brave', {});
  const replies = await Promise.all(searches);
  const outcomes = replies.map((reply) => TestApp.outcomes(reply).engine_a);
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'suspended')).toHaveLength(19);
  for (const reply of replies) expect(reply.status).toBe(200);
  expect(await callCount()).toBe(1);

  await app.refreshHealth();
  const after = await Promise.all(Array.from({ length: 10 }, (_, i) => outcomeAt(i % 2)));
  expect(new Set(after)).toEqual(new Set(['ok']));
  expect(await witness.status('engine_a')).toMatchObject({ state: 'up', last_error: '' });
});

test('a trial that fails opens the breaker for longer, at most for ten minutes', async () => {
  await open({ status: 500 });
  for (const [opened, expectedS] of [
    [1, 3],
    [3, 12],
    [6, 96],
    [50, 600],
  ] as const) {
    await changeHealth(app.client, PROVIDER, { opened });
    await forgetCalls();
    await endPause();
    await app.refreshHealth();
    expect(await outcomeAt(0)).toBe('error');
    // 500 is not tried twice: one trial is one call.
    expect(await callCount()).toBe(1);
    // A pause is written once and then runs down, on a busy machine by seconds.
    expect(await openForMs()).toBeGreaterThan((expectedS - 10) * 1_000);
    expect(await openForMs()).toBeLessThanOrEqual(expectedS * 1_000);
  }
  await untilSuspended();
});

test('calls that were under way when the breaker opened do not open it a second time', async () => {
  await app.knobs('brave', { delayMs: 500, status: 500 });
  const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => witness.search({ web: i % 2 })));
  for (const reply of replies) expect(TestApp.outcomes(reply).engine_a).toBe('error');
  expect((await healthOf(app.client, PROVIDER)).opened).toBe(1);
  expect(await openForMs()).toBeLessThanOrEqual(1_500);
});

interface Pause {
  name: string;
  knobs: () => Knobs;
  outcome: string;
  pauseS: number;
  state: 'up' | 'down';
}

const limited = { outcome: 'rate_limited', state: 'up' } as const;
const refused = { outcome: 'error', state: 'down', pauseS: 180 } as const;
const unavailable = { outcome: 'error', state: 'up' } as const;
const retryAfter = (text: string, status = 429): Knobs => ({ status, headers: { 'retry-after': text } });

const pauses: Pause[] = [
  { ...limited, name: 'a 429 with a number of seconds', knobs: () => retryAfter('45'), pauseS: 45 },
  {
    ...limited,
    name: 'a 429 with a date',
    knobs: () => retryAfter(new Date(Date.now() + 75_000).toUTCString()),
    pauseS: 75,
  },
  { ...limited, name: 'a 429 that asks for a day', knobs: () => retryAfter('86400'), pauseS: 3_600 },
  { ...limited, name: 'a 429 that cannot be read', knobs: () => retryAfter('soon'), pauseS: 180 },
  { ...limited, name: 'a 429 that says nothing', knobs: () => ({ status: 429 }), pauseS: 180 },
  { ...unavailable, name: 'a 503 with a number of seconds', knobs: () => retryAfter('45', 503), pauseS: 45 },
  { ...unavailable, name: 'a 503 that asks for a day', knobs: () => retryAfter('86400', 503), pauseS: 3_600 },
  { ...refused, name: 'a 401', knobs: () => ({ status: 401 }) },
  {
    ...refused,
    name: 'a refusal of our key by name',
    knobs: () => ({ status: 422, body: '{"error":{"code":"SUBSCRIPTION_TOKEN_INVALID"}}' }),
  },
  { ...refused, name: 'a captcha', knobs: () => ({ mode: 'html' }) },
];

test.each(pauses)('$name suspends the engine at once, for $pauseS seconds', async (pause) => {
  await app.knobs('brave', pause.knobs());
  expect(await outcomeAt(0)).toBe(pause.outcome);
  const openMs = await openForMs();
  expect(openMs).toBeGreaterThan((pause.pauseS - 10) * 1_000);
  expect(openMs).toBeLessThanOrEqual((pause.pauseS + 1) * 1_000);
  await untilSuspended();
  await forgetCalls();
  expect([await outcomeAt(0), await outcomeAt(1)]).toEqual(['suspended', 'suspended']);
  expect(await callCount()).toBe(0);
  expect((await witness.status('engine_a')).state).toBe(pause.state);
});

test('a 403 after successes suspends the engine only when a second account gets one, too', async () => {
  await app.knobs('brave', { status: 403 });
  for (const web of [0, 1, 0]) expect(await outcomeAt(web)).toBe('error');
  expect(await openForMs()).toBe(0);
  const { refusedAccount } = await healthOf(app.client, PROVIDER);
  expect(refusedAccount).toMatch(/^[\w-]{12}$/);
  const { key } = await newAccount(app);
  expect(TestApp.outcomes(await app.search('of another account', { key })).engine_a).toBe('error');
  await eventually('it is suspended', async () => (await openForMs()) > 170_000);
  await untilSuspended();
  expect((await witness.status('engine_a')).state).toBe('down');
});

test('a request that the engine rejects moves nothing, however often', async () => {
  const before = await healthOf(app.client, PROVIDER);
  const statusBefore = await witness.status('engine_a');
  await app.knobs('brave', { status: 422, body: '{"error":{"code":"VALIDATION"}}' });
  for (let i = 0; i < 5; i++) expect(await outcomeAt(i % 2)).toBe('error');
  expect(await callCount()).toBe(5);
  expect(await healthOf(app.client, PROVIDER)).toEqual(before);
  expect(await witness.status('engine_a')).toEqual(statusBefore);
  await app.knobs('brave', {});
  expect(await outcomeAt(0)).toBe('ok');
});

test('a trial whose process died is made again by another', async () => {
  await open({ status: 500 });
  await app.knobs('brave', {});
  await forgetCalls();
  // What a worker leaves behind that was killed in the middle of its trial: a lease that has run out.
  await changeHealth(app.client, PROVIDER, { openUntil: Date.now() - 20_000, trialUntil: Date.now() - 1 });
  await app.refreshHealth();
  expect(await outcomeAt(0)).toBe('ok');
  expect(await callCount()).toBe(1);
});

test('while one process makes its trial, no other does, whatever becomes of the first', async () => {
  await open({ status: 500 });
  await app.knobs('brave', {});
  await forgetCalls();
  await changeHealth(app.client, PROVIDER, { openUntil: Date.now() - 1, trialUntil: Date.now() + 10_000 });
  await app.refreshHealth();
  expect([await outcomeAt(0), await outcomeAt(1)]).toEqual(['suspended', 'suspended']);
  expect(await callCount()).toBe(0);
});

test('after all of that no process has exited, nothing has piled up and usage is the number of 200s', async () => {
  await witness.expectInvariants();
});

test('calls that still wait in the queue when the breaker opens are not made', async () => {
  const narrow = await TestApp.start({
    queue: 'redis',
    env: { CACHE_TTL_S: '0', ENGINE_A_CONCURRENCY: '1' },
    ownRedis: true,
  });
  try {
    const onlooker = await Witness.of(narrow);
    await narrow.knobs('brave', { status: 500, delayMs: 50 });
    const replies = await Promise.all(Array.from({ length: 8 }, () => onlooker.search()));
    const outcomes = replies.map((reply) => TestApp.outcomes(reply).engine_a);
    expect(outcomes.filter((outcome) => outcome === 'error')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'suspended')).toHaveLength(5);
    expect(await narrow.calls('brave')).toHaveLength(3);
    await onlooker.expectInvariants();
  } finally {
    await narrow.stop();
  }
});
