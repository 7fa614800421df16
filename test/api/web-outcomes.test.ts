import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis-keys.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs, newAccount, searchesOf, untilFailureIsRecorded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { callCounts, ENGINES, found, UPSTREAMS } from './web-response.ts';

let app: TestApp;
let webs: Record<'noCache' | 'hurried', number>;

beforeAll(async () => {
  // One call to Brave at a time: a second one has to wait in its queue.
  app = await TestApp.start({ env: { ENGINE_A_CONCURRENCY: '1', API_THROTTLE_SUSTAINED: 'off' } });
  webs = await addWebs(app, { noCache: { CACHE_TTL_S: '0' }, hurried: { REQUEST_DEADLINE_MS: '1000' } });
});
afterAll(() => app?.stop());
// A reply that was cached stays in the web process's memory for ten seconds: each test of the cache has its own subject.
beforeEach(() => app.reset());

const search = (params: string, options: Parameters<TestApp['get']>[1] = {}) =>
  app.get(`/api/v1/web/?${params}`, options);
const find = (params: string, web = 0) => found(app, params, web);

describe('Server-Timing', () => {
  test('has one entry per engine asked, in slot order', async () => {
    const reply = await find('q=linux');
    expect(reply.headers.get('server-timing')).toMatch(
      /^engine_a;dur=\d+;desc="ok", engine_b;dur=\d+;desc="ok", engine_c;dur=\d+;desc="ok"$/,
    );
  });

  test('measures what the caller waited for', async () => {
    await app.hold('mojeek');
    const search = find('q=linux');
    await eventually('the others have answered', async () => {
      const providers: Record<string, string>[] = (await app.get('/api/v1/status/')).body.providers;
      const up = providers.flatMap(({ slug, state }) => (state === 'up' ? [slug] : []));
      return up.includes('engine_a') && up.includes('engine_c') && (await callCounts(app)).engine_b === 1;
    });
    await app.knobs('mojeek', {});
    const timing = (await search).headers.get('server-timing') ?? '';
    const [first, held, third] = [...timing.matchAll(/dur=(\d+)/g)].map(([, ms]) => Number(ms));
    expect(held).toBeGreaterThan(0);
    expect(held).toBeGreaterThanOrEqual(Math.max(Number(first), Number(third)));
  });

  test.each([
    ['error', { status: 500 }],
    ['error', { status: 422, body: '{"error":{"code":"VALIDATION"}}' }],
    ['error', { mode: 'garbage' as const }],
    ['error', { mode: 'html' as const }],
    ['error', { mode: 'redirect' as const }],
    ['rate_limited', { status: 429, headers: { 'retry-after': '60' } }],
  ])('says %s when an engine does %j, and the others answer', async (outcome, knobs) => {
    await app.knobs('brave', knobs);
    const reply = await find('q=linux');
    expect(reply.body.engine).toEqual(['engine_b', 'engine_c']);
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: outcome, engine_b: 'ok', engine_c: 'ok' });
    expect(reply.results.length).toBeGreaterThan(3);
    for (const { source } of reply.results) expect(['engine_b', 'engine_c', 'both']).toContain(source);
  });

  test('says timeout when an engine does not answer by the deadline, and the others are not lost', async () => {
    await app.knobs('brave', { mode: 'hang' });
    const reply = await find('q=linux', webs.hurried);
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'timeout', engine_b: 'ok', engine_c: 'ok' });
  });

  test('says suspended, and nobody is called, while an engine’s breaker is open', async () => {
    await app.knobs('brave', { status: 429, headers: { 'retry-after': '60' } });
    await find('q=linux');
    await untilFailureIsRecorded(app, 'engine_a');
    await app.refreshHealth();
    expect(TestApp.outcomes(await find('q=debian'))).toMatchObject({ engine_a: 'suspended', engine_b: 'ok' });
    expect((await callCounts(app)).engine_a).toBe(1);
  });

  test('is also on the 503 of a search that nobody answered', async () => {
    for (const slug of ENGINES) await app.knobs(UPSTREAMS[slug], { status: 500 });
    const reply = await search('q=linux');
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual({ detail: 'No search engine answered.' });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'error', engine_b: 'error', engine_c: 'error' });
  });

  test('a search of one engine that fails is a 503, whatever the others could have said', async () => {
    await app.knobs('mojeek', { status: 500 });
    const reply = await search('q=linux&engine=engine_b');
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual({ detail: 'No search engine answered.' });
    expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await callCounts(app)).engine_a).toBe(0);
  });
});

describe('the cache', () => {
  const CACHED = { engine_a: 'cached', engine_b: 'cached', engine_c: 'cached' };
  const OK = { engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' };

  test('answers the second time, with the same results and without a call', async () => {
    const first = await find('q=linux');
    const second = await find('q=linux');
    expect(TestApp.outcomes(second)).toEqual(CACHED);
    expect(second.body).toEqual(first.body);
    expect(await callCounts(app)).toEqual({ engine_a: 1, engine_b: 1, engine_c: 1 });
  });

  test('knows a search by what is searched, not by how it is written', async () => {
    await find(`q=${encodeURIComponent('café')}&safe=on`);
    const other = await find(`page=1&q=${encodeURIComponent('  cafe\u0301 ')}&engine=all&unknown=1&safe=TRUE&lang=`);
    expect(TestApp.outcomes(other)).toEqual(CACHED);
  });

  test('is shared by the engines’ selections and by web processes', async () => {
    await find('q=linux&engine=engine_a');
    expect(TestApp.outcomes(await find('q=linux', webs.hurried))).toEqual({ ...OK, engine_a: 'cached' });
  });

  test('gives each selection of engines its own answer, however often it was asked', async () => {
    const selections = ['all', 'engine_b', 'engine_a,engine_c'];
    const fresh = await find('q=redis');
    for (let round = 0; round < 3; round++) {
      for (const engine of selections) {
        const reply = await find(`q=redis&engine=${engine}`);
        const expected: string[] = engine === 'all' ? ENGINES : engine.split(',');
        expect(reply.body.engine).toEqual(expected);
        expect(TestApp.outcomes(reply)).toEqual(Object.fromEntries(expected.map((slug) => [slug, 'cached'])));
        if (engine === 'all') expect(reply.results).toEqual(fresh.results);
        if (engine === 'engine_b')
          expect(new Set(reply.results.map(({ source }) => source))).toEqual(new Set([engine]));
      }
    }
  });

  test('keeps searches apart that differ in anything', async () => {
    await find('q=linux');
    for (const other of ['q=Linux', 'q=linux&page=2', 'q=linux&lang=de', 'q=linux&safe=off']) {
      expect(TestApp.outcomes(await find(other)), other).toEqual(OK);
    }
    expect(TestApp.outcomes(await find('q=linux&date=d'))).toEqual({ ...OK, engine_c: 'skipped' });
    expect(TestApp.outcomes(await find('q=linux&date=w'))).toEqual({ ...OK, engine_c: 'skipped' });
  });

  test('keeps no failure, and what came without the failed engine is not taken for the whole', async () => {
    await app.knobs('brave', { status: 500, times: 1 });
    expect(TestApp.outcomes(await find('q=python'))).toEqual({ ...OK, engine_a: 'error' });
    const second = await find('q=python');
    expect(TestApp.outcomes(second)).toEqual({ ...CACHED, engine_a: 'ok' });
    expect(second.body.engine).toEqual(ENGINES);
  });

  test('keeps nothing and is not asked with CACHE_TTL_S=0', async () => {
    await find('q=linux');
    expect(TestApp.outcomes(await find('q=linux', webs.noCache))).toEqual(OK);
    await app.reset();
    for (let i = 0; i < 2; i++) expect(TestApp.outcomes(await find('q=debian', webs.noCache))).toEqual(OK);
    expect(await callCounts(app)).toEqual({ engine_a: 2, engine_b: 2, engine_c: 2 });
    expect(await app.client.keys('{trib:cache*')).toEqual([]);
  });
});

describe('searches under way', () => {
  const upstreams = Object.values(UPSTREAMS);
  /** Waits until this many searches of a key look for calls to join: they are counted before they look into the cache. */
  const untilUnderWay = async (key: string, searches: number) => {
    await eventually('the searches are admitted', async () => (await searchesOf(app, key)) === searches);
    // One more round trip behind their look into the cache, and they have joined the calls.
    await searchesOf(app, key);
  };

  test('that are the same share their calls', async () => {
    await app.hold(...upstreams);
    const { key } = await newAccount(app);
    const searches = Array.from({ length: 20 }, () => search('q=chess', { key }));
    await untilUnderWay(key, 20);
    await eventually('every engine is called', async () => !Object.values(await callCounts(app)).includes(0));
    for (const upstream of upstreams) await app.knobs(upstream, {});
    const replies = await Promise.all(searches);
    expect(await callCounts(app)).toEqual({ engine_a: 1, engine_b: 1, engine_c: 1 });
    for (const reply of replies) expect(reply.body.results).toEqual(replies[0]?.body.results);
    expect(replies[0]?.body.results.length).toBeGreaterThan(3);
  });

  test('that differ do not', async () => {
    // Brave takes one call at a time.
    await app.hold('mojeek', 'marginalia');
    const searches = Promise.all([find('q=jazz'), find('q=coffee')]);
    await eventually('both are under way', async () => (await callCounts(app)).engine_b === 2);
    for (const upstream of upstreams) await app.knobs(upstream, {});
    const [one, two] = await searches;
    expect(one?.body.query).toBe('jazz');
    expect(two?.body.query).toBe('coffee');
    expect(await callCounts(app)).toEqual({ engine_a: 2, engine_b: 2, engine_c: 2 });
  });

  test('go on for the others when the one who asked first has gone', async () => {
    await app.hold(...upstreams);
    const leaving = new AbortController();
    const first = search('q=berlin', { signal: leaving.signal });
    first.catch(() => {});
    await eventually('every engine is called', async () => !Object.values(await callCounts(app)).includes(0));
    const { key } = await newAccount(app);
    const second = search('q=berlin', { key });
    await untilUnderWay(key, 1);
    leaving.abort();
    await expect(first).rejects.toThrow();
    for (const upstream of upstreams) await app.knobs(upstream, {});
    expect(TestApp.outcomes(await second)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
    expect(await callCounts(app)).toEqual({ engine_a: 1, engine_b: 1, engine_c: 1 });
  });

  test('never reach an upstream once their client has gone while they waited', async () => {
    const waiting = () => app.client.llen(`${redisKeys.queuePrefix('brave')}:brave:wait`);
    await app.hold('brave');
    const first = find('q=first&engine=engine_a');
    await eventually('the first call is under way', async () => (await callCounts(app)).engine_a === 1);
    const leaving = new AbortController();
    const second = search('q=second&engine=engine_a', { signal: leaving.signal });
    second.catch(() => {});
    await eventually('the second waits in its queue', async () => (await waiting()) === 1);
    leaving.abort();
    await expect(second).rejects.toThrow();
    await eventually('the second has left its queue', async () => (await waiting()) === 0);
    await app.knobs('brave', {});
    await first;
    await find('q=third&engine=engine_a');
    expect((await app.calls('brave')).map(({ query }) => query.q)).toEqual(['first', 'third']);
  });
});
