import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cannedAnswers, cannedRows, type MediaTab } from '../harness/canned-answers.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs, untilFailureIsRecorded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

const ENDPOINTS = ['web', 'images', 'images/similar', 'news', 'videos'] as const;

let app: TestApp;
let webs: Record<'stripped', number>;
beforeAll(async () => {
  const slots = { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'marginalia' };
  app = await TestApp.start({ env: { ...slots, API_THROTTLE_SUSTAINED: 'off' } });
  webs = await addWebs(app, { stripped: { STRIP_TRACKING: 'true' } });
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

const get = (endpoint: string, params: string, web = 0) => app.get(`/api/v1/${endpoint}/?${params}`, { web });

/** The reply once every engine has answered: on a busy machine, one may miss the deadline at first. */
const complete = (endpoint: string, params: string, web = 0) =>
  eventually(`${endpoint} has all answers`, async () => {
    const reply = await get(endpoint, params, web);
    const outcomes = reply.status === 200 ? Object.values(TestApp.outcomes(reply)) : ['error'];
    return outcomes.every((outcome) => ['cached', 'skipped'].includes(outcome)) && reply;
  });

/** Removes what `detail=full` adds. */
function plain({ engines: _, ...body }: Record<string, unknown>): unknown {
  const results = (body.results as Record<string, unknown>[]).map((result) => {
    const { engines, score, published, image_url, width, height, license, ...rest } = result;
    return rest;
  });
  return { ...body, results };
}

/** Ages depend on the moment of the request. */
const ageless = (json: string) => json.replace(/"age":"[^"]*"/g, '"age":""');

describe.each(ENDPOINTS)('detail=full on %s', (endpoint) => {
  const q = `q=berlin+detail+${endpoint.replace('/', '+')}`;

  test('adds fields, and takes or changes none', async () => {
    const without = await complete(endpoint, q);
    const full = await complete(endpoint, `${q}&detail=full`);
    expect(ageless(JSON.stringify(plain(full.body)))).toBe(ageless(without.text));
    expect(Object.keys(full.body)).toContain('engines');
    expect(without.text).not.toMatch(/"(engines|score|published|image_url|width|height|license)":/);
  });

  test('names the parameters that the endpoint does not have, and a header does so in any case', async () => {
    const unknown = `${q}&limits=3&${encodeURIComponent('größe')}=1`;
    const names = ['limits', encodeURIComponent('größe')];
    const full = await complete(endpoint, `${unknown}&detail=full`);
    expect(full.headers.get('x-tributary-ignored')).toBe(names.join(', '));
    expect(full.body.ignored).toEqual(names);
    const without = await complete(endpoint, unknown);
    expect(without.headers.get('x-tributary-ignored')).toBe(names.join(', '));
    expect(without.body).not.toHaveProperty('ignored');
    // Another request has its own list, also if its reply comes from the cache.
    const other = await complete(endpoint, `${q}&detail=full`);
    expect(other.headers.get('x-tributary-ignored')).toBeNull();
    expect(other.body).not.toHaveProperty('ignored');
  });

  test('has the outcome of every engine that was asked', async () => {
    await app.knobs('brave', { status: 429, headers: { 'retry-after': '60' } });
    const { body, ...reply } = await get(endpoint, `${q}+outcomes&detail=full`);
    const third = endpoint === 'web' ? { outcome: 'ok' } : { outcome: 'skipped', ms: 0 };
    expect(body.engines).toMatchObject([
      { engine: 'engine_a', label: 'Brave', outcome: 'rate_limited', retry_after_s: 60 },
      { engine: 'engine_b', label: 'SearXNG', outcome: 'ok', retry_after_s: null },
      { engine: 'engine_c', label: 'Marginalia', retry_after_s: null, ...third },
    ]);
    const words = Object.fromEntries(
      (body.engines as { engine: string; outcome: string }[]).map(({ engine, outcome }) => [engine, outcome]),
    );
    expect(words).toEqual(TestApp.outcomes({ body, ...reply }));
    await untilFailureIsRecorded(app, 'engine_a');
  });

  test('says that engines are cached if they are, and is cached apart from the reply without it', async () => {
    const ask = async (params: string) => (await complete(endpoint, `${q}+kept${params}`)).body;
    await ask('&engine=engine_a,engine_b');
    for (let i = 0; i < 2; i++) {
      const { engines } = await ask('&engine=engine_a,engine_b&detail=full');
      expect((engines as { outcome: string }[]).map(({ outcome }) => outcome)).toEqual(['cached', 'cached']);
      expect(await ask('&engine=engine_a,engine_b')).not.toHaveProperty('engines');
    }
  });

  test.each(['', 'FULL', 'some', 'true'])('is the only value: detail=%s is refused', async (value) => {
    const reply = await get(endpoint, `${q}&detail=${value}`);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ detail: ['Use full, or leave it out.'] });
  });

  test('is given once', async () => {
    expect((await get(endpoint, `${q}&detail=full&detail=full`)).body).toEqual({
      detail: ['Give this parameter once.'],
    });
  });
});

describe('a result with detail=full', () => {
  test('has the engines that found it, their ranks and shares, its score and its date', async () => {
    const both = { url: 'https://both.example/page', title: 'Both' };
    await cannedAnswers.brave(app, [{ ...both, page_age: '2025-03-04T05:06:07' }, { url: 'https://one.example/' }]);
    await cannedRows(app, 'searxng', 'news', []);
    await cannedAnswers.marginalia(app, [{ url: 'https://two.example/' }, both]);
    const { results } = (await complete('web', 'q=scores&detail=full')).body;
    // Marginalia counts 0.6, and nine tenths of it at its second rank. SearXNG found nothing: 2.6 is the highest sum.
    const second = 0.6 * (5 / 6) * (11 / 12);
    const sixDigits = (value: number) => Number(value.toFixed(6));
    expect(results[0]).toMatchObject({
      url: 'https://both.example/page',
      score: sixDigits((1 + second) / 2.6),
      published: '2025-03-04T05:06:07.000Z',
      engines: [
        { engine: 'engine_a', label: 'Brave', rank: 1, share: sixDigits(1 / (1 + second)) },
        { engine: 'engine_c', label: 'Marginalia', rank: 2, share: sixDigits(second / (1 + second)) },
      ],
    });
    expect(results[1]).toMatchObject({
      url: 'https://one.example/',
      published: '',
      engines: [{ engine: 'engine_a', label: 'Brave', rank: 2, share: 1 }],
    });
  });

  test('scores 1 if it is first in every engine that answered', async () => {
    const row = { url: 'https://first.example/', title: 'First' };
    await cannedAnswers.brave(app, [row]);
    await cannedRows(app, 'searxng', 'news', [row]);
    await cannedAnswers.marginalia(app, [row]);
    expect((await complete('web', 'q=first&detail=full')).body.results).toMatchObject([{ score: 1 }]);
  });

  test('has the fields of its tab', async () => {
    const fields = async (endpoint: string) =>
      Object.keys((await complete(endpoint, 'q=climate+change&detail=full')).body.results[0]).slice(-6);
    for (const endpoint of ['web', 'news', 'videos']) {
      expect((await fields(endpoint)).slice(-3)).toEqual(['engines', 'score', 'published']);
    }
    const picture = ['engines', 'score', 'image_url', 'width', 'height', 'license'];
    for (const endpoint of ['images', 'images/similar']) expect(await fields(endpoint)).toEqual(picture);
  });

  test('is empty, as are the engines, for similar images without a seed', async () => {
    const { body } = await get('images/similar', 'q=...&detail=full');
    expect(body).toEqual({ query: '', engine: [], engines: [], results: [] });
  });
});

describe('STRIP_TRACKING', () => {
  const TRACKED = 'https://dogs.example/a?id=1&utm_source=x&gclid=y#part';
  const CLEAN = 'https://dogs.example/a?id=1#part';

  test.each(['images', 'news', 'videos'] as const)('takes tracking parameters off the addresses of %s', async (tab) => {
    await cannedRows(app, 'brave', tab satisfies MediaTab, [{ url: TRACKED, title: 'A' }]);
    const params = `q=tracked+${tab}&engine=engine_a`;
    expect((await complete(tab, params)).body.results).toMatchObject([{ url: TRACKED }]);
    expect((await complete(tab, params, webs.stripped)).body.results).toMatchObject([{ url: CLEAN }]);
  });

  test('takes them off the addresses of web results and their sitelinks', async () => {
    const deep_results = { buttons: [{ title: 'Menu', url: TRACKED }] };
    await cannedAnswers.brave(app, [{ url: TRACKED, title: 'A', deep_results }]);
    const params = 'q=tracked+web&engine=engine_a';
    const at = (url: string) => [{ url, sitelinks: [{ title: 'Menu', url }] }];
    expect((await complete('web', params)).body.results).toMatchObject(at(TRACKED));
    expect((await complete('web', params, webs.stripped)).body.results).toMatchObject(at(CLEAN));
  });
});
