import { describe, expect, test } from 'vitest';
import { graticuleOf, neighbours, placeIn, pointIn, scaleOf, tilesOf, viewOf } from '../../../lib/maps/mercator.ts';

const FRAME = { width: 640, height: 480, margin: 40, maxZoom: 16, whole: false };
const BERLIN = { lat: 52.52, lon: 13.405 };
const PARIS = { lat: 48.8566, lon: 2.3522 };

describe('a view', () => {
  test('shows all points, north up, within its margins and no wider than needed', () => {
    const view = viewOf([BERLIN, PARIS], FRAME);
    const [berlin, paris] = [placeIn(view, BERLIN), placeIn(view, PARIS)];
    expect(berlin.y).toBeLessThan(paris.y);
    expect(paris.x).toBeCloseTo(40 / 640, 6);
    expect(berlin.x).toBeCloseTo(1 - 40 / 640, 6);
  });

  test('of one point is centred on it, at the closest zoom', () => {
    const view = viewOf([PARIS], FRAME);
    expect(view.zoom).toBe(16);
    expect(placeIn(view, PARIS)).toEqual({ x: expect.closeTo(0.5, 6), y: expect.closeTo(0.5, 6) });
  });

  test('tells the point at a place', () => {
    const view = viewOf([BERLIN, PARIS], FRAME);
    expect(pointIn(view, placeIn(view, BERLIN))).toEqual({
      lat: expect.closeTo(BERLIN.lat, 6),
      lon: expect.closeTo(BERLIN.lon, 6),
    });
  });

  test('of the whole world has a zoom of at least 0', () => {
    expect(viewOf(neighbours([-170, -60, 60, 170].map((lon) => ({ lat: 0, lon }))), FRAME).zoom).toBeGreaterThanOrEqual(
      0,
    );
  });
});

describe('neighbours', () => {
  const across = (...lons: number[]) => neighbours(lons.map((lon) => ({ lat: 0, lon }))).map(({ lon }) => lon);

  test('are as they are on one side of the date line', () => {
    expect(across(13.4, 2.3, -3.7)).toEqual([13.4, 2.3, -3.7]);
    expect(across(5)).toEqual([5]);
  });

  test('are together across the date line', () => {
    expect(across(179, -179)).toEqual([179, 181]);
    expect(across(-179, 178, -175)).toEqual([181, 178, 185]);
  });
});

describe('tiles', () => {
  test('cover the view, as 256 pixels each', () => {
    const view = viewOf([PARIS], { ...FRAME, whole: true });
    const tiles = tilesOf(view);
    expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThanOrEqual(0);
    expect(Math.max(...tiles.map(({ left }) => left + 256))).toBeGreaterThanOrEqual(640);
    expect(Math.max(...tiles.map(({ top }) => top + 256))).toBeGreaterThanOrEqual(480);
    // Paris at zoom 16, by the formula of the OpenStreetMap wiki.
    expect(tiles).toContainEqual(expect.objectContaining({ z: 16, x: 33_196, y: 22_545 }));
  });

  test('begin again beyond the date line, and end in the north and south', () => {
    const world = viewOf([{ lat: 0, lon: 180 }], { ...FRAME, maxZoom: 0, whole: true });
    expect(tilesOf(world).every(({ x, y }) => x === 0 && y === 0)).toBe(true);
    const fiji = tilesOf(viewOf(neighbours([179, -179].map((lon) => ({ lat: -17, lon }))), { ...FRAME, whole: true }));
    expect(fiji.every(({ z, x }) => x >= 0 && x < 2 ** z)).toBe(true);
    expect(new Set(fiji.map(({ x }) => x)).has(0)).toBe(true);
  });
});

describe('scale and graticule', () => {
  const view = viewOf([PARIS], FRAME);

  test('the bar is a round length of at most a quarter', () => {
    const { metres, share } = scaleOf(view);
    expect([1, 2, 5]).toContain(Number(String(metres)[0]));
    expect(share).toBeLessThanOrEqual(0.25);
    expect(share).toBeGreaterThan(0.1);
  });

  test('lines are at round degrees, inside of the view', () => {
    for (const points of [[PARIS], [BERLIN, PARIS], neighbours([179, -179].map((lon) => ({ lat: 0, lon })))]) {
      const { meridians, parallels } = graticuleOf(viewOf(points, FRAME));
      expect(meridians.length).toBeGreaterThanOrEqual(2);
      expect(meridians.length).toBeLessThanOrEqual(9);
      for (const { share } of [...meridians, ...parallels]) expect(share >= 0 && share <= 1).toBe(true);
      for (const { degrees } of meridians) expect(degrees >= -180 && degrees <= 180).toBe(true);
    }
  });
});
