import { Temporal } from 'temporal-polyfill';
import { localDate } from '../../local-times.ts';
import type { DateItem } from '../../reading/dates/date-items.ts';
import { comingAfter, inYearOf, type Moment, type Today } from '../../reading/dates/moment.ts';
import type { TimeUnit } from '../../reading/dates/spans.ts';
import type { DateQuestion, DateResults } from './date-question.ts';
import { momentOf } from './date-sums.ts';

const TIME_UNITS = /^(?:hours|minutes|seconds)$/;

/** The time between two dates, or between a date and now. */
export const differences = {
  daysLeft({ item, day, counted }) {
    const first = day('whole');
    const last = first.add(item('whole').symbol === 'Y' ? { years: 1 } : { months: 1 }).subtract({ days: 1 });
    const { days, sign } = day('').until(last, { largestUnit: 'days' });
    return sign < 0 ? null : counted(days, 'days');
  },

  minus: (question) =>
    measured(question, question.item('from').moment, question.item('to').moment, 'days', { signed: true }),

  between(question) {
    const { parts, today, item } = question;
    const { unit } = item('unit');
    const [one, to] = twoIn(parts.dates ?? [], (part) => pointOf(part, today, unit)) ?? [];
    if (!one || !to || one.isTime !== to.isTime || (one.isTime && !TIME_UNITS.test(unit ?? 'hours'))) return null;
    const isLate = Temporal.PlainDateTime.compare(one.at, to.at) > 0;
    // 10 pm to 6 am spans midnight.
    if (one.isTime) return measured(question, one, { ...to, at: to.at.add({ days: Number(isLate) }) }, unit ?? 'hours');
    // `from Friday until today` means last Friday.
    const from = to.relative && isLate ? inYearOf(one, today, 'last') : one;
    const end = comingAfter(from, to);
    const isShort = from.timed && end.timed && Math.abs(from.at.until(end.at).total('hours')) < 48;
    return measured(question, from, end, unit ?? (isShort ? 'hours' : 'days'), { inclusive: 'inclusive' in parts });
  },

  apart(question) {
    const { parts, today, item } = question;
    const isPast = /^(?:since|past)$/.test(item('where').word ?? '');
    const moment = pointOf(parts.date ?? [], today, item('unit').unit ?? 'days');
    const unit = item('unit').unit ?? (moment?.isTime ? 'hours' : 'days');
    const now = { at: today.at, relative: true, timed: TIME_UNITS.test(unit) };
    if (!moment || (moment.isTime && !now.timed)) return null;
    // Between years there are whole years, whatever the day.
    const isYears = item('date').symbol === 'Y' && unit === 'years';
    const here = isYears ? { at: new Temporal.PlainDateTime(today.at.year, 1, 1) } : now;
    const there = moment.isTime ? onClock(moment, now, isPast) : inYearOf(moment, today, isPast ? 'last' : 'next');
    return isPast ? measured(question, there, here, unit) : measured(question, here, there, unit);
  },
} satisfies DateResults;

/** The next or the last time that the clock shows this. */
function onClock(time: Moment, now: Moment, isPast: boolean): Moment {
  const order = Temporal.PlainDateTime.compare(time.at, now.at);
  return { ...time, at: time.at.add({ days: isPast ? Math.min(0, -order) : Math.max(0, -order) }) };
}

/** A date or a time of day; a year only if the question names a unit. */
function pointOf(items: readonly DateItem[], today: Today, unit: TimeUnit | undefined) {
  const [{ symbol = '', moment: named } = {}, more] = items;
  const isPoint = !more && (unit ? /^[dhDHRWMTY]$/ : /^[dhDHRWMT]$/).test(symbol);
  const moment = isPoint ? named : momentOf(items, today);
  return moment ? { ...moment, isTime: symbol === 'T' } : null;
}

/** Two things with a connector between them, or none. */
function twoIn<Thing>(
  items: readonly DateItem[],
  read: (part: readonly DateItem[]) => Thing | null,
): [Thing, Thing] | null {
  for (let at = 1; at < items.length; at++) {
    const isLink = /^(?:and|to|until|minus)$/.test(items[at]?.word ?? '');
    const from = read(items.slice(0, at));
    const to = from && read(items.slice(isLink ? at + 1 : at));
    if (from && to) return [from, to];
  }
  return null;
}

function measured(
  { lang, counted }: DateQuestion,
  from: Moment | undefined,
  to: Moment | undefined,
  unit: TimeUnit,
  { inclusive = false, signed = false } = {},
) {
  if (!from || !to) return null;
  const isPrecise = (from.timed && to.timed) || TIME_UNITS.test(unit);
  const [start, end] = [from, to].map(({ at, timed, relative }) =>
    isPrecise && (timed || !relative) ? at : at.withPlainTime(),
  ) as [Temporal.PlainDateTime, Temporal.PlainDateTime];
  const isAhead = Temporal.PlainDateTime.compare(start, end) <= 0;
  const [first, last] = isAhead ? [start, end] : [end, start];
  const size =
    unit === 'weekdays'
      ? weekdaysIn(first, last)
      : Math.round(first.until(last).total({ unit, relativeTo: first }) * 100) / 100 + Number(inclusive);
  return counted(signed && !isAhead ? -size : size, unit, ` (${localDate(first, lang)} – ${localDate(last, lang)})`);
}

/** Mondays to Fridays, including both ends. */
function weekdaysIn(first: Temporal.PlainDateTime, last: Temporal.PlainDateTime): number {
  const days = first.toPlainDate().until(last.toPlainDate(), { largestUnit: 'days' }).days + 1;
  const rest = Array.from({ length: days % 7 }, (_, at) => (first.dayOfWeek - 1 + at) % 7);
  return Math.floor(days / 7) * 5 + rest.filter((day) => day < 5).length;
}
