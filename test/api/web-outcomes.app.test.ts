import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { addWebs, newAccount, searchesOf, untilFailureIsRecorded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { callCounts, ENGINES, found, UPSTREAMS } from './web-response.ts';

let app: TestApp;
let webs: Record<'noCache' | 'hurried', number>;

beforeAll(async () => {
  // Brave handles one call at a time, so a second one waits in its queue.
  app = await TestApp.start({ env: { ENGINE_A_CONCURRENCY: '1', API_THROTTLE_SUSTAINED: 'off' } });
  webs = await addWebs(app, { noCache: { CACHE_TTL_S: '0' }, hurried: { REQUEST_DEADLINE_MS: '1000' } });
});
afterAll(() => app?.stop());
// A cached reply stays in the web process's memory for ten seconds, so each test of the cache uses its own query.
beforeEach(() => app.reset());

const search = (params: string, options: Parameters<TestApp['get']>[1] = {}) =>
  app.get(`/api/v1/web/?${params}`, options);
const find = (params: string, web = 0) => found(app, params, web);

describe('Server-Timing', () => {
  test('has one entry per called engine, in slot order', async () => {
    const reply = await find('q=linux');
    expect(reply.headers.get('server-timing')).toMatch(
      /^engine_a;dur=\d+;desc="ok", engine_b;dur=\d+;desc="ok", engine_c;dur=\d+;desc="ok"$/,
    );
  });

  test('measures the time that the caller waited', async () => {
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
  ])('reports %s when an engine does %j, and the others answer', async (outcome, knobs) => {
    await app.knobs('brave', knobs);
    const reply = await find('q=linux');
    expect(reply.body.engine).toEqual(['engine_b', 'engine_c']);
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: outcome, engine_b: 'ok', engine_c: 'ok' });
    expect(reply.results.length).toBeGreaterThan(3);
    for (const { source } of reply.results) expect(['engine_b', 'engine_c', 'both']).toContain(source);
  });

  test('reports timeout when an engine misses the deadline, and the others still answer', async () => {
    await app.knobs('brave', { mode: 'hang' });
    const reply = await find('q=linux', webs.hurried);
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'timeout', engine_b: 'ok', engine_c: 'ok' });
  });

  test('reports suspended, without a call, while an engine’s breaker is open', async () => {
    await app.knobs('brave', { status: 429, headers: { 'retry-after': '60' } });
    await find('q=linux');
    await untilFailureIsRecorded(app, 'engine_a');
    await app.refreshHealth();
    expect(TestApp.outcomes(await find('q=debian'))).toMatchObject({ engine_a: 'suspended', engine_b: 'ok' });
    expect((await callCounts(app)).engine_a).toBe(1);
  });

  test('is also on the 503 of a search without an answer', async () => {
    for (const slug of ENGINES) await app.knobs(UPSTREAMS[slug], { status: 500 });
    const reply = await search('q=linux');
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual({ detail: 'No search engine answered.' });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'error', engine_b: 'error', engine_c: 'error' });
  });

  test('a search of only one engine is a 503 when that engine fails', async () => {
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

  test('answers the second request with the same results and without a call', async () => {
    const first = await find('q=linux');
    const second = await find('q=linux');
    expect(TestApp.outcomes(second)).toEqual(CACHED);
    expect(second.body).toEqual(first.body);
    expect(await callCounts(app)).toEqual({ engine_a: 1, engine_b: 1, engine_c: 1 });
  });

  test('identifies a search by its meaning, not by its spelling', async () => {
    await find(`q=${encodeURIComponent('café')}&safe=on`);
    const other = await find(`page=1&q=${encodeURIComponent('  cafe\u0301 ')}&engine=all&unknown=1&safe=TRUE&lang=`);
    expect(TestApp.outcomes(other)).toEqual(CACHED);
  });

  test('does not take the answer to one search for that to another, even if they are swapped in Redis', async () => {
    const pythons = await find('q=python&engine=engine_a');
    const [stolen = ''] = await app.keys('{trib:cache*');
    await find('q=rust&engine=engine_a');
    const [target = ''] = (await app.keys('{trib:cache*')).filter((key) => key !== stolen);
    await app.client.set(target, (await app.client.getBuffer(stolen)) as Buffer, 'KEEPTTL');
    const reply = await find('q=rust&engine=engine_a', webs.hurried);
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok' });
    expect(reply.results).not.toEqual(pythons.results);
  });

  test('is shared by all selections of engines and by all web processes', async () => {
    await find('q=linux&engine=engine_a');
    expect(TestApp.outcomes(await find('q=linux', webs.hurried))).toEqual({ ...OK, engine_a: 'cached' });
  });

  test('gives each selection of engines its own reply, however often it is requested', async () => {
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

  test('separates searches that differ in anything', async () => {
    await find('q=linux');
    for (const other of ['q=Linux', 'q=linux&page=2', 'q=linux&lang=de', 'q=linux&safe=off']) {
      expect(TestApp.outcomes(await find(other)), other).toEqual(OK);
    }
    expect(TestApp.outcomes(await find('q=linux&date=d'))).toEqual({ ...OK, engine_c: 'skipped' });
    expect(TestApp.outcomes(await find('q=linux&date=w'))).toEqual({ ...OK, engine_c: 'skipped' });
  });

  test('stores no failure, and does not reuse an incomplete reply as complete', async () => {
    await app.knobs('brave', { status: 500, times: 1 });
    expect(TestApp.outcomes(await find('q=python'))).toEqual({ ...OK, engine_a: 'error' });
    const second = await find('q=python');
    expect(TestApp.outcomes(second)).toEqual({ ...CACHED, engine_a: 'ok' });
    expect(second.body.engine).toEqual(ENGINES);
  });

  test('is neither written nor read with CACHE_TTL_S=0', async () => {
    await find('q=linux');
    expect(TestApp.outcomes(await find('q=linux', webs.noCache))).toEqual(OK);
    await app.reset();
    for (let i = 0; i < 2; i++) expect(TestApp.outcomes(await find('q=debian', webs.noCache))).toEqual(OK);
    expect(await callCounts(app)).toEqual({ engine_a: 2, engine_b: 2, engine_c: 2 });
    expect(await app.keys('{trib:cache*')).toEqual([]);
  });
});

describe('concurrent searches', () => {
  const upstreams = Object.values(UPSTREAMS);
  /** Waits until a key has this many searches ready to join calls: they are counted before they read the cache. */
  const untilUnderWay = async (key: string, searches: number) => {
    await eventually('the searches are admitted', async () => (await searchesOf(app, key)) === searches);
    // One more round trip after they read the cache, and they have joined the calls.
    await searchesOf(app, key);
  };

  test('share their calls when they are the same', async () => {
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

  test('have their own calls when they differ', async () => {
    // Brave handles one call at a time.
    await app.hold('mojeek', 'marginalia');
    const searches = Promise.all([find('q=jazz'), find('q=coffee')]);
    await eventually('both are under way', async () => (await callCounts(app)).engine_b === 2);
    for (const upstream of upstreams) await app.knobs(upstream, {});
    const [one, two] = await searches;
    expect(one?.body.query).toBe('jazz');
    expect(two?.body.query).toBe('coffee');
    expect(await callCounts(app)).toEqual({ engine_a: 2, engine_b: 2, engine_c: 2 });
  });

  test('continue for the others when the first caller disconnects', async () => {
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

  test('never reach an upstream when their client disconnects while they wait', async () => {
    const left = await app.countLeftJobs();
    await app.hold('brave');
    const first = find('q=first&engine=engine_a');
    await eventually('the first call is under way', async () => (await callCounts(app)).engine_a === 1);
    const leaving = new AbortController();
    const second = search('q=second&engine=engine_a', { signal: leaving.signal });
    second.catch(() => {});
    await eventually('the second waits for a place', () => app.callsWaiting('brave') === 1);
    leaving.abort();
    await expect(second).rejects.toThrow();
    await eventually('the second is left', () => left() === 1);
    await app.knobs('brave', {});
    await first;
    await find('q=third&engine=engine_a');
    expect((await app.calls('brave')).map(({ query }) => query.q)).toEqual(['first', 'third']);
  });
});
