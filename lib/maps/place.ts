import { z } from 'zod';
import { cleanText } from '../search/text.ts';
import type { Point } from './point.ts';

/** A place as the API returns it. */
export const placeSchema = z
  .object({
    name: z.string(),
    display_name: z.string(),
    lat: z.number(),
    lon: z.number(),
    category: z.string(),
    type: z.string(),
    addresstype: z.string(),
    importance: z.number(),
    embed_url: z.string().describe('Map for an iframe.'),
    mini_embed_url: z.string().describe('Close-up map for an iframe.'),
    osm_url: z.string(),
    directions_url: z.string(),
    geo_uri: z.string().meta({ example: 'geo:48.8584,2.2945' }),
  })
  .meta({ id: 'Place' });
export type Place = z.infer<typeof placeSchema>;

/** What people want to know of a place, as far as the geocoder has it. It is for the pages alone. */
const aboutSchema = z.object({ website: z.string(), phone: z.string(), hours: z.string() });

/** The places that a geocoder found, best first. */
export const placesSchema = z.object({ places: z.array(placeSchema.extend({ about: aboutSchema.optional() })) });
export type Places = z.infer<typeof placesSchema>;
/** A place as a geocoder found it. */
export type FoundPlace = Places['places'][number];

/** A place as the API returns it. */
export function publicPlace({ about: _, ...place }: FoundPlace): Place {
  return place;
}

/** A place as the geocoder sends it, not yet cleaned. */
export interface RawPlace {
  name: unknown;
  displayName: unknown;
  lat: unknown;
  lon: unknown;
  category: unknown;
  type: unknown;
  addresstype: unknown;
  importance: unknown;
  osmType?: unknown;
  osmId?: unknown;
  /** South, north, west, east. */
  box?: readonly unknown[] | undefined;
  /** The tags of OpenStreetMap. */
  tags?: Readonly<Record<string, unknown>> | undefined;
}

interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

const NAME_MAX_CHARS = 300;
const MAX_PLACES = 50;
const OSM_TYPES = new Set(['node', 'way', 'relation']);
/** Map tiles end at this latitude. */
const MAX_TILE_LAT = 85.05;
/** Half the height and width of the close-up, in degrees. */
const MINI = { lat: 0.003, lon: 0.005 };
/** Half the size of the map around a point, in degrees. */
const POINT_PAD = 0.005;

/** Classes whose types are grades (`administrative`, `residential`), so that the address type says more. */
const GRADED = new Set(['boundary', 'highway']);
/** OpenStreetMap's type of a thing that is tagged with nothing but its class. */
const UNTYPED = 'yes';

/** What a place is, in words: `city`, `tower`, `place of worship`; empty if unknown. */
export function kindOfPlace({ category, type, addresstype }: Pick<Place, 'category' | 'type' | 'addresstype'>): string {
  const known = [GRADED.has(category) && addresstype !== category ? addresstype : '', type, category];
  return (known.find((word) => word !== '' && word !== UNTYPED) ?? '').replaceAll('_', ' ');
}

/** Cleans a geocoder's list and drops places without valid coordinates. */
export function placesFrom(raw: readonly RawPlace[], limit = MAX_PLACES): Places {
  return { places: raw.flatMap((place) => placeFrom(place) ?? []).slice(0, limit) };
}

function placeFrom(raw: RawPlace): FoundPlace | null {
  const lat = coordinate(raw.lat, 90);
  const lon = coordinate(raw.lon, 180);
  if (lat === null || lon === null) return null;
  const displayName = cleanText(raw.displayName, 2 * NAME_MAX_CHARS);
  const importance = numberFrom(raw.importance);
  const box = boxOf(raw.box, lat, lon);
  return {
    // A place without a name is called by the first part of its full name.
    name: cleanText(raw.name, NAME_MAX_CHARS) || (displayName.split(',')[0] ?? ''),
    display_name: displayName,
    lat,
    lon,
    category: cleanText(raw.category, NAME_MAX_CHARS),
    type: cleanText(raw.type, NAME_MAX_CHARS),
    addresstype: cleanText(raw.addresstype, NAME_MAX_CHARS),
    importance: Number.isFinite(importance) ? importance : 0,
    embed_url: embedUrl(box, lat, lon),
    mini_embed_url: embedUrl(closeUp(box, lat, lon), lat, lon),
    osm_url: osmUrl(raw, lat, lon),
    directions_url: `https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=%3B${decimal(lat)}%2C${decimal(lon)}`,
    geo_uri: `geo:${decimal(lat)},${decimal(lon)}`,
    ...aboutOf(raw.tags ?? {}),
  };
}

/** Mappers write how to reach a place with or without `contact:`. */
function aboutOf(tags: Readonly<Record<string, unknown>>): Pick<FoundPlace, 'about'> {
  const first = (...names: string[]) =>
    names.map((name) => cleanText(tags[name], NAME_MAX_CHARS)).find((text) => text !== '') ?? '';
  const about = {
    website: first('website', 'contact:website', 'url'),
    phone: first('phone', 'contact:phone'),
    hours: first('opening_hours'),
  };
  return Object.values(about).some((text) => text !== '') ? { about } : {};
}

/** Accepts numbers and numeric text; NaN for anything else. */
function numberFrom(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN;
}

/** Rounds to six decimals, about ten centimetres. */
function coordinate(value: unknown, limit: number): number | null {
  const number = numberFrom(value);
  if (!Number.isFinite(number) || Math.abs(number) > limit) return null;
  // Adding zero turns -0 into 0.
  return Number(number.toFixed(6)) + 0;
}

/** The place's own bounding box if it is valid, but never smaller than the box around a point. */
function boxOf(raw: RawPlace['box'], placeLat: number, lon: number): Box {
  const lat = onTiles(placeLat);
  const [south, north, west, east] = (raw ?? []).map(numberFrom);
  const sane =
    [south, north, west, east].every((side) => Number.isFinite(side)) &&
    (south as number) <= (north as number) &&
    (west as number) <= (east as number) &&
    // Geocoders send the whole world for a box across the date line.
    (east as number) - (west as number) <= 180;
  const given = sane ? { south, north, west, east } : { south: lat, north: lat, west: lon, east: lon };
  return clamped({
    south: Math.min(given.south as number, lat - POINT_PAD),
    north: Math.max(given.north as number, lat + POINT_PAD),
    west: Math.min(given.west as number, lon - POINT_PAD),
    east: Math.max(given.east as number, lon + POINT_PAD),
  });
}

function closeUp(box: Box, placeLat: number, lon: number): Box {
  const lat = onTiles(placeLat);
  return clamped({
    south: Math.max(box.south, lat - MINI.lat),
    north: Math.min(box.north, lat + MINI.lat),
    west: Math.max(box.west, lon - MINI.lon),
    east: Math.min(box.east, lon + MINI.lon),
  });
}

function within(value: number, limit: number): number {
  return Math.min(Math.max(value, -limit), limit);
}

/** Moves the latitude of a pole to the edge of the map. */
function onTiles(lat: number): number {
  return within(lat, MAX_TILE_LAT);
}

function clamped({ south, north, west, east }: Box): Box {
  return {
    south: onTiles(south),
    north: onTiles(north),
    west: within(west, 180),
    east: within(east, 180),
  };
}

function embedUrl({ south, north, west, east }: Box, lat: number, lon: number): string {
  const box = [west, south, east, north].map(decimal).join('%2C');
  const marker = [lat, lon].map(decimal).join('%2C');
  return `https://www.openstreetmap.org/export/embed.html?bbox=${box}&layer=mapnik&marker=${marker}`;
}

function osmUrl({ osmType, osmId }: RawPlace, lat: number, lon: number): string {
  const id = numberFrom(osmId);
  if (typeof osmType === 'string' && OSM_TYPES.has(osmType) && Number.isSafeInteger(id) && id > 0) {
    return `https://www.openstreetmap.org/${osmType}/${id}`;
  }
  const [y, x] = [decimal(lat), decimal(lon)];
  return `https://www.openstreetmap.org/?mlat=${y}&mlon=${x}#map=16/${y}/${x}`;
}

/** The corners of a place, southwest and northeast, as its map shows it; none if the map's address has no box. */
export function boxOfPlace({ embed_url }: Pick<Place, 'embed_url'>): Point[] {
  const sides = URL.canParse(embed_url)
    ? (new URL(embed_url).searchParams.get('bbox') ?? '').split(',').map(Number)
    : [];
  const [west = 0, south = 0, east = 0, north = 0] = sides;
  if (sides.length !== 4 || !sides.every(Number.isFinite)) return [];
  return [
    { lat: south, lon: west },
    { lat: north, lon: east },
  ];
}

/** Formats a number without an exponent: `1e-7` is not valid in an address. */
export function decimal(value: number): string {
  return value
    .toFixed(7)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0');
}
