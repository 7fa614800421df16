import { partsBetween, phraseLength } from '../../reading/phrase-matching.ts';
import { type Zone, zoneCalled, zoneNamed } from '../../reading/zones/zones.ts';
import { clockWords } from './clock-words.ts';
import { type TimeOfDay, timeAtStart } from './time-of-day.ts';

/** A time in one zone to convert to another. */
export interface ZoneConversion {
  time: TimeOfDay;
  from: Zone;
  /** Null: the requester's own zone. */
  to: Zone | null;
}

const MAX_WORDS = 20;

/** `3pm EST to London`, `12:40 pm from PST to JST`, `what time is it in Tokyo when it is 3pm in London`. */
export function conversionIn(words: readonly string[]): ZoneConversion | null {
  if (words.length > MAX_WORDS) return null;
  for (let at = 0; at < words.length; at++) {
    const found = timeAtStart(words.slice(at).join(' '));
    if (!found) continue;
    const before = words.slice(0, at);
    const [from, to] = zonesAround(before, found.rest.split(' '));
    return from === undefined ? null : converted(found.time, from, to);
  }
  return null;
}

/**
 * The two zones around a time, the first of which the time is in. `tokyo 9am in london` has the zone before the time;
 * in `time in london when 9am in tokyo`, the zone before the time is the one asked for.
 */
function zonesAround(wordsBefore: readonly string[], wordsAfter: readonly string[]): (string | undefined)[] {
  const { convert, asking } = clockWords();
  const before = partsBetween(wordsBefore, convert);
  const after = partsBetween(wordsAfter, convert);
  // In German, the verb ends the sentence: `wie spät ist es in tokio, wenn es in berlin 15 uhr ist`.
  if (before.length === 2 && after.length < 2) return before.reverse();
  if (before.length + after.length > 2) return [];
  if (before.length === 0) return after;
  return phraseLength(wordsBefore, 0, asking) > 0 ? [after[0], before[0]] : [before[0], after[0]];
}

function converted(time: TimeOfDay, fromName: string, toName: string | undefined): ZoneConversion | null {
  // `5 pt to …` is about pints: a bare number is a time only with a zone that is used alone.
  const from =
    time.sure && toName !== undefined ? zoneNamed(fromName, { said: true }) : zoneCalled(fromName, { said: time.sure });
  if (!from) return null;
  // `10am EST`: converted to the requester's own zone.
  if (toName === undefined) return time.sure ? { time, from, to: null } : null;
  if (clockWords().here.has(toName)) return { time, from, to: null };
  const to = zoneNamed(toName, { said: true });
  return to && { time, from, to };
}
