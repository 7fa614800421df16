import { z } from 'zod';
import { ApiError } from '../../lib/errors.ts';
import { type Places, placeSchema } from '../../lib/maps/place.ts';
import { askInTurn, type NamedAnswer, requireAnAnswer } from '../ask.ts';
import { defineEndpoint, type RequestContext } from '../endpoint.ts';
import { decimalParam, evenWithBadOnes, integerParam, langParam, qParam } from '../params.ts';
import { asking } from '../search.ts';
import { cardsExample } from './cards-example.ts';

const DEFAULT_LIMIT = 10;
const BUILDING_ZOOM = 18;
const REQUIRED = 'This field is required.';
const EITHER = 'Give either q or coordinates (lat and lon).';

const mapsParams = z
  .object({
    q: qParam.optional().meta({ description: 'Name or address of a place.', example: 'Eiffel Tower' }),
    lat: decimalParam(-90, 90).meta({
      description: 'Latitude, instead of `q`.',
      type: 'number',
      minimum: -90,
      maximum: 90,
    }),
    lon: decimalParam(-180, 180).meta({
      description: 'Longitude, with `lat`.',
      type: 'number',
      minimum: -180,
      maximum: 180,
    }),
    limit: integerParam(1, 50).meta({
      description: 'Places at most.',
      type: 'integer',
      minimum: 1,
      maximum: 50,
      'x-default': DEFAULT_LIMIT,
    }),
    zoom: integerParam(0, 18).meta({
      description: 'With coordinates: how large a place. 3 is a country, 10 a city, 18 a building.',
      type: 'integer',
      minimum: 0,
      maximum: 18,
      'x-default': BUILDING_ZOOM,
    }),
    lang: langParam,
  })
  .superRefine(({ q, lat, lon }, context) => {
    const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    // One that is there but makes no sense has been reported already; `lat=` is there.
    const [hasLat, hasLon] = [lat !== undefined, lon !== undefined];
    if (q !== undefined && (hasLat || hasLon)) problem('q', EITHER);
    else if (q === undefined && !hasLat && !hasLon) problem('q', REQUIRED);
    else if (hasLat && !hasLon) problem('lon', REQUIRED);
    else if (hasLon && !hasLat) problem('lat', REQUIRED);
  }, evenWithBadOnes);
type MapsParams = z.infer<typeof mapsParams>;

/** Geocoding: a name or an address to places, or a point to the place that is there. */
export const maps = defineEndpoint({
  name: 'maps',
  path: '/api/v1/maps/',
  counts: true,
  summary: 'Maps',
  description:
    'With `q`: places of that name. With `lat` and `lon`: the place that is there, or none. Data © OpenStreetMap contributors.',
  query: mapsParams,
  reply: z.object({
    query: z.string().describe('`q`, or the coordinates as they were sent.'),
    places: z.array(placeSchema),
  }),
  example: { query: 'paris', places: [cardsExample.map] },
  async handle(context) {
    const { params, services, reply } = context;
    const query = params.lat && params.lon ? `${params.lat.text},${params.lon.text}` : (params.q ?? '');
    return services.hot.reply(
      ['maps', params],
      reply,
      () => askGeocoders(context),
      (answers) => {
        requireAnAnswer(answers, 'No map provider answered.');
        return { query, places: answers.flatMap(({ answer }) => (answer.ok ? answer.value.places : [])) };
      },
    );
  },
});

/** The next geocoder steps in where the first cannot answer in time. */
async function askGeocoders(context: RequestContext<MapsParams>): Promise<NamedAnswer<Places>[]> {
  const { params, services } = context;
  const geocoders = services.roster.serving(params.q === undefined ? 'reverse' : 'geocode');
  if (geocoders.length === 0) throw new ApiError(503, 'No map provider is configured on this deployment.');
  const { q = '', lat, lon, limit = DEFAULT_LIMIT, zoom = BUILDING_ZOOM, lang = '' } = params;
  const time = asking(context);
  if (!lat || !lon) {
    return askInTurn('geocode', { q, lang, limit }, geocoders, time);
  }
  const point = { lat: lat.value, lon: lon.value, zoom, lang };
  return askInTurn('reverse', point, geocoders, time);
}
