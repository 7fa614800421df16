import { ApiError } from '../../lib/errors.ts';
import type { Places } from '../../lib/maps/place.ts';
import type { Point } from '../../lib/maps/point.ts';
import type { ProviderOutcome } from '../../lib/outcome.ts';
import type { Requester } from '../ask/call-context.ts';
import type { ProviderClient } from '../ask/provider-client.ts';

export const DEFAULT_LIMIT = 10;
export const BUILDING_ZOOM = 18;
export const NO_MAP_ANSWER = 'No map provider answered.';

/** A name, or a point with a zoom level that sets the size of the place. */
export type PlaceQuery =
  | { q: string; limit?: number | undefined; near?: Point | undefined }
  | { lat: number; lon: number; zoom: number };

/** Calls the geocoders in order: the next one takes over when one does not answer in time. */
export async function askGeocoders(
  where: PlaceQuery,
  lang: string,
  client: ProviderClient,
  requester: Requester,
): Promise<ProviderOutcome<Places>[]> {
  const geocoders = client.roster.serving('lat' in where ? 'reverse' : 'geocode');
  if (geocoders.length === 0)
    throw new ApiError(503, 'No map provider is configured on this deployment.', {}, 'not_configured');
  const context = client.callsFor(requester);
  if ('lat' in where) return client.askInOrder('reverse', { ...where, lang }, geocoders, context);
  const { q, limit = DEFAULT_LIMIT, near } = where;
  const input = { q, lang, limit, ...(near ? { near } : {}) };
  return client.askInOrder('geocode', input, geocoders, context);
}

/** The places that were found. */
export function placesOf(outcomes: readonly ProviderOutcome<Places>[]): Places['places'] {
  return outcomes.flatMap(({ outcome }) => (outcome.ok ? outcome.value.places : []));
}
