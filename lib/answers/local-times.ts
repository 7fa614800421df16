import type { Temporal } from 'temporal-polyfill';
import { numbersWith, perLanguage } from './local-formats.ts';

/** Formats dates, times and durations for a language. */

type TimeOfDay = Pick<Temporal.PlainTime, 'hour' | 'minute' | 'second'>;

const formatWith = (options: Intl.DateTimeFormatOptions) => {
  const formatFor = perLanguage((language) => new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }));
  return (at: Date | number, lang: string) => formatFor(lang).format(at);
};
const daysWith = (options: Intl.DateTimeFormatOptions) => {
  const format = formatWith(options);
  // Date.UTC maps years below 100 to the twentieth century.
  return ({ year, month, day }: Pick<Temporal.PlainDate, 'year' | 'month' | 'day'>, lang: string) =>
    format(new Date(0).setUTCFullYear(year, month - 1, day), lang);
};

/** `Sunday, 12 January 2014` */
export const localDate = daysWith({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
/** `Sun, Jan 12` */
export const shortDate = daysWith({ weekday: 'short', month: 'short', day: 'numeric' });
/** `January 2014` */
export const localMonth = daysWith({ year: 'numeric', month: 'long' });
/** `Sunday` */
export const localWeekday = daysWith({ weekday: 'long' });
/** Date and time in UTC: `Sunday, 12 January 2014 at 15:30:00` */
export const localMoment = formatWith({ dateStyle: 'full', timeStyle: 'medium' });
export const localMinute = formatWith({ dateStyle: 'full', timeStyle: 'short' });

const times = formatWith({ hour: 'numeric', minute: '2-digit' });
const timesToTheSecond = formatWith({ hour: 'numeric', minute: '2-digit', second: '2-digit' });

/** `3:30 PM`, `15:30`, with seconds if they are not zero. */
export const localTime = ({ hour, minute, second }: TimeOfDay, lang: string) =>
  (second ? timesToTheSecond : times)(Date.UTC(2000, 0, 1, hour, minute, second), lang);

/** `15:30`, with seconds if they are not zero. */
export const isoTime = ({ hour, minute, second }: TimeOfDay) =>
  (second ? [hour, minute, second] : [hour, minute]).map((part) => String(part).padStart(2, '0')).join(':');

/** ` (+1 d)` after a time on another day. */
export const dayShift = (days: number) => (days === 0 ? '' : ` (${days > 0 ? '+' : '−'}${Math.abs(days)} d)`);

const counts = new Map(
  ['day', 'week', 'month', 'year', 'hour', 'minute', 'second'].map((unit) => [
    `${unit}s`,
    numbersWith({ style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 2 }),
  ]),
);

/** A number of days, weeks … in words: `40 days`, `40 Tage`. Intl does not know weekdays. */
export const localCount = (value: number, unit: string, lang: string) =>
  counts.get(unit)?.(value, lang) ?? `${value} ${Math.abs(value) === 1 ? unit.replace(/s$/, '') : unit}`;
