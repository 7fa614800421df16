import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readStamped, stamp } from '../../lib/stamped.ts';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { addWebs, newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

/** When no engine answers, outdated results are better than none. */
const HOUR_S = 3_600;
let app: TestApp;
let webs: Record<'never', number>;
beforeAll(async () => {
  app = await TestApp.start({ env: { API_THROTTLE_SUSTAINED: 'off', STALE_TTL_S: String(2 * HOUR_S) } });
  webs = await addWebs(app, { never: { STALE_TTL_S: '0' } });
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

const ENGINES = ['brave', 'mojeek', 'marginalia'];
const AGE_S = 1_800;
const get = (params: string, options: { key?: string; web?: number } = {}) =>
  app.get(`/api/v1/web/?${params}`, options);
const fail = () => Promise.all(ENGINES.map((upstream) => app.knobs(upstream, { status: 500 })));

/** Makes every cached answer older. */
async function age(seconds: number): Promise<void> {
  for (const key of await app.keys('{trib:cache*')) {
    const { at = 0, bytes = Buffer.alloc(0) } = readStamped((await app.client.getBuffer(key)) as Buffer) ?? {};
    await app.client.set(key, stamp({ at: at - seconds * 1_000, bytes }), 'KEEPTTL');
  }
  for (const { running } of app.webs) running.services.replyCache.clear();
}

/** Searches, makes the answers older, and breaks the engines. */
async function outdated(params: string, seconds = AGE_S): Promise<Record<string, unknown>> {
  const { body } = await get(params);
  await age(seconds);
  await fail();
  return body;
}

/** Ages depend on the moment of the request. */
const ageless = (results: unknown) => JSON.stringify(results).replace(/"age":"[^"]*"/g, '"age":""');

describe('a search that no engine answers', () => {
  test('has the cached list, with its age in the headers and with detail=full', async () => {
    const before = await outdated('q=berlin+stale');
    const reply = await get('q=berlin+stale');
    expect(reply.status).toBe(200);
    expect(ageless(reply.body.results)).toBe(ageless(before.results));
    expect(reply.headers.get('warning')).toBe('110 - "Response is Stale"');
    const shownAge = Number(reply.headers.get('age'));
    expect(shownAge).toBeGreaterThanOrEqual(AGE_S);
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'error', engine_b: 'error', engine_c: 'error' });
    expect(reply.body).not.toHaveProperty('stale_s');
    const { body } = await get('q=berlin+stale&detail=full');
    expect(body.stale_s).toBeGreaterThanOrEqual(shownAge);
    expect(body.engine).toEqual([]);
  });

  test('has the list of the engines that it has one of, for pages too', async () => {
    await cannedAnswers.brave(
      app,
      ['a', 'b', 'c'].map((name) => ({ url: `https://${name}.example`, title: name })),
    );
    await outdated('q=berlin+paged&engine=engine_a&limit=2');
    const reply = await get('q=berlin+paged&limit=2');
    expect(reply.body.results).toMatchObject([{ title: 'a' }, { title: 'b' }]);
    expect(reply.headers.get('warning')).toMatch(/^110/);
  });

  test('counts like any other', async () => {
    const { key } = await newAccount(app);
    await outdated('q=berlin+counted');
    expect((await get('q=berlin+counted', { key })).status).toBe(200);
    expect(await searchesOf(app, key)).toBe(1);
  });

  test('is not kept: the next one asks the engines', async () => {
    await outdated('q=berlin+healed');
    await get('q=berlin+healed');
    await app.reset();
    const reply = await get('q=berlin+healed');
    expect(reply.headers.get('warning')).toBeNull();
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
  });

  test.each([
    ['with fresh=1', '&fresh=1', AGE_S, 0],
    ['with a list that is older than they are kept', '', 3 * HOUR_S, 0],
    ['where the operator wants none', '', AGE_S, 1],
  ])('is a 503 %s', async (_why, params, seconds, web) => {
    await outdated('q=berlin+refused', seconds);
    const reply = await get(`q=berlin+refused${params}`, { web });
    expect(webs.never).toBe(1);
    expect([reply.status, reply.body]).toEqual([503, { detail: 'No search engine answered.' }]);
  });
});

test.each(['web', 'news'])('the search page says how old the results of %s are', async (tab) => {
  const visitor = await Visitor.signedIn(app, `reader-of-${tab}`);
  const page = () => visitor.get(`/?q=climate+change&tab=${tab}&engine=engine_a`);
  expect((await page()).text).not.toContain('No engine answers');
  await age(AGE_S);
  await fail();
  const { status, text } = await page();
  expect(status).toBe(200);
  expect(text).toContain('No engine is answering right now. These results are from 30 minutes ago.');
  expect(text).toMatch(/<article/);
});

test('one engine that answers is enough: nothing outdated is shown', async () => {
  await outdated('q=berlin+one');
  await app.knobs('brave', {});
  const reply = await get('q=berlin+one');
  expect(reply.headers.get('warning')).toBeNull();
  expect(reply.body.engine).toEqual(['engine_a']);
  expect((reply.body.results as { source: string }[]).every(({ source }) => source === 'engine_a')).toBe(true);
});

test('an outdated answer is no answer for a search that engines answer', async () => {
  await get('q=berlin+again');
  await age(301);
  expect(TestApp.outcomes(await get('q=berlin+again'))).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
});

test('lists stay in Redis for as long as they may be served', async () => {
  await get('q=berlin+kept&engine=engine_a');
  const [key = ''] = await app.keys('{trib:cache*');
  expect(await app.client.ttl(key)).toBeGreaterThan(HOUR_S);
});

test('an engine whose terms limit the cache is kept no longer than that', async () => {
  await get('q=berlin+ceiling&engine=engine_b');
  const [key = ''] = await app.keys('{trib:cache*');
  expect(await app.client.ttl(key)).toBeLessThanOrEqual(HOUR_S);
});

test('fresh has one value', async () => {
  expect((await get('q=berlin&fresh=yes')).body).toEqual({ fresh: ['Use 1, or leave it out.'] });
});
