import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindOfPlace, type Place, placeSchema, placesFrom, type RawPlace } from '../../../lib/maps/place.ts';
import { runs } from '../../harness/fuzz.ts';

const tower: RawPlace = {
  name: 'Eiffel Tower',
  displayName: 'Eiffel Tower, Paris, France',
  lat: '48.8582599',
  lon: '2.2945006',
  category: 'man_made',
  type: 'tower',
  addresstype: 'man_made',
  importance: 0.62,
  osmType: 'way',
  osmId: 5013364,
  box: ['48.8574753', '48.8590465', '2.2933084', '2.2956897'],
};

function placeOf(changes: Partial<RawPlace> = {}): Place {
  const [place, ...more] = placesFrom([{ ...tower, ...changes }]).places;
  expect(more).toEqual([]);
  if (!place) throw new Error('no place');
  return place;
}

/** West, south, east and north of the map at a URL. */
function shown(url: string): number[] {
  return (new URL(url).searchParams.get('bbox') ?? '').split(',').map(Number);
}

describe('a place', () => {
  it('has its thirteen fields, with OpenStreetMap’s URLs', () => {
    expect(placeOf()).toEqual({
      name: 'Eiffel Tower',
      display_name: 'Eiffel Tower, Paris, France',
      lat: 48.85826,
      lon: 2.294501,
      category: 'man_made',
      type: 'tower',
      addresstype: 'man_made',
      importance: 0.62,
      embed_url:
        'https://www.openstreetmap.org/export/embed.html?bbox=2.289501%2C48.85326%2C2.299501%2C48.86326&layer=mapnik&marker=48.85826%2C2.294501',
      mini_embed_url:
        'https://www.openstreetmap.org/export/embed.html?bbox=2.289501%2C48.85526%2C2.299501%2C48.86126&layer=mapnik&marker=48.85826%2C2.294501',
      osm_url: 'https://www.openstreetmap.org/way/5013364',
      directions_url: 'https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=%3B48.85826%2C2.294501',
      geo_uri: 'geo:48.85826,2.294501',
    });
  });

  it('is named after the first part of its full name if it has no name', () => {
    expect(placeOf({ name: '', displayName: '71, Via Marconi, Bologna' }).name).toBe('71');
    expect(placeOf({ name: null, displayName: '71, Via Marconi, Bologna' }).name).toBe('71');
    expect(placeOf({ name: '', displayName: '' }).name).toBe('');
  });

  it('contains only plain text', () => {
    expect(placeOf({ name: '<b>A</b> &amp; B', type: '<i>x</i>', category: 7, addresstype: {} })).toMatchObject({
      name: 'A & B',
      type: 'x',
      category: '',
      addresstype: '',
    });
  });

  it('has coordinates with at most six decimals', () => {
    expect(placeOf({ lat: '52.123456789', lon: -13.0000004 })).toMatchObject({
      lat: 52.123457,
      lon: -13,
      geo_uri: 'geo:52.123457,-13',
    });
  });

  it.each([
    [0, 0, 'geo:0,0'],
    ['-0.0', '-0', 'geo:0,0'],
    [0.0000001, -0.0000001, 'geo:0,0'],
    ['0.000001', '-0.000001', 'geo:0.000001,-0.000001'],
    ['1e-6', '-1e-6', 'geo:0.000001,-0.000001'],
    ['-33.8688', '-151.2093', 'geo:-33.8688,-151.2093'],
    [10, 100, 'geo:10,100'],
  ])('at %s, %s is %s, without an exponent anywhere', (lat, lon, uri) => {
    const place = placeOf({ lat, lon, osmId: undefined, box: undefined });
    expect(place.geo_uri).toBe(uri);
    for (const url of [place.embed_url, place.mini_embed_url, place.osm_url, place.directions_url]) {
      expect(new URL(url).search + new URL(url).hash).not.toMatch(/\de[+-]?\d|-0(?![.\d])|NaN|Infinity/);
    }
    expect(Object.is(place.lat, -0)).toBe(false);
  });

  it('is dropped if its coordinates are invalid, and the others stay', () => {
    const bad = [
      ...['91', '-91', 'x', '', ' ', 'NaN', 'Infinity', '48.8,2.2'],
      ...[null, undefined, true, {}, [], [48], Number.NaN, 1e308],
    ];
    const places = [...bad.map((lat) => ({ ...tower, lat })), tower];
    expect(placesFrom(places).places).toHaveLength(1);
    expect(placesFrom([{ ...tower, lon: '180.1' }]).places).toEqual([]);
    expect(placesFrom([{ ...tower, lon: '180' }]).places).toHaveLength(1);
  });

  it('has a number as its importance, whatever was sent', () => {
    expect(placeOf({ importance: '0.5' }).importance).toBe(0.5);
    expect(placeOf({ importance: 7.8e-5 }).importance).toBe(7.8e-5);
    for (const importance of [null, undefined, 'high', {}, [1], true, Number.NaN]) {
      expect(placeOf({ importance }).importance).toBe(0);
    }
  });
});

describe('the page of a place', () => {
  it.each(['node', 'way', 'relation'])('is that of its %s', (osmType) => {
    expect(placeOf({ osmType, osmId: 7 }).osm_url).toBe(`https://www.openstreetmap.org/${osmType}/7`);
    expect(placeOf({ osmType, osmId: '7' }).osm_url).toBe(`https://www.openstreetmap.org/${osmType}/7`);
  });

  it.each([
    [undefined, undefined],
    ['way', undefined],
    [undefined, 7],
    ['planet', 7],
    ['node/../../evil', 7],
    ['way', '7/../x'],
    ['way', -7],
    ['way', 0],
    ['way', 1.5],
    ['way', true],
    ['way', [7]],
    ['way', 1e300],
  ])('is a marker on the map if it has no id (%j, %j)', (osmType, osmId) => {
    expect(placeOf({ osmType, osmId, lat: 55.9699, lon: -3.292 }).osm_url).toBe(
      'https://www.openstreetmap.org/?mlat=55.9699&mlon=-3.292#map=16/55.9699/-3.292',
    );
  });
});

describe('the map of a place', () => {
  it('shows its bounding box: west, south, east, north', () => {
    const berlin = { lat: 52.5, lon: 13.4, box: ['52.3382448', '52.6755087', '13.0883450', '13.7611609'] };
    expect(shown(placeOf(berlin).embed_url)).toEqual([13.088345, 52.3382448, 13.7611609, 52.6755087]);
    expect(shown(placeOf(berlin).mini_embed_url)).toEqual([13.395, 52.497, 13.405, 52.503]);
  });

  it('shows some of the surroundings if the box is a point, missing or invalid', () => {
    for (const box of [
      undefined,
      [],
      ['48.85', '48.85', '2.29', '2.29'],
      ['x', 'x', 'x', 'x'],
      [null, null, null, null],
      [[], [], [], []],
      ['49', '48', '2', '3'],
      ['48', '49', '3', '2'],
      ['48', '49', '2'],
    ]) {
      expect(shown(placeOf({ lat: 48.85, lon: 2.29, box }).embed_url)).toEqual([2.285, 48.845, 2.295, 48.855]);
    }
  });

  it('shows the point of a place across the date line, not the whole world', () => {
    const fiji = { lat: -17.9, lon: 178.5, box: ['-21.9434', '-12.2613', '-180', '180'] };
    expect(shown(placeOf(fiji).embed_url)).toEqual([178.495, -17.905, 178.505, -17.895]);
  });

  it('stops at the date line', () => {
    const [west, , east] = shown(placeOf({ lat: 0, lon: 180, box: undefined }).embed_url);
    expect([west, east]).toEqual([179.995, 180]);
    expect(shown(placeOf({ lat: 0, lon: -180, box: undefined }).mini_embed_url)).toEqual([
      -180, -0.003, -179.995, 0.003,
    ]);
  });

  it('stops where the tiles end, and still has a height at the poles', () => {
    const [, south, , north] = shown(placeOf({ lat: -82, lon: 0, box: ['-90', '-60', '-90', '90'] }).embed_url);
    expect([south, north]).toEqual([-85.05, -60]);
    expect(shown(placeOf({ lat: 90, lon: 0, box: undefined }).embed_url)).toEqual([-0.005, 85.045, 0.005, 85.05]);
    expect(shown(placeOf({ lat: -90, lon: 0, box: undefined }).mini_embed_url)).toEqual([
      -0.005, -85.05, 0.005, -85.047,
    ]);
  });

  it('has an ordered box that contains the place, for any input', () => {
    const side = fc.oneof(fc.double(), fc.double({ min: -200, max: 200 }).map(String), fc.anything());
    const raw = fc.record({
      lat: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), side),
      lon: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), side),
      box: fc.array(side, { maxLength: 5 }),
      name: fc.anything(),
      importance: fc.anything(),
      osmType: fc.anything(),
      osmId: fc.anything(),
    });
    fc.assert(
      fc.property(raw, (changes) => {
        for (const place of placesFrom([{ ...tower, ...changes }]).places) {
          expect(placeSchema.parse(place)).toEqual(place);
          for (const url of [place.embed_url, place.mini_embed_url]) {
            const [west = 1, south = 1, east = 0, north = 0] = shown(url);
            expect(west).toBeLessThan(east);
            expect(south).toBeLessThan(north);
            expect(place.lon).toBeGreaterThanOrEqual(west);
            expect(place.lon).toBeLessThanOrEqual(east);
            const lat = Math.max(Math.min(place.lat, 85.05), -85.05);
            expect(lat).toBeGreaterThanOrEqual(south);
            expect(lat).toBeLessThanOrEqual(north);
          }
        }
      }),
      { numRuns: runs() },
    );
  });
});

describe('a list of places', () => {
  it('keeps its order and has at most fifty entries', () => {
    const many = Array.from({ length: 80 }, (_, i) => ({ ...tower, name: `p${i}` }));
    expect(placesFrom(many).places.map(({ name }) => name)).toEqual(many.slice(0, 50).map(({ name }) => name));
    expect(placesFrom([]).places).toEqual([]);
  });
});

it.each([
  ['boundary', 'administrative', 'city', 'city'],
  ['boundary', 'national_park', 'boundary', 'national park'],
  ['highway', 'residential', 'road', 'road'],
  ['man_made', 'tower', 'man_made', 'tower'],
  ['man_made', 'tower', 'house', 'tower'],
  ['amenity', 'place_of_worship', 'amenity', 'place of worship'],
  ['building', 'yes', 'building', 'building'],
  ['place', '', '', 'place'],
  ['', 'yes', 'yes', ''],
])('a place of class "%s" and type "%s" with address type "%s" is a "%s"', (category, type, addresstype, kind) => {
  expect(kindOfPlace({ category, type, addresstype })).toBe(kind);
});
