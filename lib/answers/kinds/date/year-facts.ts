import type { Temporal } from 'temporal-polyfill';
import { localDate } from '../../local-times.ts';
import { translate } from '../../phrases.ts';
import { matchItems } from '../../reading/dates/date-items.ts';
import { nthWeekday } from '../../reading/dates/holidays.ts';
import { type DateFound, type DateQuestion, dateAnswer } from './date-answer.ts';
import { dateOf } from './date-sums.ts';

/** Leap years, week and day numbers, and days that are counted within a month. */

const LEAP_OF = /^(?:(?<year>[YD])(?: in)? leap|leap(?: in)? (?<after>Y))$/d;
const LEAP_NEAR = /^(?:when |what-year )?(?<which>next|last) leap$/d;
const LEAP_LIST =
  /^(?:(?:next|last|1st) )?(?<count>N )?leap (?<where>after|before|since|until|from|between) (?<year>Y)(?: (?:and|to) (?<end>Y))?$/d;
const LEAP_LISTED = 5;
const MAX_LISTED = 100;

const leaps = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Whether a year is a leap year, or which years are. */
export const leapYear: DateQuestion = (items, { today: { now }, lang, isAsked }) => {
  const { year: before, after } = matchItems(items, LEAP_OF) ?? {};
  const isThis = items.length === 1 && items[0]?.symbol === 'leap' && isAsked;
  const one = (before ?? after)?.[0]?.moment?.at.year ?? (isThis ? now.year : undefined);
  if (one !== undefined) {
    const yes = leaps(one);
    const verdict = yes ? 'Yes, YEAR is a leap year' : 'No, YEAR is not a leap year';
    return { answer: translate(verdict, lang).replace('YEAR', String(one)), data: { op: 'leap', value: yes } };
  }
  const near = matchItems(items, LEAP_NEAR)?.which?.[0]?.symbol;
  if (near) {
    const value = leapYears(now.year, near === 'next' ? 1 : -1, 1)[0] as number;
    return { answer: String(value), data: { op: 'leap', value } };
  }
  const { where, count, year, end } = matchItems(items, LEAP_LIST) ?? {};
  const [from, last] = [year, end].map((each) => each?.[0]?.moment?.at.year);
  if (from === undefined) return null;
  const back = /^(?:before|until)$/.test(where?.[0]?.symbol ?? '');
  const values =
    last === undefined
      ? leapYears(from, back ? -1 : 1, Math.min(count?.[0]?.number ?? LEAP_LISTED, MAX_LISTED))
      : leapYears(from - 1, 1, MAX_LISTED).filter((each) => each <= last);
  return { answer: values.join(', '), data: { op: 'leap', value: values.join(', '), values } };
};

function leapYears(from: number, step: 1 | -1, count: number): number[] {
  const years: number[] = [];
  for (let year = from + step; years.length < count && year > 0 && year <= 9999; year += step)
    if (leaps(year)) years.push(year);
  return years;
}

const PART_OF_YEAR =
  /^(?:when )?(?:(?<nth>O) (?<unit>U)|(?<part>U|week-number|day-of-year) (?<number>N))(?: of| in)? (?<year>Y)$/d;

/** `43rd week of 1984`, `day 100 of 2024`: the number of a week or day, and the first day of its year. */
function partOfYear(items: Parameters<DateQuestion>[0], unit: 'weeks' | 'days') {
  const { nth, unit: units, part, number, year } = matchItems(items, PART_OF_YEAR) ?? {};
  const word = (units ?? part)?.[0]?.word;
  const isUnit = word === unit || word === { weeks: 'week-number', days: 'day-of-year' }[unit];
  const [value = 0, first] = [(nth ?? number)?.[0]?.number, year?.[0]?.moment?.at.toPlainDate()];
  return isUnit && first && value >= 1 ? { value, first } : null;
}

const WEEK_OF = /^(?:week-number|U)(?: of| in| from)? (?<date>[DHWM])$/d;

/** The ISO week of a date, or the dates of a week. */
export const weekOfYear: DateQuestion = (items, { today, lang }) => {
  const part = partOfYear(items, 'weeks');
  if (part) {
    // By definition, 4 January is in the first week.
    const fourth = part.first.with({ day: 4 });
    const monday = fourth.subtract({ days: fourth.dayOfWeek - 1 }).add({ weeks: part.value - 1 });
    if (monday.yearOfWeek !== part.first.year) return null;
    const dates = `${localDate(monday, lang)} – ${localDate(monday.add({ days: 6 }), lang)}`;
    return { answer: dates, data: { op: 'week', value: monday.toString() } };
  }
  if (items[0]?.word !== 'week-number' && items[0]?.word !== 'weeks') return null;
  if (items.length === 1) return items[0].word === 'weeks' ? null : weekOf(today.now.toPlainDate(), lang);
  const date = dateOf(matchItems(items, WEEK_OF)?.date ?? [], today)?.at.toPlainDate();
  return date ? weekOf(date, lang) : null;
};

function weekOf(date: Temporal.PlainDate, lang: string): DateFound {
  const value = date.weekOfYear as number;
  return { answer: `${value} (${localDate(date, lang)})`, data: { op: 'week', value, unit: 'week' } };
}

const DAY_OF_YEAR = /^day-of-year(?:(?: of| in)? (?<date>[DHWM]))?$/d;

/** The number of a day in its year, or the date of such a number. */
export const dayOfYear: DateQuestion = (items, { today, lang }) => {
  const part = partOfYear(items, 'days');
  if (part) {
    return part.value > part.first.daysInYear
      ? null
      : dateAnswer('day_of_year', part.first.add({ days: part.value - 1 }), lang);
  }
  const match = matchItems(items, DAY_OF_YEAR);
  if (!match) return null;
  const date = match.date ? dateOf(match.date, today)?.at.toPlainDate() : today.now.toPlainDate();
  if (!date) return null;
  const answer = `${date.dayOfYear} (${localDate(date, lang)})`;
  return { answer, data: { op: 'day_of_year', value: date.dayOfYear, unit: 'day' } };
};

const COUNTED = /^(?:(?:when|date|what-day)(?: of)? )?(?<count>O|last) (?<day>[WU]) (?:of |in )(?<month>[Mm])$/d;
const NEXT_DATED = /^(?:(?:when|date)(?: of)? )?next (?<weekday>W) (?<day>O)$/d;

/** `the second Sunday of May`, `the last day of February`, `the next Friday the 13th`. */
export const countedDay: DateQuestion = (items, { today, lang }) => {
  const { count, day, month } = matchItems(items, COUNTED) ?? {};
  const first = month?.[0]?.moment?.at.toPlainDate();
  if (first) {
    const n = count?.[0]?.number ?? -1;
    const weekday = day?.[0]?.moment?.at.dayOfWeek;
    if (!weekday && day?.[0]?.unit !== 'days') return null;
    const date = weekday
      ? nthWeekday(n, weekday, first)
      : n > 0
        ? first.add({ days: n - 1 })
        : first.with({ day: first.daysInMonth });
    // Few months have a fifth Monday.
    return date.month === first.month ? dateAnswer('add', date, lang) : null;
  }
  const dated = matchItems(items, NEXT_DATED);
  const [weekday, number = 0] = [dated?.weekday?.[0]?.moment?.at.dayOfWeek, dated?.day?.[0]?.number];
  return weekday && number <= 28 ? dateAnswer('add', nextDated(weekday, number, today.now.toPlainDate()), lang) : null;
};

/** Every weekday falls on every day up to the 28th at least once a year. */
function nextDated(weekday: number, day: number, today: Temporal.PlainDate): Temporal.PlainDate {
  let at = today.with({ day });
  if (today.day >= day) at = at.add({ months: 1 });
  while (at.dayOfWeek !== weekday) at = at.add({ months: 1 });
  return at;
}
