import { z } from 'zod';
import { placesFrom, placesSchema } from '../maps/place.ts';
import type { Adapter } from '../providers/provider.ts';
import { looseObject, readJson, requireOk } from '../providers/responses.ts';
import { geocodeInputSchema } from '../search/query.ts';
import { queryFor } from '../search/text.ts';

const MAX_QUERY_CHARS = 300;
/** What its documentation allows; it hands out no more, whatever is asked. */
const MAX_LIMIT = 40;

/** Names in the language asked for, else in English, else as they are on the spot. */
function preferredLanguages(lang: string): string {
  return lang === '' || lang === 'en' ? 'en' : `${lang},en`;
}

/** Nominatim, the geocoder of OpenStreetMap. */
export const nominatim: Adapter = {
  slug: 'nominatim',
  name: 'Nominatim',
  defaultUrl: 'https://nominatim.openstreetmap.org',
  apiKey: 'none',
  operations: {
    geocode: {
      input: geocodeInputSchema,
      output: placesSchema,
      request(input, { url }) {
        const params = new URLSearchParams({
          q: queryFor(input.q, MAX_QUERY_CHARS),
          format: 'jsonv2',
          limit: String(Math.min(input.limit, MAX_LIMIT)),
          'accept-language': preferredLanguages(input.lang),
        });
        return { url: `${url}/search?${params}`, headers: { accept: 'application/json' } };
      },
      parse(response) {
        requireOk(response);
        return placesFrom(
          readJson(response, z.array(looseObject)).map((place) => ({
            name: place.name,
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
          })),
        );
      },
    },
  },
};
