import { Temporal } from 'temporal-polyfill';
import { localDate } from '../../local-times.ts';
import { translate } from '../../phrases.ts';
import type { DateItem, DateParts } from '../../reading/dates/date-items.ts';
import { nthWeekday } from '../../reading/dates/holidays.ts';
import { type DateContext, type DateData, type DateFound, type DateRule, dateAnswer } from './date-answer.ts';
import { dayOf } from './date-sums.ts';

/** Leap years, week and day numbers, and days that are counted within a month. */
export const yearRules: readonly DateRule[] = [
  [/^(?<year>Y) (?:in )?leap$/d, isLeap],
  [/^leap (?:in )?(?<year>Y)$/d, isLeap],
  [/^leap$/d, (parts, context) => (context.isAsked ? isLeap(parts, context) : null)],
  [/^(?:when |what-year )?(?<where>next|last) leap$/d, nearLeap],
  [/^(?:(?:next|last|1st) )?(?:N )?leap (?<where>after|before|since|until|from) (?<year>Y)$/d, leapYears],
  [/^(?:when )?(?<nth>O) U:weeks (?:of |in )?(?<year>Y)$/d, weekNumbered],
  [/^(?:when )?(?:U:weeks|week-number) (?<nth>N) (?:of |in )?(?<year>Y)$/d, weekNumbered],
  [/^week-number$/d, weekOf],
  [/^(?:U:weeks|week-number)(?: of| in| from)? (?<date>[DdRHhWM])$/d, weekOf],
  [/^(?:when )?(?<nth>O) (?:U:days (?:of |in )(?<year>Y)|day-of-year)$/d, dayNumbered],
  [/^(?:U:days|day-of-year) (?<nth>N) (?:of |in )(?<year>Y)$/d, dayNumbered],
  [/^day-of-year(?:(?: of| in)? (?<date>[DdRHhWM]))?$/d, dayOfYear],
  [/^(?:(?:when|date|what-day)(?: of)? )?(?<count>O|last) (?<day>W|U:days) (?:of |in )(?<month>[Mm])$/d, countedDay],
  [/^(?:(?:when|date)(?: of)? )?next (?<weekday>W) (?<day>O)$/d, nextDated],
];

const LEAP_LISTED = 5;
const leaps = (year: number) => new Temporal.PlainDate(year, 1, 1).inLeapYear;

function isLeap(parts: DateParts, { today: { now }, lang }: DateContext): DateFound {
  const year = parts.year?.moment?.at.year ?? now.year;
  const verdict = leaps(year) ? 'Yes, YEAR is a leap year' : 'No, YEAR is not a leap year';
  return { answer: translate(verdict, lang).replace('YEAR', `${year}`), data: { op: 'leap', value: leaps(year) } };
}

function nearLeap({ where }: DateParts, { today: { now } }: DateContext): DateFound {
  const [value] = leapYearsFrom(now.year, where) as [number];
  return { answer: `${value}`, data: { op: 'leap', value } };
}

/** The five leap years after or before a year. */
function leapYears({ where, year }: DateParts): DateFound {
  const values = leapYearsFrom(year?.moment?.at.year ?? 0, where);
  return { answer: values.join(', '), data: { op: 'leap', value: values.join(', '), values } };
}

function leapYearsFrom(from: number, where: DateItem | undefined): number[] {
  const step = /^(?:before|until|last)$/.test(where?.word ?? '') ? -1 : 1;
  // At the end of a century, there are eight years between two leap years.
  const years = Array.from({ length: 4 * LEAP_LISTED + 4 }, (_, at) => from + step * (at + 1));
  return years.filter(leaps).slice(0, LEAP_LISTED);
}

/** The dates of an ISO week. By definition, 4 January is in the first one. */
function weekNumbered({ nth, year }: DateParts, { lang }: DateContext): DateFound {
  const fourth = year?.moment?.at.toPlainDate().with({ day: 4 }) as Temporal.PlainDate;
  const monday = fourth.add({ days: 1 - fourth.dayOfWeek + 7 * ((nth?.number ?? 0) - 1) });
  if (monday.yearOfWeek !== fourth.year) return null;
  const dates = `${localDate(monday, lang)} – ${localDate(monday.add({ days: 6 }), lang)}`;
  return { answer: dates, data: { op: 'week', value: monday.toString() } };
}

function weekOf({ date }: DateParts, { today, lang }: DateContext): DateFound {
  const day = date ? dayOf(date, today) : today.now.toPlainDate();
  return day && numbered('week', day.weekOfYear ?? 0, 'week', day, lang);
}

function dayNumbered({ nth, year }: DateParts, { today, lang }: DateContext): DateFound {
  const first = year?.moment?.at.toPlainDate() ?? today.now.toPlainDate().with({ month: 1, day: 1 });
  const date = first.add({ days: (nth?.number ?? 0) - 1 });
  return date.year === first.year ? dateAnswer('day_of_year', date, lang) : null;
}

function dayOfYear({ date }: DateParts, { today, lang }: DateContext): DateFound {
  const day = date ? dayOf(date, today) : today.now.toPlainDate();
  return day && numbered('day_of_year', day.dayOfYear, 'day', day, lang);
}

function numbered(op: DateData['op'], value: number, unit: string, day: Temporal.PlainDate, lang: string): DateFound {
  return { answer: `${value} (${localDate(day, lang)})`, data: { op, value, unit } };
}

/** `the second Sunday of May`, `the last day of February`. Few months have a fifth Monday. */
function countedDay({ count, day, month }: DateParts, { lang }: DateContext): DateFound {
  const first = month?.moment?.at.toPlainDate() as Temporal.PlainDate;
  const [n = -1, weekday] = [count?.number, day?.moment?.at.dayOfWeek];
  const number = n > 0 ? n : first.daysInMonth;
  const date = weekday ? nthWeekday(n, weekday, first) : first.add({ days: number - 1 });
  return date.month === first.month ? dateAnswer('add', date, lang) : null;
}

/** `the next Friday the 13th`. Every weekday falls on every day up to the 28th at least once a year. */
function nextDated({ weekday, day }: DateParts, { today, lang }: DateContext): DateFound {
  const [number = 0, date] = [day?.number, today.now.toPlainDate()];
  if (number < 1 || number > 28) return null;
  let at = date.with({ day: number }).add({ months: date.day >= number ? 1 : 0 });
  while (at.dayOfWeek !== weekday?.moment?.at.dayOfWeek) at = at.add({ months: 1 });
  return dateAnswer('add', at, lang);
}
