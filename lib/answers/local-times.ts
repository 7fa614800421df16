import type { Temporal } from 'temporal-polyfill';
import { numbersWith, perLanguage } from './local-formats.ts';

/** Formats dates, times and durations for a language. Moments are wall-clock times, represented as if in UTC. */

const datesWith = (options: Intl.DateTimeFormatOptions) =>
  perLanguage((language) => new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }));

const fullDates = datesWith({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
const months = datesWith({ year: 'numeric', month: 'long' });
const weekdays = datesWith({ weekday: 'long' });
const times = datesWith({ hour: 'numeric', minute: '2-digit' });
const timesToTheSecond = datesWith({ hour: 'numeric', minute: '2-digit', second: '2-digit' });
const moments = datesWith({ dateStyle: 'full', timeStyle: 'medium' });

/** `Sunday, 12 January 2014` */
export const localDate = (date: Temporal.PlainDate, lang: string) => localDay(epochMs(date), lang);
/** The same for a wall-clock time in milliseconds. */
export const localDay = (wallMs: number, lang: string) => fullDates(lang).format(wallMs);

/** `January 2014` */
export const localMonth = (date: Temporal.PlainDate, lang: string) => months(lang).format(epochMs(date));

/** The name of a weekday. */
export const localWeekday = (date: Temporal.PlainDate, lang: string) => weekdays(lang).format(epochMs(date));

/** `3:30 PM`, `15:30` */
export function localTime({ hour, minute, second }: { hour: number; minute: number; second: number }, lang: string) {
  const format = second ? timesToTheSecond : times;
  return format(lang).format(Date.UTC(2000, 0, 1, hour, minute, second));
}

/** Date and time: `Sunday, 12 January 2014 at 15:30:00` */
export const localMoment = (wallMs: number, lang: string) => moments(lang).format(wallMs);

const counts = new Map(
  ['day', 'week', 'month', 'year', 'hour', 'minute', 'second'].map((unit) => [
    unit,
    numbersWith({ style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 2 }),
  ]),
);

/** A number of days, weeks … in words: `40 days`, `40 Tage`. */
export function localCount(value: number, unit: string, lang: string): string {
  const one = unit.replace(/s$/, '');
  return counts.get(one)?.(value, lang) ?? `${value} ${Math.abs(value) === 1 ? one : unit}`;
}

function epochMs({ year, month, day }: Temporal.PlainDate): number {
  // Date.UTC maps years below 100 to the twentieth century.
  return new Date(0).setUTCFullYear(year, month - 1, day);
}
