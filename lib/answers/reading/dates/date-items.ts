import type { Temporal } from 'temporal-polyfill';
import { numberOf } from '../numbers/number-literal.ts';
import { dateLines } from './date-words.ts';
import { type DateItem, dateAt, type Moment, type Span, TIME_UNITS, type TimeUnit, type Today } from './moment.ts';

/** Units by word, with how many of them the word means. */
const UNITS = new Map<string, readonly [unit: TimeUnit, times: number]>([
  ...TIME_UNITS.map((unit) => [unit, [unit, 1]] as const),
  ['fortnights', ['weeks', 2]],
  ['quarters', ['months', 3]],
  ['decades', ['years', 10]],
  ['centuries', ['years', 100]],
]);
const SECONDS: Span = { weeks: 604_800, days: 86_400, hours: 3_600, minutes: 60, seconds: 1 };
const PART = /(?:and )?(?<digits>\d[\d.,]*) (?<name>[a-z]+)(?: |$)/y;

/** The parts of a line of date words. A time after a date belongs to it. */
export function itemsOf(words: readonly string[], today: Today): DateItem[] {
  const line = withYears(words.join(' '), today);
  const items: DateItem[] = [];
  for (let at = 0; at < line.length; ) {
    const item: DateItem = spanAt(line, at) ?? dateAt(line, at, today) ?? otherItem(line, at);
    const { symbol, moment } = items.at(-1) ?? {};
    if (moment && symbol !== 'T' && item.symbol === 'T') {
      Object.assign(moment, { at: moment.at.withPlainTime(item.word.slice(1)), timed: true, relative: false });
    } else if (!moment?.timed || item.symbol !== 'utc') items.push(item);
    at += item.word.length + 1;
  }
  return items;
}

/** Writes `next year` as a number, and `next month` as a month of a year. */
function withYears(line: string, { at }: Today): string {
  return line.replace(/this-year (?=\d{4})/g, '').replace(/\b(this|next|last)-(year|month)\b/g, (_, which, unit) => {
    const { year, month } = at.add({ [`${unit}s`]: ['last', 'this', 'next'].indexOf(which) - 1 });
    return unit === 'year' ? `${year}` : `m${month} ${year}`;
  });
}

/** The span that begins at a place in a line of date words, and its words. */
function spanAt(line: string, from: number): DateItem | null {
  const span: Span = {};
  let at = from;
  for (;;) {
    PART.lastIndex = at;
    const { 0: text = '', groups: { digits = '', name = '' } = {} } = PART.exec(line) ?? {};
    const [unit, times] = UNITS.get(name) ?? [];
    const number = unit && numberOf(digits, { decimalComma: /^\d+,\d{1,2}$/.test(digits) });
    if (!number || !times) break;
    const count = (Number(number.n) / Number(number.d)) * times;
    // Half a year is in months; half a day, or less, in seconds.
    const smaller = unit === 'years' ? 'months' : 'seconds';
    const smallerCount = unit === 'years' ? Math.round(count * 12) : count * (SECONDS[unit] ?? Number.NaN);
    const [part, size] = Number.isInteger(count) ? [unit, count] : ([smaller, smallerCount] as const);
    if (!Number.isSafeInteger(size)) return null;
    span[part] = (span[part] ?? 0) + size;
    at += text.length;
  }
  return at > from ? { symbol: 'S', word: line.slice(from, at).trimEnd(), span } : null;
}

function otherItem(line: string, at: number): DateItem {
  const [word = '', next = ''] = line.slice(at).split(' ', 2);
  const [unit] = UNITS.get(word) ?? [];
  // `second Sunday`, but `30 seconds`
  const isSecond = unit === 'seconds' && /^(?:w\d|days|weeks)$/.test(next);
  const ordinal = isSecond ? 2 : Number(/^(\d{1,3})(?:st|nd|rd|th)$/.exec(word)?.[1] ?? 0);
  if (ordinal) return { symbol: 'O', word, number: ordinal };
  if (unit) return { symbol: `U:${unit}`, word, unit };
  return { symbol: /^-?\d+$/.test(word) ? 'N' : word, word, number: Number(word) };
}

/** A span in seconds; not a number if it contains months, years or working days, which vary in length. */
export function secondsIn(span: Span): number {
  const units = Object.entries(span) as [TimeUnit, number][];
  return units.reduce((total, [unit, count]) => total + count * (SECONDS[unit] ?? Number.NaN), 0);
}

/** The symbols of items, separated by spaces. */
export const symbolsOf = (items: readonly DateItem[]) => items.map(({ symbol }) => symbol).join(' ');

/** The items that the groups of a pattern of their symbols cover; null if it does not match. */
export function matchItems(items: readonly DateItem[], symbols: string, pattern: RegExp) {
  const found = pattern.exec(symbols);
  if (!found) return null;
  const parts: Record<string, readonly DateItem[]> = {};
  for (const [name, [from, to] = [0, 0]] of Object.entries(found.indices?.groups ?? {})) {
    const before = symbols.slice(0, from).split(' ').length - 1;
    if (from < to) parts[name] = items.slice(before, before + symbols.slice(from, to).trim().split(' ').length);
  }
  return parts;
}

const MAX_DATE_WORDS = 5;

/** Words without the date at one of their ends, and that date, the longest first: `tromsø 2026-06-21`, `on 1 may paris`. */
export function withoutDate(words: readonly string[], now: Temporal.ZonedDateTime) {
  for (let count = Math.min(MAX_DATE_WORDS, words.length - 1); count > 0; count--) {
    for (const at of [words.length - count, 0]) {
      const said = words.slice(at, at + count).join(' ');
      const moment = momentIn(said, now);
      if (moment) return { said, moment, rest: words.toSpliced(at, count) };
    }
  }
  return null;
}

/** The date that a text names; null if it names none, or says more. */
export function momentIn(text: string, now: Temporal.ZonedDateTime): Moment | null {
  const [{ words = [] } = {}] = dateLines(text);
  const [item, more] = itemsOf(words, { now, at: now.toPlainDateTime(), dayFirst: false, lang: '' });
  return !more && item?.moment && /^[DdRHhWM]$/.test(item.symbol) ? item.moment : null;
}
