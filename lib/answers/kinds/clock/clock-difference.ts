import { partsBetween, phraseLength } from '../../reading/phrase-matching.ts';
import { type Zone, zoneCalled, zoneNamed } from '../../reading/zones/zones.ts';
import { clockWords } from './clock-words.ts';

/** Two zones to compare. */
export interface Apart {
  /** Null: the requester's own zone. */
  from: Zone | null;
  to: Zone;
}

const MAX_WORDS = 16;
const ORDER = /ahead|behind/;

/** `time difference between London and Tokyo`, `Zeitverschiebung New York`, `how far ahead is Tokyo of London`. */
export function apartIn(words: readonly string[]): Apart | null {
  if (words.length > MAX_WORDS) return null;
  const { difference, between } = clockWords();
  const at = words.findIndex((_, start) => phraseLength(words, start, difference) > 0);
  if (at < 0) return zonePair(words);
  const isOrdered = ORDER.test(words.join(' '));
  const parts = partsBetween(words, { has: (phrase) => difference.has(phrase) || between.has(phrase) });
  const [first = '', second, third] = parts;
  if (third !== undefined) return null;
  if (second !== undefined) return isOrdered ? pair(second, first) : pair(first, second);
  return isOrdered ? null : onePart(first);
}

/** `paris texas` is first tried as one place, then as two. */
function onePart(text: string): Apart | null {
  const one = zoneNamed(text, { now: true, said: true });
  if (one) return { from: null, to: one };
  const words = text.split(' ');
  for (let at = 1; at < words.length; at++) {
    const found = pair(words.slice(0, at).join(' '), words.slice(at).join(' '));
    if (found) return found;
  }
  return null;
}

/** `pst to est`: zone names are taken literally, so that BST is an hour ahead of GMT in winter too. */
function zonePair(words: readonly string[]): Apart | null {
  const parts = partsBetween(words, clockWords().convert);
  if (parts.length !== 2 || parts.length === words.length) return null;
  const [from, to] = parts.map((part) => zoneCalled(part));
  return from && to ? { from, to } : null;
}

function pair(from: string, to: string): Apart | null {
  const start = zoneNamed(from, { now: true, said: true });
  const end = start && zoneNamed(to, { now: true, said: true });
  return start && end && { from: start, to: end };
}
