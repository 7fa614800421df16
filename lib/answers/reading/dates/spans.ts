import { numberOf, numberStyle } from '../numbers/number-literal.ts';
import type { DateToken } from './date-tokens.ts';

/** A span of time as people write it: `3 days`, `1 year, 2 months and a week`, `1h 30min`. */
export interface Span {
  years: number;
  months: number;
  weeks: number;
  days: number;
  /** Mondays to Fridays. */
  weekdays: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** A unit of time. */
export type TimeUnit = keyof Span;

/** Units by token, and how many of them it is. */
const UNITS: Readonly<Record<string, readonly [unit: TimeUnit, times: number]>> = {
  seconds: ['seconds', 1], minutes: ['minutes', 1], hours: ['hours', 1], days: ['days', 1], weekdays: ['weekdays', 1],
  weeks: ['weeks', 1], fortnights: ['weeks', 2], months: ['months', 1], quarters: ['months', 3], years: ['years', 1],
  decades: ['years', 10], centuries: ['years', 100],
}; // biome-ignore format: a table.
/** Units that are written without a space: `5d` is a span, `5 d` is a musical note. */
const LETTERS: Readonly<Record<string, string>> = { s: 'seconds', h: 'hours', d: 'days', w: 'weeks', y: 'years' };
/** Parts of units that are not whole count in a smaller unit. */
const SMALLER: Readonly<Partial<Record<TimeUnit, readonly [unit: TimeUnit, count: number]>>> = {
  years: ['months', 12], weeks: ['hours', 168], days: ['hours', 24], hours: ['minutes', 60], minutes: ['seconds', 60],
}; // biome-ignore format: a table.
/** Far beyond any date that people ask for, and within the range of Temporal. */
const MAX_COUNT = 1_000_000_000;

/** The unit of a token, if it is one on its own. */
export const unitOf = (word: string): TimeUnit | null =>
  Object.hasOwn(UNITS, word) ? (UNITS[word]?.[0] ?? null) : null;

/** The value of a number token. */
export function numberIn(word: string): number | null {
  const value = /^\d[\d.,]*$/.test(word) ? numberOf(word, numberStyle(word, '')) : null;
  return value && Number(value.n) / Number(value.d);
}

/** The span that begins at a token, and its number of tokens. */
export function spanAt(tokens: readonly DateToken[], from: number): { span: Span; length: number } | null {
  const span: Span = { years: 0, months: 0, weeks: 0, days: 0, weekdays: 0, hours: 0, minutes: 0, seconds: 0 };
  let at = from;
  for (;;) {
    const start = at > from && tokens[at]?.word === 'and' ? at + 1 : at;
    const [, glued, letters = ''] = /^(\d[\d.,]*)([a-z]+)$/.exec(tokens[start]?.word ?? '') ?? [];
    const count = numberIn(glued ?? tokens[start]?.word ?? '');
    const name = glued ? (LETTERS[letters] ?? letters) : (tokens[start + 1]?.word ?? '');
    const unit = UNITS[name];
    if (count === null || !unit) break;
    if (!extend(span, count * unit[1], unit[0])) return null;
    at = start + (glued ? 1 : 2);
  }
  return at > from ? { span, length: at - from } : null;
}

function extend(span: Span, count: number, unit: TimeUnit): boolean {
  const smaller = SMALLER[unit];
  if (Number.isInteger(count)) span[unit] += count;
  else if (smaller) span[smaller[0]] += smaller[0] === 'months' ? Math.round(count * 12) : count * smaller[1];
  return (
    Object.values(span).every((value) => Number.isInteger(value) && value <= MAX_COUNT) &&
    (smaller !== undefined || Number.isInteger(count))
  );
}

/** Whether a span has hours, minutes or seconds. */
export function hasTimeUnits({ hours, minutes, seconds }: Span): boolean {
  return hours !== 0 || minutes !== 0 || seconds !== 0;
}

/** A span in seconds; null if it contains months, years or working days, which vary in length. */
export function secondsIn(span: Span): number | null {
  if (span.years || span.months || span.weekdays) return null;
  return (span.weeks * 7 + span.days) * 86_400 + span.hours * 3_600 + span.minutes * 60 + span.seconds;
}
