import { acceptedLanguages } from '../accepted-languages.ts';
import type { Place } from '../corpus.ts';
import { boxFrom, findPlaces, findPlacesWithin } from '../place-index.ts';
import { localAddress, localName } from '../place-names.ts';
import { placeAt } from '../place-nearby.ts';
import type { SandboxRequest, SandboxResponse, Upstream } from '../upstream.ts';

const LICENCE = 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright';
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
/** The default User-Agents of HTTP libraries. */
const STOCK_AGENT = /^(node|undici|node-fetch|axios|got|python-requests|go-http-client|java|okhttp)\b/i;
const MIN_INTERVAL_MS = 1_000;

/** Stand-in for a self-hosted Nominatim: as strict about parameters as the real one, without a rate limit. */
export const nominatim: Upstream = { slug: 'nominatim', handle: answer };

let servedAt = Number.NEGATIVE_INFINITY;
let refused = 0;

/** Stand-in for the public Nominatim, which refuses more than one call per second. */
export const nominatimPublic: Upstream = {
  slug: 'nominatim-public',
  handle(request) {
    const now = Date.now();
    if (now - servedAt < MIN_INTERVAL_MS) {
      refused += 1;
      return page(429, 'Too Many Requests', `No more than one request a second, please. Refused so far: ${refused}.`);
    }
    const response = answer(request);
    // A caller refused with 403 does not count as served.
    if (response.status !== 403) servedAt = now;
    return response;
  },
};

/** Thrown where the real service rejects a parameter. */
class UsageError extends Error {}

const endpoints: Readonly<Record<string, (request: SandboxRequest) => unknown>> = {
  '/search': search,
  '/reverse': reverse,
  '/status': status,
};

function answer(request: SandboxRequest): SandboxResponse {
  const agent = request.headers['user-agent'];
  if (!agent || STOCK_AGENT.test(agent)) return page(403, 'Access blocked', 'Please identify your application.');
  const endpoint = endpoints[request.path];
  if (!endpoint) return page(404, 'Not Found', 'There is nothing here.');
  // The real service replies in XML or plain text unless the request asks for JSON; the stand-in has only JSON.
  const format = request.path === '/status' ? 'json' : 'jsonv2';
  try {
    if (request.query.get('format') !== format) throw new UsageError(`Parameter 'format' must be one of: ${format}`);
    return { status: 200, headers: JSON_TYPE, body: endpoint(request) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { status: 400, headers: JSON_TYPE, body: { error: { code: 400, message: error.message } } };
  }
}

function search({ query, headers }: SandboxRequest) {
  const limit = Math.max(1, Math.min(50, number(query, 'limit', 10)));
  const languages = acceptedLanguages(query.get('accept-language') ?? headers['accept-language']);
  const details = query.get('addressdetails') === '1';
  const q = query.get('q') ?? '';
  const box = query.get('bounded') === '1' ? boxFrom(query.get('viewbox')) : null;
  return (box ? findPlacesWithin(q, box) : findPlaces(q))
    .slice(0, limit)
    .map((place) => written(place, languages, details));
}

function reverse({ query, headers }: SandboxRequest) {
  const point = { lon: number(query, 'lon'), lat: number(query, 'lat') };
  const found = placeAt(point, number(query, 'zoom', 18));
  const languages = acceptedLanguages(query.get('accept-language') ?? headers['accept-language']);
  return found ? written(found, languages, true) : { error: 'Unable to geocode' };
}

function status() {
  return {
    status: 0,
    message: 'OK',
    data_updated: `${new Date(Date.now() - 60_000).toISOString().slice(0, 19)}+00:00`,
    software_version: '5.1.0-0',
    database_version: '5.1.0-0',
  };
}

function written(place: Place, languages: readonly string[], details: boolean): Record<string, unknown> {
  const address = localAddress(place, languages);
  const { country_code, 'ISO3166-2-lvl4': _, ...envelope } = address;
  const name = localName(place, languages);
  return {
    // This id belongs to the database, not to the map, and differs on every server.
    place_id: 100_000_000 + (place.osmId % 300_000_000),
    licence: LICENCE,
    // A postcode is not an object on the map.
    ...(place.type === 'postcode'
      ? { postcode_id: `P${country_code}:${place.name.replaceAll(' ', '_')}` }
      : { osm_type: place.osmType, osm_id: place.osmId }),
    lat: place.lat.toFixed(7),
    lon: place.lon.toFixed(7),
    category: place.category,
    type: place.type,
    place_rank: place.placeRank,
    importance: place.importance,
    addresstype: place.addresstype,
    name,
    display_name: [...new Set([name, ...Object.values(envelope)].filter(Boolean))].join(', '),
    ...(details ? { address } : {}),
    boundingbox: place.boundingbox.map((edge) => edge.toFixed(7)),
  };
}

function number(query: URLSearchParams, name: string, fallback?: number): number {
  const text = query.get(name);
  if (text === null && fallback !== undefined) return fallback;
  if (text === null) throw new UsageError(`Parameter '${name}' missing.`);
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new UsageError(`Parameter '${name}' must be a number.`);
  return value;
}

function page(status: number, title: string, text: string): SandboxResponse {
  const body = `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;
  return { status, headers: HTML, body };
}
