import { acceptedLanguages } from '../accepted-languages.ts';
import type { Place } from '../corpus/place.ts';
import { findPlaces } from '../place-index.ts';
import { localAddress, localName } from '../place-names.ts';
import { placeAt } from '../place-nearby.ts';
import type { SandboxRequest, SandboxResponse, Upstream } from '../upstream.ts';

const STRUCTURED = ['amenity', 'street', 'city', 'county', 'state', 'postalcode', 'country'] as const;
const LICENCE = 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright';
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
/** What HTTP libraries call themselves when nobody tells them otherwise. */
const STOCK_AGENT =
  /^(node|undici|node-fetch|axios|got|python-requests|python-urllib|aiohttp|go-http-client|java|okhttp|libwww-perl|ruby|guzzlehttp|apache-httpclient)\b/i;
const MIN_INTERVAL_MS = 1_000;

/** Stand-in for a Nominatim of one's own: as strict about parameters as the real one, without a limit on calls. */
export const nominatim: Upstream = { slug: 'nominatim', handle: answer };

let servedAt = Number.NEGATIVE_INFINITY;
let refused = 0;

/** Stand-in for the public Nominatim, which refuses more than one call a second. */
export const nominatimPublic: Upstream = {
  slug: 'nominatim-public',
  handle(request) {
    const now = Date.now();
    if (now - servedAt < MIN_INTERVAL_MS) {
      refused += 1;
      const text = `No more than one request a second, please. Refused so far: ${refused}.`;
      return { status: 429, headers: HTML, body: page('429 Too Many Requests', text) };
    }
    const response = answer(request);
    // Who is not let in has not been served.
    if (response.status !== 403) servedAt = now;
    return response;
  },
};

/** Thrown where the real service gives up on a parameter. */
class UsageError extends Error {}

function answer(request: SandboxRequest): SandboxResponse {
  const agent = request.headers['user-agent'];
  if (!agent || STOCK_AGENT.test(agent)) {
    return { status: 403, headers: HTML, body: page('Access blocked', 'Please identify your application.') };
  }
  const endpoint = ENDPOINTS[request.path.replace(/\.php$/, '').replace(/(?<=.)\/$/, '')];
  if (!endpoint) return { status: 404, headers: HTML, body: page('404 Not Found', 'There is nothing here.') };
  const format = request.query.get('format') ?? endpoint.format;
  try {
    if (!endpoint.formats.includes(format)) {
      throw new UsageError(`Parameter 'format' must be one of: ${endpoint.formats.join(', ')}`);
    }
    return endpoint.answer(request, format);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return usageError(error.message, format);
  }
}

interface Endpoint {
  formats: readonly string[];
  /** Taken when the request names none. */
  format: string;
  answer(request: SandboxRequest, format: string): SandboxResponse;
}

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/search': { formats: ['json', 'jsonv2'], format: 'jsonv2', answer: search },
  // The real one answers with XML unless asked for JSON; whoever forgets should notice here too.
  '/reverse': { formats: ['xml', 'json', 'jsonv2'], format: 'xml', answer: reverse },
  '/status': { formats: ['text', 'json'], format: 'text', answer: status },
};

function search({ query, headers }: SandboxRequest, format: string): SandboxResponse {
  const limit = Math.max(1, Math.min(50, integer(query, 'limit', 10)));
  const q = query.get('q');
  const structured = STRUCTURED.filter((name) => query.get(name));
  if (q !== null && structured.length > 0) {
    throw new UsageError(
      `Structured query parameters(${STRUCTURED.join(', ')}) cannot be used together with 'q' parameter.`,
    );
  }
  const countries = (query.get('countrycodes') ?? '').toLowerCase().split(',').filter(Boolean);
  const inCountries = ({ address }: Place) => countries.length === 0 || countries.includes(address.country_code);
  const found =
    q === null
      ? findPlaces({
          text: structured.map((name) => query.get(name)).join(', '),
          where: (place) => inCountries(place) && isMeant(place, structured),
        })
      : findPlaces({ text: q, where: inCountries });
  const languages = acceptedLanguages(query.get('accept-language') ?? headers['accept-language']);
  const details = flag(query, 'addressdetails', false);
  return json(found.slice(0, limit).map((place) => written(place, { format, languages, details })));
}

/** A structured query asks for what its most detailed part names: `city=Paris&country=France` for a city. */
function isMeant({ addresstype, category, type }: Place, given: readonly (typeof STRUCTURED)[number][]): boolean {
  const [most] = given;
  if (most === 'street') return addresstype === 'road' || type === 'house';
  if (most === 'amenity') return category !== 'boundary' && category !== 'highway' && type !== 'house';
  if (most === 'postalcode') return true;
  return most === undefined || addresstype === most;
}

function reverse({ query, headers }: SandboxRequest, format: string): SandboxResponse {
  const lon = decimal(query, 'lon');
  const lat = decimal(query, 'lat');
  const zoom = integer(query, 'zoom', 18);
  const found = placeAt({ lat, lon }, zoom);
  const languages = acceptedLanguages(query.get('accept-language') ?? headers['accept-language']);
  if (format === 'xml') {
    const inner = found ? `<result>${localName(found, languages)}</result>` : '<error>Unable to geocode</error>';
    const body = `<?xml version="1.0" encoding="UTF-8" ?>\n<reversegeocode>${inner}</reversegeocode>`;
    return { status: 200, headers: { 'content-type': 'text/xml; charset=utf-8' }, body };
  }
  if (!found) return json({ error: 'Unable to geocode' });
  return json(written(found, { format, languages, details: flag(query, 'addressdetails', true) }));
}

function status(_: SandboxRequest, format: string): SandboxResponse {
  if (format === 'text') return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'OK' };
  return json({
    status: 0,
    message: 'OK',
    data_updated: `${new Date(Date.now() - 60_000).toISOString().slice(0, 19)}+00:00`,
    software_version: '5.1.0-0',
    database_version: '5.1.0-0',
  });
}

interface Manner {
  format: string;
  languages: readonly string[];
  details: boolean;
}

function written(place: Place, { format, languages, details }: Manner): Record<string, unknown> {
  const address = localAddress(place, languages);
  const { country_code, 'ISO3166-2-lvl4': _, ...envelope } = address;
  const name = localName(place, languages);
  return {
    // Ids of the database, not of the map: other on every server.
    place_id: 100_000_000 + (place.osmId % 300_000_000),
    licence: LICENCE,
    // Postcodes are no objects of the map.
    ...(place.type === 'postcode'
      ? { postcode_id: `P${place.address.country_code}:${place.name.replaceAll(' ', '_')}` }
      : { osm_type: place.osmType, osm_id: place.osmId }),
    lat: place.lat.toFixed(7),
    lon: place.lon.toFixed(7),
    [format === 'json' ? 'class' : 'category']: place.category,
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

function integer(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  if (!/^\s*[+-]?\d+\s*$/.test(text)) throw new UsageError(`Parameter '${name}' must be a number.`);
  return Number(text);
}

function decimal(query: URLSearchParams, name: string): number {
  const text = query.get(name);
  if (text === null) throw new UsageError(`Parameter '${name}' missing.`);
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new UsageError(`Parameter '${name}' must be a number.`);
  return value;
}

/** Everything but `0` is yes. */
function flag(query: URLSearchParams, name: string, fallback: boolean): boolean {
  const text = query.get(name);
  return text === null ? fallback : text !== '0';
}

function json(body: unknown): SandboxResponse {
  return { status: 200, headers: JSON_TYPE, body };
}

/** In the format that was asked for, as far as it is one that the service knows. */
function usageError(message: string, format: string): SandboxResponse {
  if (format === 'json' || format === 'jsonv2') {
    return { status: 400, headers: JSON_TYPE, body: { error: { code: 400, message } } };
  }
  if (format !== 'xml') return { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: message };
  const body = `<?xml version="1.0" encoding="UTF-8" ?>\n<error><code>400</code><message>${message}</message></error>`;
  return { status: 400, headers: { 'content-type': 'text/xml; charset=utf-8' }, body };
}

function page(title: string, text: string): string {
  return `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p><p>Usage policy: https://operations.osmfoundation.org/policies/nominatim/</p></body></html>`;
}
