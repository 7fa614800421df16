import type { Point } from './point.ts';

/** Size of a map tile, in pixels. */
export const TILE = 256;
/** The projection has no poles: maps end here. */
const MAX_LAT = 85.0511;
const EQUATOR_M = 40_075_016.686;

/** A part of the map of the world: its size in pixels, its zoom, and where its upper left corner is in that world. */
export interface View {
  width: number;
  height: number;
  /** The world is `256 × 2^zoom` pixels wide. */
  zoom: number;
  left: number;
  top: number;
}

/** A tile of a view, and where it is in it. */
export interface TileAt {
  z: number;
  x: number;
  y: number;
  left: number;
  top: number;
}

/** The width of the world in pixels. */
export const worldSize = (zoom: number) => TILE * 2 ** zoom;
const within = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

/** Where a point is in the world, as a share of its width and height. */
export function projected({ lat, lon }: Point): { x: number; y: number } {
  const sin = Math.sin((within(lat, -MAX_LAT, MAX_LAT) * Math.PI) / 180);
  return { x: lon / 360 + 0.5, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI) };
}

/** Where a point is in a view, as a share of its width and height. */
export function placeIn({ width, height, zoom, left, top }: View, point: Point): { x: number; y: number } {
  const { x, y } = projected(point);
  return { x: (x * worldSize(zoom) - left) / width, y: (y * worldSize(zoom) - top) / height };
}

/** The point at a place of a view. */
export function pointIn({ width, height, zoom, left, top }: View, at: { x: number; y: number }): Point {
  const [x, y] = [(left + at.x * width) / worldSize(zoom), (top + at.y * height) / worldSize(zoom)];
  return { lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, lon: (x - 0.5) * 360 };
}

/**
 * The points with longitudes that make them neighbours: across the date line, those in the east are beyond 180. The
 * widest gap between them is left out of the map.
 */
export function neighbours<P extends Point>(points: readonly P[]): P[] {
  const sorted = points.map(({ lon }) => lon).sort((a, b) => a - b);
  const gaps = sorted.map((lon, at) => (sorted[at + 1] ?? (sorted[0] as number) + 360) - lon);
  const widest = gaps.lastIndexOf(Math.max(...gaps));
  const first = sorted[(widest + 1) % sorted.length] as number;
  return points.map((point) => (point.lon < first ? { ...point, lon: point.lon + 360 } : point));
}

/** What a view must show, and how. */
export interface Fitting {
  width: number;
  height: number;
  /** Pixels at each side that stay without points. */
  margin: number;
  maxZoom: number;
  /** Whether the zoom must be a whole number, as that of tiles is. */
  whole: boolean;
}

/** The closest view that shows all points, which are `neighbours`. */
export function viewOf(points: readonly Point[], { width, height, margin, maxZoom, whole }: Fitting): View {
  const at = points.map(projected);
  const [xs, ys] = [at.map(({ x }) => x), at.map(({ y }) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const zoomFor = (pixels: number, share: number) => Math.log2((pixels - 2 * margin) / (TILE * share));
  const closest = Math.min(maxZoom, zoomFor(width, east - west), zoomFor(height, south - north));
  const zoom = within(whole ? Math.floor(closest) : closest, 0, maxZoom);
  const size = worldSize(zoom);
  return {
    width,
    height,
    zoom,
    left: ((west + east) / 2) * size - width / 2,
    top: ((north + south) / 2) * size - height / 2,
  };
}

/** The tiles that cover a view of a whole zoom. North and south of the world there are none. */
export function tilesOf({ width, height, zoom, left, top }: View): TileAt[] {
  const count = 2 ** zoom;
  const from = (start: number) => Math.floor(start / TILE);
  const columns = range(from(left), from(left + width - 1));
  const rows = range(Math.max(0, from(top)), Math.min(count - 1, from(top + height - 1)));
  return rows.flatMap((y) =>
    columns.map((column) => ({
      z: zoom,
      x: ((column % count) + count) % count,
      y,
      left: column * TILE - left,
      top: y * TILE - top,
    })),
  );
}

/** A round length of at most a quarter of the view's width, in metres, and its share of the width. */
export function scaleOf(view: View): { metres: number; share: number } {
  const { lat } = pointIn(view, { x: 0.5, y: 0.5 });
  const widthM = (EQUATOR_M * Math.cos((lat * Math.PI) / 180) * view.width) / worldSize(view.zoom);
  const most = widthM / 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = [5, 2, 1].map((digit) => digit * power).find((length) => length <= most) ?? power;
  return { metres, share: metres / widthM };
}

/** Distances between the lines of a graticule, in degrees. */
const STEPS = [45, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001];

/** The meridians and parallels of a view, at round degrees, with their places in it. */
export function graticuleOf(view: View): Record<'meridians' | 'parallels', { degrees: number; share: number }[]> {
  const [corner, opposite] = [pointIn(view, { x: 0, y: 0 }), pointIn(view, { x: 1, y: 1 })];
  const step = STEPS.find((degrees) => (opposite.lon - corner.lon) / degrees >= 3) ?? 0.0001;
  const lines = (from: number, to: number) =>
    range(Math.ceil(from / step), Math.floor(to / step)).map((times) => Number((times * step).toFixed(4)));
  const middle = pointIn(view, { x: 0.5, y: 0.5 });
  return {
    meridians: lines(corner.lon, opposite.lon).map((lon) => ({
      degrees: ((lon + 540) % 360) - 180,
      share: placeIn(view, { ...middle, lon }).x,
    })),
    parallels: lines(Math.max(-MAX_LAT, opposite.lat), Math.min(MAX_LAT, corner.lat)).map((lat) => ({
      degrees: lat,
      share: placeIn(view, { ...middle, lat }).y,
    })),
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
