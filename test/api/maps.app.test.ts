import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Knobs } from '../../sandbox/knobs.ts';
import { changeHealth, healthOf } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs, newAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';

/** The reply in section 2.8 of the specification: exactly these keys. */
const mapUrl = z.string().regex(/^https:\/\/www\.openstreetmap\.org\/[\w/?&=.,%#;+-]*$/);
const mapsResponse = z.strictObject({
  query: z.string(),
  places: z.array(
    z.strictObject({
      name: z.string(),
      display_name: z.string(),
      lat: z.number().min(-90).max(90),
      lon: z.number().min(-180).max(180),
      category: z.string(),
      type: z.string(),
      addresstype: z.string(),
      importance: z.number(),
      embed_url: mapUrl,
      mini_embed_url: mapUrl,
      osm_url: mapUrl,
      directions_url: mapUrl,
      geo_uri: z.string().regex(/^geo:-?\d+(\.\d{1,6})?,-?\d+(\.\d{1,6})?$/),
    }),
  ),
});
type Place = z.infer<typeof mapsResponse>['places'][number];

const GEOCODERS = ['nominatim', 'photon'];
const REQUIRED = ['This field is required.'];
const ONCE = ['Give this parameter once.'];
const EITHER = ['Give either q or coordinates (lat and lon).'];

let app: TestApp;
/** Web processes: both geocoders (the first), Nominatim only, Photon only, neither, and one with short deadlines. */
let webs: Record<'alone' | 'photonOnly' | 'without' | 'hurried', number>;

beforeAll(async () => {
  const env = (sandbox: string) => ({ PHOTON_URL: `${sandbox}/photon`, API_THROTTLE_SUSTAINED: 'off' });
  app = await TestApp.start({ env });
  webs = await addWebs(app, {
    alone: { PHOTON_URL: '' },
    photonOnly: { NOMINATIM_URL: 'off' },
    without: { NOMINATIM_URL: 'off', PHOTON_URL: '' },
    hurried: { REQUEST_DEADLINE_MS: '1500' },
  });
});
const fresh = () => app.reset();
afterAll(() => app?.stop());

const ask = (params: string, options: Parameters<TestApp['get']>[1] = {}) =>
  app.get(`/api/v1/maps/?${params}`, options);

/** Fetches a good reply and checks every field against the specification. */
async function find(params: string, web = 0): Promise<Reply & { places: Place[]; query: string }> {
  const reply = await ask(params, { web });
  expect(reply.status, reply.text).toBe(200);
  return { ...reply, ...mapsResponse.parse(reply.body) };
}

async function onlyCall(upstream: string): Promise<{ path: string; query: Record<string, string> }> {
  const calls = await app.calls(upstream);
  expect(calls).toHaveLength(1);
  return calls[0] as (typeof calls)[number];
}

describe('a place by its name', () => {
  beforeEach(fresh);

  test('has every field of the specification', async () => {
    const { places, query } = await find('q=Eiffel%20Tower');
    expect(query).toBe('Eiffel Tower');
    expect(places[0]).toEqual({
      name: 'Eiffel Tower',
      display_name: expect.stringMatching(/^Eiffel Tower, .*Paris.*, France$/),
      lat: 48.8583,
      lon: 2.2945,
      category: 'tourism',
      type: 'attraction',
      addresstype: 'tourism',
      importance: 0.78,
      embed_url:
        'https://www.openstreetmap.org/export/embed.html?bbox=2.2895%2C48.8533%2C2.2995%2C48.8633&layer=mapnik&marker=48.8583%2C2.2945',
      mini_embed_url:
        'https://www.openstreetmap.org/export/embed.html?bbox=2.2895%2C48.8553%2C2.2995%2C48.8613&layer=mapnik&marker=48.8583%2C2.2945',
      osm_url: 'https://www.openstreetmap.org/way/5013364',
      directions_url: 'https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=%3B48.8583%2C2.2945',
      geo_uri: 'geo:48.8583,2.2945',
    });
  });

  test('is requested only from Nominatim, with this application as the User-Agent', async () => {
    const reply = await find('q=Berlin');
    const { path } = await onlyCall('nominatim');
    expect(path).toBe('/search');
    expect((await app.calls('nominatim'))[0]?.headers['user-agent']).toMatch(/^Tributary\//);
    expect(await app.calls('photon')).toEqual([]);
    expect(TestApp.outcomes(reply)).toEqual({ nominatim: 'ok' });
  });

  test('comes with at most ten results by default', async () => {
    await find('q=Berlin');
    expect((await onlyCall('nominatim')).query).toMatchObject({ limit: '10' });
    await app.forgetCalls();
    expect((await find('q=Springfield&limit=1')).places).toHaveLength(1);
    expect((await onlyCall('nominatim')).query).toMatchObject({ limit: '1' });
    const many = Array.from({ length: 60 }, (_, i) => ({ name: `Place ${i}`, lat: '1', lon: String(i) }));
    await app.knobs('nominatim', { status: 200, body: JSON.stringify(many) });
    // A geocoder may send more, but the reply contains no more than requested.
    expect((await find('q=many&limit=50')).places.length).toBeLessThanOrEqual(50);
    expect((await find('q=many&limit=3')).places.map(({ name }) => name)).toEqual(['Place 0', 'Place 1', 'Place 2']);
  });

  test('is named in the requested language', async () => {
    const name = async (lang: string) => (await find(`q=Munich${lang && `&lang=${lang}`}`)).places[0]?.name;
    expect(await name('')).toBe('Munich');
    expect(await name('de')).toBe('München');
    expect(await name('fr')).toBe('Munich');
    const sent = (await app.calls('nominatim')).map(({ query }) => query['accept-language']);
    expect(sent).toEqual(['en', 'de,en', 'fr,en']);
  });

  test('that is unknown gives an empty list', async () => {
    expect((await find('q=zxqwvkjhq')).body).toEqual({ query: 'zxqwvkjhq', places: [] });
  });

  test('is sent as written, trimmed and normalised', async () => {
    const { query } = await find(`q=${encodeURIComponent('  Cafe\u0301 & "Bar" #1 ')}`);
    expect(query).toBe('Café & "Bar" #1');
    expect((await onlyCall('nominatim')).query).toMatchObject({ q: 'Café & "Bar" #1' });
  });
});

describe('the place at a point', () => {
  beforeEach(fresh);

  test('is a single place, with the coordinates of the request', async () => {
    const { query, places } = await find('lat=48.85840&lon=2.2945');
    expect(query).toBe('48.85840,2.2945');
    expect(places).toHaveLength(1);
    expect(places[0]).toMatchObject({ name: 'Eiffel Tower', lat: 48.8583, lon: 2.2945, category: 'tourism' });
    const { path, query: sent } = await onlyCall('nominatim');
    expect(path).toBe('/reverse');
    expect(sent).toMatchObject({ lat: '48.8584', lon: '2.2945', zoom: '18', format: 'jsonv2' });
  });

  test.each([
    ['3', 'France', 'country'],
    ['10', 'Paris', 'city'],
    ['18', 'Eiffel Tower', 'tourism'],
  ])('has the size that zoom=%s implies: %s', async (zoom, name, addresstype) => {
    expect((await find(`lat=48.8584&lon=2.2945&zoom=${zoom}`)).places).toMatchObject([{ name, addresstype }]);
  });

  test('is named in the requested language', async () => {
    const { places } = await find('lat=48.8584&lon=2.2945&zoom=10&lang=de');
    expect(places[0]?.display_name).toMatch(/Frankreich$/);
  });

  test('is an empty list in the middle of the ocean', async () => {
    const reply = await find('lat=0&lon=-30');
    expect(reply.body).toEqual({ query: '0,-30', places: [] });
    expect(TestApp.outcomes(reply)).toEqual({ nominatim: 'ok' });
    expect(await app.calls('photon')).toEqual([]);
  });

  test.each([
    ['lat=90&lon=180', '90,180'],
    ['lat=-90&lon=-180', '-90,-180'],
    ['lat=%2B48.8584&lon=%2B2.2945', '+48.8584,+2.2945'],
    ['lat=.5&lon=-.5', '.5,-.5'],
    ['lat=-0&lon=0.0000001', '-0,0.0000001'],
    ['lat=%2048.8584%20&lon=2.2945', '48.8584,2.2945'],
  ])('can be requested at %s', async (params, query) => {
    const reply = await find(params);
    expect(reply.query).toBe(query);
    expect(reply.places.length).toBeLessThanOrEqual(1);
    for (const name of ['lat', 'lon']) expect((await onlyCall('nominatim')).query[name]).toMatch(/^-?\d+(\.\d+)?$/);
  });
});

describe('an invalid request', () => {
  beforeAll(fresh);

  const some = [expect.stringMatching(/\S/)];
  const point = 'lat=1&lon=2';

  test.each<[string, Record<string, unknown>]>([
    ['', { q: REQUIRED }],
    ['q=', { q: REQUIRED }],
    ['q=%20%09', { q: REQUIRED }],
    [`q=${'a'.repeat(1_001)}`, { q: some }],
    ['q=a&q=b', { q: ONCE }],
    ['lat=1', { lon: REQUIRED }],
    ['lon=1', { lat: REQUIRED }],
    [`q=Berlin&${point}`, { q: EITHER }],
    ['q=Berlin&lat=1', { q: EITHER }],
    ['q=Berlin&lon=1', { q: EITHER }],
    ...['90.0001', '-90.1', '91', '1000', '1e999', '1e1', 'NaN', 'Infinity', '-Infinity', '0x10', '1,5', '٣', 'x'].map(
      (lat): [string, Record<string, unknown>] => [`lat=${encodeURIComponent(lat)}&lon=2`, { lat: some }],
    ),
    ...['180.0001', '-181', '1e999', 'NaN', 'x', '--1', '1.2.3', '.', '+', '9'.repeat(40)].map(
      (lon): [string, Record<string, unknown>] => [`lat=1&lon=${encodeURIComponent(lon)}`, { lon: some }],
    ),
    ['lat=&lon=', { lat: some, lon: some }],
    ['lat=x&lon=y', { lat: some, lon: some }],
    ['lat=1&lat=2&lon=3', { lat: ONCE }],
    ['lat=1&lon=2&lon=2', { lon: ONCE }],
    ...['0', '51', 'x', '', '1.5', '-1', '1e1', '9'.repeat(30)].map((limit): [string, Record<string, unknown>] => [
      `q=Berlin&limit=${limit}`,
      { limit: some },
    ]),
    ['q=Berlin&limit=1&limit=2', { limit: ONCE }],
    ...['-1', '19', 'x', '', '1.5'].map((zoom): [string, Record<string, unknown>] => [
      `${point}&zoom=${zoom}`,
      { zoom: some },
    ]),
    [`${point}&zoom=1&zoom=1`, { zoom: ONCE }],
    ['q=Berlin&lang=en_US', { lang: some }],
    ['q=Berlin&lang=de&lang=de', { lang: ONCE }],
    // One reply reports every bad parameter.
    ['limit=0&zoom=19&lang=en_US', { q: REQUIRED, limit: some, zoom: some, lang: some }],
    ['lat=91&limit=0', { lat: some, lon: REQUIRED, limit: some }],
    ['lon=1&zoom=19', { lat: REQUIRED, zoom: some }],
    ['q=Berlin&lat=91&lon=181', { q: EITHER, lat: some, lon: some }],
    ['limit=1&limit=2', { q: REQUIRED, limit: ONCE }],
    ['lat=1&lat=2', { lat: ONCE, lon: REQUIRED }],
    ['q=a&q=b&lat=1&lon=2', { q: [...ONCE, ...EITHER] }],
  ])('%s', async (params, fields) => {
    const reply = await ask(params);
    expect(reply.status, reply.text).toBe(400);
    expect(reply.body).toEqual(fields);
  });

  test('never reaches a geocoder', async () => {
    for (const upstream of GEOCODERS) expect(await app.calls(upstream)).toEqual([]);
  });

  test.each(['q=Berlin&colour=red', 'q=Berlin&__proto__=x&constructor=y', 'q=Berlin&LAT=91'])(
    'is not caused by unknown parameters: %s',
    async (params) => {
      expect((await find(params)).places[0]).toMatchObject({ name: 'Berlin' });
    },
  );
});

describe('a reply', () => {
  beforeEach(fresh);

  test('is cached for a day', async () => {
    for (const params of ['q=Hamburg', 'lat=53.55&lon=9.99']) {
      await app.reset();
      expect(TestApp.outcomes(await find(params))).toEqual({ nominatim: 'ok' });
      const keys = await app.keys('{trib:cache*');
      expect(keys).toHaveLength(1);
      const ttl = await app.client.ttl(keys[0] as string);
      expect(ttl).toBeGreaterThan(86_000);
      expect(ttl).toBeLessThanOrEqual(86_400);
      expect(TestApp.outcomes(await find(params))).toEqual({ nominatim: 'cached' });
      // Another process uses the same cache.
      expect(TestApp.outcomes(await find(params, webs.alone))).toEqual({ nominatim: 'cached' });
      await onlyCall('nominatim');
    }
  });

  test('is cached separately for every request', async () => {
    const questions = ['q=Cologne', 'q=Cologne&limit=2', 'q=Cologne&lang=de', 'lat=50.9&lon=6.9', 'lat=50.9&lon=6.95'];
    for (const params of questions) expect(TestApp.outcomes(await find(params))).toEqual({ nominatim: 'ok' });
    expect(await app.calls('nominatim')).toHaveLength(questions.length);
  });

  test('counts as a search, cached or not; a refusal or a failure does not', async () => {
    const { key } = await newAccount(app);
    const used = async () => (await app.get('/api/v1/key/', { key })).body.usage.searches;
    expect((await ask('q=Leipzig', { key })).status).toBe(200);
    expect((await ask('q=Leipzig', { key })).status).toBe(200);
    expect((await ask('lat=51.34&lon=12.37', { key })).status).toBe(200);
    expect((await ask('lat=91&lon=0', { key })).status).toBe(400);
    expect(await used()).toBe(3);
    await app.knobs('nominatim', { status: 500 });
    expect((await ask('q=Dresden', { key, web: webs.alone })).status).toBe(503);
    await eventually('the failed one is taken back', async () => (await used()) === 3);
  });
});

describe('when Nominatim does not answer', () => {
  beforeEach(fresh);

  const faults: [string, Knobs, string][] = [
    ['fails', { status: 500 }, 'error'],
    ['is overloaded', { status: 429 }, 'rate_limited'],
    ['refuses us', { status: 403 }, 'error'],
    ['cuts the connection', { mode: 'reset' }, 'error'],
    ['sends a page', { mode: 'html' }, 'error'],
    ['sends nonsense', { mode: 'garbage' }, 'error'],
    ['sends too much', { mode: 'huge' }, 'error'],
    ['sends us elsewhere', { mode: 'redirect', location: '/photon/api?q=Berlin' }, 'error'],
  ];

  test.each(faults)('because it %s (%j), Photon answers with the same fields', async (_, knobs, outcome) => {
    await app.knobs('nominatim', knobs);
    const reply = await find('q=Berlin&lang=de&limit=2');
    expect(TestApp.outcomes(reply)).toEqual({ nominatim: outcome, photon: 'ok' });
    expect(reply.places).toHaveLength(2);
    expect(reply.places[0]).toMatchObject({
      name: 'Berlin',
      display_name: 'Berlin, Deutschland',
      category: 'place',
      type: 'city',
      addresstype: 'city',
      importance: 0.5,
      osm_url: 'https://www.openstreetmap.org/relation/62422',
      geo_uri: 'geo:52.517,13.3889',
    });
    expect((await onlyCall('photon')).query).toEqual({ q: 'Berlin', limit: '2', lang: 'de' });
  });

  test('Photon also finds the place at a point', async () => {
    await app.knobs('nominatim', { status: 500 });
    const reply = await find('lat=48.8584&lon=2.2945');
    expect(reply.places).toMatchObject([
      { name: 'Eiffel Tower', osm_url: 'https://www.openstreetmap.org/way/5013364' },
    ]);
    expect((await find('lat=0&lon=-30')).places).toEqual([]);
  });

  test('and is suspended, it is not called', async () => {
    await changeHealth(app.client, 'nominatim-maps', { state: 'down', openUntil: Date.now() + 60_000 });
    await app.refreshHealth();
    const reply = await find('q=Rome');
    expect(TestApp.outcomes(reply)).toEqual({ nominatim: 'suspended', photon: 'ok' });
    expect(await app.calls('nominatim')).toEqual([]);
    const alone = await ask('q=Rome', { web: webs.alone });
    expect(alone.status).toBe(503);
    expect(Number(alone.headers.get('retry-after'))).toBeGreaterThan(30);
    expect(Number(alone.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  test('Photon has time to answer, however short the deadline', async () => {
    await app.knobs('nominatim', { mode: 'hang' });
    const reply = await find('q=Berlin', webs.hurried);
    expect(TestApp.outcomes(reply)).toEqual({ nominatim: 'timeout', photon: 'ok' });
  });

  test('the answer of Photon is not cached as that of Nominatim', async () => {
    await app.knobs('nominatim', { status: 500, times: 1 });
    expect(TestApp.outcomes(await find('q=Bremen'))).toEqual({ nominatim: 'error', photon: 'ok' });
    expect(TestApp.outcomes(await find('q=Bremen'))).toEqual({ nominatim: 'ok' });
  });

  test.each([
    ['alone', { status: 500 }, {}],
    ['both', { status: 500 }, { status: 500 }],
    ['both', { mode: 'reset' }, { mode: 'garbage' }],
    ['photonOnly', {}, { status: 503 }],
  ] as [string, Knobs, Knobs][])(
    'and no other geocoder does (%s, %j, %j), the reply is a 503 with a Retry-After',
    async (which, first, second) => {
      await app.knobs('nominatim', first);
      await app.knobs('photon', second);
      const web = which === 'both' ? 0 : webs[which as 'alone' | 'photonOnly'];
      for (const params of ['q=Vienna', 'lat=48.2&lon=16.4']) {
        const reply = await ask(params, { web });
        expect(reply.status).toBe(503);
        expect(reply.body).toEqual({ detail: 'No map provider answered.' });
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      }
    },
  );

  test('because it rejects our request, Photon answers and the health does not change', async () => {
    await app.knobs('nominatim', { status: 400, body: '{"error":{"code":400,"message":"x"}}' });
    for (let i = 0; i < 4; i++) {
      expect(TestApp.outcomes(await find(`q=Berlin ${i}`))).toEqual({ nominatim: 'error', photon: 'ok' });
    }
    expect((await healthOf(app.client, 'nominatim-maps')).state).toBe('unknown');
  });
});

test('without a geocoder the reply is a 503 that gives the reason, not an empty list', async () => {
  const { key } = await newAccount(app);
  for (const params of ['q=Berlin', 'lat=1&lon=2']) {
    const reply = await ask(params, { key, web: webs.without });
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual({ detail: 'No map provider is configured on this deployment.' });
  }
  expect((await ask('q=', { key, web: webs.without })).status).toBe(400);
  const used = async () => (await app.get('/api/v1/key/', { key })).body.usage.searches;
  await eventually('nothing was counted', async () => (await used()) === 0);
});

describe('the data of a geocoder', () => {
  beforeEach(fresh);

  const hostile = {
    name: '<script>alert(1)</script>\u0000Evil\u202e',
    display_name: `<img src=x onerror=alert(1)>${'long '.repeat(500)}`,
    category: { a: 1 },
    type: ['x'],
    addresstype: 7,
    importance: '1e999',
    osm_type: 'javascript:alert(1)//',
    osm_id: '1/../../evil',
    boundingbox: ['x', null, {}, '1e999'],
  };

  test('is cleaned: no markup, no other URLs, only valid numbers', async () => {
    const points = [
      { lat: '1.23456789', lon: '-2.5' },
      { lat: 1e-9, lon: -1e-9 },
      { lat: '90', lon: '180' },
      { lat: '-90', lon: '-180' },
    ];
    const lost = [
      { lat: '91', lon: '0' },
      { lat: 'NaN', lon: '1' },
      { lat: '', lon: '' },
      { lat: null, lon: null },
      {},
    ];
    const rows = [...points, ...lost].map((point) => ({ ...hostile, ...point }));
    await app.knobs('nominatim', { status: 200, body: JSON.stringify([null, 7, 'x', [], ...rows]) });
    const { places, text } = await find('q=evil');
    expect(places).toHaveLength(points.length);
    expect(text).not.toMatch(/<script|<img|javascript:|\.\.\/|\\u0000|1e999/);
    for (const place of places) {
      expect(place.name).toContain('Evil');
      expect(place.display_name.length).toBeLessThanOrEqual(600);
      expect(place).toMatchObject({ category: '', type: '', addresstype: '', importance: 0 });
      expect(place.osm_url).toMatch(/\?mlat=/);
    }
    expect(places.map(({ geo_uri }) => geo_uri)).toEqual([
      'geo:1.234568,-2.5',
      'geo:0,0',
      'geo:90,180',
      'geo:-90,-180',
    ]);
  });

  test('is reduced to one place at a point', async () => {
    const body = JSON.stringify({ ...hostile, lat: '1', lon: '2' });
    await app.knobs('nominatim', { status: 200, body });
    expect((await find('lat=1&lon=2')).places).toHaveLength(1);
  });
});
