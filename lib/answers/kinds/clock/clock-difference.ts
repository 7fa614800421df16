import { type Zone, zoneCalled, zoneNamed } from '../../reading/zones/zones.ts';
import { DIFFERENCE_CONNECTORS, differenceQuestions, ZONE_PAIR } from './clock-wording.ts';

/** Two zones to compare. */
export interface Apart {
  /** Null: the requester's own zone. */
  from: Zone | null;
  to: Zone;
}

const MAX_WORDS = 8;

/** `time difference between London and Tokyo`, `Zeitverschiebung New York`, `how far ahead is Tokyo of London`. */
export function apartIn(text: string): Apart | null {
  const named = ZONE_PAIR.exec(text)?.groups;
  if (named) return zones(named.from ?? '', named.to ?? '');
  for (const pattern of differenceQuestions) {
    const groups = pattern.exec(text)?.groups;
    if (!groups) continue;
    const found = groups.places ? placesIn(groups.places) : pair(groups.from ?? '', groups.to ?? '');
    if (found) return found;
  }
  return null;
}

function placesIn(text: string): Apart | null {
  const [left = '', right, more] = text.split(DIFFERENCE_CONNECTORS);
  if (right !== undefined) return more === undefined ? pair(left, right) : null;
  // `paris texas` is first tried as one place.
  const one = zoneNamed(text, { now: true });
  if (one && one.place?.kind !== 'surroundings') return { from: null, to: one };
  const words = text.split(' ');
  for (let at = 1; at < Math.min(words.length, MAX_WORDS); at++) {
    const found = pair(words.slice(0, at).join(' '), words.slice(at).join(' '));
    if (found) return found;
  }
  return null;
}

/** Zone names are taken literally: BST is an hour ahead of GMT in winter too. */
function zones(from: string, to: string): Apart | null {
  const [start, end] = [zoneCalled(from), zoneCalled(to)];
  return start && end && { from: start, to: end };
}

function pair(from: string, to: string): Apart | null {
  const start = zoneNamed(from, { now: true });
  const end = start && zoneNamed(to, { now: true });
  return start && end && { from: start, to: end };
}
