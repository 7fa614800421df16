import { describe, expect, test } from 'vitest';
import { placeIn, type View, viewOf } from '../../../lib/maps/mercator.ts';
import { citiesIn, outlineOf } from '../../../lib/maps/outline.ts';
import type { Point } from '../../../lib/maps/point.ts';

const FRAME = { width: 768, height: 576, margin: 56, maxZoom: 6, whole: false };
const WORLD = viewOf(
  [
    { lat: -50, lon: -170 },
    { lat: 70, lon: 170 },
  ],
  FRAME,
);

/** The rings of a path, in pixels. */
const ringsIn = (path: string) =>
  path.split(/(?=M)/).map((ring) => {
    const numbers = (ring.match(/-?\d+/g) ?? []).map(Number);
    const points: [x: number, y: number][] = [];
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [x, y] = points.at(-1) ?? [0, 0];
      points.push([x + (numbers[at] as number), y + (numbers[at + 1] as number)]);
    }
    return points;
  });

/** Whether a point is on land, by the number of coasts to its right. */
function isLand(view: View, point: Point): boolean {
  const { x, y } = placeIn(view, point);
  const [px, py] = [x * view.width + 0.5, y * view.height + 0.5];
  const crossings = ringsIn(outlineOf(view).land).flatMap((ring) =>
    ring.filter(([x1, y1], at) => {
      const [x2, y2] = ring[(at + 1) % ring.length] as [number, number];
      return y1 > py !== y2 > py && px < x1 + ((py - y1) / (y2 - y1)) * (x2 - x1);
    }),
  );
  return crossings.length % 2 === 1;
}

describe('the outline', () => {
  test.each([
    ['Paris', 48.86, 2.35, true],
    ['Ulaanbaatar', 47.9, 106.9, true],
    ['Alice Springs', -23.7, 133.9, true],
    ['the Atlantic', 40, -40, false],
    ['the Pacific', 0, -150, false],
    ['the Mediterranean', 35, 18, false],
  ])('has %s where it is, on a map of the world and close to it', (_, lat, lon, land) => {
    expect([WORLD, viewOf([{ lat, lon }], FRAME)].map((view) => isLand(view, { lat, lon }))).toEqual([land, land]);
  });

  test('goes on across the date line, without a line through the map', () => {
    const view = viewOf([{ lat: 66, lon: 180 }], FRAME);
    // Chukotka is on both sides of it, the Bering Sea beside it.
    expect(isLand(view, { lat: 66.5, lon: 178 })).toBe(true);
    expect(isLand(view, { lat: 66.5, lon: 182 })).toBe(true);
    expect(isLand(view, { lat: 61, lon: 182 })).toBe(false);
  });

  test('has the largest cities whose names have room, none under a pin', () => {
    const berlin = { lat: 52.52, lon: 13.4 };
    const view = viewOf([berlin], FRAME);
    const names = (pins: Point[]) => citiesIn(view, { letter: 0.015, line: 0.05 }, pins, 12).map(({ name }) => name);
    expect(names([])).toContain('Berlin');
    expect(names([berlin])).not.toContain('Berlin');
    expect(names([]).length).toBeLessThanOrEqual(12);
  });
});
