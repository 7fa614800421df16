import { Temporal } from 'temporal-polyfill';
import { wallDateTime, wallMsAt } from '../zones/zone-clock.ts';
import { months, shortWeekdays, weekdays } from './calendar-names.ts';
import type { DateToken } from './date-tokens.ts';
import { ruleAt } from './holidays.ts';
import { dateOnly, type Moment, type Today } from './moment.ts';

/**
 * A date that begins at a token. Symbols: `D` is a date, `H` a holiday, `W` a weekday, `M` a month of a year, `m` a
 * month without a year, `Y` a year.
 */
export interface DateAt {
  symbol: 'D' | 'H' | 'W' | 'M' | 'm' | 'Y';
  moment: Moment;
  length: number;
}

const DAY_MS = 86_400_000;
/** Days from today by token. */
const NEAR: Readonly<Record<string, number>> = {
  today: 0, now: 0, tomorrow: 1, yesterday: -1, 'day-after-tomorrow': 2, 'day-before-yesterday': -2,
}; // biome-ignore format: a table.
const SHIFTS: Readonly<Record<string, number>> = { this: 0, next: 1, last: -1 };
const ISO = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/;
const NUMERIC = /^(?<a>\d{1,2})(?<mark>[/.-])(?<b>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})$/;
const DAY = /^(\d{1,2})(?:st|nd|rd|th|er|º|\.)?$/;

/** The date that begins at a token; null if none does. */
export function dateAt(tokens: readonly DateToken[], from: number, today: Today): DateAt | null {
  const { word = '', holiday } = tokens[from] ?? {};
  if (holiday) {
    const date = ruleAt(holiday, today.now.timeZoneId);
    const { year, length } = yearAt(tokens, from + 1, today);
    if (year === null) return { symbol: 'H', moment: dateOnly(date(today.now.year), date), length: 1 };
    const isReliable = year >= holiday.years[0] && year <= holiday.years[1];
    return isReliable ? { symbol: 'H', moment: dateOnly(date(year)), length: 1 + length } : null;
  }
  if (/^\d/.test(word))
    return numericDate(word, today) ?? dayAndMonth(tokens, from, today) ?? bareYear(tokens, from, today);
  return (
    monthAt(tokens, from, today) ??
    weekdayAt(tokens, from, today) ??
    nearDate(word, today) ??
    bareYear(tokens, from, today)
  );
}

function found(symbol: DateAt['symbol'], date: Temporal.PlainDate | null, length: number): DateAt | null {
  return date && { symbol, moment: dateOnly(date), length };
}

function numericDate(word: string, { dayFirst }: Today): DateAt | null {
  const iso = ISO.exec(word)?.groups;
  if (iso) return found('D', dateIn(Number(iso.year), Number(iso.month), Number(iso.day)), 1);
  const { a, b, mark, year = '' } = NUMERIC.exec(word)?.groups ?? {};
  if (!mark) return null;
  const [first, second] = [Number(a), Number(b)];
  const swap = first > 12 || (second <= 12 && (dayFirst || mark === '.'));
  return found('D', dateIn(fullYear(year), swap ? second : first, swap ? first : second), 1);
}

/** `22nd of June 1907`, `1er janvier` */
function dayAndMonth(tokens: readonly DateToken[], from: number, today: Today): DateAt | null {
  const day = DAY.exec(tokens[from]?.word ?? '')?.[1];
  const at = tokens[from + 1]?.word === 'of' ? from + 2 : from + 1;
  const month = months.get(tokens[at]?.word ?? '');
  return day && month ? dayOf(Number(day), month, tokens, from, at + 1, today) : null;
}

/** `June 22, 1907`, `June 1907`, `June`, `next month` */
function monthAt(tokens: readonly DateToken[], from: number, today: Today): DateAt | null {
  const { word = '' } = tokens[from] ?? {};
  const [, which] = /^(this|next|last)-month$/.exec(word) ?? [];
  const first = today.now.toPlainDate().with({ day: 1 });
  if (which) return found('M', first.add({ months: SHIFTS[which] as number }), 1);
  const month = months.get(word);
  if (!month) return null;
  const day = DAY.exec(tokens[from + 1]?.word ?? '')?.[1];
  if (day) return dayOf(Number(day), month, tokens, from, from + 2, today);
  const { year, length } = yearAt(tokens, from + 1, today);
  return found(year === null ? 'm' : 'M', dateIn(year ?? today.now.year, month, 1), 1 + length);
}

function dayOf(
  day: number,
  month: number,
  tokens: readonly DateToken[],
  from: number,
  end: number,
  today: Today,
): DateAt | null {
  const { year, length } = yearAt(tokens, end, today);
  const date = dateIn(year ?? today.now.year, month, day);
  const yearly = year === null ? (other: number) => Temporal.PlainDate.from({ year: other, month, day }) : null;
  return date && { symbol: 'D', moment: dateOnly(date, yearly), length: end + length - from };
}

/** `Monday`, `next Monday`; before a date, a weekday says nothing more. */
function weekdayAt(tokens: readonly DateToken[], from: number, today: Today): DateAt | null {
  const { word = '' } = tokens[from] ?? {};
  const isNamed = word === 'next' || word === 'last';
  // `last Friday of May`, `next Friday the 13th`
  if (isNamed && /^(?:of|in|\d+th)$/.test(tokens[from + 2]?.word ?? '')) return null;
  const name = tokens[isNamed ? from + 1 : from]?.word ?? '';
  const weekday = weekdays.get(name);
  const rest = isNamed || !(weekday || shortWeekdays.has(name)) ? null : dateAt(tokens, from + 1, today);
  if (rest?.symbol === 'D') return { ...rest, length: rest.length + 1 };
  if (!weekday) return null;
  const ahead = (weekday - today.now.dayOfWeek + 7) % 7 || 7;
  const date = today.now.toPlainDate().add({ days: word === 'last' ? ahead - 7 || -7 : ahead });
  if (isNamed) return found('D', date, 2);
  return { symbol: 'W', moment: { ...dateOnly(date), weekly: true }, length: 1 };
}

function nearDate(word: string, { now }: Today): DateAt | null {
  const date = now.toPlainDate();
  if (word === 'end-of-year') return found('D', date.with({ month: 12, day: 31 }), 1);
  if (word === 'end-of-month') return found('D', date.with({ day: date.daysInMonth }), 1);
  if (word === 'end-of-week') return found('D', date.add({ days: 7 - date.dayOfWeek }), 1);
  const days = Object.hasOwn(NEAR, word) ? NEAR[word] : undefined;
  if (days === undefined) return null;
  const at = wallDateTime(wallMsAt(now.timeZoneId, now.epochMilliseconds) + days * DAY_MS);
  return { symbol: 'D', moment: { at, timed: word === 'now', relative: true, yearly: null, utc: false }, length: 1 };
}

function bareYear(tokens: readonly DateToken[], from: number, today: Today): DateAt | null {
  const { year, length } = yearAt(tokens, from, today);
  return year === null ? null : found('Y', dateIn(year, 1, 1), length);
}

/** `2027`, `of 2027`, `'27`, `next year`, `the year 2027` */
function yearAt(tokens: readonly DateToken[], from: number, { now }: Today): { year: number | null; length: number } {
  const at = /^(?:of|in)$/.test(tokens[from]?.word ?? '') ? from + 1 : from;
  const [, which] = /^(this|next|last)-year$/.exec(tokens[at]?.word ?? '') ?? [];
  const [word = '', following = ''] = [tokens[at]?.word, tokens[at + 1]?.word];
  if (which === 'this' && /^\d{4}$/.test(following)) return { year: Number(following), length: at + 2 - from };
  if (which) return { year: now.year + (SHIFTS[which] as number), length: at + 1 - from };
  return /^(?:\d{4}|'\d\d)$/.test(word) ? { year: fullYear(word), length: at + 1 - from } : { year: null, length: 0 };
}

function dateIn(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
  } catch {
    return null;
  }
}

function fullYear(text: string): number {
  const year = Number(text.replace("'", ''));
  if (text.length === 4) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}
