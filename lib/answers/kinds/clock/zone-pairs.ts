import { Temporal } from 'temporal-polyfill';
import { momentIn, withoutDate } from '../../reading/dates/date-items.ts';
import { namedHours, timeAtStart } from '../../reading/dates/time-of-day.ts';
import { halves, partsBetween, phraseLength, phraseLengthBefore, wordsOf } from '../../reading/phrase-matching.ts';
import { placeWords, wordingFile } from '../../reading/places/place-question.ts';
import type { Reading } from '../../reading/reading.ts';
import { clockIn, type Zone, zoneCalled, zoneNamed } from '../../reading/zones/zone-clock.ts';

/** The words of questions about the time; `own` and `own_zone` are whole questions, and `here` is the own zone. */
export const clockWords = wordingFile(
  new URL('./data/clock-words.json', import.meta.url),
  // `date in kingston` is about the time only because of the preposition; `what time is it in` asks for a zone.
  {
    topics: ['time', 'needs_preposition', 'zone'],
    differing: ['difference', 'between'],
    converting: ['convert', 'asking'],
  },
  ['around', 'own', 'own_zone', 'here', 'on'],
);

/** Two zones to compare, or a time in one of them to convert to the other. A missing zone is the requester's own zone. */
export type ZonePair = { from?: Zone | undefined; to?: Zone | undefined; time?: Temporal.PlainTime; on?: string };

type Asker = Pick<Reading, 'home' | 'lang'>;

const MAX_WORDS = 20;

/** The two zones that a query compares or converts between. */
export function zonePairIn({ numeric, home, lang }: Reading): ZonePair | null {
  const said = wordsOf(numeric);
  const own = phraseLengthBefore(said, said.length, clockWords().here);
  // `3pm est in my time`: its `time` asks for nothing.
  const words = own > 0 ? [...said.slice(0, -own), 'here'] : said;
  const iso = ISO.exec(words.join(' '))?.groups;
  if (iso) return isoPair(iso, { home, lang });
  if (words.length > MAX_WORDS) return null;
  const [rest, on] = beforeDate(words);
  const found = conversionIn(rest, { home, lang });
  return (on ? null : differenceIn(words, { home, lang })) ?? (found && on ? { ...found, on } : found);
}

/** `2024-03-10T15:00:00Z in new york`; without an offset or a zone, it is no moment. */
const ISO = /^(?<on>\d{4}-[\d-]{5})[t ](?<time>[\d:]{5,8})(?:\.\d+)? ?(?<zone>z|utc|gmt|[-+]\d\d:?\d\d)(?<to> .+)?$/;
const TIME = /^(?:[01]\d|2[0-3])(?::[0-5]\d){1,2}$/;

function isoPair(
  { on = '', time = '', zone = '', to = '' }: Readonly<Record<string, string | undefined>>,
  asker: Asker,
) {
  const from = zoneCalled(/^[-+]/.test(zone) ? `utc${zone.slice(0, 3)}:${zone.slice(-2)}` : 'utc', { said: true });
  const [name = ''] = partsBetween(wordsOf(to.trim()), clockWords().converting);
  const target =
    name && !clockWords().here.has(name) ? zoneNamed(name, { said: true, now: true, ...asker }) : undefined;
  if (!from || !TIME.test(time) || (name && target === null) || !momentIn(on, clockIn('UTC', 0))) return null;
  return { from, time: Temporal.PlainTime.from(time), on, ...(target && { to: target }) };
}

/** The words before a date, and the date: `on 15 july`, `2026-03-20`. Without a preposition, digits may be a time. */
function beforeDate(words: readonly string[]): [words: readonly string[], on?: string] {
  const isBegin = (word: string) => clockWords().on.has(word) || /^\d{4}-/.test(word);
  const { said = '', rest = [] } = (words.slice(2).some(isBegin) && withoutDate(words, clockIn('UTC', 0))) || {};
  if (clockWords().on.has(rest.at(-1) ?? '')) return [rest.slice(0, -1), said];
  return isBegin(said.split(' ', 1).join()) ? [rest, said] : [words];
}

/** `time difference between London and Tokyo`, `Zeitverschiebung New York`, `how far ahead is Tokyo of London`. */
function differenceIn(words: readonly string[], asker: Asker): ZonePair | null {
  const { difference, differing } = clockWords();
  if (!words.some((_, at) => phraseLength(words, at, difference) > 0)) return literalPair(words);
  const parts = partsBetween(words, differing);
  const isOrdered = words.includes('ahead') || words.includes('behind');
  // `how many hours ahead of london is tokyo`
  const isTurned = isOrdered && !/(?:ahead of|behind) (?!is ).+ is /.test(words.join(' '));
  const [first = '', second] = isTurned ? parts.toReversed() : parts;
  if (parts.length > 2 || (isOrdered && parts.length < 2)) return null;
  const placeNamed = (name: string) => zoneNamed(name, { now: true, said: true, ...asker });
  const single = second === undefined ? placeNamed(first) : null;
  if (single) return { to: single };
  // Without a link, `paris texas` is one place, or else two.
  for (const [start, end] of second === undefined ? halves(first.split(' ')) : [[first, second] as const]) {
    const from = placeNamed(start);
    const to = from && placeNamed(end);
    if (to) return { from, to };
  }
  return null;
}

/** `pst to est`: zone names are taken literally, so that BST is an hour ahead of GMT in winter too. */
function literalPair(words: readonly string[]): ZonePair | null {
  const parts = partsBetween(words, clockWords().converting);
  if (parts.length !== 2 || parts.length === words.length) return null;
  const [from, to] = parts.map((part) => zoneCalled(part));
  return from && to ? { from, to } : null;
}

/** `3pm EST to London`, `12:40 pm from PST to JST`, `what time is it in Tokyo when it is 3pm in London`. */
function conversionIn(words: readonly string[], asker: Asker): ZonePair | null {
  for (const [at, word] of words.entries()) {
    const found = /^\d/.test(word) || namedHours().has(word) ? timeAtStart(words.slice(at).join(' ')) : null;
    if (!found) continue;
    const { time, sure, rest } = found;
    const after = rest.split(' ');
    const [fromName, toName] = zonesAround(words.slice(0, at), after);
    // `10am in new york`; `midnight in paris` is a film.
    const isThere = /^\d(?!\d?h$)/.test(word) && phraseLength(after, 0, placeWords().in) > 0;
    // `5 pt to …` is about pints: a bare number is a time only with a zone that is used alone.
    const name = sure && (toName !== undefined || isThere) ? zoneNamed : zoneCalled;
    const from = fromName ? name(fromName, { said: sure, ...asker }) : null;
    // `10am EST`: converted to the requester's own zone.
    const isOwn = toName === undefined ? sure : clockWords().here.has(toName);
    if (!from || isOwn) return from && { time, from };
    const to = toName ? zoneNamed(toName, { said: true, ...asker }) : null;
    return to && { time, from, to };
  }
  return null;
}

/** The zones around a time, its own first: that is the second one in `time in london when 9am in tokyo`. */
function zonesAround(wordsBefore: readonly string[], wordsAfter: readonly string[]): (string | undefined)[] {
  const { converting, asking } = clockWords();
  const before = partsBetween(wordsBefore, converting);
  const after = partsBetween(wordsAfter, converting);
  // In German, the verb ends the sentence: `wie spät ist es in tokio, wenn es in berlin 15 uhr ist`.
  if (before.length === 2 && after.length < 2) return before.reverse();
  if (before.length + after.length > 2) return [];
  if (before.length === 0) return after;
  return phraseLength(wordsBefore, 0, asking) > 0 ? [after[0], before[0]] : [before[0], after[0]];
}
