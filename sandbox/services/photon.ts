import type { Place } from '../corpus.ts';
import { boxFrom, findPlaces, findPlacesWithin } from '../place-index.ts';
import { localAddress, localName } from '../place-names.ts';
import { placesWithin } from '../place-nearby.ts';
import type { SandboxResponse, Upstream } from '../upstream.ts';

const LANGUAGES = ['default', 'en', 'de', 'fr'];
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  '/api': ['lang', 'limit', 'q', 'lat', 'lon', 'bbox'],
  '/reverse': ['lang', 'limit', 'lat', 'lon'],
  '/status': [],
};
const MAX_RESULTS = 50;
const RADIUS_KM = 1;

/** Thrown where the real service rejects a parameter. */
class BadRequest extends Error {}

/** Stand-in for Photon, which returns GeoJSON and rejects unknown parameters. */
export const photon: Upstream = {
  slug: 'photon',
  handle({ path, query }) {
    const allowed = PARAMETERS[path];
    if (!allowed) return { status: 404, body: { message: 'Endpoint not found' } };
    try {
      const unknown = [...query.keys()].find((name) => !allowed.includes(name));
      if (unknown !== undefined) {
        throw new BadRequest(`Unknown query parameter '${unknown}'.  Allowed parameters are: [${allowed.join(', ')}]`);
      }
      if (path === '/status') return status();
      const language = query.get('lang') ?? 'default';
      if (!LANGUAGES.includes(language)) {
        throw new BadRequest(`Language is not supported. Supported are: ${LANGUAGES.join(', ')}`);
      }
      const found = path === '/api' ? search(query) : reverse(query);
      const features = found.map((place) => feature(place, language === 'default' ? [] : [language]));
      return { status: 200, body: { type: 'FeatureCollection', features } };
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      return { status: 400, body: { message: error.message } };
    }
  },
};

function search(query: URLSearchParams): Place[] {
  const q = query.get('q') ?? '';
  if (q.trim() === '') throw new BadRequest('q parameter is required when no include categories are specified');
  const box = boxFrom(query.get('bbox'));
  return (box ? findPlacesWithin(q, box) : findPlaces(q))
    .filter(({ type }) => type !== 'postcode')
    .slice(0, limitOf(query, 15));
}

function reverse(query: URLSearchParams): Place[] {
  const point = { lat: coordinate(query, 'lat', 90), lon: coordinate(query, 'lon', 180) };
  return placesWithin(point, RADIUS_KM).slice(0, limitOf(query, 1));
}

function status(): SandboxResponse {
  const imported = `${new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;
  return { status: 200, body: { status: 'Ok', import_date: imported, version: '1.0.0', git_commit: 'a7b6562d' } };
}

function feature(place: Place, languages: readonly string[]): Record<string, unknown> {
  const address = localAddress(place, languages);
  const kind = layer(place);
  const [south, north, west, east] = place.boundingbox;
  const settlement = place.category === 'boundary' && ['city', 'state', 'country'].includes(place.addresstype);
  const properties = {
    osm_type: place.osmType.charAt(0).toUpperCase(),
    osm_id: place.osmId,
    // The real index lists a boundary as the settlement that it encloses.
    osm_key: settlement ? 'place' : place.category,
    osm_value: settlement ? place.addresstype : place.type,
    type: kind,
    postcode: address.postcode,
    housenumber: address.house_number,
    countrycode: place.address.country_code.toUpperCase(),
    name: localName(place, languages) || undefined,
    street: kind === 'street' ? undefined : address.road,
    district: address.suburb,
    city: kind === 'city' ? undefined : address.city,
    state: kind === 'state' ? undefined : address.state,
    country: address.country,
    extent: place.type === 'house' ? undefined : [west, north, east, south],
  };
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [place.lon, place.lat] } };
}

function layer({ addresstype, placeRank }: Place): string {
  if (addresstype === 'road') return 'street';
  if (['city', 'state', 'country'].includes(addresstype)) return addresstype;
  return placeRank === 30 ? 'house' : 'other';
}

function limitOf(query: URLSearchParams, fallback: number): number {
  const text = query.get('limit') ?? String(fallback);
  if (!/^-?\d+$/.test(text)) throw new BadRequest("Invalid value for 'limit' parameter.");
  return Math.max(1, Math.min(MAX_RESULTS, Number(text)));
}

function coordinate(query: URLSearchParams, name: string, limit: number): number {
  const text = query.get(name) ?? '';
  const value = Number(text);
  if (text.trim() === '' || !(Math.abs(value) <= limit)) throw new BadRequest(`Invalid value for '${name}' parameter.`);
  return value;
}
