import { Temporal } from 'temporal-polyfill';
import { type Holiday, holidays, ruleAt } from './holidays.ts';
import { type Moment, rightNow, type Today } from './moment.ts';

/** A date in a line of date words. */
export interface WrittenDate {
  /** `D` is a date, `R` a date relative to now, `H` a holiday, `M` a month, `W` a weekday, `Y` a year, `T` a time. */
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
export function dateAt(line: string, at: number, today: Today): (WrittenDate & { word: string }) | null {
  for (const form of FORMS) {
    form.lastIndex = at;
    const { 0: word = '', groups } = form.exec(line) ?? {};
    const date = groups && dateFrom(groups, today);
    if (date) return { ...date, word };
  }
  return null;
}

type Groups = Readonly<Record<string, string | undefined>>;

function dateFrom(groups: Groups, today: Today): WrittenDate | null {
  const { near, time, which, weekday, holiday } = groups;
  const date = today.now.toPlainDate();
  if (near) {
    const [at, here] = [NEAR.get(near), rightNow(today)];
    return at ? { symbol: 'R', moment: { ...here, at: at(here.at), timed: near === 'now' } } : null;
  }
  if (time) return { symbol: 'T', moment: { at: date.toPlainDateTime(Temporal.PlainTime.from(time)), timed: true } };
  if (weekday) {
    const ahead = (Number(weekday) - date.dayOfWeek + 7) % 7 || 7;
    const at = date.add({ days: which === 'last' ? ahead - 7 || -7 : ahead }).toPlainDateTime();
    return which ? { symbol: 'R', moment: { at } } : { symbol: 'W', moment: { at, weekly: true } };
  }
  return holiday ? holidayFrom(groups, today) : calendarDate(groups, today);
}

/** Dates without a year have small symbols. */
function holidayFrom({ holiday: number, year }: Groups, { now }: Today): WrittenDate | null {
  const holiday = holidays()[Number(number)] as Holiday;
  const yearly = ruleAt(holiday, now.timeZoneId);
  const at = holiday.isReliable(Number(year ?? now.year)) ? yearly(Number(year ?? now.year)).toPlainDateTime() : null;
  return at && (year ? { symbol: 'H', holiday, moment: { at } } : { symbol: 'h', holiday, moment: { at, yearly } });
}

function calendarDate({ year, month, day, a, b, mark }: Groups, { now, dayFirst }: Today): WrittenDate | null {
  const [first, second] = [Number(a), Number(b)];
  const swap = first > 12 || (second <= 12 && (dayFirst || mark === '.'));
  const [inMonth, onDay] = mark ? (swap ? [second, first] : [first, second]) : [Number(month ?? 1), Number(day ?? 1)];
  const yearly = (other: number, overflow: 'reject' | 'constrain' = 'constrain') =>
    Temporal.PlainDate.from({ year: other, month: inMonth, day: onDay }, { overflow });
  const symbol = mark || day ? 'D' : month ? 'M' : 'Y';
  try {
    const at = yearly(year ? fullYear(year) : now.year, 'reject').toPlainDateTime();
    return year ? { symbol, moment: { at } } : { symbol: symbol.toLowerCase(), moment: { at, yearly } };
  } catch {
    return null;
  }
}

function fullYear(text: string): number {
  const year = Number(text.replace("'", ''));
  return text.length === 4 ? year : year < 50 ? 2000 + year : 1900 + year;
}
