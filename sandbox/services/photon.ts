import { acceptedLanguages } from '../accepted-languages.ts';
import type { Place } from '../corpus/place.ts';
import { findPlaces } from '../place-index.ts';
import { localAddress, localName } from '../place-names.ts';
import { placesWithin } from '../place-nearby.ts';
import type { SandboxRequest, SandboxResponse, Upstream } from '../upstream.ts';

const LANGUAGES = ['en', 'de', 'fr'];
const LAYERS = ['house', 'street', 'locality', 'district', 'city', 'county', 'state', 'country', 'other'];
const BASE = ['lang', 'limit', 'debug', 'dedupe', 'geometry', 'osm_tag', 'layer', 'include', 'exclude'];
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  '/api': [...BASE, 'q', 'lat', 'lon', 'zoom', 'location_bias_scale', 'bbox', 'countrycode', 'suggest_addresses'],
  '/reverse': [...BASE, 'lat', 'lon', 'radius', 'distance_sort'],
  '/status': [],
};
const MAX_RESULTS = 50;
const MAX_RADIUS_KM = 5_000;

/** Thrown where the real service gives up on a parameter. */
class BadRequest extends Error {}

/** Stand-in for Photon: GeoJSON, words may be unfinished, and a parameter that it does not know is an error. */
export const photon: Upstream = {
  slug: 'photon',
  handle(request) {
    const path = request.path.replace(/(?<=.)\/$/, '');
    const allowed = PARAMETERS[path];
    if (!allowed) return { status: 404, body: { message: 'Endpoint not found' } };
    try {
      for (const name of request.query.keys()) {
        if (!allowed.includes(name)) {
          throw new BadRequest(`Unknown query parameter '${name}'.  Allowed parameters are: [${allowed.join(', ')}]`);
        }
      }
      if (path === '/status') return status();
      return path === '/api' ? search(request) : reverse(request);
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      return { status: 400, body: { message: error.message } };
    }
  },
};

function search({ query, headers }: SandboxRequest): SandboxResponse {
  const language = requestedLanguage(query, headers['accept-language']);
  const limit = requestedLimit(query, 15);
  const wanted = requestedLayers(query);
  const countries = query.getAll('countrycode').flatMap((codes) => codes.toLowerCase().split(','));
  const q = query.get('q') ?? '';
  if (q.trim() === '') throw new BadRequest('q parameter is required when no include categories are specified');
  const found = findPlaces({
    text: q,
    unfinished: true,
    where: (place) =>
      place.type !== 'postcode' &&
      (wanted.length === 0 || wanted.includes(layer(place))) &&
      (countries.length === 0 || countries.includes(place.address.country_code)),
  });
  return collection(found.slice(0, limit), language);
}

function reverse({ query, headers }: SandboxRequest): SandboxResponse {
  const language = requestedLanguage(query, headers['accept-language']);
  const limit = requestedLimit(query, 1);
  const wanted = requestedLayers(query);
  const point = { lat: coordinate(query, 'lat', 90), lon: coordinate(query, 'lon', 180) };
  const radius = Number(query.get('radius') ?? 1);
  if (!(radius > 0)) throw new BadRequest("Invalid value for 'radius' parameter.");
  const found = placesWithin(point, Math.min(radius, MAX_RADIUS_KM))
    .map(({ place }) => place)
    .filter((place) => wanted.length === 0 || wanted.includes(layer(place)));
  return collection(found.slice(0, limit), language);
}

function status(): SandboxResponse {
  const imported = `${new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;
  return { status: 200, body: { status: 'Ok', import_date: imported, version: '1.0.0', git_commit: 'a7b6562d' } };
}

function collection(found: readonly Place[], language: string): SandboxResponse {
  return { status: 200, body: { type: 'FeatureCollection', features: found.map((place) => feature(place, language)) } };
}

function feature(place: Place, language: string): Record<string, unknown> {
  const languages = language === 'default' ? [] : [language];
  const address = localAddress(place, languages);
  const kind = layer(place);
  const [south, north, west, east] = place.boundingbox;
  const settlement = place.category === 'boundary' && ['city', 'state', 'country'].includes(place.addresstype);
  const properties = {
    osm_type: place.osmType.charAt(0).toUpperCase(),
    osm_id: place.osmId,
    // The real index files a boundary under the settlement that it bounds.
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

function layer(place: Place): string {
  if (place.addresstype === 'road') return 'street';
  if (['city', 'state', 'country'].includes(place.addresstype)) return place.addresstype;
  return place.placeRank === 30 ? 'house' : 'other';
}

function requestedLanguage(query: URLSearchParams, header: string | undefined): string {
  const language = query.get('lang');
  if (language === null) return acceptedLanguages(header).find((accepted) => LANGUAGES.includes(accepted)) ?? 'default';
  if (language !== 'default' && !LANGUAGES.includes(language)) {
    throw new BadRequest(`Language is not supported. Supported are: default, ${LANGUAGES.join(', ')}`);
  }
  return language;
}

function requestedLimit(query: URLSearchParams, fallback: number): number {
  const text = query.get('limit');
  if (text === null) return fallback;
  if (!/^-?\d+$/.test(text)) throw new BadRequest("Invalid value for 'limit' parameter.");
  return Math.max(1, Math.min(MAX_RESULTS, Number(text)));
}

function requestedLayers(query: URLSearchParams): string[] {
  const wanted = query.getAll('layer');
  if (wanted.some((name) => !LAYERS.includes(name))) {
    throw new BadRequest(`Unknown layer type. Available layers: [${LAYERS.join(', ')}]`);
  }
  return wanted;
}

function coordinate(query: URLSearchParams, name: string, limit: number): number {
  const text = query.get(name) ?? '';
  const value = Number(text);
  if (text.trim() === '' || !(Math.abs(value) <= limit)) throw new BadRequest(`Invalid value for '${name}' parameter.`);
  return value;
}
