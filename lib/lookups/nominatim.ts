import { z } from 'zod';
import { decimal, type Places, placesFrom, placesSchema, type RawPlace } from '../maps/place.ts';
import { boxAround, type Point } from '../maps/point.ts';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, UpstreamRequest } from '../providers/adapter.ts';
import { asObject, looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { geocodeInputSchema, NEAR_KM, reverseInputSchema } from '../search/query.ts';
import { cleanText, queryFor } from '../search/text.ts';

const MAX_QUERY_CHARS = 300;
/** The documented maximum; Nominatim never returns more. */
const MAX_LIMIT = 40;
/** The usage policy requires caching. */
const KEEP_PLACES_S = 86_400;
const reverseSchema = z.looseObject({});

/** Prefers names in the requested language, then English, then the local name. */
function preferredLanguages(lang: string): string {
  return lang === '' || lang === 'en' ? 'en' : `${lang},en`;
}

/**
 * The name of a house that has none of its own: its number and road. Empty if either is unknown, or if the place is called
 * otherwise: older servers have no names, and a shop has a number too.
 */
function houseName({ address, display_name }: Readonly<Record<string, unknown>>): string {
  const { house_number, road } = asObject(address);
  const [number, street] = [cleanText(house_number, 50), cleanText(road, 200)];
  const isCalledSo = cleanText(display_name, 500).startsWith(`${number},`);
  return number !== '' && street !== '' && isCalledSo ? `${number} ${street}` : '';
}

function placeOf(place: Readonly<Record<string, unknown>>): RawPlace {
  return {
    name: place.name || houseName(place),
    displayName: place.display_name,
    lat: place.lat,
    lon: place.lon,
    category: place.category ?? place.class,
    type: place.type,
    addresstype: place.addresstype,
    importance: place.importance,
    osmType: place.osm_type,
    osmId: place.osm_id,
    box: Array.isArray(place.boundingbox) ? place.boundingbox : undefined,
    tags: asObject(place.extratags),
  };
}

/** Keeps a search within a box. Only then does Nominatim also find places by their kind alone. */
function boxedBy(near: Point | undefined): Record<string, string> {
  return near ? { viewbox: boxAround(near, NEAR_KM).map(decimal).join(','), bounded: '1' } : {};
}

function geocoderRequest(url: string, path: string, params: Record<string, string>, lang: string): UpstreamRequest {
  const query = new URLSearchParams({
    ...{ ...params, extratags: '1', format: 'jsonv2' },
    'accept-language': preferredLanguages(lang),
  });
  return { url: `${url}${path}?${query}`, headers: { accept: 'application/json' } };
}

/** Nominatim, the geocoder of OpenStreetMap. */
export const nominatim: Adapter = {
  slug: 'nominatim',
  name: 'Nominatim',
  defaultUrl: 'https://nominatim.openstreetmap.org',
  apiKey: 'none',
  // The public service bans clients that send more. The limit holds for all processes together.
  publicRate: { limit: 1, windowMs: 1_000 },
  operations: {
    geocode: {
      input: geocodeInputSchema,
      output: placesSchema,
      cacheTtlS: KEEP_PLACES_S,
      request: ({ q, limit, lang, near }, { url }) =>
        geocoderRequest(
          url,
          '/search',
          {
            q: queryFor(q, MAX_QUERY_CHARS),
            limit: String(Math.min(limit, MAX_LIMIT)),
            addressdetails: '1',
            ...boxedBy(near),
          },
          lang,
        ),
      parse(response, { limit }) {
        requireOk(response);
        return placesFrom(readJson(response, z.array(looseObject)).map(placeOf), limit);
      },
    },
    reverse: {
      input: reverseInputSchema,
      output: placesSchema,
      cacheTtlS: KEEP_PLACES_S,
      request: ({ lat, lon, zoom, lang }, { url }) =>
        geocoderRequest(url, '/reverse', { lat: decimal(lat), lon: decimal(lon), zoom: String(zoom) }, lang),
      parse(response) {
        requireOk(response);
        const place = readJson(response, reverseSchema);
        // If there is no place, Nominatim replies HTTP 200 with an error text. That is not a failure.
        return typeof place.error === 'string' ? { places: [] } : onePlace(place);
      },
    },
  },
  probe: {
    request: ({ url }) => ({ url: `${url}/status?format=json`, headers: { accept: 'application/json' } }),
    parse(response) {
      requireOk(response);
      const { status } = readJson(response, z.looseObject({ status: z.number() }));
      if (status !== 0) throw new UpstreamFailure('upstream', `reports status ${status}`);
    },
  },
};

function onePlace(raw: Readonly<Record<string, unknown>>): Places {
  const found = placesFrom([placeOf(raw)], 1);
  if (found.places.length === 0) throw new UpstreamFailure('upstream', 'answered with JSON of an unknown shape');
  return found;
}
