import { type TimeOfDay, timeAtStart } from './time-of-day.ts';
import { type Zone, zoneCalled, zoneNamed } from './zones.ts';

/** A time in one zone that is wanted in another. */
export interface Conversion {
  time: TimeOfDay;
  from: Zone;
  /** Null: in the asker's own. */
  to: Zone | null;
}

const OPENING =
  /^(?:(?:please )?convert |what(?:'s|s| is| time is(?: it)?| time will it be| would be) |when(?: is|'s) |time |if it(?:'s| is) |when it(?:'s| is) |wie spät ist |was ist |quelle heure est-il quand il est )+/;
const CONNECTOR = / ?(?:->|=>|→|=|\b(?:to|in|into|as|at|nach|en|à|a|naar)\b) ?/g;
const OWN = /^(?:my (?:local )?time ?(?:zone)?|my zone|local|local time|here|my time here)$/;
const WHEN =
  /^(?<there>what time is it|what(?:'s| is) the time|time) in (?<to>.+?),? (?:when|if) it(?:'s| is) (?<time>.+)$/;
const THEN =
  /^(?:when|if) it(?:'s| is) (?<time>.+?),? (?:what time is it|what is the time|what's the time|then what time is it) in (?<to>.+)$/;
const MAX_CONNECTORS = 4;

/** `3pm EST to London`, `12:40 pm from PST to JST`, `what time is it in Tokyo when it is 3pm in London`. */
export function conversionIn(text: string): Conversion | null {
  const spoken = WHEN.exec(text) ?? THEN.exec(text);
  if (spoken?.groups) return between(spoken.groups.time ?? '', spoken.groups.to ?? '');
  return split(text.replace(OPENING, ''));
}

function split(text: string): Conversion | null {
  if (!/^[\dnm]/.test(text)) return null;
  const whole = timeAtStart(text);
  if (!whole) return null;
  let tries = 0;
  for (const { 0: connector, index } of text.matchAll(CONNECTOR)) {
    if (index === 0 || ++tries > MAX_CONNECTORS) continue;
    const found = between(text.slice(0, index), text.slice(index + connector.length));
    if (found) return found;
  }
  // `10am EST`: the asker wants to know when that is.
  const from = whole.time.sure ? zoneCalled(whole.rest) : null;
  return from && { time: whole.time, from, to: null };
}

function between(left: string, right: string): Conversion | null {
  const start = timeAtStart(left);
  if (!start || right === '') return null;
  const { time, rest } = start;
  const named = rest.replace(/^(?:from|in|at|on|,) ?/, '');
  if (named === '') return null;
  const from = time.sure ? zoneNamed(named, { spoken: true }) : zoneCalled(named);
  // `5 pt to …` are pints.
  if (!from || (!time.sure && named.length < 3)) return null;
  const to = OWN.test(right) ? null : zoneNamed(right, { spoken: true });
  return to || OWN.test(right) ? { time, from, to } : null;
}
