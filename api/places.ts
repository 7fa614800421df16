import { ApiError } from '../lib/errors.ts';
import type { Place, Places } from '../lib/maps/place.ts';
import { askInTurn, type NamedAnswer, requireAnAnswer } from './ask.ts';
import { type Asker, asking } from './search.ts';

export const DEFAULT_LIMIT = 10;
export const BUILDING_ZOOM = 18;

/** A name, or a point and how large a place is wanted there. */
export type Whereabouts = { q: string; limit?: number | undefined } | { lat: number; lon: number; zoom: number };

/** Asks the geocoders: the next steps in where the first cannot answer in time. */
export async function askGeocoders(where: Whereabouts, lang: string, asker: Asker): Promise<NamedAnswer<Places>[]> {
  const geocoders = asker.services.roster.serving('lat' in where ? 'reverse' : 'geocode');
  if (geocoders.length === 0) throw new ApiError(503, 'No map provider is configured on this deployment.');
  const time = asking(asker);
  if ('lat' in where) return askInTurn('reverse', { ...where, lang }, geocoders, time);
  return askInTurn('geocode', { q: where.q, lang, limit: where.limit ?? DEFAULT_LIMIT }, geocoders, time);
}

/** What they found; a 503 when none of them answered. */
export function placesOf(answers: readonly NamedAnswer<Places>[]): Place[] {
  requireAnAnswer(answers, 'No map provider answered.');
  return answers.flatMap(({ answer }) => (answer.ok ? answer.value.places : []));
}
