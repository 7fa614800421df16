import { Temporal } from 'temporal-polyfill';
import { localNumber } from '../../local-formats.ts';
import { dayShift, isoTime, localDate, localTime } from '../../local-times.ts';
import { matchItems, secondsIn, symbolsOf } from '../../reading/dates/date-items.ts';
import {
  type DateItem,
  inYearOf,
  type Moment,
  type Span,
  type Today,
  writtenDate,
  writtenSpan,
} from '../../reading/dates/moment.ts';
import type { DateResults } from './date-question.ts';

/** A span before or after a date, or before or after now if there is no date. */
const FORMS: readonly RegExp[] = [
  /^(?<base>.+) (?<sign>plus|minus) (?<span>S)$/d,
  /^(?<sign>plus|minus) (?<span>S) (?:to|from) (?<base>.+)$/d,
  /^(?:in )?(?<span>S) (?<sign>from|after|since|before) (?<base>.+)$/d,
  /^(?<span>S) (?<sign>past|later|earlier)(?: (?<base>R))?$/d,
  /^(?<sign>past|before|in|after|between) (?<span>S)(?: time)?$/d,
  /^(?<base>R) (?<sign>in) (?<span>S)$/d,
];
const BACK = /^(?:minus|before|past|earlier)$/;
const MAX_DEPTH = 5;
/** Every weekday is a step, and more of them would block other requests. */
const MAX_WEEKDAYS = 1_000;

/** The moment that some items name or compute. A holiday means the next one. */
export function momentOf(items: readonly DateItem[], today: Today, depth = 0): Moment | null {
  const [{ symbol = '', moment } = {}, more] = items;
  if (symbol === 'h' && moment && !more) return inYearOf(moment, today, 'next');
  if (moment && !more) return /^[DdRHWM]$/.test(symbol) ? moment : null;
  const symbols = symbolsOf(items);
  for (const form of depth < MAX_DEPTH ? FORMS : []) {
    const { base, sign, span: [{ span } = {}] = [] } = matchItems(items, symbols, form) ?? {};
    const from = span && (base ? momentOf(base, today, depth + 1) : { at: today.at, relative: true });
    if (from) return moved(from, span, BACK.test(sign?.[0]?.word ?? '') ? -1 : 1, today);
  }
  return null;
}

function moved({ at, timed, relative = false }: Moment, span: Span, sign: 1 | -1, { now }: Today): Moment | null {
  const { weekdays = 0, ...calendar } = { days: 0, ...span };
  const isTimed = Boolean(span.hours || span.minutes || span.seconds);
  if (weekdays > MAX_WEEKDAYS) return null;
  try {
    // Counted from now, an hour is an hour even if the clocks change.
    const start = relative && isTimed ? at.toZonedDateTime(now.timeZoneId) : at;
    const moment = sign < 0 ? start.subtract(calendar) : start.add(calendar);
    let end = 'timeZoneId' in moment ? moment.toPlainDateTime() : moment;
    for (let left = weekdays; left > 0; left -= Number(end.dayOfWeek <= 5)) end = end.add({ days: sign });
    return end.year < 1 || end.year > 9999 ? null : { at: end, timed: timed || isTimed, relative };
  } catch {
    // A RangeError: beyond the dates that Temporal knows.
    return null;
  }
}

const secondOfDay = (moment?: Moment) => new Temporal.PlainTime().until(moment?.at ?? '00:00').total('seconds');

/** Sums of dates and spans of time: `3 days before 21st March`, `1/1/2012 + 1 day`, `in 3 weeks`, `10:31 + 8:30`. */
export const sums = {
  /** A date plus or minus a span. */
  dateSum({ parts: { opening, sum = [] }, today, lang }) {
    const moment = sum.length > 1 ? momentOf(sum, today) : null;
    if (!moment) return null;
    if (!moment.timed && !opening?.some(({ word }) => word === 'time')) return moment.at.toPlainDate();
    // When clocks go forward, a local time may not exist.
    const at = moment.at.toZonedDateTime(today.now.timeZoneId);
    const from = moment.relative ? `${localTime(today.at.round('minute'), lang)} → ` : '';
    return {
      answer: `${from}${localTime(at, lang)}, ${localDate(at, lang)}${from && ` (${today.now.timeZoneId})`}`,
      value: at.toPlainDateTime().toString({ smallestUnit: 'second' }),
      offset: at.offset,
    };
  },

  /** `1 day plus 48 hours`: only spans, no date. */
  spanSum({ parts: { terms = [] }, lang }) {
    const seconds = terms.map(({ span }, at) => secondsIn(span ?? {}) * (terms[at - 1]?.word === 'minus' ? -1 : 1));
    const value = seconds.reduce((total, each) => total + each);
    if (!Number.isSafeInteger(value)) return null;
    const balanced = Temporal.Duration.from({ seconds: Math.abs(value) }).round({ largestUnit: 'days' });
    const words = (['days', 'hours', 'minutes', 'seconds'] as const)
      .filter((unit) => balanced[unit] !== 0)
      .map((unit) => `${localNumber(balanced[unit], lang)} ${balanced[unit] === 1 ? unit.slice(0, -1) : unit}`);
    const answer = `${value < 0 ? '−' : ''}${words.join(', ') || '0 seconds'} = ${localNumber(value, lang)} s`;
    return { answer, value, unit: 'seconds' };
  },

  /** `90 minutes in ISO 8601`, `today in ISO format` */
  written({ item, day, today: { now } }) {
    const [{ span }, { word, moment }] = [item('span'), item('date')];
    const date = moment?.timed ? writtenDate(moment.at) : `${day('date')}`;
    const then = word === 'now' ? now.toString({ smallestUnit: 'second', timeZoneName: 'never' }) : date;
    const value = span ? writtenSpan(span) : then;
    return span?.weekdays ? null : { answer: value, value };
  },

  /** `10:31 + 8:30`, `8:30 plus 45 minutes`: a time of day plus hours. */
  timeSum({ item, lang }) {
    const { span, moment } = item('more');
    const seconds = span ? secondsIn(span) : secondOfDay(moment);
    const isMinus = item('sign').word === 'minus';
    const total = secondOfDay(item('from').moment) + (isMinus ? -seconds : seconds);
    if (!Number.isSafeInteger(total)) return null;
    const day_shift = Math.floor(total / 86_400);
    const wall = new Temporal.PlainTime().add({ seconds: total });
    const time = isoTime(wall);
    // The sum or the difference of two times is not a time of day.
    return {
      answer: `${span ? localTime(wall, lang) : time}${dayShift(day_shift)}`,
      value: time,
      to: { time, day_shift },
    };
  },
} satisfies DateResults;
