import { Temporal } from 'temporal-polyfill';
import { localDate, localTime } from '../../local-times.ts';
import type { DateItem, Moment, TimeUnit, Today } from '../../reading/dates/moment.ts';
import { inYearOf, writtenDate } from '../../reading/dates/moment.ts';
import type { DateQuestion, DateResults } from './date-question.ts';
import { momentOf } from './date-sums.ts';

const CLOCK_UNITS = /^(?:hours|minutes|seconds)$/;

/** The time between two dates, or between a date and now. */
export const differences = {
  daysLeft({ item, day, counted }) {
    const next = day('whole').add(item('whole').symbol === 'Y' ? { years: 1 } : { months: 1 });
    const { days } = day('').until(next, { largestUnit: 'days' });
    return days < 1 ? null : counted(days - 1, 'days');
  },

  between(question) {
    const { parts, today, item } = question;
    const [one, to] = twoIn(parts.dates ?? [], today, item('unit').unit);
    if (!one || !to || (one.every === 1) !== (to.every === 1)) return null;
    if (parts.signed) return measured(question, to, one, 'days');
    // `from Friday until today` means last Friday, and `5 January to 3 March 2025` are in one year.
    const isLate = one.yearly ? !to.yearly : to.relative && Temporal.PlainDateTime.compare(one.at, to.at) > 0;
    const from = isLate ? inYearOf(one, to, 'last') : one;
    // From Christmas to New Year is a week.
    const isEarly = !from.yearly || Temporal.PlainDateTime.compare(from.at, to.at) > 0;
    const end = isEarly ? inYearOf(to, from, 'next') : to;
    const isShort = from.timed && end.timed && Math.abs(from.at.until(end.at).total('hours')) < 48;
    return measured(question, from, end, item('unit').unit ?? (isShort ? 'hours' : 'days'));
  },

  apart(question) {
    const { parts, today, item } = question;
    const isBack = /^(?:since|past)$/.test(item('where').word ?? '');
    const moment = pointOf(parts.date ?? [], today, 'days');
    if (!moment) return null;
    const { unit = moment.every === 1 ? 'hours' : 'days' } = item('unit');
    // Between years there are whole years, whatever the day.
    const isYears = item('date').symbol === 'Y' && unit === 'years';
    const here = isYears
      ? { at: new Temporal.PlainDateTime(today.at.year, 1, 1) }
      : { at: today.at, relative: true, timed: CLOCK_UNITS.test(unit) };
    const there = inYearOf(moment, today, isBack ? 'last' : 'next');
    return isBack ? measured(question, there, here, unit) : measured(question, here, there, unit);
  },
} satisfies DateResults;

/** A date or a time of day; a year only if the question names a unit. */
function pointOf(items: readonly DateItem[], today: Today, unit: TimeUnit | undefined): Moment | null {
  const [{ symbol = '', moment } = {}, more] = items;
  const isPoint = !more && (unit ? /^[dhDHRWMTY]$/ : /^[dhDHRWMT]$/).test(symbol);
  return isPoint && moment ? moment : momentOf(items, today);
}

/** Two dates or times with a connector between them, or none. */
function twoIn(items: readonly DateItem[], today: Today, unit: TimeUnit | undefined): Moment[] {
  for (let at = 1; at < items.length; at++) {
    const isLink = /^(?:and|to|until|minus)$/.test(items[at]?.word ?? '');
    const from = pointOf(items.slice(0, at), today, unit);
    const to = from && pointOf(items.slice(isLink ? at + 1 : at), today, unit);
    if (to) return [from, to];
  }
  return [];
}

/** Times of day are apart by hours, minutes or seconds. */
function measured({ parts, lang, counted }: DateQuestion, from: Moment, to: Moment, unit: TimeUnit) {
  const isTime = CLOCK_UNITS.test(unit);
  if (!isTime && (from.every === 1 || to.every === 1)) return null;
  const cut = ({ at, timed, relative }: Moment) =>
    (isTime || (from.timed && to.timed)) && (timed || !relative) ? at : at.withPlainTime();
  const isAhead = Temporal.PlainDateTime.compare(cut(from), cut(to)) <= 0;
  const [first, last] = isAhead ? [cut(from), cut(to)] : [cut(to), cut(from)];
  const exact = unit === 'weekdays' ? weekdaysIn(first, last) : first.until(last).total({ unit, relativeTo: first });
  const size = Math.round(exact * 100) / 100 + Number('inclusive' in parts && unit !== 'weekdays');
  const value = parts.signed && !isAhead ? -size : size;
  // Times of the same day need no date.
  const isSameDay = first.toPlainDate().equals(last.toPlainDate());
  const written = (at: Temporal.PlainDateTime) =>
    isTime
      ? `${localTime(at.round('minute'), lang)}${isSameDay ? '' : `, ${localDate(at, lang)}`}`
      : localDate(at, lang);
  const found = counted(value, unit, ` (${written(first)} – ${written(last)})`);
  const approximate = Math.abs(exact * 100 - Math.round(exact * 100)) > 1e-9;
  return { ...found, approximate, from: { date: writtenDate(first) }, to: { date: writtenDate(last) } };
}

/** Mondays to Fridays, including both ends. */
function weekdaysIn(first: Temporal.PlainDateTime, last: Temporal.PlainDateTime): number {
  const days = first.toPlainDate().until(last.toPlainDate(), { largestUnit: 'days' }).days + 1;
  const rest = Array.from({ length: days % 7 }, (_, at) => (first.dayOfWeek - 1 + at) % 7);
  return Math.floor(days / 7) * 5 + rest.filter((day) => day < 5).length;
}
