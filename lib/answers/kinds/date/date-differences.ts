import { Temporal } from 'temporal-polyfill';
import { localDate } from '../../local-times.ts';
import type { DateItem, DateParts } from '../../reading/dates/date-items.ts';
import { comingAfter, inYearOf, type Moment, rightNow, type Today } from '../../reading/dates/moment.ts';
import type { TimeUnit } from '../../reading/dates/spans.ts';
import { countAnswer, type DateContext, type DateFound, type DateRule } from './date-answer.ts';
import { momentOf } from './date-sums.ts';

/** The time between two dates, or between a date and now. Two dates and nothing else must both be complete. */
export const differenceRules: readonly DateRule[] = [
  [/^(?:how-many )?U:days left (?:in |of )?(?<end>[YM])$/d, daysLeft],
  [/^(?<dates>D (?:to|until) D)(?: in (?<unit>U:\w+))?$/d, between],
  [/^(?<to>D) minus (?<from>D)$/d, minus],
  [/^(?:how-many )?(?<unit>U:\w+)(?: left)? (?<where>until|to|before|since|past) (?<date>.+?)(?: from R)?$/d, apart],
  [/^(?:how-long|time)(?: left)? (?<where>until|to|before|since|past) (?<date>.+?)(?: from R)?$/d, apart],
  [/^(?:how-many )?(?<unit>U:\w+) (?:in )?(?:between|from) (?<dates>.+?)(?: (?<inclusive>inclusive))?$/d, between],
  [/^(?:difference|how-long|time)(?: between| from| of)? (?<dates>.+?)(?: in (?<unit>U:\w+))?$/d, between],
];

const TIME_UNITS = new Set<TimeUnit>(['hours', 'minutes', 'seconds']);

function daysLeft({ end }: DateParts, { today, lang }: DateContext): DateFound {
  const first = end?.moment?.at.toPlainDate() as Temporal.PlainDate;
  const last = end?.symbol === 'Y' ? first.with({ month: 12, day: 31 }) : first.with({ day: first.daysInMonth });
  const days = today.now.toPlainDate().until(last, { largestUnit: 'days' }).days;
  return days < 0 ? null : countAnswer('diff', days, 'days', lang);
}

function minus({ from, to }: DateParts, { lang }: DateContext): DateFound {
  return measured(from?.moment as Moment, to?.moment as Moment, 'days', lang, { signed: true });
}

function between({ unit: given, dates, inclusive }: DateParts, { today, lang }: DateContext): DateFound {
  const unit = given?.unit;
  const [one, to] = twoIn(dates?.all ?? [], (part) => pointOf(part, today, unit)) ?? [];
  if (!one || !to || one.isTime !== to.isTime || (one.isTime && !TIME_UNITS.has(unit ?? 'hours'))) return null;
  const isLate = Temporal.PlainDateTime.compare(one.at, to.at) > 0;
  // 10 pm to 6 am spans midnight.
  if (one.isTime) return measured(one, { ...to, at: to.at.add({ days: Number(isLate) }) }, unit ?? 'hours', lang);
  // `from Friday until today` means last Friday.
  const from = to.relative && isLate ? inYearOf(one, today, 'last') : one;
  const end = comingAfter(from, to);
  const isShort = from.timed && end.timed && Math.abs(from.at.until(end.at).total('hours')) < 48;
  return measured(from, end, unit ?? (isShort ? 'hours' : 'days'), lang, { inclusive: inclusive !== undefined });
}

function apart({ unit: given, where, date }: DateParts, { today, lang }: DateContext): DateFound {
  const past = /^(?:since|past)$/.test(where?.word ?? '');
  const moment = pointOf(date?.all ?? [], today, given?.unit ?? 'days');
  const unit = given?.unit ?? (moment?.isTime ? 'hours' : 'days');
  const now = { ...rightNow(today), timed: TIME_UNITS.has(unit) };
  if (!moment || (moment.isTime && !now.timed)) return null;
  // Between years there are whole years, whatever the day.
  const isYears = date?.symbol === 'Y' && unit === 'years';
  const here = isYears ? { at: new Temporal.PlainDateTime(today.now.year, 1, 1) } : now;
  const there = moment.isTime ? onClock(moment, now, past) : inYearOf(moment, today, past ? 'last' : 'next');
  return past ? measured(there, here, unit, lang) : measured(here, there, unit, lang);
}

/** The next or the last time that the clock shows this. */
function onClock(time: Moment, now: Moment, past: boolean): Moment {
  const order = Temporal.PlainDateTime.compare(time.at, now.at);
  return { ...time, at: time.at.add({ days: past ? Math.min(0, -order) : Math.max(0, -order) }) };
}

/** A date or a time of day; a year only if the question names a unit. */
function pointOf(items: readonly DateItem[], today: Today, unit: TimeUnit | undefined) {
  const [item] = items;
  const isTime = item?.symbol === 'T';
  const isPoint =
    items.length === 1 && (isTime || /^[dhDHRWM]$/.test(item?.symbol ?? '') || (item?.symbol === 'Y' && unit));
  const moment = isPoint ? item?.moment : momentOf(items, today);
  return moment ? { ...moment, isTime } : null;
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
  from: Moment,
  to: Moment,
  unit: TimeUnit,
  lang: string,
  { inclusive = false, signed = false } = {},
): DateFound {
  const precise = (from.timed && to.timed) || TIME_UNITS.has(unit);
  const cut = (moment: Moment) =>
    precise && (moment.timed || !moment.relative) ? moment.at : moment.at.toPlainDate().toPlainDateTime();
  const ahead = Temporal.PlainDateTime.compare(cut(from), cut(to)) <= 0;
  const [first, last] = ahead ? [cut(from), cut(to)] : [cut(to), cut(from)];
  const size =
    unit === 'weekdays'
      ? weekdaysIn(first, last)
      : Math.round(first.until(last).total({ unit, relativeTo: first }) * 100) / 100 + Number(inclusive);
  const value = signed && !ahead ? -size : size;
  const dates = `${localDate(first.toPlainDate(), lang)} – ${localDate(last.toPlainDate(), lang)}`;
  return countAnswer('diff', value, unit, lang, ` (${dates})`);
}

/** Mondays to Fridays, including both ends. */
function weekdaysIn(first: Temporal.PlainDateTime, last: Temporal.PlainDateTime): number {
  const days = first.toPlainDate().until(last.toPlainDate(), { largestUnit: 'days' }).days + 1;
  const start = first.dayOfWeek - 1;
  let rest = 0;
  for (let at = 0; at < days % 7; at++) if ((start + at) % 7 < 5) rest += 1;
  return Math.floor(days / 7) * 5 + rest;
}
