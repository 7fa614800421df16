import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Knobs } from '../../sandbox/knobs.ts';
import { changeHealth } from '../harness/health.ts';
import { TestApp } from '../harness/test-app.ts';
import { Witness } from '../harness/witness.ts';

let app: TestApp;
let witness: Witness;
let canary: Server;
let canaryUrl: string;
let canaryHits = 0;

beforeAll(async () => {
  canary = createServer((_request, response) => {
    canaryHits += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  canaryUrl = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/canary`;
  app = await TestApp.start({ queue: 'redis', env: { CACHE_TTL_S: '0' }, ownRedis: true });
  witness = await Witness.of(app);
  // The first bomb takes a while to make, in which nobody in this process answers.
  await app.knobs('brave', { mode: 'bomb' });
  await (await fetch(`${app.sandboxUrl}/brave/`)).arrayBuffer();
});
beforeEach(() => witness.startAfresh());
afterAll(async () => {
  canary?.close();
  await app?.stop();
});

/** Engine A is `brave`: it fails, the other two answer. */
async function expectOthersAnswer(knobs: Knobs, outcome: string): Promise<void> {
  await app.knobs('brave', knobs);
  const reply = await witness.search();
  expect(reply.status).toBe(200);
  expect(reply.body.engine).toEqual(['engine_b', 'engine_c']);
  expect(TestApp.outcomes(reply)).toEqual({ engine_a: outcome, engine_b: 'ok', engine_c: 'ok' });
  expect(reply.body.results.every(({ source }: { source: string }) => source !== 'engine_a')).toBe(true);
}

interface Fault {
  name: string;
  knobs: () => Knobs;
  outcome: string;
  /** The engine was up before. */
  state: 'up' | 'down';
  lastError: RegExp;
  /** How often the upstream is asked: more than once only where a retry is due. */
  calls: number;
}

const broken = { outcome: 'error', state: 'up' } as const;

const faults: Fault[] = [
  { ...broken, name: 'answers with garbage', knobs: () => ({ mode: 'garbage' }), lastError: /not JSON/, calls: 1 },
  {
    ...broken,
    name: 'answers with a web page',
    knobs: () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><h1>Hello</h1>' }),
    lastError: /web page/,
    calls: 1,
  },
  { ...broken, name: 'resets every connection', knobs: () => ({ mode: 'reset' }), lastError: /connection/, calls: 2 },
  { ...broken, name: 'sends a gzip bomb', knobs: () => ({ mode: 'bomb' }), lastError: /2 MiB/, calls: 1 },
  { ...broken, name: 'sends eight megabytes', knobs: () => ({ mode: 'huge' }), lastError: /2 MiB/, calls: 1 },
  {
    ...broken,
    name: 'redirects elsewhere',
    knobs: () => ({ mode: 'redirect', location: canaryUrl }),
    lastError: /redirect/,
    calls: 1,
  },
  { ...broken, name: 'fails with 500', knobs: () => ({ status: 500 }), lastError: /500/, calls: 1 },
  { ...broken, name: 'fails with 502', knobs: () => ({ status: 502 }), lastError: /502/, calls: 2 },
  { ...broken, name: 'fails with 503', knobs: () => ({ status: 503 }), lastError: /503/, calls: 2 },
  { ...broken, name: 'fails with 504', knobs: () => ({ status: 504 }), lastError: /504/, calls: 2 },
  {
    name: 'asks us to slow down, with a number of seconds',
    knobs: () => ({ status: 429, headers: { 'retry-after': '40' } }),
    outcome: 'rate_limited',
    state: 'up',
    lastError: /slow down|limit/,
    calls: 1,
  },
  {
    name: 'asks us to slow down, until a date',
    knobs: () => ({ status: 429, headers: { 'retry-after': new Date(Date.now() + 40_000).toUTCString() } }),
    outcome: 'rate_limited',
    state: 'up',
    lastError: /slow down|limit/,
    calls: 1,
  },
  {
    name: 'refuses our key with 401',
    knobs: () => ({ status: 401 }),
    ...broken,
    state: 'down',
    lastError: /401/,
    calls: 1,
  },
  // Perhaps it refuses only this query.
  { name: 'refuses us with 403', knobs: () => ({ status: 403 }), ...broken, lastError: /403/, calls: 1 },
  {
    name: 'refuses our key in its own way',
    knobs: () => ({ status: 422, body: '{"error":{"code":"SUBSCRIPTION_TOKEN_INVALID"}}' }),
    ...broken,
    state: 'down',
    lastError: /key/,
    calls: 1,
  },
  {
    name: 'blames our parameters',
    knobs: () => ({ status: 422, body: '{"error":{"code":"VALIDATION"}}' }),
    ...broken,
    // Our own bad request says nothing about the engine.
    lastError: /^$/,
    calls: 1,
  },
];

describe('one engine is wrong', () => {
  test.each(faults)('an engine that $name leaves the others in place', async (fault) => {
    const before = await witness.status('engine_a');
    expect(before).toMatchObject({ state: 'up', last_error: '' });
    // Not `timeout`: nobody waits for an engine that has answered wrongly.
    await expectOthersAnswer(fault.knobs(), fault.outcome);
    expect(await app.calls('brave')).toHaveLength(fault.calls);
    expect(canaryHits).toBe(0);
    const row = await witness.status('engine_a');
    expect(row.state).toBe(fault.state);
    expect(row.last_error).toMatch(fault.lastError);
    expect(row.last_error?.length).toBeLessThanOrEqual(300);
    expect(row.last_error).not.toMatch(/127\.0\.0\.1|test-brave-key|http:/);
  });

  test('an engine that asks for a captcha leaves the others in place', async () => {
    await expectOthersAnswer({ mode: 'html' }, 'error');
    expect((await witness.status('engine_a')).last_error).toMatch(/captcha|web page/);
  });

  test('three failures in a row show the engine as down, and one success as up', async () => {
    await app.knobs('brave', { mode: 'garbage', times: 3 });
    for (let i = 0; i < 3; i++) await witness.search();
    const down = await witness.status('engine_a');
    expect(down).toMatchObject({ state: 'down', name: 'Brave', group: 'web', monitor: 'query', source: '' });
    expect(down.last_error).toMatch(/not JSON/);
    expect(Date.parse(down.checked_at ?? '')).toBeGreaterThanOrEqual(Date.parse(down.last_ok_at ?? ''));
    expect((await witness.status('engine_b')).state).toBe('up');

    await changeHealth(app.client, 'brave', { openUntil: 1, pausedUntil: 0 });
    await app.refreshHealth();
    await witness.search();
    const up = await witness.status('engine_a');
    expect(up).toMatchObject({ state: 'up', last_error: '' });
  });
});

describe('one retry', () => {
  test.each([
    ['a reset connection', { mode: 'reset', times: 1 }],
    ['a 502', { status: 502, times: 1 }],
    ['a 503', { status: 503, times: 1 }],
    ['a 504', { status: 504, times: 1 }],
  ] as const)('%s is tried once more, and the second answer counts', async (_, knobs) => {
    await app.knobs('brave', knobs);
    const reply = await witness.search();
    expect(TestApp.outcomes(reply).engine_a).toBe('ok');
    expect(await app.calls('brave')).toHaveLength(2);
    expect(await witness.status('engine_a')).toMatchObject({ state: 'up', last_error: '' });
  });

  test.each([
    ['429', { status: 429, times: 1 }, 'rate_limited'],
    ['403', { status: 403, times: 1 }, 'error'],
    ['401', { status: 401, times: 1 }, 'error'],
    ['500', { status: 500, times: 1 }, 'error'],
    ['503 with a wait', { status: 503, headers: { 'retry-after': '30' }, times: 1 }, 'error'],
    ['answer that is no JSON', { mode: 'garbage', times: 1 }, 'error'],
    ['captcha', { mode: 'html', times: 1 }, 'error'],
  ] as const)('a %s is not tried again', async (_, knobs, outcome) => {
    await app.knobs('brave', knobs);
    const reply = await witness.search();
    expect(TestApp.outcomes(reply).engine_a).toBe(outcome);
    expect(await app.calls('brave')).toHaveLength(1);
  });
});

test('after all of that no process has exited, nothing has piled up and usage is the number of 200s', async () => {
  await witness.expectInvariants();
  expect(canaryHits).toBe(0);
});
