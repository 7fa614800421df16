import { Temporal } from 'temporal-polyfill';
import { localNumber } from '../../local-formats.ts';
import { localDate, localTime } from '../../local-times.ts';
import { type DateItem, matchItems } from '../../reading/dates/date-items.ts';
import { dateOnly, inYearOf, type Moment, type Today } from '../../reading/dates/moment.ts';
import { hasTimeUnits, type Span, secondsIn } from '../../reading/dates/spans.ts';
import { wallDateTime, wallMsAt } from '../../reading/zones/zone-clock.ts';
import { type DateQuestion, dateAnswer } from './date-answer.ts';

/** Sums of dates and spans of time: `3 days before 21st March`, `1/1/2012 + 1 day`, `in 3 weeks`, `10:31 + 8:30`. */

/** A span before or after a date, or before or after now if there is no date. */
const FORMS: readonly RegExp[] = [
  /^(?<base>.+) (?<sign>plus|minus) (?<span>S)$/d,
  /^(?<sign>plus|minus) (?<span>S) (?:to|from) (?<base>.+)$/d,
  /^(?:in )?(?<span>S) (?<sign>from|after|since|before) (?<base>.+)$/d,
  /^(?<span>S) (?<sign>past|later|earlier)(?: (?<base>D))?$/d,
  /^(?<sign>past|before|in|after|between) (?<span>S)(?: time)?$/d,
  /^(?<base>D) (?<sign>in) (?<span>S)$/d,
];
const BACK = new Set(['minus', 'before', 'past', 'earlier']);
const MAX_DEPTH = 5;

/** The date that some items name or compute. */
export function dateOf(items: readonly DateItem[], today: Today, depth = 0): Moment | null {
  const [item] = items;
  if (items.length === 1 && item && /^[DHWM]$/.test(item.symbol)) {
    // A holiday means the next one; a date without a year is in the current year.
    return item.moment ? (item.symbol === 'H' ? inYearOf(item.moment, today, 'next') : item.moment) : null;
  }
  // `date plus 5 days`
  if (items.length === 1 && /^(?:date|time)$/.test(item?.symbol ?? '')) return rightNow(today);
  return depth < MAX_DEPTH ? computed(items, today, depth + 1) : null;
}

function computed(items: readonly DateItem[], today: Today, depth: number): Moment | null {
  for (const form of FORMS) {
    const { base, sign, span } = matchItems(items, form) ?? {};
    const from = base ? dateOf(base, today, depth) : rightNow(today);
    if (span?.[0]?.span && from) return moved(from, span[0].span, BACK.has(sign?.[0]?.symbol ?? ''), today);
  }
  return null;
}

function rightNow({ now }: Today): Moment {
  const at = wallDateTime(wallMsAt(now.timeZoneId, now.epochMilliseconds));
  return { ...dateOnly(now.toPlainDate()), at, relative: true };
}

function moved(moment: Moment, span: Span, back: boolean, { now }: Today): Moment | null {
  const { weekdays, ...calendar } = span;
  const sign = back ? -1 : 1;
  const signed = Object.fromEntries(Object.entries(calendar).map(([unit, count]) => [unit, sign * count || 0]));
  const timed = moment.timed || hasTimeUnits(span);
  try {
    // Counted from now, an hour is an hour even if the clocks change.
    const at =
      moment.relative && hasTimeUnits(span)
        ? moment.at.toZonedDateTime(now.timeZoneId).add(signed).toPlainDateTime()
        : moment.at.add(signed);
    const end = weekdays ? afterWeekdays(at, sign * weekdays) : at;
    return end && end.year >= 1 && end.year <= 9999 ? { ...moment, at: end, timed, yearly: null } : null;
  } catch {
    return null;
  }
}

function afterWeekdays(from: Temporal.PlainDateTime, count: number): Temporal.PlainDateTime | null {
  if (Math.abs(count) > 5_000) return null;
  const sign = Math.sign(count);
  // Whole weeks at once, except for the last: thousands of single days would block other requests.
  const weeks = Math.max(0, Math.floor(Math.abs(count) / 5) - 1);
  let at = from.add({ weeks: sign * weeks });
  for (let left = Math.abs(count) - 5 * weeks; left > 0; ) {
    at = at.add({ days: sign });
    if (at.dayOfWeek <= 5) left -= 1;
  }
  return at;
}

/** A date plus or minus a span, or a span from now. `28 days later` is a film, so `later` needs a question. */
export const dateSum: DateQuestion = (items, { today, lang, isAsked }) => {
  const first = items.findIndex(({ symbol }) => !/^(?:when|date|what-day|weekday|time)$/.test(symbol));
  if (!isAsked && first <= 0 && items.some(({ symbol }) => /^(?:later|earlier)$/.test(symbol))) return null;
  const moment =
    computed(items.slice(first), today, 0) ?? (first > 0 ? computed(items.slice(first - 1), today, 0) : null);
  if (!moment) return null;
  const isTimeAsked = items.slice(0, first).some(({ symbol }) => symbol === 'time');
  if (!moment.timed && !isTimeAsked) return dateAnswer('add', moment.at.toPlainDate(), lang);
  // When clocks go forward, a local time may not exist.
  const at = moment.relative ? moment.at.toZonedDateTime(today.now.timeZoneId).toPlainDateTime() : moment.at;
  const answer = `${localTime(at, lang)}, ${localDate(at.toPlainDate(), lang)}`;
  return { answer, data: { op: 'add', value: at.toString({ smallestUnit: 'second' }) } };
};

/** `1 day plus 48 hours`: only spans, no date. */
export const spanSum: DateQuestion = (items, { lang }) => {
  if (!matchItems(items, /^S(?: (?:plus|minus) S)+$/d)) return null;
  let total = 0;
  for (const [at, { span }] of items.entries()) {
    const seconds = span ? secondsIn(span) : 0;
    if (seconds === null) return null;
    total += items[at - 1]?.symbol === 'minus' ? -seconds : seconds;
  }
  if (!Number.isSafeInteger(total)) return null;
  const balanced = Temporal.Duration.from({ seconds: Math.abs(total) }).round({ largestUnit: 'days' });
  const units = (['days', 'hours', 'minutes', 'seconds'] as const).filter((unit) => balanced[unit] !== 0);
  const words = units.map(
    (unit) => `${localNumber(balanced[unit], lang)} ${balanced[unit] === 1 ? unit.slice(0, -1) : unit}`,
  );
  const answer = `${total < 0 ? '−' : ''}${words.join(', ') || '0 seconds'} = ${localNumber(total, lang)} s`;
  return { answer, data: { op: 'duration', value: total, unit: 'seconds' } };
};

/** `10:31 + 8:30`, `8:30 plus 45 minutes`: a time of day plus hours. */
export const timeSum: DateQuestion = (items, { lang }) => {
  const { left, sign, right } =
    matchItems(items, /^(?<left>T) (?<sign>plus|minus) (?<right>[TS])(?: (?:to|in) time)?$/d) ?? {};
  const [from, more] = [left?.[0]?.moment?.at.toPlainTime(), right?.[0]];
  const seconds = more?.span ? secondsIn(more.span) : more?.moment ? secondOfDay(more.moment.at) : null;
  if (!from || seconds === null) return null;
  const total = secondOfDay(from) + (sign?.[0]?.symbol === 'minus' ? -seconds : seconds);
  const day_shift = Math.floor(total / 86_400);
  const wall = new Temporal.PlainTime().add({ seconds: total - day_shift * 86_400 });
  const time = wall.toString({ smallestUnit: wall.second ? 'second' : 'minute' });
  const days = day_shift === 0 ? '' : ` (${day_shift > 0 ? '+' : '−'}${Math.abs(day_shift)} d)`;
  return { answer: `${localTime(wall, lang)}${days}`, data: { op: 'time', value: time, to: { time, day_shift } } };
};

function secondOfDay({ hour, minute, second }: { hour: number; minute: number; second: number }): number {
  return (hour * 60 + minute) * 60 + second;
}
