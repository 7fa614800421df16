import type { Temporal } from 'temporal-polyfill';
import { localDate } from '../../local-times.ts';
import { translate } from '../../phrases.ts';
import type { DateParts } from '../../reading/dates/date-items.ts';
import { nthWeekday } from '../../reading/dates/holidays.ts';
import { type DateContext, type DateFound, type DateRule, dateAnswer } from './date-answer.ts';
import { dayOf } from './date-sums.ts';

/** Leap years, week and day numbers, and days that are counted within a month. */
export const yearRules: readonly DateRule[] = [
  [/^(?<year>[YR]) (?:in )?leap$/d, isLeap],
  [/^leap (?:in )?(?<year>Y)$/d, isLeap],
  [/^leap$/d, (parts, context) => (context.isAsked ? isLeap(parts, context) : null)],
  [/^(?:when |what-year )?(?<which>next|last) leap$/d, nearLeap],
  [/^(?:(?:next|last|1st) )?(?:N )?leap (?<where>after|before|since|until|from) (?<year>Y)$/d, leapYears],
  [/^leap (?:between|from) (?<year>Y) (?:and|to) (?<end>Y)$/d, leapYears],
  [/^(?:when )?(?<nth>O) U:weeks (?:of |in )?(?<year>Y)$/d, weekNumbered],
  [/^(?:U:weeks|week-number) (?<nth>N) (?:of |in )?(?<year>Y)$/d, weekNumbered],
  [/^week-number$/d, (_, { today, lang }) => weekOf(today.now.toPlainDate(), lang)],
  [
    /^(?:U:weeks|week-number)(?: of| in| from)? (?<date>[DdRHhWM])$/d,
    ({ date }, { today, lang }) => weekOf(dayOf(date, today), lang),
  ],
  [/^(?:when )?(?<nth>O) U:days (?:of |in )(?<year>Y)$/d, dayNumbered],
  [/^(?:U:days|day-of-year) (?<nth>N) (?:of |in )(?<year>Y)$/d, dayNumbered],
  [/^day-of-year$/d, (_, { today, lang }) => dayOfYear(today.now.toPlainDate(), lang)],
  [/^day-of-year(?: of| in)? (?<date>[DdRHhWM])$/d, ({ date }, { today, lang }) => dayOfYear(dayOf(date, today), lang)],
  [/^(?:(?:when|date|what-day)(?: of)? )?(?<count>O|last) (?<day>W|U:days) (?:of |in )(?<month>[Mm])$/d, countedDay],
  [/^(?:(?:when|date)(?: of)? )?next (?<weekday>W) (?<day>O)$/d, nextDated],
];

const LEAP_LISTED = 5;
const MAX_LISTED = 100;
const leaps = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const yearOf = (items: DateParts[string] | undefined) => items?.[0]?.moment?.at.year;

function isLeap({ year: items }: DateParts, { today: { now }, lang }: DateContext): DateFound {
  const year = yearOf(items) ?? now.year;
  const verdict = leaps(year) ? 'Yes, YEAR is a leap year' : 'No, YEAR is not a leap year';
  return { answer: translate(verdict, lang).replace('YEAR', `${year}`), data: { op: 'leap', value: leaps(year) } };
}

function nearLeap({ which }: DateParts, { today: { now } }: DateContext): DateFound {
  const value = leapYearsFrom(now.year, which?.[0]?.word === 'next' ? 1 : -1, 1)[0] as number;
  return { answer: `${value}`, data: { op: 'leap', value } };
}

/** The five leap years after or before a year, or those between two years. */
function leapYears({ where, year, end }: DateParts): DateFound {
  const [from = 0, last] = [yearOf(year), yearOf(end)];
  const step = /^(?:before|until)$/.test(where?.[0]?.word ?? '') ? -1 : 1;
  const values = last
    ? leapYearsFrom(from - 1, 1, MAX_LISTED).filter((each) => each <= last)
    : leapYearsFrom(from, step, LEAP_LISTED);
  return { answer: values.join(', '), data: { op: 'leap', value: values.join(', '), values } };
}

function leapYearsFrom(from: number, step: 1 | -1, count: number): number[] {
  const years: number[] = [];
  for (let year = from + step; years.length < count && year > 0 && year <= 9999; year += step)
    if (leaps(year)) years.push(year);
  return years;
}

/** The dates of an ISO week. */
function weekNumbered({ nth, year }: DateParts, { lang }: DateContext): DateFound {
  const [number = 0, first] = [nth?.[0]?.number, year?.[0]?.moment?.at.toPlainDate()];
  // By definition, 4 January is in the first week.
  const fourth = first?.with({ day: 4 });
  const monday = fourth?.subtract({ days: fourth.dayOfWeek - 1 }).add({ weeks: number - 1 });
  if (!monday || number < 1 || monday.yearOfWeek !== first?.year) return null;
  const dates = `${localDate(monday, lang)} – ${localDate(monday.add({ days: 6 }), lang)}`;
  return { answer: dates, data: { op: 'week', value: monday.toString() } };
}

function weekOf(date: Temporal.PlainDate | null, lang: string): DateFound {
  const value = date?.weekOfYear;
  return date && value
    ? { answer: `${value} (${localDate(date, lang)})`, data: { op: 'week', value, unit: 'week' } }
    : null;
}

function dayNumbered({ nth, year }: DateParts, { lang }: DateContext): DateFound {
  const [number = 0, first] = [nth?.[0]?.number, year?.[0]?.moment?.at.toPlainDate()];
  if (!first || number < 1 || number > first.daysInYear) return null;
  return dateAnswer('day_of_year', first.add({ days: number - 1 }), lang);
}

function dayOfYear(date: Temporal.PlainDate | null, lang: string): DateFound {
  if (!date) return null;
  const value = date.dayOfYear;
  return { answer: `${value} (${localDate(date, lang)})`, data: { op: 'day_of_year', value, unit: 'day' } };
}

/** `the second Sunday of May`, `the last day of February`. */
function countedDay({ count, day, month }: DateParts, { lang }: DateContext): DateFound {
  const first = month?.[0]?.moment?.at.toPlainDate() as Temporal.PlainDate;
  const [n = -1, weekday] = [count?.[0]?.number, day?.[0]?.moment?.at.dayOfWeek];
  const number = n > 0 ? n : first.daysInMonth;
  const date = weekday ? nthWeekday(n, weekday, first) : first.add({ days: number - 1 });
  // Few months have a fifth Monday.
  return date.month === first.month ? dateAnswer('add', date, lang) : null;
}

/** `the next Friday the 13th`. Every weekday falls on every day up to the 28th at least once a year. */
function nextDated({ weekday, day }: DateParts, { today, lang }: DateContext): DateFound {
  const [number = 0, date] = [day?.[0]?.number, today.now.toPlainDate()];
  if (number < 1 || number > 28) return null;
  let at = date.with({ day: number }).add({ months: date.day >= number ? 1 : 0 });
  while (at.dayOfWeek !== weekday?.[0]?.moment?.at.dayOfWeek) at = at.add({ months: 1 });
  return dateAnswer('add', at, lang);
}
