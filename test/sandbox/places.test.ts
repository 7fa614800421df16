import { describe, expect, test } from 'vitest';
import { acceptedLanguages } from '../../sandbox/accepted-languages.ts';
import { places } from '../../sandbox/corpus/places.ts';
import { findPlaces } from '../../sandbox/place-index.ts';
import { localAddress, localName } from '../../sandbox/place-names.ts';
import { distanceKm, placeAt } from '../../sandbox/place-nearby.ts';

const first = (text: string) => findPlaces({ text })[0];

describe('the places', () => {
  test('are many, of every kind, each a thing of its own on the map', () => {
    expect(places.length).toBeGreaterThanOrEqual(400);
    const count = (kind: (place: (typeof places)[number]) => boolean) => places.filter(kind).length;
    expect(count(({ addresstype }) => addresstype === 'country')).toBeGreaterThanOrEqual(60);
    expect(count(({ addresstype }) => addresstype === 'city')).toBeGreaterThanOrEqual(250);
    expect(count(({ category }) => ['tourism', 'historic', 'amenity', 'man_made'].includes(category))).toBeGreaterThan(
      80,
    );
    expect(new Set(places.map(({ osmType, osmId }) => `${osmType} ${osmId}`)).size).toBe(places.length);
  });

  test('lie on the globe, inside their own boxes', () => {
    for (const { name, lat, lon, boundingbox, importance } of places) {
      const [south, north, west, east] = boundingbox;
      expect(lat >= Math.max(south, -90) && lat <= Math.min(north, 90), name).toBe(true);
      expect(lon >= Math.max(west, -180) && lon <= Math.min(east, 180), name).toBe(true);
      expect(importance > 0 && importance < 1, name).toBe(true);
    }
  });

  test('have a country that is a place itself', () => {
    const countries = new Set(
      places.filter((place) => place.addresstype === 'country').map((c) => c.address.country_code),
    );
    for (const { name, address } of places) expect(countries.has(address.country_code), name).toBe(true);
  });
});

describe('finding', () => {
  test.each([
    ['Munich', 'München'],
    ['münchen', 'München'],
    ['MUNCHEN', 'München'],
    ['muenchen', 'München'],
    ['Colonia', 'Köln'],
    ['vienna austria', 'Wien'],
    ['Lisbon', 'Lisboa'],
    ['sao paulo', 'São Paulo'],
    ['東京', '東京都'],
    ['パリ', 'Paris'],
    ['NYC', 'City of New York'],
    ['LA', 'Los Angeles'],
    ['the eiffel tower', 'Tour Eiffel'],
    ['eiffel tower in paris', 'Tour Eiffel'],
    ['Brandenburg Gate Berlin', 'Brandenburger Tor'],
    ['1600 Pennsylvania Avenue', 'White House'],
    ['USA', 'United States'],
    ['Allemagne', 'Deutschland'],
    ['lake constance', 'Bodensee'],
    ['JFK', 'John F. Kennedy International Airport'],
    ["king's cross", "London King's Cross"],
    ['kings cross', "London King's Cross"],
  ])('%s is %s', (text, name) => {
    expect(first(text)?.name).toBe(name);
  });

  test.each([
    ['paris', 'Île-de-France'],
    ['paris texas', 'Texas'],
    ['Paris, TX', 'Texas'],
    ['paris, france', 'Île-de-France'],
    ['cambridge', 'England'],
    ['cambridge ma', 'Massachusetts'],
    ['birmingham alabama', 'Alabama'],
    ['birmingham', 'England'],
    ['portland', 'Oregon'],
    ['portland maine', 'Maine'],
    ['springfield missouri', 'Missouri'],
  ])('%s is the one in %s', (text, state) => {
    expect(first(text)?.address.state).toBe(state);
  });

  test('namesakes come all, the best known first', () => {
    const found = findPlaces({ text: 'Springfield' });
    expect(found.map(({ address }) => address.state)).toEqual(['Illinois', 'Massachusetts', 'Missouri']);
  });

  test('a house is found by its address, its street by a number that is not on the map', () => {
    expect(first('10 Downing Street, London')?.address.house_number).toBe('10');
    expect(first('221b baker street')?.type).toBe('house');
    expect(first('Downing Street 4711')?.addresstype).toBe('road');
  });

  test('nothing is found for what is no place, or is somewhere else', () => {
    expect(findPlaces({ text: 'qwrtzpsdfg' })).toEqual([]);
    expect(findPlaces({ text: 'eiffel tower berlin' })).toEqual([]);
    expect(findPlaces({ text: ' ,.; ' })).toEqual([]);
  });

  test('an unfinished word is found only where words may be unfinished', () => {
    expect(findPlaces({ text: 'eiffel tow', unfinished: true })[0]?.name).toBe('Tour Eiffel');
    expect(findPlaces({ text: 'berl' })).toEqual([]);
  });
});

describe('names', () => {
  const koeln = places.find(({ name }) => name === 'Köln');

  test('are those of the first language that has one', () => {
    if (!koeln) throw new Error('Köln is missing');
    expect(localName(koeln, ['en'])).toBe('Cologne');
    expect(localName(koeln, ['sv', 'nl'])).toBe('Keulen');
    expect(localName(koeln, ['de', 'en'])).toBe('Köln');
    expect(localName(koeln, [])).toBe('Köln');
    expect(localAddress(koeln, ['en'])).toEqual({
      city: 'Cologne',
      state: 'North Rhine-Westphalia',
      'ISO3166-2-lvl4': 'DE-NW',
      country: 'Germany',
      country_code: 'de',
    });
  });

  test('follow the order that a client prefers; a star says nothing', () => {
    expect(acceptedLanguages('fr;q=0.5, de-AT, en;q=0.8')).toEqual(['de', 'en', 'fr']);
    expect(acceptedLanguages('*')).toEqual([]);
    expect(acceptedLanguages(undefined)).toEqual([]);
  });
});

describe('what is at a point', () => {
  const nameAt = (lat: number, lon: number, zoom: number) => placeAt({ lat, lon }, zoom)?.name;

  test.each([
    ['a sight close by', 48.858, 2.2946, 18, 'Tour Eiffel'],
    ['its street, not the sight', 51.5035, -0.1271, 16, 'Downing Street'],
    ['the city where no sight is near', 48.81, 2.21, 18, 'Paris'],
    ['the city when the zoom asks for no more', 48.858, 2.2946, 10, 'Paris'],
    ['the state', 48.1371, 11.5754, 5, 'Bayern'],
    ['the state where no city is near', 49.9, 10.6, 18, 'Bayern'],
    ['the country', 48.1371, 11.5754, 3, 'Deutschland'],
    ['the country where no city is near', 39, -100, 18, 'United States'],
    ['the same on both sides of the antimeridian, east', -16.79, 179.999, 18, 'Waiyevo'],
    ['the same on both sides of the antimeridian, west', -16.79, -179.999, 18, 'Waiyevo'],
    ['the country across the antimeridian', -17, -179.9, 3, 'Fiji'],
  ])('%s', (_, lat, lon, zoom, name) => {
    expect(nameAt(lat, lon, zoom)).toBe(name);
  });

  test.each([
    ['the Atlantic', 30, -40],
    ['Null Island', 0, 0],
    ['Point Nemo', -48.88, -123.39],
    ['the north pole', 90, 0],
    ['the south pole', -90, 45],
  ])('nothing on %s, at any zoom', (_, lat, lon) => {
    for (const zoom of [3, 5, 10, 18]) expect(nameAt(lat, lon, zoom)).toBeUndefined();
  });

  test('distances are right at the poles and across the antimeridian', () => {
    expect(distanceKm({ lat: 90, lon: 0 }, { lat: 90, lon: 120 })).toBeCloseTo(0, 6);
    expect(distanceKm({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(111.19, 1);
    expect(distanceKm({ lat: 52.517, lon: 13.3889 }, { lat: 48.8589, lon: 2.32 })).toBeCloseTo(878, -1);
  });
});
