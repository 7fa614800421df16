import { Temporal } from 'temporal-polyfill';
import { localNumber } from '../../local-formats.ts';
import { dayShift, isoTime, localDate, localTime } from '../../local-times.ts';
import { type DateItem, type DateParts, matchItems } from '../../reading/dates/date-items.ts';
import { inYearOf, type Moment, rightNow, type Today } from '../../reading/dates/moment.ts';
import { hasTimeUnits, type Span, secondsIn } from '../../reading/dates/spans.ts';
import { type DateContext, type DateFound, type DateRule, dateAnswer } from './date-answer.ts';

/** Sums of dates and spans of time: `3 days before 21st March`, `1/1/2012 + 1 day`, `in 3 weeks`, `10:31 + 8:30`. */
export const sumRules: readonly DateRule[] = [
  [/^(?<from>T) (?<sign>plus|minus) (?<more>[TS])(?: (?:to|in) time)?$/d, timeSum],
  [/^(?<terms>S(?: (?:plus|minus) S)+)$/d, spanSum],
  [/^(?<opening>(?:(?:when|date|what-day|weekday|time) )*)(?<sum>.+)$/d, dateSum],
];

/** A span before or after a date, or before or after now if there is no date. */
const FORMS: readonly RegExp[] = [
  /^(?<base>.+) (?<sign>plus|minus) (?<span>S)$/d,
  /^(?<sign>plus|minus) (?<span>S) (?:to|from) (?<base>.+)$/d,
  /^(?:in )?(?<span>S) (?<sign>from|after|since|before) (?<base>.+)$/d,
  /^(?<span>S) (?<sign>past|later|earlier)(?: (?<base>R))?$/d,
  /^(?<sign>past|before|in|after|between) (?<span>S)(?: time)?$/d,
  /^(?<base>R) (?<sign>in) (?<span>S)$/d,
];
const BACK = new Set(['minus', 'before', 'past', 'earlier']);
const MAX_DEPTH = 5;

/** The moment that some items name or compute. A holiday means the next one. */
export function momentOf(items: readonly DateItem[], today: Today, depth = 0): Moment | null {
  const [item] = items;
  if (items.length !== 1 || !item?.moment) return depth < MAX_DEPTH ? computed(items, today, depth + 1) : null;
  if (!/^[DdRHhWM]$/.test(item.symbol)) return null;
  return item.symbol === 'h' ? inYearOf(item.moment, today, 'next') : item.moment;
}

/** The date of such a moment. */
export function dayOf(part: DateParts[string] | undefined, today: Today): Temporal.PlainDate | null {
  return momentOf(part?.all ?? [], today)?.at.toPlainDate() ?? null;
}

function computed(items: readonly DateItem[], today: Today, depth: number): Moment | null {
  for (const form of FORMS) {
    const { base, sign, span } = matchItems(items, form) ?? {};
    const from = base ? momentOf(base.all, today, depth) : rightNow(today);
    if (span?.span && from) return moved(from, span.span, BACK.has(sign?.word ?? ''), today);
  }
  return null;
}

function moved(moment: Moment, { weekdays = 0, ...calendar }: Span, back: boolean, { now }: Today): Moment | null {
  const isTimed = hasTimeUnits(calendar);
  try {
    const span = Temporal.Duration.from({ days: 0, ...calendar });
    const signed = back ? span.negated() : span;
    // Counted from now, an hour is an hour even if the clocks change.
    const at =
      moment.relative && isTimed
        ? moment.at.toZonedDateTime(now.timeZoneId).add(signed).toPlainDateTime()
        : moment.at.add(signed);
    const end = weekdays ? afterWeekdays(at, back ? -weekdays : weekdays) : at;
    if (!end || end.year < 1 || end.year > 9999) return null;
    return { at: end, timed: moment.timed || isTimed, relative: moment.relative === true };
  } catch {
    return null;
  }
}

function afterWeekdays(from: Temporal.PlainDateTime, count: number): Temporal.PlainDateTime | null {
  // Every day is a step, and more of them would block other requests.
  if (Math.abs(count) > 1_000) return null;
  let at = from;
  for (let left = Math.abs(count); left > 0; left -= Number(at.dayOfWeek <= 5)) at = at.add({ days: Math.sign(count) });
  return at;
}

/** A date plus or minus a span. `28 days later` is a film, so this form needs a question. */
function dateSum({ opening, sum }: DateParts, { today, lang, isAsked }: DateContext): DateFound {
  const isTitle = !isAsked && !opening && /^(?:later|earlier)$/.test(sum?.all.at(-1)?.word ?? '');
  const moment = isTitle ? null : computed(sum?.all ?? [], today, 0);
  if (!moment) return null;
  if (!moment.timed && !opening?.all.some(({ word }) => word === 'time'))
    return dateAnswer('add', moment.at.toPlainDate(), lang);
  // When clocks go forward, a local time may not exist.
  const at = moment.relative ? moment.at.toZonedDateTime(today.now.timeZoneId).toPlainDateTime() : moment.at;
  const answer = `${localTime(at, lang)}, ${localDate(at.toPlainDate(), lang)}`;
  return { answer, data: { op: 'add', value: at.toString({ smallestUnit: 'second' }) } };
}

/** `1 day plus 48 hours`: only spans, no date. */
function spanSum({ terms }: DateParts, { lang }: DateContext): DateFound {
  let total = 0;
  for (const [at, { span }] of terms?.all.entries() ?? []) {
    const seconds = span ? secondsIn(span) : 0;
    if (seconds === null) return null;
    total += terms?.all[at - 1]?.word === 'minus' ? -seconds : seconds;
  }
  if (!Number.isSafeInteger(total)) return null;
  const balanced = Temporal.Duration.from({ seconds: Math.abs(total) }).round({ largestUnit: 'days' });
  const units = (['days', 'hours', 'minutes', 'seconds'] as const).filter((unit) => balanced[unit] !== 0);
  const words = units.map(
    (unit) => `${localNumber(balanced[unit], lang)} ${balanced[unit] === 1 ? unit.slice(0, -1) : unit}`,
  );
  const answer = `${total < 0 ? '−' : ''}${words.join(', ') || '0 seconds'} = ${localNumber(total, lang)} s`;
  return { answer, data: { op: 'duration', value: total, unit: 'seconds' } };
}

/** `10:31 + 8:30`, `8:30 plus 45 minutes`: a time of day plus hours. */
function timeSum({ from, sign, more }: DateParts, { lang }: DateContext): DateFound {
  const seconds = more?.span ? secondsIn(more.span) : secondOfDay(more?.moment);
  if (seconds === null) return null;
  const total = secondOfDay(from?.moment) + (sign?.word === 'minus' ? -seconds : seconds);
  const day_shift = Math.floor(total / 86_400);
  const wall = new Temporal.PlainTime().add({ seconds: total });
  const time = isoTime(wall);
  const answer = `${localTime(wall, lang)}${dayShift(day_shift)}`;
  return { answer, data: { op: 'time', value: time, to: { time, day_shift } } };
}

function secondOfDay(moment: Moment | undefined): number {
  return new Temporal.PlainTime().until(moment?.at ?? '00:00').total('seconds');
}
