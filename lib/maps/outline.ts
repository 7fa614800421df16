import { z } from 'zod';
import { once, tableFile } from '../answers/data-file.ts';
import { placeIn, projected, type View, worldSize } from './mercator.ts';
import type { Point } from './point.ts';

/** The ground of maps without tiles: coasts, borders and large cities. `npm run outline` makes the file. */
const rows = tableFile(
  new URL('./data/outline.tsv', import.meta.url),
  z.object({ kind: z.enum(['land', 'border', 'city']), line: z.string() }),
);
type Kind = ReturnType<typeof rows>[number]['kind'];
const linesOf = (wanted: Kind) => rows().flatMap(({ kind, line }) => (kind === wanted ? [line] : []));

/** A city on a map, and where it is in the view, as a share of its width and height. */
export interface CityAt {
  name: string;
  x: number;
  y: number;
}

type At = readonly [x: number, y: number];

/** A line in the world, as shares of its width, with the box around it. */
interface Line {
  points: Float32Array;
  west: number;
  east: number;
  north: number;
  south: number;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const values = new Map([...LETTERS].map((letter, at) => [letter, at]));
const PER_DEGREE = 100;

/** Reads a line: differences of hundredths of degrees, five bits a letter. */
function decoded(text: string): Line {
  const points: number[] = [];
  const at = [0, 0];
  let [value, factor, axis] = [0, 1, 0];
  for (const letter of text) {
    const bits = values.get(letter) ?? 0;
    value += (bits % 32) * factor;
    factor *= 32;
    if (bits >= 32) continue;
    at[axis] = (at[axis] as number) + (value % 2 === 1 ? -(value + 1) / 2 : value / 2);
    if (axis === 1) {
      const { x, y } = projected({ lon: (at[0] as number) / PER_DEGREE, lat: (at[1] as number) / PER_DEGREE });
      points.push(x, y);
    }
    [value, factor, axis] = [0, 1, 1 - axis];
  }
  const [xs, ys] = [points.filter((_, index) => index % 2 === 0), points.filter((_, index) => index % 2 === 1)];
  const box = { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
  return { points: Float32Array.from(points), ...box };
}

const lines = once(() => ({ land: linesOf('land').map(decoded), borders: linesOf('border').map(decoded) }));
/** The largest first. */
const cities = once(() =>
  linesOf('city').map((line) => {
    const [lat, lon, ...name] = line.split(' ');
    return { name: name.join(' '), lat: Number(lat), lon: Number(lon) };
  }),
);

/** Beyond the view, so that the edges of cut land are not seen. */
const MARGIN_PX = 8;
/** Points that are nearer to each other are one. */
const FINE_PX = 1.2;
/** Land that is smaller is left out. */
const MIN_PX = 2;

/** The land and the borders of a view, as paths in its pixels. */
export function outlineOf(view: View): { land: string; borders: string } {
  const { land, borders } = lines();
  return {
    land: pathOf(land, view, (points) => [clipped(points, view)], 'z'),
    borders: pathOf(borders, view, (points) => partsIn(points, view), ''),
  };
}

function pathOf(all: readonly Line[], view: View, cut: (points: At[]) => At[][], end: string): string {
  const size = worldSize(view.zoom);
  const inView = (line: Line, shift: number) => {
    const [left, right] = [(line.west + shift) * size - view.left, (line.east + shift) * size - view.left];
    const [top, bottom] = [line.north * size - view.top, line.south * size - view.top];
    if (right < 0 || left > view.width || bottom < 0 || top > view.height) return [];
    return Math.max(right - left, bottom - top) < MIN_PX ? [] : cut(pointsOf(line, shift, view));
  };
  // A view across the date line shows the next copy of the world.
  const parts = [-1, 0, 1].flatMap((shift) => all.flatMap((line) => inView(line, shift)));
  return parts.map((points) => (points.length < 2 ? '' : `${written(points)}${end}`)).join('');
}

/** The points of a line in the pixels of a view, without those that nobody can tell apart. */
function pointsOf({ points }: Line, shift: number, { zoom, left, top }: View): At[] {
  const size = worldSize(zoom);
  const kept: At[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const point: At = [((points[at] as number) + shift) * size - left, (points[at + 1] as number) * size - top];
    const last = kept.at(-1);
    const isLast = at + 2 === points.length;
    if (!last || isLast || Math.hypot(point[0] - last[0], point[1] - last[1]) >= FINE_PX) kept.push(point);
  }
  return kept;
}

/** A path of whole pixels, each point from the one before. */
function written([first, ...rest]: readonly At[]): string {
  let [x, y] = (first as At).map(Math.round) as [number, number];
  let path = `M${x} ${y}l`;
  for (const point of rest) {
    const [toX, toY] = point.map(Math.round) as [number, number];
    if (toX !== x || toY !== y) path += `${toX - x} ${toY - y} `;
    [x, y] = [toX, toY];
  }
  return path.trimEnd();
}

/** The part of a ring that is in a view, by Sutherland and Hodgman: cut at one edge after the other. */
function clipped(ring: At[], { width, height }: View): At[] {
  const edges: [axis: 0 | 1, limit: number, sign: number][] = [
    [0, -MARGIN_PX, 1],
    [0, width + MARGIN_PX, -1],
    [1, -MARGIN_PX, 1],
    [1, height + MARGIN_PX, -1],
  ];
  let points = ring;
  for (const [axis, limit, sign] of edges) {
    const isIn = (point: At) => (point[axis] - limit) * sign >= 0;
    points = points.flatMap((point, at) => {
      const before = points.at(at - 1) as At;
      if (isIn(point) === isIn(before)) return isIn(point) ? [point] : [];
      const share = (limit - before[axis]) / (point[axis] - before[axis]);
      const crossing: At = [before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])];
      return isIn(point) ? [crossing, point] : [crossing];
    });
  }
  return points;
}

/** The parts of a line that are in a view, each with a point beyond it. */
function partsIn(line: readonly At[], { width, height }: View): At[][] {
  const isIn = ([x, y]: At) => x >= 0 && y >= 0 && x <= width && y <= height;
  const parts: At[][] = [[]];
  for (const [at, point] of line.entries()) {
    const isNear = [line[at - 1], point, line[at + 1]].some((each) => each && isIn(each));
    if (isNear) parts.at(-1)?.push(point);
    else if (parts.at(-1)?.length !== 0) parts.push([]);
  }
  return parts;
}

/** The largest cities of a view whose names have room: `room` is the share of the view that one letter and one line take. */
export function citiesIn(
  view: View,
  room: { letter: number; line: number },
  taken: readonly Point[],
  most: number,
): CityAt[] {
  const kept: (CityAt & { width: number })[] = [];
  const pins = taken.map((point) => placeIn(view, point));
  for (const { name, lat, lon } of cities()) {
    if (kept.length === most) break;
    for (const shift of [-360, 0, 360]) {
      const { x, y } = placeIn(view, { lat, lon: lon + shift });
      const width = (name.length + 2) * room.letter;
      const isFree =
        x > 0.01 &&
        x + width < 1 &&
        y > 2 * room.line &&
        y < 1 - 2 * room.line &&
        kept.every((other) => Math.abs(other.y - y) > room.line || other.x > x + width || x > other.x + other.width) &&
        pins.every((pin) => Math.abs(pin.y - y) > 1.5 * room.line || pin.x > x + width || x > pin.x + 2 * room.line);
      if (isFree) kept.push({ name, x, y, width });
    }
  }
  return kept.map(({ name, x, y }) => ({ name, x, y }));
}
