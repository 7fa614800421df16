import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../harness/processes.ts';
import { addWebs, newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { expectClean } from './tab-response.ts';

const PATH = '/api/v1/cards/';
const ENGINES = { engine_a: 'brave', engine_b: 'searxng', engine_c: 'serper' } as const;
const SERVICES = ['wikipedia', 'stackexchange', 'nominatim'] as const;
const EVERYONE = [...Object.values(ENGINES), ...SERVICES];

let app: TestApp;
let webs: Record<'hurried' | 'partial' | 'bare' | 'lonely', number>;
beforeAll(async () => {
  const slots = { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'serper' };
  const none = { BRAVE_API_KEY: '', SEARXNG_URL: 'off', SERPER_API_KEY: '' };
  // The first cards of a busy machine take long.
  app = await TestApp.start({ env: { ...slots, API_THROTTLE_SUSTAINED: 'off', REQUEST_DEADLINE_MS: '60000' } });
  webs = await addWebs(app, {
    hurried: { REQUEST_DEADLINE_MS: '1000' },
    partial: { BRAVE_API_KEY: '' },
    bare: none,
    lonely: { ...none, WIKIPEDIA_URL: 'off', STACKEXCHANGE_URL: 'off', NOMINATIM_URL: 'off' },
  });
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

const text = z.string();
const address = z.union([z.url({ protocol: /^https?$/ }), z.literal('')]);
const coordinates = z.strictObject({ lat: z.number(), lon: z.number() });
/** Every field of the cards, defined again here so that the product cannot change them unnoticed. */
const cardsReply = z.strictObject({
  query: text,
  wikipedia: z
    .strictObject({
      title: text.min(1),
      description: text,
      extract: text.min(1),
      url: address,
      thumbnail: address,
      lang: text.min(2),
      wikidata_id: text.regex(/^(Q\d+)?$/),
      coordinates: coordinates.nullable(),
      license: text.min(1),
    })
    .nullable(),
  infobox: z
    .strictObject({
      title: text.min(1),
      subtitle: text,
      description: text,
      url: address,
      website: address,
      image: address,
      attributes: z.array(z.strictObject({ label: text.min(1), value: text.min(1) })),
      links: z.array(z.strictObject({ title: text.min(1), url: address })),
      attribution: text,
      engine: z.enum(['engine_a', 'engine_b', 'engine_c']),
    })
    .nullable(),
  stackexchange: z
    .strictObject({
      question: text.min(1),
      url: address,
      answer: text.min(1),
      score: z.int(),
      accepted: z.boolean(),
      author: text,
      tags: z.array(text),
      answered_at: text,
      site: text,
      license: text.min(1),
    })
    .nullable(),
  map: z
    .strictObject({
      name: text,
      display_name: text,
      lat: z.number(),
      lon: z.number(),
      category: text,
      type: text,
      addresstype: text,
      importance: z.number(),
      embed_url: address,
      mini_embed_url: address,
      osm_url: address,
      directions_url: address,
      geo_uri: text.regex(/^geo:-?[\d.]+,-?[\d.]+$/),
    })
    .nullable(),
});

const get = (params: string, options: Parameters<TestApp['get']>[1] = {}) => app.get(`${PATH}?${params}`, options);
/** Fetches a good reply and checks every field of every card. */
async function find(params: string, options: Parameters<TestApp['get']>[1] = {}) {
  const reply = await get(params, options);
  expect(reply.status, reply.text).toBe(200);
  expect(Object.keys(reply.body)).toEqual(['query', 'wikipedia', 'infobox', 'stackexchange', 'map']);
  return { ...reply, cards: cardsReply.parse(reply.body), outcomes: TestApp.outcomes(reply) };
}
/** The upstreams called since the last reset. */
const called = async (): Promise<string[]> => {
  const counts = await Promise.all(EVERYONE.map(async (name) => [name, (await app.calls(name)).length] as const));
  return counts.flatMap(([name, count]) => (count > 0 ? [name] : []));
};
const NONE = { wikipedia: null, infobox: null, stackexchange: null, map: null };
const ALL_OK = { engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' };

describe('the cards', () => {
  test('for a place are its article, an infobox and a map', async () => {
    const { cards, outcomes } = await find('q=paris');
    expect(cards).toMatchObject({
      query: 'paris',
      wikipedia: {
        title: 'Paris',
        url: 'https://en.wikipedia.org/wiki/Paris',
        lang: 'en',
        wikidata_id: 'Q90',
        coordinates: { lat: 48.8567, lon: 2.3522 },
        license: 'CC BY-SA 4.0',
      },
      infobox: { title: 'Paris', website: 'https://www.paris.fr/', engine: 'engine_a' },
      stackexchange: null,
      map: { name: 'Paris', display_name: 'Paris, Île-de-France, France', geo_uri: 'geo:48.8589,2.32' },
    });
    expect(cards.wikipedia?.extract).toMatch(/^Paris is the capital/);
    expect(cards.infobox?.attributes).toContainEqual({ label: 'Country', value: 'France' });
    expect(outcomes).toEqual({ wikipedia: 'ok', ...ALL_OK, nominatim: 'ok' });
  });

  test('for a person are an article and an infobox, without a map', async () => {
    const { cards } = await find('q=albert+einstein');
    expect(cards).toMatchObject({
      wikipedia: { title: 'Albert Einstein', wikidata_id: 'Q937', coordinates: null },
      infobox: { title: 'Albert Einstein', website: '' },
      stackexchange: null,
      map: null,
    });
  });

  test('contain the article that has the query as another name', async () => {
    const { cards } = await find('q=nyc');
    expect(cards.wikipedia).toMatchObject({ title: 'New York City', wikidata_id: 'Q60' });
  });

  test('for a programming question contain only its best answer', async () => {
    const { cards } = await find('q=how+to+undo+last+git+commit');
    expect(cards).toMatchObject({ wikipedia: null, infobox: null, map: null });
    expect(cards.stackexchange).toMatchObject({
      question: 'How do I undo the most recent local commits in Git?',
      url: 'https://stackoverflow.com/a/927386',
      accepted: true,
      site: 'stackoverflow.com',
      license: 'CC BY-SA 4.0',
    });
    expect(cards.stackexchange?.answer.split('\n')).toContain('git reset HEAD~1');
    expect(cards.stackexchange?.tags).toContain('git');
    expect(cards.stackexchange?.answered_at).toMatch(/^\d{4}-\d{2}-\d{2}T/);
    expect(await app.calls('stackexchange')).toHaveLength(1);
  });

  test('are empty for an unknown subject', async () => {
    expect((await find('q=zxqwvkjhq+wvxyzzy')).cards).toEqual({ query: 'zxqwvkjhq wvxyzzy', ...NONE });
  });

  test.each(['mercury', 'python'])('leave out a disambiguation page (%s)', async (query) => {
    const { cards } = await find(`q=${query}`);
    expect(cards.wikipedia).toBeNull();
    expect(await app.calls('wikipedia')).toHaveLength(1);
  });

  test('are in the requested language', async () => {
    const { cards } = await find('q=berlin&lang=de');
    expect(cards.wikipedia).toMatchObject({ title: 'Berlin', lang: 'de', url: 'https://de.wikipedia.org/wiki/Berlin' });
    expect(cards.wikipedia?.extract).toMatch(/ ist /);
    expect(cards.map?.display_name).toContain('Deutschland');
    expect((await find('q=berlin')).cards.map?.display_name).toContain('Germany');
    expect((await app.calls('brave'))[0]?.query).toMatchObject({ search_lang: 'de' });
    expect((await app.calls('nominatim'))[0]?.query).toMatchObject({ 'accept-language': 'de,en' });
  });

  test('use safe search unless the request turns it off', async () => {
    await find('q=berlin&lang=fr');
    expect((await app.calls('brave'))[0]?.query).toMatchObject({ safesearch: 'strict' });
    await app.forgetCalls();
    await find('q=berlin&lang=fr&safe=off');
    expect((await app.calls('brave'))[0]?.query).toMatchObject({ safesearch: 'off' });
    expect((await app.calls('searxng'))[0]?.query).toMatchObject({ safesearch: '0' });
  });

  test('are not requested from services that cannot have them', async () => {
    await find('q=london');
    expect((await called()).sort()).toEqual(['brave', 'nominatim', 'searxng', 'serper', 'wikipedia']);
    for (const question of ['what is the capital of france', 'how tall is mount everest?', 'best pizza in rome']) {
      await app.forgetCalls();
      await find(`q=${encodeURIComponent(question)}`);
      expect((await called()).sort(), question).toEqual(['brave', 'searxng', 'serper', 'wikipedia']);
    }
    await app.forgetCalls();
    await find(`q=${encodeURIComponent('python sort dictionary by value?')}`);
    expect((await called()).sort()).toEqual(['brave', 'searxng', 'serper', 'stackexchange', 'wikipedia']);
  });
});

describe('the infobox', () => {
  test.each(['engine_a', 'engine_b', 'engine_c'] as const)(
    'comes from %s when only that engine is requested',
    async (slug) => {
      const { cards, outcomes } = await find(`q=paris&engine=${slug}`);
      expect(outcomes).toEqual({ wikipedia: 'ok', [slug]: 'ok', nominatim: 'ok' });
      expect(cards.infobox).toMatchObject({ title: 'Paris', engine: slug });
      expect(cards.wikipedia?.title).toBe('Paris');
      expect(cards.map?.name).toBe('Paris');
      expect(await called()).toEqual([ENGINES[slug], 'wikipedia', 'nominatim']);
    },
  );

  test('comes from the first slot that has one', async () => {
    await app.knobs('brave', { status: 200, body: JSON.stringify({ query: {} }) });
    expect((await find('q=paris&safe=off')).cards.infobox?.engine).toBe('engine_b');
    await app.knobs('searxng', { status: 500 });
    const { cards, outcomes } = await find('q=albert+einstein&safe=off');
    expect(cards.infobox?.engine).toBe('engine_c');
    expect(outcomes).toMatchObject({ engine_a: 'ok', engine_b: 'error', engine_c: 'ok' });
  });

  test('requires a configured engine; a request for another gets a 503', async () => {
    const alone = await get('q=paris&engine=engine_a', { web: webs.partial });
    expect(alone.status).toBe(503);
    expect(alone.body).toEqual({ detail: 'engine_a is not configured on this deployment.' });
    expect(await called()).toEqual([]);
    const together = await find('q=paris&engine=engine_a,engine_b', { web: webs.partial });
    expect(together.cards.infobox?.engine).toBe('engine_b');
    expect(together.outcomes).toEqual({ wikipedia: 'ok', engine_b: 'ok', nominatim: 'ok' });
    const named = await get('q=paris&engine=engine_c', { web: webs.bare });
    expect(named.status).toBe(503);
    expect(named.body).toEqual({ detail: 'engine_c is not configured on this deployment.' });
  });

  test('is null, and the other cards are not, when no engine is configured', async () => {
    const { cards, outcomes } = await find('q=paris', { web: webs.bare });
    expect(cards).toMatchObject({ wikipedia: { title: 'Paris' }, infobox: null, map: { name: 'Paris' } });
    expect(outcomes).toEqual({ wikipedia: 'ok', nominatim: 'ok' });
  });

  test('is null like all other cards when no provider is configured', async () => {
    const { cards, outcomes } = await find('q=paris', { web: webs.lonely });
    expect(cards).toEqual({ query: 'paris', ...NONE });
    expect(outcomes).toEqual({});
  });
});

describe('providers that fail', () => {
  test.each([
    ['wikipedia', 'wikipedia', 'wikipedia'],
    ['nominatim', 'nominatim', 'map'],
  ] as const)('lose only their own card (%s)', async (upstream, name, card) => {
    await app.knobs(upstream, { status: 500 });
    const { cards, outcomes } = await find(`q=paris&lang=en&safe=${upstream === 'wikipedia' ? 'on' : 'off'}`);
    expect(outcomes).toEqual({ wikipedia: 'ok', ...ALL_OK, nominatim: 'ok', [name]: 'error' });
    expect(cards).toMatchObject({ infobox: { engine: 'engine_a' }, stackexchange: null });
    expect(cards[card]).toBeNull();
    expect(cards[card === 'map' ? 'wikipedia' : 'map']).not.toBeNull();
  });

  test('do not include those with an article or answer that is missing', async () => {
    const hit = { query: { search: [{ title: 'Docker build cache gone' }], searchinfo: {} } };
    await app.knobs('wikipedia', { status: 200, body: JSON.stringify(hit), times: 1 });
    const question = { items: [{ accepted_answer_id: 1, title: 'Docker build cache gone?' }] };
    await app.knobs('stackexchange', { status: 200, body: JSON.stringify(question), times: 1 });
    const { cards, outcomes } = await find('q=docker+build+cache+gone');
    expect(cards).toMatchObject({ wikipedia: null, stackexchange: null });
    expect(outcomes).toMatchObject({ wikipedia: 'ok', stackexchange: 'ok' });
    expect((await app.calls('wikipedia')).length).toBe(1);
    expect((await app.calls('stackexchange')).length).toBe(1);
  });

  test.each(['wikipedia', 'nominatim', 'brave'] as const)(
    'to answer by the deadline do not delay the others (%s)',
    async (upstream) => {
      await app.knobs(upstream, { mode: 'hang' });
      const { cards, outcomes } = await find('q=madrid', { web: webs.hurried });
      const slug = upstream === 'brave' ? 'engine_a' : upstream;
      expect(outcomes).toEqual({ wikipedia: 'ok', ...ALL_OK, nominatim: 'ok', [slug]: 'timeout' });
      expect(cards.wikipedia === null).toBe(upstream === 'wikipedia');
      expect(cards.map === null).toBe(upstream === 'nominatim');
    },
  );

  test('all together lead to a 503 with a Retry-After, and no search is counted', async () => {
    const { key } = await newAccount(app);
    for (const upstream of EVERYONE) await app.knobs(upstream, { status: 500 });
    const reply = await get('q=lisbon', { key });
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual({ detail: 'No provider of cards answered.' });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(new Set(Object.values(TestApp.outcomes(reply)))).toEqual(new Set(['error']));
    await eventually('the search is taken back', async () => (await searchesOf(app, key)) === 0);
  });
});

describe('the cache and the count', () => {
  test('the second request gets the same reply from the cache, without a call', async () => {
    const first = await find('q=tokyo');
    expect(first.cards.wikipedia).not.toBeNull();
    await app.forgetCalls();
    for (let i = 0; i < 2; i++) {
      const again = await find('q=tokyo');
      expect(new Set(Object.values(again.outcomes))).toEqual(new Set(['cached']));
      expect(again.body).toEqual(first.body);
    }
    expect(await called()).toEqual([]);
  });

  test('an empty card is cached, a failure is not', async () => {
    await app.knobs('wikipedia', { status: 500, times: 1 });
    expect((await find('q=zxqwvkjhq')).outcomes).toMatchObject({ wikipedia: 'error', engine_a: 'ok' });
    expect((await find('q=zxqwvkjhq')).outcomes).toMatchObject({ wikipedia: 'ok', engine_a: 'cached' });
    expect((await find('q=zxqwvkjhq')).outcomes).toMatchObject({ wikipedia: 'cached', engine_a: 'cached' });
  });

  test('every 200 counts as a search; a bad parameter and an engine that is not configured do not', async () => {
    const { key } = await newAccount(app);
    await find('q=oslo', { key });
    await find('q=oslo', { key });
    await find('q=zxqwvkjhq', { key });
    expect((await get('', { key })).status).toBe(400);
    expect((await get('q=oslo&engine=engine_a', { key, web: webs.partial })).status).toBe(503);
    await eventually('the 503 is taken back', async () => (await searchesOf(app, key)) === 3);
  });
});

describe('hostile providers', () => {
  const nasty = '<script>alert(1)</script>Fox &amp; <b>hen</b>\u0000\u001b';
  const clean = 'alert(1) Fox & hen';
  const bad = 'javascript:alert(1)';
  const data = 'data:image/png;base64,AAAA';
  const answer = (upstream: string, body: unknown) => app.knobs(upstream, { status: 200, body: JSON.stringify(body) });

  test('get no markup, script or unsafe URL into any field of any card', async () => {
    const title = `Python ${nasty}`;
    await answer('wikipedia', {
      query: {
        search: [{ title, redirecttitle: 'python list error fox' }],
        pages: [
          {
            title,
            description: nasty,
            extract: nasty,
            fullurl: bad,
            thumbnail: { source: data },
            pagelanguage: nasty,
            pageprops: { wikibase_item: 'Q1/../Q2' },
            coordinates: [{ lat: '1', lon: 900 }],
          },
        ],
      },
    });
    await answer('brave', {
      query: {},
      infobox: {
        results: [
          {
            title,
            description: nasty,
            long_desc: nasty,
            url: bad,
            website_url: data,
            thumbnail: { src: data },
            attributes: [[nasty, nasty], ['x'], 'y', [{}, 7], [null, null]],
            profiles: [{ name: nasty, url: bad }, { name: nasty, url: 'https://clean.example/' }, null, 7],
            providers: [{ name: nasty }],
          },
        ],
      },
    });
    await answer('stackexchange', {
      items: [
        {
          title,
          accepted_answer_id: 7,
          tags: [nasty, 7, {}],
          answers: [
            null,
            {
              answer_id: 7,
              body: `<p>${nasty}</p><pre><code>if (a &lt; b) {\n  x<i>y</i>;\n}</code></pre><img src="${data}">`,
              score: 'many',
              is_accepted: 'yes',
              owner: { display_name: nasty },
              creation_date: 'now',
              content_license: nasty,
            },
          ],
        },
      ],
    });
    const reply = await find('q=python+list+error+fox');
    expectClean(reply);
    expect(reply.cards.wikipedia).toMatchObject({
      title: `Python ${clean}`,
      extract: clean,
      thumbnail: '',
      wikidata_id: '',
    });
    expect(reply.cards.wikipedia?.coordinates).toBeNull();
    expect(reply.cards.infobox).toMatchObject({
      title: `Python ${clean}`,
      url: '',
      website: '',
      image: '',
      attributes: [{ label: clean, value: clean }],
      links: [{ title: clean, url: 'https://clean.example/' }],
      attribution: clean,
    });
    expect(reply.cards.stackexchange).toMatchObject({
      question: `Python ${clean}`,
      answer: `${clean}\n\nif (a < b) {\n  xy;\n}`,
      score: 0,
      accepted: false,
      author: clean,
      tags: [clean],
      answered_at: '',
    });
  });

  test('get no markup or invalid numbers into a map', async () => {
    await answer('nominatim', [
      null,
      7,
      { name: 'Nowhere', lat: 'x', lon: '1', importance: 1 },
      { name: 'Beyond', lat: '91', lon: '1', importance: 1 },
      {
        name: nasty,
        display_name: `Somewhere, ${nasty}`,
        lat: '48.12345678',
        lon: '2.5',
        category: nasty,
        type: {},
        addresstype: 7,
        importance: 0.9,
        osm_type: '<b>',
        osm_id: 'javascript:alert(1)',
        boundingbox: [bad, data, {}, null],
      },
    ]);
    const reply = await find('q=foxhen');
    expectClean(reply);
    expect(reply.cards.map).toMatchObject({
      name: clean,
      display_name: `Somewhere, ${clean}`,
      lat: 48.123457,
      lon: 2.5,
      category: clean,
      type: '',
      addresstype: '',
      geo_uri: 'geo:48.123457,2.5',
    });
  });

  test.each([
    ['wikipedia', '{"query":[]}'],
    ['nominatim', '{"error":"no"}'],
    ['brave', '[]'],
    ['searxng', '{"results":{}}'],
    ['serper', '{"organic":[]}'],
  ])('that send another JSON shape count as failed (%s: %s)', async (upstream, body) => {
    await app.knobs(upstream, { status: 200, body });
    const { outcomes } = await find('q=prague');
    const names: Record<string, string> = { brave: 'engine_a', searxng: 'engine_b', serper: 'engine_c' };
    expect(outcomes).toEqual({ wikipedia: 'ok', ...ALL_OK, nominatim: 'ok', [names[upstream] ?? upstream]: 'error' });
  });
});
