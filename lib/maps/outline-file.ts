import { readFileSync } from 'node:fs';
import { once } from '../answers/data-file.ts';
import { projected } from './mercator.ts';

/** The ground of maps without tiles: coasts, borders and large cities. `npm run outline` makes the file. */
const FILE = new URL('./data/outline.tsv', import.meta.url);

/** A line in the world: its points, as shares of the width of the world, and the box around them. */
export interface Line {
  /** x and y of one point after the other. */
  points: Float32Array;
  west: number;
  east: number;
  north: number;
  south: number;
}

/** The file, read on first use: the lines of the land and of the borders, and the cities, the largest first. */
export const outline = once(() => {
  const rows = readFileSync(FILE, 'utf8')
    .split('\n')
    .map((row) => row.split('\t') as [kind: string, line?: string]);
  const of = (wanted: string) => rows.flatMap(([kind, line]) => (kind === wanted && line ? [line] : []));
  const cities = of('city').map((line) => {
    const [lat, lon, ...name] = line.split(' ');
    return { name: name.join(' '), ...projected({ lat: Number(lat), lon: Number(lon) }) };
  });
  return { land: of('land').map(decoded), borders: of('border').map(decoded), cities };
});

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const values = new Uint8Array(128);
for (const [value, letter] of [...LETTERS].entries()) values[letter.charCodeAt(0)] = value;
const PER_DEGREE = 100;

/** Reads a line: differences of hundredths of degrees, five bits a letter. */
function decoded(text: string): Line {
  const points: number[] = [];
  let [value, factor, lon, lat, isLat] = [0, 1, 0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const bits = values[text.charCodeAt(at)] as number;
    value += (bits & 31) * factor;
    factor *= 32;
    if (bits >= 32) continue;
    const change = value & 1 ? -(value + 1) / 2 : value / 2;
    if (isLat) {
      lat += change;
      const { x, y } = projected({ lon: lon / PER_DEGREE, lat: lat / PER_DEGREE });
      points.push(x, y);
    } else lon += change;
    [value, factor, isLat] = [0, 1, !isLat];
  }
  return lineOf(Float32Array.from(points));
}

function lineOf(points: Float32Array): Line {
  const line = { points, west: Infinity, east: -Infinity, north: Infinity, south: -Infinity };
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] as number, points[at + 1] as number];
    line.west = Math.min(line.west, x);
    line.east = Math.max(line.east, x);
    line.north = Math.min(line.north, y);
    line.south = Math.max(line.south, y);
  }
  return line;
}
