import { placeIn, type View, worldSize } from './mercator.ts';
import { type Line, outline } from './outline-file.ts';
import type { Point } from './point.ts';

/** A city on a map, and where it is in the view, as a share of its width and height. */
export interface CityAt {
  name: string;
  x: number;
  y: number;
}

type At = readonly [x: number, y: number];

/** Points that are nearer to each other are one. */
const FINE_PX = 2;
/** Land that is smaller is left out. */
const MIN_PX = 2;
/** From this zoom on, every point counts. */
const FULL_ZOOM = 7;
type Lines = Record<'land' | 'borders', readonly Line[]>;
const levels = new Map<number, Lines>();

/** The lines as far as somebody can tell their points apart at a zoom; kept for the next view of about the same zoom. */
function linesAt(zoom: number): Lines {
  const level = Math.ceil(zoom);
  if (level >= FULL_ZOOM) return outline();
  const known = levels.get(level);
  if (known) return known;
  const { land, borders } = outline();
  const lines = {
    land: land.flatMap((line) => coarse(line, level)),
    borders: borders.flatMap((line) => coarse(line, level)),
  };
  levels.set(level, lines);
  return lines;
}

function coarse(line: Line, level: number): Line[] {
  const { points, west, east, north, south } = line;
  const size = worldSize(level);
  if (Math.max(east - west, south - north) * size < MIN_PX) return [];
  const kept: number[] = [];
  let [lastX, lastY] = [Infinity, Infinity];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] as number, points[at + 1] as number];
    if (Math.hypot(x - lastX, y - lastY) * size < FINE_PX && at + 2 < points.length) continue;
    kept.push(x, y);
    [lastX, lastY] = [x, y];
  }
  return [{ ...line, points: Float32Array.from(kept) }];
}

/** Beyond the view, so that the edges of cut land are not seen. */
const MARGIN_PX = 8;

/** The land and the borders of a view, as paths in its pixels. */
export function outlineOf(view: View): { land: string; borders: string } {
  const { land, borders } = linesAt(view.zoom);
  return {
    land: pathOf(land, view, (points) => [clipped(points, view)], 'z'),
    borders: pathOf(borders, view, (points) => partsIn(points, view), ''),
  };
}

function pathOf(all: readonly Line[], view: View, cut: (points: At[]) => At[][], end: string): string {
  const { width, height, zoom, left, top } = view;
  const size = worldSize(zoom);
  let path = '';
  // A view across the date line shows the next copy of the world.
  for (const shift of [-1, 0, 1]) {
    for (const { points, west, east, north, south } of all) {
      const [x1, x2] = [(west + shift) * size - left, (east + shift) * size - left];
      const [y1, y2] = [north * size - top, south * size - top];
      if (x2 < 0 || x1 > width || y2 < 0 || y1 > height || Math.max(x2 - x1, y2 - y1) < MIN_PX) continue;
      const drawn: At[] = [];
      for (let at = 0; at < points.length; at += 2)
        drawn.push([((points[at] as number) + shift) * size - left, (points[at + 1] as number) * size - top]);
      const isInside = x1 >= 0 && x2 <= width && y1 >= 0 && y2 <= height;
      for (const part of isInside ? [drawn] : cut(drawn)) if (part.length > 1) path += written(part) + end;
    }
  }
  return path;
}

/** A path of whole pixels, each point from the one before. */
function written(points: readonly At[]): string {
  const [first] = points as [At];
  let [x, y] = [Math.round(first[0]), Math.round(first[1])];
  let path = `M${x} ${y}l`;
  for (const point of points) {
    const [toX, toY] = [Math.round(point[0]), Math.round(point[1])];
    if (toX === x && toY === y) continue;
    path += `${toX - x} ${toY - y} `;
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
    const kept: At[] = [];
    let before = points.at(-1) as At;
    for (const point of points) {
      if (isIn(point) !== isIn(before)) {
        const share = (limit - before[axis]) / (point[axis] - before[axis]);
        kept.push([before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])]);
      }
      if (isIn(point)) kept.push(point);
      before = point;
    }
    points = kept;
  }
  return points;
}

/** The parts of a line that are in a view, each with a point beyond it. */
function partsIn(line: readonly At[], { width, height }: View): At[][] {
  const isIn = (point: At | undefined) =>
    point !== undefined && point[0] >= 0 && point[1] >= 0 && point[0] <= width && point[1] <= height;
  const parts: At[][] = [[]];
  for (const [at, point] of line.entries()) {
    if (isIn(line[at - 1]) || isIn(point) || isIn(line[at + 1])) parts.at(-1)?.push(point);
    else if (parts.at(-1)?.length !== 0) parts.push([]);
  }
  return parts;
}

/** What the names of cities take: the share of the view of one letter and of one line. */
interface Room {
  letter: number;
  line: number;
}

/** The largest cities of a view whose names have room, also beside the pins. */
export function citiesIn(view: View, { letter, line }: Room, pins: readonly Point[], most: number): CityAt[] {
  const size = worldSize(view.zoom);
  const kept: (CityAt & { width: number })[] = [];
  const taken = pins.map((point) => placeIn(view, point));
  for (const shift of [-1, 0, 1]) {
    for (const city of outline().cities) {
      if (kept.length === most) break;
      const [x, y] = [((city.x + shift) * size - view.left) / view.width, (city.y * size - view.top) / view.height];
      const width = (city.name.length + 2) * letter;
      if (x < 0.01 || x + width > 1 || y < 2 * line || y > 1 - 2 * line) continue;
      const isFree =
        kept.every((other) => Math.abs(other.y - y) > line || other.x > x + width || x > other.x + other.width) &&
        taken.every((pin) => Math.abs(pin.y - y) > 1.5 * line || pin.x > x + width || x > pin.x + 2 * line);
      if (isFree) kept.push({ name: city.name, x, y, width });
    }
  }
  return kept.map(({ name, x, y }) => ({ name, x, y }));
}
