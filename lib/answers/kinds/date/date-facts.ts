import { Temporal } from 'temporal-polyfill';
import { numbersWith } from '../../local-formats.ts';
import { localDate, localMoment, localMonth, localWeekday } from '../../local-times.ts';
import { translate } from '../../phrases.ts';
import { keeping, nthWeekday, ruleIn } from '../../reading/dates/holidays.ts';
import { inYearOf } from '../../reading/dates/moment.ts';
import type { DateResults } from './date-question.ts';

const ungrouped = numbersWith({ useGrouping: false });
const LEAP_LISTED = 5;
/** The Julian day of 1 January 1970. */
const EPOCH_JULIAN_DAY = 2_440_588;
const numbered = (value: number, unit: string, day: Temporal.PlainDate, lang: string) => {
  return { answer: `${value} (${localDate(day, lang)})`, value, unit };
};

/** Facts about a date: its timestamp, its place in the year, its weekday, its holiday, an age, the length of its month. */
export const facts = {
  toUnix({ item, today: { now }, lang }) {
    const { at, relative } = item('date').moment ?? {};
    const then = at?.toZonedDateTime(relative ? now.timeZoneId : 'UTC') ?? now;
    const value = Math.floor(then.epochMilliseconds / 1_000);
    return { answer: ungrouped(value, lang), value, unit: 'seconds' };
  },

  /** Up to eleven digits are seconds; longer numbers are milli-, micro- or nanoseconds. */
  fromUnix({ item, parts, lang }) {
    const { word = '' } = item(parts.recent ? 'recent' : 'number');
    if (parts.recent && !/^-?\d{9,10}(?:\d{3})?$/.test(word)) return null;
    const scale = [1e11, 1e14, 1e17].filter((size) => Math.abs(Number(word)) >= size).length;
    const date = new Date((Number(word) * 1_000) / 1_000 ** scale);
    if (Number.isNaN(Number(date))) return null;
    return { answer: `${localMoment(date, lang)} UTC`, value: date.toISOString().replace('.000Z', 'Z') };
  },

  isLeap({ day, lang }) {
    const { year, inLeapYear } = day('year');
    const verdict = inLeapYear ? 'Yes, YEAR is a leap year' : 'No, YEAR is not a leap year';
    return { answer: translate(verdict, lang).replace('YEAR', `${year}`), value: inLeapYear };
  },

  /** The next or the last leap year, or the five after or before a year. */
  leapYears({ parts, item, day }) {
    const step = /^(?:before|until|last)$/.test(item('where').word ?? '') ? -1 : 1;
    const { year } = day('year');
    // At the end of a century, there are eight years between two leap years.
    const years = Array.from({ length: 4 * LEAP_LISTED + 4 }, (_, at) => year + step * (at + 1));
    const leaps = years.filter((each) => new Temporal.PlainDate(each, 1, 1).inLeapYear);
    const values = leaps.slice(0, parts.year ? LEAP_LISTED : 1);
    const answer = values.join(', ');
    return parts.year ? { answer, value: answer, values } : { answer, value: Number(answer) };
  },

  /** The dates of an ISO week, or one of them: `2026-W10-3`. By definition, 4 January is in the first one. */
  weekNumbered({ item, day, lang }) {
    const fourth = day('year').with({ day: 4 });
    const [week = item('nth').number ?? 0, weekday] = (item('week').word?.match(/\d+/g) ?? []).map(Number);
    const monday = fourth.add({ days: 1 - fourth.dayOfWeek + 7 * (week - 1) });
    if (weekday && monday.yearOfWeek === fourth.year) return monday.add({ days: weekday - 1 });
    const answer = `${localDate(monday, lang)} – ${localDate(monday.add({ days: 6 }), lang)}`;
    return monday.yearOfWeek === fourth.year ? { answer, value: monday.toString() } : null;
  },

  dayNumbered({ item, day }) {
    const first = day('year').with({ month: 1, day: 1 });
    const date = first.add({ days: (item('nth').number ?? 0) - 1 });
    return date.year === first.year ? date : null;
  },

  weekOf: ({ day, lang }) => numbered(day('date').weekOfYear as number, 'week', day('date'), lang),
  /** The day that begins at noon, counted from the first of January 4713 BC. */
  julianDay: ({ day, lang }) =>
    numbered(EPOCH_JULIAN_DAY + new Temporal.PlainDate(1970, 1, 1).until(day('date')).days, 'day', day('date'), lang),
  dayOfYear: ({ day, lang }) => numbered(day('date').dayOfYear, 'day', day('date'), lang),

  /** `the second Sunday of May`, `the last day of February`. Few months have a fifth Monday. */
  countedDay({ item, day }) {
    const first = day('month');
    const [n, weekday] = [item('count').number || -1, item('day').moment?.at.dayOfWeek];
    const date = weekday ? nthWeekday(n, weekday, first) : first.add({ days: (n > 0 ? n : first.daysInMonth) - 1 });
    return date.month === first.month ? date : null;
  },

  /** `the next Friday the 13th`. Every weekday falls on every day up to the 28th at least once a year. */
  nextDated({ item, day }) {
    const [nth = 0, today] = [item('nth').number, day('')];
    if (nth > 28) return null;
    let date = today.with({ day: nth }).add({ months: today.day >= nth ? 1 : 0 });
    while (date.dayOfWeek !== day('weekday').dayOfWeek) date = date.add({ months: 1 });
    return date;
  },

  day: ({ day }) => day('date'),
  today: ({ item, day }) => (/^(?:today|now)$/.test(item('date').word ?? '') ? day('date') : null),
  year: ({ today: { at } }) => ({ answer: `${at.year}`, value: at.year }),
  month: ({ today: { at }, lang }) => ({ answer: localMonth(at, lang), value: at.toString().slice(0, 7) }),

  weekday({ day, lang }) {
    const date = day('date');
    return { answer: `${localWeekday(date, lang)} (${localDate(date, lang)})`, value: localWeekday(date, 'en') };
  },

  /** The date of a holiday: in the named country, if it has a rule of its own there, or else where the asker is. */
  holiday({ item, parts, today, lang }) {
    const { holiday, moment, country: own = '' } = item(parts.moving ? 'moving' : 'date');
    const country = item('country').word?.slice('C:'.length);
    const rule = country && holiday && ruleIn(country, holiday);
    const isFixed = parts.moving && /^\d\d-/.test(holiday?.rule ?? '');
    if (!holiday || !moment || (country && !rule) || isFixed) return null;
    const where = keeping(holiday, country ?? own);
    const ruled = rule && { at: rule(moment.at.year).toPlainDateTime(), ...(moment.yearly && { yearly: rule }) };
    const date = inYearOf(ruled || moment, today, 'next').at.toPlainDate();
    const answer = `${translate(holiday.name, lang)}: ${localDate(date, lang)}`;
    return { answer, value: date.toString(), holiday: holiday.name, ...(where && { country: where }) };
  },

  /** The age of a person by date of birth; by year, there are two. */
  age({ item, day, counted }) {
    const { years, sign } = day('birth').until(day(''), { largestUnit: 'years' });
    if (sign < 0 || years > 150) return null;
    const found = counted(years, 'years');
    if (item('birth').symbol !== 'Y' || years === 0) return found;
    return {
      ...found,
      answer: `${years - 1} or ${found.answer}`,
      value: `${years - 1} or ${years}`,
      values: [years - 1, years],
    };
  },

  /** The number of days or weeks in a month or year. */
  daysIn({ item, day, counted }) {
    const first = day('whole');
    const isYear = item('whole').symbol === 'Y';
    if (item('unit').unit === 'days') return counted(isYear ? first.daysInYear : first.daysInMonth, 'days');
    // 28 December is always in the last week.
    return isYear ? counted(first.with({ month: 12, day: 28 }).weekOfYear as number, 'weeks') : null;
  },
} satisfies DateResults;
