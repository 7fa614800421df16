import { Temporal } from 'temporal-polyfill';
import { type Holiday, holidays, isReliable, ruleAt, type YearlyDate } from './holidays.ts';

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

/** The context for reading a date. */
export interface Today {
  now: Temporal.ZonedDateTime;
  /** The wall clock. */
  at: Temporal.PlainDateTime;
  /** 3/4 is 3 April, as everywhere but in America. */
  dayFirst: boolean;
}

/** The second of two dates, moved after the first: from Christmas to New Year is a week. */
export function comingAfter(from: Moment, to: Moment): Moment {
  const isAfter = (at: Temporal.PlainDateTime) => Temporal.PlainDateTime.compare(from.at, at) <= 0;
  if (isAfter(to.at)) return to;
  if (to.every) return { ...to, at: to.at.add({ days: to.every }) };
  const { year } = from.at;
  const dates = [year, year + 1].map((each) => to.yearly?.(each).toPlainDateTime(to.at));
  return { ...to, at: dates.find((at) => at && isAfter(at)) ?? to.at };
}

/** The next occurrence of a date without a year or of a time (including today or now), or the last one. */
export function inYearOf(moment: Moment, { at: today }: Today, direction: 'next' | 'last'): Moment {
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

/** A date in a line of date words. */
export interface WrittenDate {
  /**
   * `D` is a date, `R` a date relative to now, `H` a holiday, `M` a month, `W` a weekday, `Y` a year, `T` a time. Dates
   * without a year have small letters.
   */
  symbol: string;
  moment: Moment;
  holiday?: Holiday;
}

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
/** Dates relative to today. */
const NEAR = new Map<string, (date: Temporal.PlainDateTime) => Temporal.PlainDateTime>([
  ['now', (date) => date],
  ['today', (date) => date],
  ['tomorrow', (date) => date.add({ days: 1 })],
  ['yesterday', (date) => date.add({ days: -1 })],
  ['day-after-tomorrow', (date) => date.add({ days: 2 })],
  ['day-before-yesterday', (date) => date.add({ days: -2 })],
  ['end-of-year', (date) => date.with({ month: 12, day: 31 })],
  ['end-of-month', (date) => date.with({ day: date.daysInMonth })],
  ['end-of-week', (date) => date.add({ days: 7 - date.dayOfWeek })],
]);

/** The date that begins at a place in a line of date words, and its words. */
export function dateAt(line: string, from: number, today: Today): (WrittenDate & { word: string }) | null {
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
    const at = NEAR.get(near)?.(today.at);
    return at ? { symbol: 'R', moment: { at, relative: true, timed: near === 'now' } } : null;
  }
  if (time) return { symbol: 'T', moment: { at: today.at.withPlainTime(time), timed: true, every: 1 } };
  if (weekday) {
    const ahead = (Number(weekday) - today.at.dayOfWeek + 7) % 7 || 7;
    const at = today.at.withPlainTime().add({ days: which === 'last' ? ahead - 7 || -7 : ahead });
    return which ? { symbol: 'R', moment: { at } } : { symbol: 'W', moment: { at, every: 7 } };
  }
  if (!number) return calendarDate(groups, today);
  const holiday = holidays()[Number(number)] as Holiday;
  const yearly = ruleAt(holiday, today.now.timeZoneId);
  const inYear = Number(year ?? today.at.year);
  if (!isReliable(holiday, inYear)) return null;
  const at = yearly(inYear).toPlainDateTime();
  return year ? { symbol: 'H', holiday, moment: { at } } : { symbol: 'h', holiday, moment: { at, yearly } };
}

function calendarDate({ year, month, day, a, b, mark }: Groups, today: Today): WrittenDate | null {
  const [first, second] = [Number(a), Number(b)];
  const swap = first > 12 || (second <= 12 && (today.dayFirst || mark === '.'));
  const [inMonth, onDay] = mark ? (swap ? [second, first] : [first, second]) : [Number(month ?? 1), Number(day ?? 1)];
  const yearly = (other: number, overflow: 'reject' | 'constrain' = 'constrain') =>
    Temporal.PlainDate.from({ year: other, month: inMonth, day: onDay }, { overflow });
  const symbol = mark || day ? 'D' : month ? 'M' : 'Y';
  try {
    const at = yearly(year ? fullYear(year) : today.at.year, 'reject').toPlainDateTime();
    return year ? { symbol, moment: { at } } : { symbol: symbol.toLowerCase(), moment: { at, yearly } };
  } catch {
    return null;
  }
}

function fullYear(text: string): number {
  const year = Number(text.replace("'", ''));
  return text.length === 4 ? year : year < 50 ? 2000 + year : 1900 + year;
}
