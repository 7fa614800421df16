import { countryName } from './country-names.ts';
import type { Place, PlaceAddress, PlaceLanguage } from './place.ts';

type Box = Place['boundingbox'];

const LANGUAGES: ReadonlySet<string> = new Set(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja']);
const OSM_TYPES = { N: 'node', W: 'way', R: 'relation' } as const;

/** The cells of one line; how many there are, `rows` has checked. */
type Row = [string, string, string, string, string, string, string, string];

/** The lines of a table, cut at the bars. */
export function rows(table: string, columns: number): Row[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      if (cells.length !== columns) throw new Error(`A place needs ${columns} columns: ${line}`);
      return cells as Row;
    });
}

type Described = Omit<Place, 'names' | 'alternatives' | 'osmId' | 'lat' | 'lon' | 'boundingbox'> &
  ({ reach: number } | { boundingbox: Box });

/** A place from its point, its extras and what its table says of it. */
export function place(identity: string, point: string, extras: string, described: Described): Place {
  const [lat = Number.NaN, lon = Number.NaN] = point.split(' ').map(Number);
  const { reach, boundingbox, ...rest } = { reach: 0, boundingbox: undefined, ...described };
  const found: Place = {
    ...rest,
    lat,
    lon,
    names: {},
    alternatives: [],
    osmId: steadyId(identity, described.osmType),
    boundingbox: boundingbox ?? around(lat, lon, reach),
  };
  for (const extra of parts(extras)) {
    const space = extra.indexOf(' ');
    const key = extra.slice(0, space);
    const value = extra.slice(space + 1);
    if (key === 'alt') found.alternatives = value.split(', ');
    else if (key === 'box') found.boundingbox = readBox(value);
    else if (key === 'osm') {
      found.osmType = OSM_TYPES[value.charAt(0) as keyof typeof OSM_TYPES];
      found.osmId = Number(value.slice(1));
    } else if (key !== '') {
      for (const language of key.split(',')) {
        if (!LANGUAGES.has(language)) throw new Error(`No such language in a place's names: ${extra}`);
        found.names[language as PlaceLanguage] = value;
      }
    }
  }
  return found;
}

/** The parts of a cell, between semicolons. */
export function parts(cell: string): string[] {
  return cell.split(';').map((part) => part.trim());
}

export function readBox(cell: string): Box {
  const [south = 0, north = 0, west = 0, east = 0] = cell.split(' ').map(Number);
  return [south, north, west, east];
}

function around(lat: number, lon: number, reach: number): Box {
  const wide = reach / Math.max(0.2, Math.cos((lat * Math.PI) / 180));
  const clamp = (value: number, limit: number) => Number(Math.max(-limit, Math.min(limit, value)).toFixed(7));
  const south = clamp(lat - reach, 90);
  const north = clamp(lat + reach, 90);
  // Across the antimeridian there is no box but the whole globe: west may not be greater than east.
  if (lon - wide < -180 || lon + wide > 180) return [south, north, -180, 180];
  return [south, north, clamp(lon - wide, 180), clamp(lon + wide, 180)];
}

export function readState(cell: string): { state?: string; stateCode?: string } {
  const [, state = '', stateCode = ''] = /^(.*?) ?([A-Z]{2}-[A-Z0-9]{1,3})?$/.exec(cell) ?? [];
  return known({ state, stateCode });
}

export function readCity(cell: string): { city?: string; state?: string } {
  const [city = '', state = ''] = cell.split(', ');
  return known({ city, state });
}

/** Most of the world writes the number first or last; Japan, China and Korea last, in our tables. */
export function readStreet(cell: string): { house_number?: string; road?: string } {
  const first = /^(\d+[A-Z]?(?:-\d+)?) (.+)$/.exec(cell);
  if (first) return known({ house_number: first[1] ?? '', road: first[2] ?? '' });
  const last = /^([^ -~]+) (\d+)$/.exec(cell);
  if (last) return known({ house_number: last[2] ?? '', road: last[1] ?? '' });
  return known({ road: cell });
}

export function inCountry(code: string): Pick<PlaceAddress, 'country' | 'country_code'> {
  return { country: countryName(code), country_code: code.toLowerCase() };
}

/** Only the fields that say something. */
export function known<T extends Record<string, string>>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<T>;
}

/** FNV-1a over what the place is, so that it keeps its id when the tables grow. */
function steadyId(identity: string, osmType: Place['osmType']): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < identity.length; i++) value = Math.imul(value ^ identity.charCodeAt(i), 0x01000193) >>> 0;
  // Relations are few on the real map, nodes are many.
  return osmType === 'relation' ? 1_000_000 + (value % 16_000_000) : 100_000_000 + (value % 1_100_000_000);
}
