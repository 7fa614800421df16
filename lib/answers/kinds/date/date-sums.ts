import { Temporal } from 'temporal-polyfill';
import { localNumber } from '../../local-formats.ts';
import { localDate, localDay, localTime } from '../../local-times.ts';
import { hasTimeUnits, type Span, secondsIn, spanIn } from '../../reading/dates/durations.ts';
import { inYearOf, type Moment, momentIn, type Today } from '../../reading/dates/moments.ts';
import { wallMsAt } from '../../reading/zones/zone-clock.ts';
import { timeAtStart } from '../clock/time-of-day.ts';
import type { DateFound, DateQuestion } from './date-answer.ts';

/** Adds a date and a span of time: `3 days before 21st March`, `1/1/2012 + 1 day`, `in 3 weeks`. */

const OPENING = /^(?:(?:what|which|what's|whats|when|the|date|time|day|is|was|will|would|be|it|calculate|exact) )*/;
const OPERATOR = /\s*\+\s*|\s+(?:-|−|–|plus|minus|add|subtract|less)\s+/g;
const MINUS = /-|−|–|minus|subtract|less/;
const ADDED = /^(?:add|subtract) (?<span>.+?) (?:to|from) (?<date>.+)$/;
const BEFORE_OR_AFTER =
  /^(?<span>.+?) (?<where>from|after|before|prior to|since|past|following|preceding) (?<date>.+)$/;
const AGO = /^(?<span>.+?) (?<where>ago|ago today|from now|hence|from today|in the (?:future|past))$/;
/** `28 days later` is a film, so this needs a question before it. */
const LATER = /^(?<span>.+?) (?<where>later|earlier)$/;
const PAST = /ago|past/;
const IN = /^(?:in|after) (?<span>.+?)(?: from (?:now|today))?(?: (?:time|from now))?$/;

/** A date plus or minus a span, or a span from now. */
export const dateSum: DateQuestion = (text, today, { lang }) => {
  const opening = OPENING.exec(text)?.[0] ?? '';
  const asked = text.slice(opening.length).replace(/ (?:be|is it|will it be)$/, '');
  const rest =
    opening === ''
      ? asked
      : asked
          .replace(LATER, (_, span, where) => `${span} ${where === 'later' ? 'from now' : 'ago'}`)
          // `date plus 5 days` starts from today.
          .replace(/^(?=(?:[-+−]|plus|minus) \d)/, 'today ');
  const timeAsked = /\btime\b/.test(opening);
  const added = withOperator(rest, today);
  const days = added || timeAsked ? null : daysFromNow(rest);
  if (days !== null) return onDay(days, today, lang);
  const sum = added ?? term(rest, today);
  return sum ? answered(sum, timeAsked, today, lang) : null;
};

/** The number of days from now, if the text counts only days. */
function daysFromNow(text: string): number | null {
  const from = AGO.exec(text)?.groups ?? IN.exec(text)?.groups;
  const span = from?.span && spanIn(from.span);
  if (!span || span.years || span.months || span.workdays || hasTimeUnits(span)) return null;
  return (span.weeks * 7 + span.days) * (PAST.test(from?.where ?? '') ? -1 : 1);
}

const DAY_MS = 86_400_000;

/** The most common case, which needs no calendar: a wall-clock day always has the same length. */
function onDay(days: number, { now }: Today, lang: string): DateFound {
  const wallMs = wallMsAt(now.timeZoneId, now.epochMilliseconds) + days * DAY_MS;
  const date = new Date(wallMs);
  if (!(date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999)) return null;
  return { answer: localDay(wallMs, lang), data: { op: 'add', value: date.toISOString().slice(0, 10) } };
}

interface Sum {
  moment: Moment;
  timed: boolean;
}

/** `<date> + <span>`, starting with the last operator: `3 days ago + 1 second`. */
function withOperator(text: string, today: Today, depth = 0): Sum | null {
  if (depth > 4) return null;
  const operators = [...text.matchAll(OPERATOR)];
  for (const { 0: operator, index } of operators.reverse().slice(0, 4)) {
    const span = spanIn(text.slice(index + operator.length));
    if (!span) continue;
    const left = text.slice(0, index);
    const base = withOperator(left, today, depth + 1) ?? term(left, today) ?? start(left, today);
    if (base) return moved(base, span, MINUS.test(operator), today);
  }
  const words = ADDED.exec(text)?.groups;
  const span = words?.span && spanIn(words.span);
  const base = words?.date && start(words.date, today);
  return span && base ? moved(base, span, text.startsWith('subtract'), today) : null;
}

/** `in 3 weeks`, `6 weeks ago`, `2 weeks from today`, `3 days before 21st March`. */
function term(text: string, today: Today): Sum | null {
  const from = AGO.exec(text)?.groups ?? IN.exec(text)?.groups;
  const span = from?.span && spanIn(from.span);
  if (span)
    return moved(
      { moment: momentIn('today', today) as Moment, timed: false },
      span,
      PAST.test(from?.where ?? ''),
      today,
    );
  const around = BEFORE_OR_AFTER.exec(text)?.groups;
  const distance = around?.span && spanIn(around.span);
  const base = distance && around?.date && start(around.date, today);
  return base && distance ? moved(base, distance, /before|prior|preceding/.test(around?.where ?? ''), today) : null;
}

function start(text: string, today: Today): Sum | null {
  const moment = momentIn(text, today);
  if (!moment) return null;
  // A holiday means the next one; a date without a year is in the current year.
  const meant = moment.yearly && !/\d/.test(text) ? inYearOf(moment, today, 'next') : moment;
  return { moment: meant, timed: meant.timed };
}

function moved({ moment, timed }: Sum, span: Span, back: boolean, { now }: Today): Sum | null {
  const { workdays, ...calendar } = span;
  try {
    const sign = back ? -1 : 1;
    const signed = Object.fromEntries(Object.entries(calendar).map(([unit, count]) => [unit, sign * count || 0]));
    // Counted from now, an hour is an hour even if the clocks change.
    const at =
      moment.relative && hasTimeUnits(span)
        ? moment.at.toZonedDateTime(now.timeZoneId).add(signed).toPlainDateTime()
        : moment.at.add(signed);
    const end = workdays ? afterWorkdays(at, sign * workdays) : at;
    if (!end || end.year < 1 || end.year > 9999) return null;
    return { moment: { ...moment, at: end, yearly: null }, timed: timed || hasTimeUnits(span) };
  } catch {
    return null;
  }
}

function afterWorkdays(from: Temporal.PlainDateTime, count: number): Temporal.PlainDateTime | null {
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

function answered({ moment, timed }: Sum, timeAsked: boolean, { now }: Today, lang: string): DateFound {
  const date = moment.at.toPlainDate();
  if (!timed && !timeAsked) return { answer: localDate(date, lang), data: { op: 'add', value: date.toString() } };
  // When clocks go forward, a local time may not exist.
  const at = moment.relative ? moment.at.toZonedDateTime(now.timeZoneId).toPlainDateTime() : moment.at;
  return {
    answer: `${localTime(at, lang)}, ${localDate(at.toPlainDate(), lang)}`,
    data: { op: 'add', value: at.toString({ smallestUnit: 'second' }) },
  };
}

/** `1 day plus 48 hours`: only spans, no date. */
export const spanSum: DateQuestion = (text, _today, { lang }) => {
  const parts = text.split(/\s*\+\s*|\s+(?:plus|add|and)\s+/);
  const terms = parts.flatMap((part) =>
    part.split(/\s+(?:-|−|minus|subtract|less)\s+/).map((each, at) => ({ each, minus: at > 0 })),
  );
  if (terms.length < 2 || terms.length > 8) return null;
  let total = 0;
  for (const { each, minus } of terms) {
    const span = spanIn(each);
    const seconds = span && secondsIn(span);
    if (seconds === null) return null;
    total += minus ? -seconds : seconds;
  }
  if (!Number.isSafeInteger(total)) return null;
  const balanced = Temporal.Duration.from({ seconds: Math.abs(total) }).round({ largestUnit: 'days' });
  const units = (['days', 'hours', 'minutes', 'seconds'] as const).filter((unit) => balanced[unit] !== 0);
  const words = units.map(
    (unit) => `${localNumber(balanced[unit], lang)} ${balanced[unit] === 1 ? unit.slice(0, -1) : unit}`,
  );
  const sign = total < 0 ? '−' : '';
  return {
    answer: `${sign}${words.join(', ') || '0 seconds'} = ${localNumber(total, lang)} s`,
    data: { op: 'duration', value: total, unit: 'seconds' },
  };
};

const TIME_SUM =
  /^(?<left>\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?) ?(?<sign>\+|-|plus|minus) ?(?<right>\d{1,3}:\d{2}(?::\d{2})?|\d.{1,30}?)(?: (?:to|in|as) time)?$/;

/** `10:31 + 8:30`: a time of day plus hours. */
export const timeSum: DateQuestion = (text, _today, { lang }) => {
  const { left, sign, right } = TIME_SUM.exec(text)?.groups ?? {};
  const from = left && timeAtStart(left)?.time;
  if (!from || !right) return null;
  const more = /^[\d:]+$/.test(right) ? clockSeconds(right) : spanSeconds(right);
  if (more === null) return null;
  const total = (from.hour * 60 + from.minute) * 60 + from.second + (/-|minus/.test(sign ?? '') ? -more : more);
  const day_shift = Math.floor(total / 86_400);
  const wall = new Temporal.PlainTime().add({ seconds: total - day_shift * 86_400 });
  const time = wall.toString({ smallestUnit: wall.second ? 'second' : 'minute' });
  const days = day_shift === 0 ? '' : ` (${day_shift > 0 ? '+' : '−'}${Math.abs(day_shift)} d)`;
  return { answer: `${localTime(wall, lang)}${days}`, data: { op: 'time', value: time, to: { time, day_shift } } };
};

function clockSeconds(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
}

function spanSeconds(text: string): number | null {
  const span = spanIn(text);
  return span && secondsIn(span);
}
