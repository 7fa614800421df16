import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Person } from './person.ts';

let app: TestApp;
let ada: Person;
let webs: Record<'tiled', number>;

beforeAll(async () => {
  app = await TestApp.start();
  webs = await addWebs(app, {
    tiled: { MAP_TILES_URL: 'https://tiles.example.org/{z}/{x}/{y}.png', MAP_TILES_ATTRIBUTION: '© The <Mappers>' },
  });
  ada = await Person.signedIn(app, 'ada');
});
afterAll(() => app.stop());
afterEach(() => app.reset());

/** Addresses that a page links to. */
const links = (html: string) => [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, address = '']) => address);
/** The numbers of the pins, and of the places in the list with their names. */
const pins = (html: string) =>
  [...html.matchAll(/<a class="pin[^"]*" href="#place-\d+" data-pin="([\d ]+)" aria-label="\d+(?: places)?: ([^"]*)"/g)]
    .flatMap(([, numbers = '', names = '']) => {
      const all = numbers.split(' ').map(Number);
      return all.map((number, at) => [number, all.length === 1 ? names : names.split(', ')[at]]);
    })
    .sort(([one], [other]) => Number(one) - Number(other));
const listed = (html: string) =>
  [...html.matchAll(/<li id="place-(\d+)".*?<h2[^>]*><a [^>]*>(.*?)<\/a>/gs)].map(([, number, name]) => [
    Number(number),
    name,
  ]);
const policy = (headers: Headers) => headers.get('content-security-policy') ?? '';

describe('places', () => {
  test('are on one map, with the numbers of the list; nothing comes from elsewhere', async () => {
    const { html, headers } = await ada.get('/?q=springfield&tab=maps');
    expect(listed(html).length).toBeGreaterThan(1);
    expect(pins(html)).toEqual(listed(html));
    expect(html.match(/<svg class="sketch"/g)).toHaveLength(1);
    expect(html).toContain(`aria-label="Map of ${listed(html).length} places"`);
    expect(html).not.toMatch(/<iframe|<image|leaflet/);
    expect(policy(headers)).toContain("img-src 'self' data:;");
    expect(policy(headers)).toContain("frame-src 'none'");
    expect(html).toMatch(/class="scale".*>\d+ km<\/text>/s);
  });

  test('are on an outline of land, borders and large cities, which says what it is', async () => {
    const { html } = await ada.get('/?q=springfield&tab=maps');
    const drawn = (kind: string) => new RegExp(`<path class="${kind}" d="([^"]*)"`).exec(html)?.[1] ?? '';
    expect(drawn('land')).toMatch(/^M-?\d+ -?\d+l.*z$/);
    expect(drawn('borders')).toMatch(/^M-?\d+ -?\d+l/);
    expect(html).toMatch(/<svg class="cities".*<text [^>]*>(?:New York City|Chicago)<\/text>/s);
    expect(html).toContain('Natural Earth');
    expect(html).not.toContain('MAP_TILES_URL');
    // Even a map of the world stays small.
    expect(gzipSync(html).length).toBeLessThan(25_000);
  });

  test('cover each other as the number of them', async () => {
    const at = (lat: number, lon: number, name: string) => ({ lat, lon, name, display_name: name });
    const body = JSON.stringify([at(48.1, 11.5, 'Near'), at(48.1001, 11.5001, 'Nearer'), at(52.5, 13.4, 'Far')]);
    await app.knobs('nominatim', { status: 200, body });
    const { html } = await ada.get('/?q=crowd&tab=maps');
    expect(html).toMatch(/class="pin several" href="#place-1" data-pin="1 2" aria-label="2 places: Near, Nearer"/);
    expect(html).toMatch(/class="pin" href="#place-3" data-pin="3"/);
  });

  test('a single one has a large link to the street map; administrators hear how to have one here', async () => {
    const root = await Person.signedIn(app, 'root', 0, { admin: true });
    const { html } = await root.get('/?q=Eiffel+Tower&tab=maps');
    expect(html).toMatch(/class="button street-map"[^>]*>Open the street map</);
    expect(html).toContain('<code>MAP_TILES_URL</code>');
  });

  test('say what people want to know before the coordinates, which the API does not', async () => {
    const extratags = {
      'contact:website': 'https://cafe.example/a',
      phone: '+49 40 123',
      opening_hours: 'Mo-Fr 08:00-18:00',
    };
    const place = { lat: 53.55, lon: 9.99, name: 'Café', display_name: 'Café, Hamburg', extratags };
    await app.knobs('nominatim', { status: 200, body: JSON.stringify([place]) });
    const { html } = await ada.get('/?q=a+cafe&tab=maps');
    const said = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect(said).toMatch(
      /Hamburg .*Website cafe\.example Phone \+49 40 123 Opening hours Mo-Fr 08:00-18:00 .*53\.5500, 9\.9900/,
    );
    expect(links(html)).toEqual(expect.arrayContaining(['https://cafe.example/a', 'tel:+4940123']));
    const { body } = await app.get('/api/v1/maps/?q=a+cafe');
    expect(Object.keys(body.places[0])).not.toContain('about');
    expect(JSON.stringify(body)).not.toContain('cafe.example');
  });

  test('link to OpenStreetMap, to directions and to the map app', async () => {
    const { html } = await ada.get('/?q=Paris&tab=maps');
    expect(links(html)).toContain('https://www.openstreetmap.org/relation/7444');
    expect(links(html).some((address) => /^geo:48\.\d+,2\.\d+$/.test(address))).toBe(true);
    expect(links(html).some((address) => address.startsWith('https://www.openstreetmap.org/directions'))).toBe(true);
  });

  test('are shown in German, too', async () => {
    ada.setCookie('tributary_preferences', encodeURIComponent('pageLanguage=de'));
    const { html } = await ada.get('/?q=springfield&tab=maps');
    ada.setCookie('tributary_preferences', '');
    expect(html).toContain('OpenStreetMap-Mitwirkende');
    expect(html).toContain('In der Nähe');
  });

  test('have tiles where a server is chosen: through this instance, and a script that can move them', async () => {
    const bob = await Person.signedIn(app, 'bob', webs.tiled);
    const { html, headers } = await bob.get('/?q=springfield&tab=maps');
    const tiles = [...html.matchAll(/<image href="([^"]*)"/g)].map(([, address = '']) => address);
    expect(tiles.length).toBeGreaterThan(3);
    for (const address of tiles) expect(address).toMatch(/^\/img\/tile\/\d+\/\d+\/\d+$/);
    expect(html).toContain('data-tiles="/img/tile/{z}/{x}/{y}"');
    expect(html).toMatch(/data-leaflet="\/static\/leaflet\.[\da-f]{10}\.js"/);
    expect(html).toContain('© The &lt;Mappers>');
    expect(html).not.toContain('tiles.example.org');
    expect(policy(headers)).toContain("img-src 'self' data:;");
    expect(pins(html)).toEqual(listed(html));
    expect((await bob.get('/?q=linux')).html).not.toContain('leaflet');
    const card = async () => /<figure class="place-map">.*?<\/figure>/s.exec((await bob.get('/?q=Paris')).html)?.[0];
    const map = await eventually('the place is in time', card);
    expect(map).toMatch(/aria-label="Map of Paris".*<image href="\/img\/tile\/\d+\/\d+\/\d+".*© The &lt;Mappers>/s);
    await bob.sendFrom('/settings/preferences', '/settings/preferences', { engine: 'all', safe: 'on', lang: '' });
    expect((await bob.get('/?q=springfield&tab=maps')).html).not.toMatch(/<image|leaflet/);
    const { html: plain } = await bob.get('/?q=Paris');
    expect(plain).toContain('https://www.openstreetmap.org/relation/7444');
    expect(plain).not.toContain('Map of Paris');
  });

  test('Leaflet comes from here', async () => {
    const { status, headers } = await ada.get('/static/leaflet.js');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  });
});

describe('coordinates', () => {
  test.each(['48.8584, 2.2945', '48°51′30″N 2°17′40″E', 'geo:48.8584,2.2945', '48,8584; 2,2945'])(
    '"%s" are looked up as a point',
    async (q) => {
      const { html } = await ada.get(`/?tab=maps&q=${encodeURIComponent(q)}`);
      expect(listed(html)).toEqual([[1, 'Eiffel Tower']]);
      expect(html).toContain('class="here"');
    },
  );

  test('where nothing is are on a map all the same', async () => {
    const { status, html } = await ada.get('/?tab=maps&q=0,-30');
    expect(status).toBe(200);
    expect(listed(html)).toEqual([]);
    expect(html).toContain('class="here"');
  });
});

describe('near me', () => {
  const HERE = { lat: '48.8571234', lon: '2.3411234' };

  test('finds what is near, nearest first, and counts as a search', async () => {
    const person = await Person.signedIn(app, 'near');
    const { status, html, headers } = await person.sendFrom('/?tab=maps', '/near', { q: 'museum near me', ...HERE });
    expect(status).toBe(200);
    expect(listed(html).map(([, name]) => name)).toEqual(['Louvre Museum', "Musée d'Orsay"]);
    expect(html).toMatch(/class="facts faint">\d+ m · museum/);
    expect(headers.get('permissions-policy')).toContain('geolocation=(self)');
    const usage = await readUsage(app.client, { username: 'near' }, usagePeriod(new Date()).month);
    expect(usage.searches).toBe(1);
  });

  test('without a query tells where one is', async () => {
    const { html } = await ada.sendFrom('/?tab=maps', '/near', { q: '', ...HERE });
    expect(listed(html)).toHaveLength(1);
    expect(html).toContain('class="here"');
  });

  test('asks geocoders with a rounded position, and shows no other', async () => {
    const { html } = await ada.sendFrom('/?tab=maps', '/near', { q: 'in der Nähe', ...HERE });
    expect(html).toContain('data-here="48.857,2.341"');
    expect(html).not.toContain('48.8571');
  });

  test.each([
    { q: 'museum', lat: '', lon: '' },
    { q: 'museum', lat: '91', lon: '0' },
    { q: 'museum', lat: 'x', lon: '0' },
  ])('needs a position: %o', async (fields) => {
    const { status, html } = await ada.sendFrom('/?tab=maps', '/near', fields);
    expect(status).toBe(400);
    expect(html).toContain('Your location is missing.');
  });

  test('needs the form of this session', async () => {
    expect((await ada.send('/near', { q: 'museum', ...HERE, csrf: 'x' })).status).toBe(403);
    expect((await ada.get('/near')).headers.get('location')).toBe('/?tab=maps');
  });

  test('may ask for the position on the maps tab only', async () => {
    const allowed = async (path: string) => (await ada.get(path)).headers.get('permissions-policy');
    expect(await allowed('/?tab=maps')).toContain('geolocation=(self)');
    for (const path of ['/', '/?q=linux', '/?tab=translate', '/settings/preferences']) {
      expect(await allowed(path), path).toContain('geolocation=()');
    }
  });

  test('in a query without a position says what to press', async () => {
    const { html } = await ada.get('/?tab=maps&q=museum+near+me');
    expect(html).toContain('To search near you, press');
  });
});
