/** A point on the Earth, in degrees. */
export interface Point {
  lat: number;
  lon: number;
}

const EARTH_RADIUS_KM = 6_371;
const NUMBER = '[+-]?\\d{1,3}(?:[.,]\\d{1,15})?';
const PART = '\\d{1,2}(?:[.,]\\d{1,15})?';
/** An angle: `48.8584`, `48.8584°`, `48° 51.5'`, `48°51'30"`. */
const ANGLE = `(?<degrees#>${NUMBER}) ?(?:° ?(?:(?<minutes#>${PART}) ?' ?(?:(?<seconds#>${PART}) ?" ?)?)?)?`;
const SEPARATOR = '(?: ?[,;] ?| |(?<=[NSEW]))';
/** Two angles, each with its hemisphere before it, or after it, or without one. */
const PAIRS = [pairOf(`(?<hemisphere#>[NSEW]) ?${ANGLE}`), pairOf(`${ANGLE}(?<hemisphere#>[NSEW])?`)];
/** RFC 5870, with the `?z=…` that Android adds. */
const GEO_URI = /^geo:([+-]?\d{1,3}(?:\.\d{1,15})?),([+-]?\d{1,3}(?:\.\d{1,15})?)(?:[,;?].*)?$/i;

/** The point that a text names by its coordinates, or null: two angles, latitude first, or a `geo:` URI. */
export function parsePoint(text: string): Point | null {
  const [, geoLat, geoLon] = GEO_URI.exec(text.trim()) ?? [];
  if (geoLat !== undefined && geoLon !== undefined) return onEarth(Number(geoLat), Number(geoLon));
  const plain = plainSigns(text);
  const found = PAIRS.map((pair) => pair.exec(plain)?.groups).find((groups) => groups !== undefined);
  if (!found) return null;
  const [one, other] = [angle(found, 1), angle(found, 2)];
  if (!one || !other) return null;
  if (one.axis === '' && other.axis === '') return onEarth(one.degrees, other.degrees);
  if (one.axis === 'lat' && other.axis === 'lon') return onEarth(one.degrees, other.degrees);
  return one.axis === 'lon' && other.axis === 'lat' ? onEarth(other.degrees, one.degrees) : null;
}

/** The many signs that people write for minus, degrees, minutes and seconds, as one of each; white space as one space. */
function plainSigns(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[−–]/g, '-')
    .replaceAll('º', '°')
    .replace(/''|′′|[″”“]/g, '"')
    .replace(/[′’‘]/g, "'");
}

function pairOf(angle: string): RegExp {
  return new RegExp(`^${angle.replaceAll('#', '1')}${SEPARATOR}${angle.replaceAll('#', '2')}$`, 'i');
}

function angle(groups: Readonly<Record<string, string | undefined>>, which: 1 | 2) {
  const part = (name: string) => groups[`${name}${which}`] ?? '';
  const [degrees, hemisphere] = [part('degrees'), part('hemisphere').toUpperCase()];
  const [minutes, seconds] = [number(part('minutes')), number(part('seconds'))];
  if (minutes >= 60 || seconds >= 60 || (/^[+-]/.test(degrees) && hemisphere !== '')) return null;
  const size = Math.abs(number(degrees)) + minutes / 60 + seconds / 3_600;
  const isNegative = degrees.startsWith('-') || hemisphere === 'S' || hemisphere === 'W';
  const axis = hemisphere === '' ? '' : /[NS]/.test(hemisphere) ? 'lat' : 'lon';
  return { axis, degrees: isNegative ? -size : size };
}

function number(text: string): number {
  return Number(text.replace(',', '.'));
}

function onEarth(lat: number, lon: number): Point | null {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat: rounded(lat, 6), lon: rounded(lon, 6) } : null;
}

/** Rounds to some decimals. Adding zero turns -0 into 0. */
export function rounded(degrees: number, decimals: number): number {
  return Number(degrees.toFixed(decimals)) + 0;
}

/** Great-circle distance; correct at the poles and across the antimeridian. */
export function distanceKm(a: Point, b: Point): number {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lon - a.lon) * rad) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The box of half a side of `km` around a point: west, south, east, north. It ends at the poles and the date line. */
export function boxAround({ lat, lon }: Point, km: number): [west: number, south: number, east: number, north: number] {
  const dLat = (km / EARTH_RADIUS_KM) * (180 / Math.PI);
  const dLon = Math.min(180, dLat / Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  const within = (degrees: number, limit: number) => rounded(Math.max(-limit, Math.min(limit, degrees)), 6);
  return [within(lon - dLon, 180), within(lat - dLat, 90), within(lon + dLon, 180), within(lat + dLat, 90)];
}
