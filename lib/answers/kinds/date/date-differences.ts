import { Temporal } from 'temporal-polyfill';
import { localCount, localDate } from '../../local-times.ts';
import { type DateItem, matchItems } from '../../reading/dates/date-items.ts';
import { comingAfter, dateOnly, inYearOf, type Moment, type Today } from '../../reading/dates/moment.ts';
import type { TimeUnit } from '../../reading/dates/spans.ts';
import type { DateContext, DateFound, DateQuestion } from './date-answer.ts';
import { dateOf } from './date-sums.ts';

/** The time between two dates, or between a date and now. */

const LEFT = /^(?:how-many )?(?<unit>U) left (?:in |of )?(?<end>[YM])$/d;
const BETWEEN = /^(?:how-many )?(?<unit>U) (?:in )?(?:between|from) (?<dates>.+?)(?<inclusive> inclusive)?$/d;
const DIFFERENCE = /^(?:difference|how-long|time)(?: between| from| of)? (?<dates>.+?)(?: in (?<unit>U))?$/d;
const APART =
  /^(?:(?:how-many |how-long )?(?<unit>U)|how-long|time)(?: left)? (?<where>until|to|before|since|past) (?<date>.+?)(?: from D)?$/d;
/** Two dates and nothing else: both must be complete. */
const RANGE = /^(?<from>D) (?<link>to|until|minus) (?<to>D)(?: in (?<unit>U))?$/d;
const TIME_UNITS = new Set<TimeUnit>(['hours', 'minutes', 'seconds']);

/** `days until christmas`, `weeks between 1 May and 1 June`. */
export const dateDifference: DateQuestion = (items, context) =>
  daysLeft(items, context) ?? range(items, context) ?? apart(items, context) ?? between(items, context);

function daysLeft(items: readonly DateItem[], { today, lang }: DateContext): DateFound {
  const { unit, end } = matchItems(items, LEFT) ?? {};
  const first = end?.[0]?.moment?.at.toPlainDate();
  if (!first || unit?.[0]?.unit !== 'days') return null;
  const last = end?.[0]?.symbol === 'Y' ? first.with({ month: 12, day: 31 }) : first.with({ day: first.daysInMonth });
  const days = today.now.toPlainDate().until(last, { largestUnit: 'days' }).days;
  return days < 0 ? null : { answer: localCount(days, 'days', lang), data: { op: 'diff', value: days, unit: 'days' } };
}

/** `2024-01-01 to 2024-02-01`, `2020-11-05 - 2020-10-05`. */
function range(items: readonly DateItem[], { lang }: DateContext): DateFound {
  const { from: one, to: other, link, unit } = matchItems(items, RANGE) ?? {};
  const [from, to] = [one?.[0]?.moment, other?.[0]?.moment];
  if (!from || !to || [from, to].some(({ yearly, relative }) => yearly || relative)) return null;
  if (link?.[0]?.symbol === 'minus') return measured(to, from, 'days', lang, { signed: true });
  return measured(from, to, unit?.[0]?.unit ?? 'days', lang);
}

function between(items: readonly DateItem[], { today, lang }: DateContext): DateFound {
  const { unit: units, dates, inclusive } = matchItems(items, BETWEEN) ?? matchItems(items, DIFFERENCE) ?? {};
  const unit = units?.[0]?.unit;
  const pair = dates && twoIn(dates, (part) => pointOf(part, today, unit));
  if (!pair) return null;
  const [one, to] = pair;
  if (one.isTime !== to.isTime || (one.isTime && !TIME_UNITS.has(unit ?? 'hours'))) return null;
  if (one.isTime) {
    // 10 pm to 6 am spans midnight.
    const isNextDay = Temporal.PlainDateTime.compare(one.at, to.at) > 0;
    return measured(one, { ...to, at: to.at.add({ days: Number(isNextDay) }) }, unit ?? 'hours', lang);
  }
  // `from Friday until today` means last Friday.
  const from = to.relative && Temporal.PlainDateTime.compare(one.at, to.at) > 0 ? inYearOf(one, today, 'last') : one;
  const end = comingAfter(from, to);
  const isShort = from.timed && end.timed && Math.abs(from.at.until(end.at).total('hours')) < 48;
  return measured(from, end, unit ?? (isShort ? 'hours' : 'days'), lang, { inclusive: inclusive !== undefined });
}

function apart(items: readonly DateItem[], { today, lang }: DateContext): DateFound {
  const { unit: units, where, date } = matchItems(items, APART) ?? {};
  const unit = units?.[0]?.unit;
  const moment = date && pointOf(date, today, unit ?? 'days');
  if (!moment) return null;
  const past = /^(?:since|past)$/.test(where?.[0]?.symbol ?? '');
  const now = dateOf([{ symbol: 'time', word: 'time' }], today) as Moment;
  if (moment.isTime) {
    // The next or the last time that the clock shows this.
    if (!TIME_UNITS.has(unit ?? 'hours')) return null;
    const order = Temporal.PlainDateTime.compare(moment.at, now.at);
    const days = past ? Math.min(0, -order) : Math.max(0, -order);
    return ordered(
      { ...moment, at: moment.at.add({ days }) },
      { ...now, timed: true, relative: false },
      unit ?? 'hours',
    );
  }
  // Between years there are whole years, whatever the day.
  const isYears = date?.[0]?.symbol === 'Y' && unit === 'years';
  const start = isYears ? dateOnly(new Temporal.PlainDate(today.now.year, 1, 1)) : now;
  const meant = inYearOf(moment, today, past ? 'last' : 'next');
  return ordered(meant, { ...start, timed: TIME_UNITS.has(unit ?? 'days') }, unit ?? 'days');

  function ordered(there: Moment, here: Moment, counted: TimeUnit): DateFound {
    return past ? measured(there, here, counted, lang) : measured(here, there, counted, lang);
  }
}

/** A date or a time of day; a year only if the question names a unit. */
function pointOf(
  items: readonly DateItem[],
  today: Today,
  unit: TimeUnit | undefined,
): (Moment & { isTime: boolean }) | null {
  const [item] = items;
  const single = items.length === 1 && item?.moment && (/^[DHWMT]$/.test(item.symbol) || (item.symbol === 'Y' && unit));
  const moment = single ? item.moment : dateOf(items, today);
  return moment ? { ...moment, isTime: item?.symbol === 'T' } : null;
}

/** Two things with a connector between them, or none. */
function twoIn<Thing>(
  items: readonly DateItem[],
  read: (part: readonly DateItem[]) => Thing | null,
): [Thing, Thing] | null {
  for (let at = 1; at < items.length; at++) {
    const isLink = /^(?:and|to|until|minus)$/.test(items[at]?.symbol ?? '');
    const from = read(items.slice(0, at));
    const to = from && read(items.slice(isLink ? at + 1 : at));
    if (from && to) return [from, to];
  }
  return null;
}

function measured(
  from: Moment,
  to: Moment,
  unit: TimeUnit,
  lang: string,
  { inclusive = false, signed = false } = {},
): DateFound {
  const precise = (from.timed && to.timed) || TIME_UNITS.has(unit);
  const cut = (moment: Moment) => {
    if (precise && (moment.timed || !moment.relative)) return moment.at;
    return moment.at.toPlainDate().toPlainDateTime();
  };
  const ahead = Temporal.PlainDateTime.compare(cut(from), cut(to)) <= 0;
  const [first, last] = ahead ? [cut(from), cut(to)] : [cut(to), cut(from)];
  const size = unit === 'weekdays' ? weekdaysIn(first, last) : total(first, last, unit) + (inclusive ? 1 : 0);
  const value = signed && !ahead ? -size : size;
  const dates = `${localDate(first.toPlainDate(), lang)} – ${localDate(last.toPlainDate(), lang)}`;
  return { answer: `${localCount(value, unit, lang)} (${dates})`, data: { op: 'diff', value, unit } };
}

function total(
  first: Temporal.PlainDateTime,
  last: Temporal.PlainDateTime,
  unit: Exclude<TimeUnit, 'weekdays'>,
): number {
  const size = first.until(last).total({ unit, relativeTo: first });
  return Math.round(size * 100) / 100;
}

/** Mondays to Fridays, including both ends. */
function weekdaysIn(first: Temporal.PlainDateTime, last: Temporal.PlainDateTime): number {
  const days = first.toPlainDate().until(last.toPlainDate(), { largestUnit: 'days' }).days + 1;
  const start = first.dayOfWeek - 1;
  let rest = 0;
  for (let at = 0; at < days % 7; at++) if ((start + at) % 7 < 5) rest += 1;
  return Math.floor(days / 7) * 5 + rest;
}
