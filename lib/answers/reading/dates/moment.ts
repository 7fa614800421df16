import { Temporal } from 'temporal-polyfill';
import { countryOf, type Holiday, holidays, isReliable, ruleIn, type YearlyDate } from './holidays.ts';

/** A date in a question, perhaps with a time. */
export interface Moment {
  at: Temporal.PlainDateTime;
  /** The text includes a time of day. */
  timed?: boolean;
  /** The date is relative to now (`today`, `tomorrow`) and has the current time of day. */
  relative?: boolean;
  /** Gives the date in any year, if the text names no year. */
  yearly?: YearlyDate;
  /** The days after which it comes again, if the text names a weekday or only a time of day. A weekday means the next. */
  every?: 1 | 7;
}

/** An ISO date, with a time unless it is midnight. */
export const writtenDate = (at: Temporal.PlainDateTime) =>
  at.toString({ smallestUnit: 'second' }).replace(/T00:00:00$/, '');

/** The context for reading a date. */
export interface Today {
  now: Temporal.ZonedDateTime;
  /** The wall clock. */
  at: Temporal.PlainDateTime;
  /** 3/4 is 3 April, as everywhere but in America. */
  dayFirst: boolean;
  /** The language of the requester, as a tag. */
  lang: string;
}

/** The next occurrence of a date without a year or of a time (including the day or time it is), or the last one. */
export function inYearOf(moment: Moment, { at: today }: Pick<Moment, 'at'>, direction: 'next' | 'last'): Moment {
  if (moment.every) {
    const order = Temporal.PlainDateTime.compare(today, moment.at);
    const isToday = moment.every === 7 && moment.at.dayOfWeek === today.dayOfWeek;
    const times = direction === 'next' ? Math.max(0, order) : Math.min(0, order) - Number(isToday);
    return { ...moment, at: moment.at.add({ days: times * moment.every }) };
  }
  if (!moment.yearly) return moment;
  const order = Temporal.PlainDate.compare(moment.yearly(today.year), today.toPlainDate());
  const shift = direction === 'next' ? Number(order < 0) : -Number(order > 0);
  return { ...moment, at: moment.yearly(today.year + shift).toPlainDateTime(moment.at) };
}

export const TIME_UNITS = ['years', 'months', 'weeks', 'days', 'weekdays', 'hours', 'minutes', 'seconds'] as const;
/** A unit of time; `weekdays` are Mondays to Fridays. */
export type TimeUnit = (typeof TIME_UNITS)[number];
/** A span of time as people write it: `3 days`, `1 year, 2 months and a week`, `1h 30min`. */
export type Span = Partial<Record<TimeUnit, number>>;

const letters = (span: Span, units: readonly TimeUnit[]) =>
  units.map((unit) => (span[unit] ? `${span[unit]}${unit.charAt(0).toUpperCase()}` : '')).join('');

/** A span in ISO 8601. Temporal takes a hundred times as long, and refuses long spans. */
export function writtenSpan(span: Span): string {
  const time = letters(span, ['hours', 'minutes', 'seconds']);
  const written = `P${letters(span, ['years', 'months', 'weeks', 'days'])}${time && `T${time}`}`;
  return written === 'P' ? 'PT0S' : written;
}

/**
 * A part of a date question. Its symbol is `D` for a date, `R` for a date relative to now, `H` for a holiday, `M` for a
 * month, `W` for a weekday, `Y` for a year, `T` for a time, with small letters for dates without a year; `S` for a span,
 * `U:days` for a unit, `N` for a number, `O` for an ordinal, or else the word.
 */
export interface DateItem {
  symbol: string;
  word: string;
  moment?: Moment;
  /** A holiday, and the country of the requester, which may have a rule of its own for it. */
  holiday?: Holiday;
  country?: string;
  span?: Span;
  unit?: TimeUnit;
  number?: number;
}
type WrittenDate = Omit<DateItem, 'word'>;

/** In order. A weekday before a date says nothing more. */
const FORMS: readonly RegExp[] = [
  /(?:[vw]\d )?(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?= |$)/y,
  /(?:[vw]\d )?(?<a>\d{1,2})(?<mark>[/.-])(?<b>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})(?= |$)/y,
  /(?:[vw]\d )?(?<day>\d{1,2})(?:\.|[a-zº]{1,2})?(?: of)? m(?<month>\d+)(?: (?:of )?(?<year>\d{4}|'\d\d))?(?= |$)/y,
  /(?:[vw]\d )?m(?<month>\d+) (?<day>\d{1,2})(?:\.|[a-z]{2})?(?: (?:of )?(?<year>\d{4}|'\d\d))?(?= |$)/y,
  /m(?<month>\d+)(?: (?:of |in )?(?<year>\d{4}))?(?= |$)/y,
  /H(?<holiday>\d+)(?: (?:of |in )?(?<year>\d{4}))?(?= |$)/y,
  // `last Friday of May` and `next Friday the 13th` are counted.
  /(?<which>next|last) w(?<weekday>\d)(?= |$)(?! (?:of|in|\d+th))/y,
  /w(?<weekday>\d)(?= |$)/y,
  /(?<year>\d{4})(?= |$)/y,
  /T(?<time>[\d:]+)(?= |$)/y,
  /(?<near>[a-z-]+)(?= |$)/y,
];
/** Days from today to dates relative to it. */
const NEAR = new Map<string, (date: Temporal.PlainDateTime) => number>([
  ['now', () => 0],
  ['today', () => 0],
  ['tomorrow', () => 1],
  ['yesterday', () => -1],
  ['day-after-tomorrow', () => 2],
  ['day-before-yesterday', () => -2],
  ['end-of-year', ({ daysInYear, dayOfYear }) => daysInYear - dayOfYear],
  ['end-of-month', ({ daysInMonth, day }) => daysInMonth - day],
  ['end-of-week', ({ dayOfWeek }) => 7 - dayOfWeek],
]);

/** The date that begins at a place in a line of date words, and its words. */
export function dateAt(line: string, from: number, today: Today): DateItem | null {
  for (const form of FORMS) {
    form.lastIndex = from;
    const { 0: word = '', groups } = form.exec(line) ?? {};
    const date = groups && dateFrom(groups, today);
    if (date) return { ...date, word };
  }
  return null;
}

type Groups = Readonly<Record<string, string | undefined>>;

function dateFrom(groups: Groups, today: Today): WrittenDate | null {
  const { near, time, which, weekday, holiday: number, year } = groups;
  if (near) {
    const days = NEAR.get(near)?.(today.at);
    if (days === undefined) return null;
    return {
      symbol: 'R',
      moment: { at: days ? today.at.add({ days }) : today.at, relative: true, timed: near === 'now' },
    };
  }
  if (time) return { symbol: 'T', moment: { at: today.at.withPlainTime(time), timed: true, every: 1 } };
  if (weekday) {
    const ahead = (Number(weekday) - today.at.dayOfWeek + 7) % 7 || 7;
    const at = today.at.withPlainTime().add({ days: which === 'last' ? ahead - 7 || -7 : ahead });
    return which ? { symbol: 'R', moment: { at } } : { symbol: 'W', moment: { at, every: 7 } };
  }
  if (!number) return calendarDate(groups, today);
  const holiday = holidays()[Number(number)] as Holiday;
  if (!isReliable(holiday, Number(year ?? today.at.year))) return null;
  const country = countryOf(today.now.timeZoneId, today.lang);
  return { holiday, country, ...yearlyDate('H', ruleIn(country, holiday) ?? holiday.date, year, today) };
}

function yearlyDate(symbol: string, yearly: YearlyDate, year: string | undefined, today: Today): WrittenDate {
  const at = yearly(fullYear(year, today)).toPlainDateTime();
  return year ? { symbol, moment: { at } } : { symbol: symbol.toLowerCase(), moment: { at, yearly } };
}

function calendarDate({ year, month, day, a, b, mark }: Groups, today: Today): WrittenDate | null {
  const swap = Number(a) > 12 || (Number(b) <= 12 && (today.dayFirst || mark === '.'));
  const numbers = swap ? [b, a] : [a, b];
  const [inMonth = 1, onDay = 1] = (mark ? numbers : [month ?? 1, day ?? 1]).map(Number);
  if (inMonth < 1 || onDay < 1 || (!year && inMonth === 2 && onDay === 29)) return null;
  const yearly = (other: number) => Temporal.PlainDate.from({ year: other, month: inMonth, day: onDay });
  const found = yearly(fullYear(year, today));
  if (found.month !== inMonth || found.day !== onDay) return null;
  return yearlyDate(mark || day ? 'D' : month ? 'M' : 'Y', yearly, year, today);
}

function fullYear(text: string | undefined, today: Today): number {
  const year = Number(text?.replace("'", '') ?? today.at.year);
  return text && text.length < 4 ? year + (year < 50 ? 2000 : 1900) : year;
}
