import { z } from 'zod';
import { placeSchema, publicPlace } from '../../lib/maps/place.ts';
import { allCached, noAnswerError } from '../ask/outcomes.ts';
import { tellTiming, timingOf } from '../ask/timing.ts';
import { cardsExample } from '../contract/cards-example.ts';
import { defineEndpoint } from '../contract/endpoint.ts';
import { decimalParam, integerParam, langParam, qParam, reportTogether } from '../contract/params.ts';
import { askGeocoders, BUILDING_ZOOM, DEFAULT_LIMIT, NO_MAP_ANSWER, placesOf } from '../lookups/places.ts';

const REQUIRED = 'This field is required.';
const EITHER = 'Give either q or coordinates (lat and lon).';

const mapsParams = z
  .object({
    q: qParam.optional().meta({ description: 'Place name or address.', example: 'Eiffel Tower' }),
    lat: decimalParam(-90, 90).meta({
      description: 'Latitude. Use `lat` and `lon` instead of `q`.',
      type: 'number',
      minimum: -90,
      maximum: 90,
      example: 48.8583,
    }),
    lon: decimalParam(-180, 180).meta({
      description: 'Longitude. Required with `lat`.',
      type: 'number',
      minimum: -180,
      maximum: 180,
      example: 2.2945,
    }),
    limit: integerParam(1, 50).meta({
      description: 'Maximum number of places.',
      type: 'integer',
      minimum: 1,
      maximum: 50,
      'x-default': DEFAULT_LIMIT,
    }),
    zoom: integerParam(0, 18).meta({
      description: 'Level of detail for `lat` and `lon`: 3 is a country, 10 a city, 18 a building.',
      type: 'integer',
      minimum: 0,
      maximum: 18,
      'x-default': BUILDING_ZOOM,
    }),
    lang: langParam,
  })
  .superRefine(({ q, lat, lon }, context) => {
    const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    // An invalid value, such as an empty `lat=`, has already been reported, and counts as given here.
    const [hasLat, hasLon] = [lat !== undefined, lon !== undefined];
    if (q !== undefined && (hasLat || hasLon)) problem('q', EITHER);
    else if (q === undefined && !hasLat && !hasLon) problem('q', REQUIRED);
    else if (hasLat && !hasLon) problem('lon', REQUIRED);
    else if (hasLon && !hasLat) problem('lat', REQUIRED);
  }, reportTogether);

/** Geocoding: finds places by name or address, or the place at a point. */
export const maps = defineEndpoint({
  name: 'maps',
  path: '/api/v1/maps/',
  searches: () => 1,
  summary: 'Maps',
  description:
    'With `q`: finds places by name or address. With `lat` and `lon`: finds the place at that point, if there is ' +
    'one. Data © OpenStreetMap contributors.',
  query: mapsParams,
  reply: z.object({
    query: z.string().describe('`q`, or the coordinates as sent.'),
    places: z.array(placeSchema),
  }),
  example: { query: 'paris', places: [cardsExample.map] },
  async handle({ params, services, reply, ...requester }) {
    const { q = '', lat, lon, limit, zoom = BUILDING_ZOOM, lang = '' } = params;
    const where = lat && lon ? { lat: lat.value, lon: lon.value, zoom } : { q, limit };
    const cacheKey = [services.cacheScope(requester.account), 'maps', params];
    const cached = services.replyCache.get(cacheKey);
    if (cached) return cached;

    const answers = await askGeocoders(where, lang, services.providers, requester);
    const timing = timingOf(answers);
    tellTiming(reply, timing);
    const failure = noAnswerError(answers, NO_MAP_ANSWER);
    if (failure) throw failure;

    const body = { query: lat && lon ? `${lat.text},${lon.text}` : q, places: placesOf(answers).map(publicPlace) };
    return allCached(answers) ? services.replyCache.set(cacheKey, body, timing) : body;
  },
});
