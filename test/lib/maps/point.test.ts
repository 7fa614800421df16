import { describe, expect, test } from 'vitest';
import { boxAround, distanceKm, parsePoint } from '../../../lib/maps/point.ts';

const EIFFEL = { lat: 48.8584, lon: 2.2945 };

describe('coordinates in a text', () => {
  test.each([
    ['48.8584, 2.2945', EIFFEL],
    ['  48.8584   2.2945 ', EIFFEL],
    ['48.8584,2.2945', EIFFEL],
    ['48,8584 2,2945', EIFFEL],
    ['48,8584; 2,2945', EIFFEL],
    ['48.8584°N, 2.2945°E', EIFFEL],
    ['N 48.8584 E 2.2945', EIFFEL],
    ['2.2945 E, 48.8584 N', EIFFEL],
    ['geo:48.8584,2.2945', EIFFEL],
    ['geo:48.8584,2.2945,35;u=10?z=17', EIFFEL],
    ['48°51′30″N 2°17′40″E', { lat: 48.858333, lon: 2.294444 }],
    ['48°51\'30"N2°17\'40"E', { lat: 48.858333, lon: 2.294444 }],
    ['48º 51’ 30” N, 2º 17’ 40” E', { lat: 48.858333, lon: 2.294444 }],
    ["48°51.5'N 2°17.4'E", { lat: 48.858333, lon: 2.29 }],
    ['-33.8568, 151.2153', { lat: -33.8568, lon: 151.2153 }],
    ['−33.8568, 151.2153', { lat: -33.8568, lon: 151.2153 }],
    ['33.8568S 70.5W', { lat: -33.8568, lon: -70.5 }],
    ['48, 2', { lat: 48, lon: 2 }],
    ['-0, 0', { lat: 0, lon: 0 }],
  ])('%s', (text, point) => {
    expect(parsePoint(text)).toEqual(point);
  });

  test.each([
    'Paris',
    '48.8584',
    '91, 0',
    '0, 181',
    '48°61′N 2°17′E',
    '48.8584N 2.2945N',
    '48.8584N 2.2945',
    '-48.8584S 2.2945E',
    'N 48.8584 N, 2.2945 E',
    '1, 2, 3',
    '10 Downing Street',
    'geo:48.8584',
    'geo:148.8584,2',
    '4885',
    '',
  ])('none in "%s"', (text) => {
    expect(parsePoint(text)).toBeNull();
  });

  test('long texts of spaces and digits take no time worth mentioning', () => {
    expect(parsePoint(`1${' '.repeat(100_000)}x`)).toBeNull();
    expect(parsePoint('1 '.repeat(50_000))).toBeNull();
  });
});

test('distances go the short way round, also across the date line', () => {
  expect(distanceKm(EIFFEL, EIFFEL)).toBe(0);
  expect(distanceKm({ lat: 52.52, lon: 13.405 }, { lat: 48.8566, lon: 2.3522 })).toBeCloseTo(877.5, 0);
  expect(distanceKm({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(111.2, 1);
});

test('a box around a point keeps to the Earth', () => {
  const [west, south, east, north] = boxAround(EIFFEL, 10);
  expect([west < 2.2, south < 48.8, east > 2.4, north > 48.94]).toEqual([true, true, true, true]);
  expect(boxAround({ lat: 90, lon: 0 }, 10)).toEqual([-8.993216, 89.910068, 8.993216, 90]);
  expect(boxAround({ lat: 0, lon: 180 }, 10)[2]).toBe(180);
});
