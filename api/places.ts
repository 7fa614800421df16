import type { Place, Places } from '../lib/maps/place.ts';
import { askInTurn, type NamedAnswer, requireAnAnswer } from './ask.ts';
import { type Asker, asking } from './search.ts';

export const DEFAULT_LIMIT = 10;
export const BUILDING_ZOOM = 18;

/** A name, or a point and how large a place is wanted there. */
export type Whereabouts = { q: string; limit?: number | undefined } | { lat: number; lon: number; zoom: number };

/** Asks the geocoders: the next steps in where the first cannot answer in time. */
export function askGeocoders(where: Whereabouts, lang: string, asker: Asker): Promise<NamedAnswer<Places>[]> {
  const time = asking(asker);
  const { roster } = asker.services;
  if ('lat' in where) return askInTurn('reverse', { ...where, lang }, roster.serving('reverse'), time);
  const name = { q: where.q, lang, limit: where.limit ?? DEFAULT_LIMIT };
  return askInTurn('geocode', name, roster.serving('geocode'), time);
}

/** What they found; a 503 when none of them answered. */
export function placesOf(answers: readonly NamedAnswer<Places>[]): Place[] {
  requireAnAnswer(answers, 'No map provider answered.');
  return answers.flatMap(({ answer }) => (answer.ok ? answer.value.places : []));
}
