import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { nominatimPublic } from '../../sandbox/services/nominatim.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox?.close());

const AGENT = { 'user-agent': 'Tributary-test/1.0 (+https://operator.example)' };

interface Answer {
  status: number;
  type: string;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the wire holds; the assertions say what it must be.
  body: any;
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${sandbox.port}${path}`, { headers: { ...AGENT, ...headers } });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, text, body: type.includes('json') ? JSON.parse(text) : undefined };
}

const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/upstreams/${name}.json`, import.meta.url), 'utf8'));
const keys = (object: object) => Object.keys(object).sort();

describe('nominatim', () => {
  const search = (query: string, headers?: Record<string, string>) => get(`/nominatim/search?${query}`, headers);

  test('results have the fields and the types of the real ones', async () => {
    const [city, house, postcode] = sample('nominatim-search');
    const { body } = await search('q=Berlin&format=jsonv2&addressdetails=1&accept-language=en&limit=1');
    expect(keys(body[0])).toEqual(keys(city));
    expect(keys(body[0].address)).toEqual(keys(city.address));
    for (const field of keys(city)) expect(typeof body[0][field], field).toBe(typeof city[field]);
    expect(body[0]).toMatchObject({
      osm_type: 'relation',
      osm_id: 62422,
      display_name: 'Berlin, Germany',
      boundingbox: city.boundingbox,
      address: city.address,
    });
    const [number] = (await search('q=Via+Guglielmo+Marconi+71&format=jsonv2&addressdetails=1&accept-language=en'))
      .body;
    expect(keys(number)).toEqual(keys(house));
    expect(number).toMatchObject({ name: '', display_name: house.display_name, address: house.address });
    const [area] = (await search('q=EH4+7EA&format=jsonv2&accept-language=en')).body;
    expect(keys(area)).toEqual(keys(postcode));
    expect(area).toMatchObject({ postcode_id: 'Pgb:EH4_7EA', display_name: postcode.display_name });
  });

  test('the older format calls the category a class', async () => {
    const { body } = await search('q=Berlin&format=json');
    expect(body[0]).toMatchObject({ class: 'boundary' });
    expect(body[0]).not.toHaveProperty('category');
    expect(body[0]).not.toHaveProperty('address');
  });

  test('the parameter for the language wins over the header; a star means local names', async () => {
    const name = async (query: string, header?: string) =>
      (await search(`q=Munich&format=jsonv2${query}`, header ? { 'accept-language': header } : {})).body[0].name;
    expect(await name('&accept-language=fr')).toBe('Munich');
    expect(await name('&accept-language=it,en', 'nl')).toBe('Monaco di Baviera');
    expect(await name('', 'pl')).toBe('Monachium');
    expect(await name('', '*')).toBe('München');
  });

  test('the limit is clamped, never refused, and must be a number', async () => {
    expect((await search('q=paris&format=jsonv2&limit=1')).body).toHaveLength(1);
    expect((await search('q=paris&format=jsonv2&limit=0')).body).toHaveLength(1);
    expect((await search('q=paris&format=jsonv2&limit=9999')).status).toBe(200);
    const { status, body } = await search('q=paris&format=jsonv2&limit=many');
    expect(status).toBe(400);
    expect(body).toEqual({ error: { code: 400, message: "Parameter 'limit' must be a number." } });
  });

  test('a structured query finds what its most detailed part names', async () => {
    const [city] = (await search('city=Paris&state=Texas&country=USA&format=jsonv2')).body;
    expect(city).toMatchObject({ name: 'Paris', addresstype: 'city' });
    expect(city.display_name).toContain('Texas');
    const [house] = (await search('street=10+Downing+Street&city=London&format=jsonv2')).body;
    expect(house.type).toBe('house');
    expect((await search('country=France&format=jsonv2')).body[0].addresstype).toBe('country');
  });

  test('a query is either free or structured', async () => {
    const { status, body } = await search('q=paris&city=Paris&format=jsonv2');
    expect(status).toBe(400);
    expect(body.error.message).toContain("cannot be used together with 'q' parameter");
  });

  test('countries can be asked for; the view box may come along', async () => {
    const { body } = await search('q=cambridge&countrycodes=us&viewbox=-1,2,3,4&format=jsonv2&accept-language=en');
    expect(body.map((place: { display_name: string }) => place.display_name)).toEqual([
      'Cambridge, Massachusetts, United States',
    ]);
  });

  test('what is unknown is an empty list', async () => {
    expect((await search('q=qwrtzpsdfg&format=jsonv2')).body).toEqual(sample('nominatim-search-empty'));
  });

  test('reverse gives one object with the fields of the real one', async () => {
    const { body } = await get('/nominatim/reverse?lat=51.5034&lon=-0.1270&zoom=16&format=jsonv2&accept-language=en');
    expect(keys(body)).toEqual(keys(sample('nominatim-reverse')));
    expect(body).toMatchObject({ name: 'Downing Street', addresstype: 'road', category: 'highway' });
    expect(body.address).toMatchObject({ road: 'Downing Street', city: 'London', country_code: 'gb' });
  });

  test('reverse finds nothing in the middle of the ocean, and says so with a 200', async () => {
    const { status, body } = await get('/nominatim/reverse?lat=30&lon=-40&format=jsonv2');
    expect(status).toBe(200);
    expect(body).toEqual(sample('nominatim-reverse-nothing'));
  });

  test('reverse needs numbers, and answers with XML unless asked for JSON', async () => {
    const bad = await get('/nominatim/reverse?lat=north&lon=1&format=jsonv2');
    expect(bad.status).toBe(400);
    expect(bad.body).toEqual(sample('nominatim-error'));
    expect((await get('/nominatim/reverse?lat=1&format=jsonv2')).body.error.message).toBe("Parameter 'lon' missing.");
    expect((await get('/nominatim/reverse?lat=1&lon=nan')).type).toContain('text/xml');
    expect((await get('/nominatim/reverse?lat=48.858&lon=2.2946')).text).toMatch(/^<\?xml/);
  });

  test('status tells that it works', async () => {
    const { body } = await get('/nominatim/status?format=json');
    expect(keys(body)).toEqual(keys(sample('nominatim-status')));
    expect(body.status).toBe(0);
    expect((await get('/nominatim/status')).text).toBe('OK');
  });

  test.each(['node', 'undici', 'python-requests/2.31', ''])('the agent "%s" is shown the door', async (agent) => {
    const { status, type } = await search('q=Berlin&format=jsonv2', { 'user-agent': agent });
    expect(status).toBe(403);
    expect(type).toContain('text/html');
  });

  test('an unknown format is refused', async () => {
    const { status, text } = await search('q=Berlin&format=yaml');
    expect(status).toBe(400);
    expect(text).toBe("Parameter 'format' must be one of: json, jsonv2");
  });
});

describe('nominatim-public', () => {
  afterEach(() => vi.useRealTimers());

  test('is served on a path of its own', async () => {
    const { body } = await get('/nominatim-public/search?q=Berlin&format=jsonv2');
    expect(body[0].name).toBe('Berlin');
  });

  test('serves one call a second and counts those that it refuses', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const ask = (agent = 'Tributary-test/1.0') =>
      nominatimPublic.handle({
        method: 'GET',
        path: '/search',
        query: new URLSearchParams('q=Berlin&format=jsonv2'),
        headers: { 'user-agent': agent },
        body: '',
      });
    const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
    later(1_000);
    expect(ask('node').status).toBe(403);
    expect(ask().status).toBe(200);
    later(500);
    expect(ask()).toMatchObject({ status: 429, headers: { 'content-type': expect.stringContaining('text/html') } });
    later(499);
    expect(ask().body).toContain('Refused so far: 2.');
    later(1);
    // A refused call does not start the second anew.
    expect(ask().status).toBe(200);
  });
});

describe('photon', () => {
  const search = (query: string, headers?: Record<string, string>) => get(`/photon/api/?${query}`, headers);

  test('features have the fields and the types of the real ones', async () => {
    const real = sample('photon');
    const { body } = await search('q=berlin&limit=1&lang=en');
    expect(keys(body)).toEqual(keys(real));
    expect(body.features[0]).toMatchObject({ type: 'Feature', geometry: { type: 'Point' } });
    expect(keys(body.features[0].properties)).toEqual(keys(real.features[0].properties));
    expect(body.features[0].properties).toEqual(real.features[0].properties);
    const stadium = (await search('q=olympiastadion berlin&lang=default')).body.features[0].properties;
    // A city that is a state of its own has no state above it here.
    expect([...keys(stadium), 'state'].sort()).toEqual(keys(real.features[1].properties));
    expect(stadium).toMatchObject({ housenumber: '3', street: 'Olympischer Platz', type: 'house', osm_type: 'W' });
  });

  test('coordinates are longitude first, extents west, north, east, south', async () => {
    const { geometry, properties } = (await search('q=new york&limit=1')).body.features[0];
    expect(geometry.coordinates[0]).toBeCloseTo(-74, 1);
    const [west, north, east, south] = properties.extent;
    expect(west).toBeLessThan(east);
    expect(south).toBeLessThan(north);
  });

  test('words may be unfinished', async () => {
    const names = (await search('q=brandenb&lang=en')).body.features.map(
      (feature: { properties: { name: string } }) => feature.properties.name,
    );
    expect(names).toContain('Brandenburg Gate');
  });

  test('names come in four languages, others are refused', async () => {
    const name = async (query: string, headers?: Record<string, string>) =>
      (await search(`q=cologne${query}`, headers)).body.features[0].properties.name;
    expect(await name('&lang=fr')).toBe('Cologne');
    expect(await name('&lang=de')).toBe('Köln');
    expect(await name('&lang=default')).toBe('Köln');
    expect(await name('', { 'accept-language': 'es, en;q=0.5' })).toBe('Cologne');
    const { status, body } = await search('q=berlin&lang=es');
    expect(status).toBe(400);
    expect(body).toEqual({ message: 'Language is not supported. Supported are: default, en, de, fr' });
  });

  test('unknown parameters and a missing query are refused', async () => {
    const unknown = await search('q=berlin&fuzzy=1');
    expect(unknown.status).toBe(400);
    expect(unknown.body.message).toMatch(/^Unknown query parameter 'fuzzy'\. /);
    const missing = await get('/photon/api');
    expect(missing.status).toBe(400);
    expect(missing.body).toEqual(sample('photon-error'));
  });

  test('limits and layers are kept', async () => {
    expect((await search('q=paris&limit=2')).body.features).toHaveLength(2);
    const { features } = (await search('q=paris&layer=city')).body;
    expect(features.map((feature: { properties: { type: string } }) => feature.properties.type)).toEqual([
      'city',
      'city',
    ]);
    expect((await search('q=paris&layer=galaxy')).status).toBe(400);
    expect((await search('q=qwrtzpsdfg')).body).toEqual({ type: 'FeatureCollection', features: [] });
  });

  test('reverse gives the nearest, within its radius', async () => {
    const near = (query: string) => get(`/photon/reverse?${query}`);
    const { features } = (await near('lat=48.8583&lon=2.2945&lang=en')).body;
    expect(features).toHaveLength(1);
    expect(features[0].properties.name).toBe('Eiffel Tower');
    expect((await near('lat=48.8583&lon=2.2945&radius=10&limit=5')).body.features).toHaveLength(5);
    expect((await near('lat=30&lon=-40')).body.features).toEqual([]);
    expect((await near('lat=91&lon=0')).body).toEqual({ message: "Invalid value for 'lat' parameter." });
    expect((await near('lat=1')).status).toBe(400);
  });

  test('status tells that it works', async () => {
    const { body } = await get('/photon/status');
    expect(keys(body)).toEqual(keys(sample('photon-status')));
    expect(body.status).toBe('Ok');
  });
});
