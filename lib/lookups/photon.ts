import { z } from 'zod';
import { decimal, placesFrom, placesSchema, type RawPlace } from '../maps/place.ts';
import { boxAround, type Point } from '../maps/point.ts';
import type { Adapter, UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import { asObject, looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { geocodeInputSchema, NEAR_KM, reverseInputSchema } from '../search/query.ts';
import { cleanText, queryFor } from '../search/text.ts';

const MAX_QUERY_CHARS = 300;
const KEEP_PLACES_S = 86_400;
/** Photon rejects any other language. */
const LANGUAGES = new Set(['en', 'de', 'fr']);
/** Countries where the number of a house is before its street. */
const NUMBER_FIRST = new Set(['FR', 'GB', 'US']);
/**
 * The importance of places, which Photon does not tell, by their kind: enough for a name alone to mean the place, but not
 * for a place with another name.
 */
const IMPORTANCE: Readonly<Record<string, number>> = { country: 0.55, state: 0.5, city: 0.5, town: 0.4 };
const OSM_TYPES: Readonly<Record<string, string>> = { N: 'node', W: 'way', R: 'relation' };

const responseSchema = z.object({ features: z.array(looseObject) });

/** Sends only the necessary parameters, because Photon rejects unknown ones. */
function geocoderRequest(url: string, path: string, params: Record<string, string>, lang: string): UpstreamRequest {
  const language = lang.split('-')[0]?.toLowerCase() || 'en';
  const query = new URLSearchParams({ ...params, ...(LANGUAGES.has(language) ? { lang: language } : {}) });
  return { url: `${url}${path}?${query}`, headers: { accept: 'application/json' } };
}

/** Keeps a search within a box, the nearest first. */
function boxedBy(near: Point | undefined): Record<string, string> {
  if (!near) return {};
  return { lat: decimal(near.lat), lon: decimal(near.lon), bbox: boxAround(near, NEAR_KM).map(decimal).join(',') };
}

function read(response: UpstreamResponse, limit: number) {
  requireOk(response);
  const places = readJson(response, responseSchema).features.map(rawPlace);
  // A city is there as a point, as an area and as a district, all by the same name.
  const byName = new Map<unknown, RawPlace>();
  for (const [at, place] of places.entries()) {
    const name = place.displayName === '' ? at : place.displayName;
    const other = byName.get(name);
    // The most important is what the name means, in the place of the first.
    if (!other || Number(place.importance) > Number(other.importance)) byName.set(name, place);
  }
  return placesFrom([...byName.values()], limit);
}

/** Builds the full name, because Photon sends only the parts of an address. */
function displayName(properties: Readonly<Record<string, unknown>>): string {
  const text = (name: string) => cleanText(properties[name], 200);
  const address = [text('street'), text('housenumber')];
  const street = (NUMBER_FIRST.has(text('countrycode')) ? address.reverse() : address).filter(Boolean).join(' ');
  const parts = [
    text('name'),
    street,
    text('district'),
    text('city'),
    text('county'),
    text('state'),
    // A city has all of its postcodes in one text, which say nothing about where it is.
    text('postcode').includes(';') ? '' : text('postcode'),
    text('country'),
  ];
  return [...new Set(parts.filter(Boolean))].join(', ');
}

function rawPlace({ properties, geometry }: Readonly<Record<string, unknown>>): RawPlace {
  const about = asObject(properties);
  const { coordinates } = asObject(geometry);
  const [lon, lat] = Array.isArray(coordinates) ? coordinates : [];
  const [west, north, east, south] = Array.isArray(about.extent) ? about.extent : [];
  return {
    name: about.name,
    displayName: displayName(about),
    lat,
    lon,
    category: about.osm_key,
    type: about.osm_value,
    addresstype: about.type,
    importance: importanceOf(about),
    osmType: OSM_TYPES[String(about.osm_type)],
    osmId: about.osm_id,
    box: Array.isArray(about.extent) ? [south, north, west, east] : undefined,
  };
}

/** A village is of the type `city` too. */
function importanceOf({ osm_value, type }: Readonly<Record<string, unknown>>): number {
  const kind = type === 'country' || type === 'state' ? type : String(osm_value);
  return Object.hasOwn(IMPORTANCE, kind) ? (IMPORTANCE[kind] ?? 0) : 0;
}

/** Photon, a geocoder for OpenStreetMap data. It is the fallback for Nominatim. */
export const photon: Adapter = {
  slug: 'photon',
  name: 'Photon',
  // The public instance, photon.komoot.io, is used only if the operator sets its address.
  defaultUrl: null,
  apiKey: 'none',
  operations: {
    geocode: {
      input: geocodeInputSchema,
      output: placesSchema,
      cacheTtlS: KEEP_PLACES_S,
      request: ({ q, limit, lang, near }, { url }) =>
        geocoderRequest(url, '/api', { q: queryFor(q, MAX_QUERY_CHARS), limit: String(limit), ...boxedBy(near) }, lang),
      parse: (response, { limit }) => read(response, limit),
    },
    reverse: {
      input: reverseInputSchema,
      output: placesSchema,
      cacheTtlS: KEEP_PLACES_S,
      request: ({ lat, lon, lang }, { url }) =>
        geocoderRequest(url, '/reverse', { lat: decimal(lat), lon: decimal(lon), limit: '1' }, lang),
      parse: (response) => read(response, 1),
    },
  },
  probe: {
    request: ({ url }) => ({ url: `${url}/status`, headers: { accept: 'application/json' } }),
    parse(response) {
      requireOk(response);
      readJson(response, z.looseObject({ status: z.literal('Ok') }));
    },
  },
};
