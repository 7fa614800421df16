import { describe, expect, test } from 'vitest';
import type { MediaTab, MediaUpstream } from '../harness/canned-answers.ts';
import { eventually } from '../harness/processes.ts';
import { newAccount, searchesOf, untilFailureIsRecorded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { callsTo, foundIn, type TabDeployment } from './tab-response.ts';

const SLUGS = ['engine_a', 'engine_b', 'engine_c'] as const;

/** A tab other than web, with the engines that the tests use. */
export interface TabUnderTest {
  tab: MediaTab;
  /** The stand-in behind each slot; all of them have this tab, and Brave is in the first slot. */
  upstreams: readonly ['brave', MediaUpstream, MediaUpstream];
  /** The first page that Brave does not have and another engine does. */
  tooDeep: number;
  /** Slots of the other deployment with an engine that lacks this tab. */
  without: readonly string[];
}

/**
 * Defines the tests that all tabs except web share, on a deployment that is reset before each test. Cached replies stay
 * in memory for ten seconds, so a test that changes knobs uses its own query.
 */
export function testSearchTab(
  { tab, upstreams, tooDeep, without }: TabUnderTest,
  deployment: () => TabDeployment,
): void {
  const app = () => deployment().app;
  const get = (params: string, options: Parameters<TestApp['get']>[1] = {}) =>
    app().get(`/api/v1/${tab}/?${params}`, options);
  const find = (params: string, options: Parameters<TestApp['get']>[1] = {}) => foundIn(app(), tab, params, options);
  const fail = async (names: readonly MediaUpstream[]) => {
    for (const name of names) await app().knobs(name, { status: 500 });
  };
  const [, second, third] = upstreams;

  describe(`a reply of ${tab}`, () => {
    test('has the envelope and every result field of the specification, in order', async () => {
      for (const query of ['climate change', 'berlin', 'paris']) {
        const reply = await find(`q=${encodeURIComponent(query)}`);
        expect(reply.body).toMatchObject({ query, tab, page: 1, engine: SLUGS });
        expect(reply.results.length).toBeGreaterThan(1);
        expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
      }
    });

    test('lists every page once, even if several engines found it', async () => {
      const alone = await Promise.all(SLUGS.map((slug) => find(`q=climate+change&engine=${slug}`)));
      const together = await find('q=climate+change');
      const urls = together.results.map(({ url }) => url);
      expect(new Set(urls).size).toBe(urls.length);
      expect(urls.length).toBeLessThan(alone.reduce((sum, { results }) => sum + results.length, 0));
      expect(urls.length).toBeGreaterThanOrEqual(Math.max(...alone.map(({ results }) => results.length)));
    });

    test('is an empty list for a query without matches', async () => {
      expect((await find('q=zxqwvkjhq')).results).toEqual([]);
    });
  });

  describe(`the engines of ${tab}`, () => {
    test('are called alone or together, as the caller chooses', async () => {
      expect((await find('q=berlin+alone&engine=engine_b')).body.engine).toEqual(['engine_b']);
      expect(await callsTo(app(), ...upstreams)).toEqual({ brave: 0, [second]: 1, [third]: 0 });
      expect((await find('q=berlin+together&engine=engine_c,engine_a')).body.engine).toEqual(['engine_a', 'engine_c']);
      expect(await callsTo(app(), ...upstreams)).toEqual({ brave: 1, [second]: 1, [third]: 1 });
    });

    test('without this tab are skipped without a call', async () => {
      const { other } = deployment();
      for (const slug of without) {
        const alone = await find(`q=climate+change&engine=${slug}`, { web: other });
        expect(alone.body).toMatchObject({ engine: [], results: [] });
        const why = new RegExp(`^${slug};dur=0;desc="skipped", unserved;desc="[^"]+ has no ${tab}"$`);
        expect(alone.headers.get('server-timing')).toMatch(why);
      }
      const together = await find('q=climate+change', { web: other });
      const having = SLUGS.filter((slug) => !without.includes(slug));
      expect(together.body.engine).toEqual(having);
      expect(together.results.length).toBeGreaterThan(3);
      expect(TestApp.outcomes(together)).toEqual(
        Object.fromEntries(SLUGS.map((slug) => [slug, having.includes(slug) ? 'ok' : 'skipped'])),
      );
      expect(await app().calls('mojeek')).toEqual([]);
    });

    test('with fewer pages are skipped without a call, and the others answer', async () => {
      const reply = await find(`q=climate+change&page=${tooDeep}`);
      expect(reply.body.page).toBe(tooDeep);
      expect(reply.body.engine).not.toContain('engine_a');
      expect(TestApp.outcomes(reply).engine_a).toBe('skipped');
      expect((await callsTo(app(), 'brave')).brave).toBe(0);
      const alone = await find(`q=climate+change&page=${tooDeep}&engine=engine_a`);
      expect(alone.body).toMatchObject({ page: tooDeep, engine: [], results: [] });
    });

    test('that fail lose only their own results', async () => {
      await app().knobs('brave', { status: 500 });
      const reply = await find('q=climate+change+broken');
      expect(reply.body.engine).toEqual(['engine_b', 'engine_c']);
      expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'error', engine_b: 'ok', engine_c: 'ok' });
      expect(reply.results.length).toBeGreaterThan(3);
    });

    test('that send nonsense count as failed', async () => {
      await app().knobs('brave', { mode: 'garbage' });
      await app().knobs(second, { status: 200, body: '{"surprise":[1,2,3]}' });
      await app().knobs(third, { status: 429, headers: { 'retry-after': '60' } });
      const reply = await get('q=climate+change+garbled');
      expect(reply.status).toBe(503);
      expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'error', engine_b: 'error', engine_c: 'rate_limited' });
      await untilFailureIsRecorded(app(), 'engine_c');
    });

    test('that all fail lead to a 503 with a Retry-After, and no search is counted', async () => {
      const { key } = await newAccount(app());
      await fail(upstreams);
      const reply = await get('q=climate+change+lost', { key });
      expect(reply.status).toBe(503);
      expect(reply.body).toEqual({ detail: 'No search engine answered.' });
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'error', engine_b: 'error', engine_c: 'error' });
      await eventually('the search is taken back', async () => (await searchesOf(app(), key)) === 0);
    });

    test('that all fail or are skipped lead to a 503 too', async () => {
      await app().knobs(second, { status: 500 });
      const reply = await get(`q=climate+change&page=${tooDeep}&engine=engine_a,engine_b`);
      expect(reply.status).toBe(503);
      expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'skipped', engine_b: 'error' });
    });
  });

  describe(`the cache and the count of ${tab}`, () => {
    const everyone = (outcome: string) => Object.fromEntries(SLUGS.map((slug) => [slug, outcome]));

    test('the second request gets the same reply from the cache, without a call', async () => {
      const first = await find('q=berlin+cached');
      expect(TestApp.outcomes(first)).toEqual(everyone('ok'));
      expect(first.results.length).toBeGreaterThan(0);
      const calls = await callsTo(app(), ...upstreams);
      for (let i = 0; i < 2; i++) {
        const again = await find('q=berlin+cached');
        expect(TestApp.outcomes(again)).toEqual(everyone('cached'));
        expect(again.body).toEqual(first.body);
      }
      expect(await callsTo(app(), ...upstreams)).toEqual(calls);
    });

    test('another page, language, safe search or tab is another search', async () => {
      await find('q=paris+kept+apart');
      for (const other of ['&page=2', '&lang=de', '&safe=off']) {
        expect(TestApp.outcomes(await find(`q=paris+kept+apart${other}`)).engine_a, other).toBe('ok');
      }
      expect(TestApp.outcomes(await app().search('paris kept apart')).engine_a).toBe('ok');
    });

    test('a failure is not cached, and an incomplete reply is not reused as complete', async () => {
      await app().knobs('brave', { status: 500, times: 1 });
      expect(TestApp.outcomes(await find('q=paris+healed')).engine_a).toBe('error');
      expect(TestApp.outcomes(await find('q=paris+healed'))).toEqual({ ...everyone('cached'), engine_a: 'ok' });
    });

    test('every 200 counts as a search, cached or empty; one that all engines skip or with a bad parameter does not', async () => {
      const { key } = await newAccount(app());
      const { other } = deployment();
      await find('q=berlin+counted', { key });
      await find('q=berlin+counted', { key });
      await find(`q=zxqwvkjhq+counted`, { key });
      await find(`q=berlin+counted&engine=${without[0]}`, { key, web: other });
      expect((await get('q=&page=0', { key })).status).toBe(400);
      expect((await get('q=berlin&engine=google', { key })).status).toBe(400);
      await eventually('the skipped search is given back', async () => (await searchesOf(app(), key)) === 3);
    });
  });
}
