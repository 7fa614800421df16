import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

/** `deadline_ms` and `min_engines`: a request that goes before its calls. */
let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ env: { API_THROTTLE_SUSTAINED: 'off', REQUEST_DEADLINE_MS: '20000' } });
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

const get = (params: string, key = app.key) => app.get(`/api/v1/web/?${params}`, { key });
const everyone = (outcome: string) => ({ engine_a: outcome, engine_b: outcome, engine_c: outcome });
/** Searches until every engine's answer is in the cache. */
const untilCached = (params: string) =>
  eventually('every answer is cached', async () => {
    const reply = await get(params);
    return Object.values(TestApp.outcomes(reply)).every((outcome) => outcome === 'cached') && reply;
  });

describe('min_engines', () => {
  test('answers as soon as so many engines have, and late answers fill the cache', async () => {
    await app.hold('mojeek', 'marginalia');
    const reply = await get('q=berlin+hurried&min_engines=1&detail=full');
    expect(reply.status).toBe(200);
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'timeout', engine_c: 'timeout' });
    expect(reply.body.engine).toEqual(['engine_a']);
    expect(reply.body.results.length).toBeGreaterThan(0);
    expect(reply.body.engines).toMatchObject([{ outcome: 'ok' }, { outcome: 'timeout' }, { outcome: 'timeout' }]);
    // Nothing but the answers that are held can fill the cache: a further call of theirs would hang.
    const calls = await Promise.all(['mojeek', 'marginalia'].map((upstream) => app.calls(upstream)));
    expect(calls.map(({ length }) => length)).toEqual([1, 1]);
    await app.healUpstreams();
    await eventually('the late answers are cached', async () => {
      const outcomes = TestApp.outcomes(await get('q=berlin+hurried&min_engines=1'));
      return Object.values(outcomes).every((outcome) => outcome === 'cached');
    });
    expect([...(await app.calls('mojeek')), ...(await app.calls('marginalia'))]).toEqual([]);
  });

  test('does not keep an incomplete reply', async () => {
    await app.hold('mojeek', 'marginalia');
    await get('q=berlin+incomplete&min_engines=1');
    expect(TestApp.outcomes(await get('q=berlin+incomplete&min_engines=1')).engine_b).toBe('timeout');
    await app.healUpstreams();
    const whole = await untilCached('q=berlin+incomplete');
    expect((await get('q=berlin+incomplete&min_engines=1')).body).toEqual(whole.body);
  });

  test('of more engines than there are waits for all of them', async () => {
    expect(TestApp.outcomes(await get('q=berlin+all&min_engines=50'))).toEqual(everyone('ok'));
  });
});

describe('deadline_ms', () => {
  test('answers with what has come by then, and late answers fill the cache', async () => {
    await untilCached('q=berlin+in+time&engine=engine_a');
    await app.hold('mojeek', 'marginalia');
    const reply = await get('q=berlin+in+time&deadline_ms=100');
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'cached', engine_b: 'timeout', engine_c: 'timeout' });
    await eventually('the calls are made', async () =>
      (await Promise.all([app.calls('mojeek'), app.calls('marginalia')])).every(({ length }) => length === 1),
    );
    await app.healUpstreams();
    await eventually('the late answers are cached', async () => {
      const outcomes = TestApp.outcomes(await get('q=berlin+in+time&min_engines=1'));
      return Object.values(outcomes).every((outcome) => outcome === 'cached');
    });
    expect(await app.calls('mojeek')).toEqual([]);
  });

  test('is a search that counts although no engine answers in time, because they were asked', async () => {
    const { key } = await newAccount(app);
    await app.hold('brave', 'mojeek', 'marginalia');
    const reply = await get('q=berlin+too+late&deadline_ms=100', key);
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual({ detail: 'No search engine answered.' });
    expect(await searchesOf(app, key)).toBe(1);
  });

  test('beyond that of the deployment is that of the deployment', async () => {
    expect(TestApp.outcomes(await get('q=berlin+patient&deadline_ms=999999999999999'))).toEqual(everyone('ok'));
  });
});

test.each([
  ['deadline_ms', '99', 'Use a number from 100.'],
  ['deadline_ms', 'soon', 'A valid integer is required.'],
  ['deadline_ms', '', 'A valid integer is required.'],
  ['min_engines', '0', 'Use a number from 1 to 50.'],
  ['min_engines', '51', 'Use a number from 1 to 50.'],
])('%s=%s is refused', async (name, value, message) => {
  const reply = await get(`q=berlin&${name}=${value}`);
  expect([reply.status, reply.body]).toEqual([400, { [name]: [message] }]);
});
