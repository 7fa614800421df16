import { numberOf } from '../numbers/number-literal.ts';

const TIME_UNITS = ['years', 'months', 'weeks', 'days', 'weekdays', 'hours', 'minutes', 'seconds'] as const;
/** A unit of time; `weekdays` are Mondays to Fridays. */
export type TimeUnit = (typeof TIME_UNITS)[number];

/** A span of time as people write it: `3 days`, `1 year, 2 months and a week`, `1h 30min`. */
export type Span = Partial<Record<TimeUnit, number>>;

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

/** The unit of a word. */
export const unitOf = (word: string) => UNITS.get(word)?.[0];

/** The span that begins at a place in a line of date words, and its words. */
export function spanAt(line: string, from: number): { symbol: 'S'; word: string; span: Span } | null {
  const span: Span = {};
  let at = from;
  for (;;) {
    PART.lastIndex = at;
    const { 0: text = '', groups: { digits = '', name = '' } = {} } = PART.exec(line) ?? {};
    const [unit, times] = UNITS.get(name) ?? [];
    const number = unit && numberOf(digits, { decimalComma: /^\d+,\d{1,2}$/.test(digits) });
    if (!number || !times) break;
    const count = (Number(number.n) / Number(number.d)) * times;
    const [part, size] = Number.isInteger(count) ? [unit, count] : smaller(unit, count);
    if (!Number.isInteger(size)) return null;
    span[part] = (span[part] ?? 0) + size;
    at += text.length;
  }
  return at > from ? { symbol: 'S', word: line.slice(from, at).trimEnd(), span } : null;
}

/** Half a year in months; half a day, or less, in seconds. */
function smaller(unit: TimeUnit, count: number): [TimeUnit, number] {
  return unit === 'years' ? ['months', Math.round(count * 12)] : ['seconds', count * (SECONDS[unit] ?? Number.NaN)];
}

/** A span in seconds; null if it contains months, years or working days, which vary in length. */
export function secondsIn(span: Span): number | null {
  let total = 0;
  for (const [unit, count] of Object.entries(span)) total += count * (SECONDS[unit as TimeUnit] ?? Number.NaN);
  return Number.isSafeInteger(total) ? total : null;
}
