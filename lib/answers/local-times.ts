import { Temporal } from 'temporal-polyfill';
import { numbersWith, perLanguage } from './local-formats.ts';

/** Formats dates, times and durations for a language. */

type CalendarDay = Pick<Temporal.PlainDate, 'year' | 'month' | 'day'>;
type TimeOfDay = Pick<Temporal.PlainTime, 'hour' | 'minute' | 'second'>;

const datesWith = (options: Intl.DateTimeFormatOptions) =>
  perLanguage((language) => new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }));

const fullDates = datesWith({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
const months = datesWith({ year: 'numeric', month: 'long' });
const weekdays = datesWith({ weekday: 'long' });
const times = datesWith({ hour: 'numeric', minute: '2-digit' });
const timesToTheSecond = datesWith({ hour: 'numeric', minute: '2-digit', second: '2-digit' });
const moments = datesWith({ dateStyle: 'full', timeStyle: 'medium' });

/** `Sunday, 12 January 2014` */
export const localDate = (date: CalendarDay, lang: string) => fullDates(lang).format(epochMs(date));

/** `January 2014` */
export const localMonth = (date: CalendarDay, lang: string) => months(lang).format(epochMs(date));

/** The name of a weekday. */
export const localWeekday = (date: CalendarDay, lang: string) => weekdays(lang).format(epochMs(date));

/** `3:30 PM`, `15:30` */
export function localTime({ hour, minute, second }: TimeOfDay, lang: string) {
  const format = second ? timesToTheSecond : times;
  return format(lang).format(Date.UTC(2000, 0, 1, hour, minute, second));
}

/** Date and time in UTC: `Sunday, 12 January 2014 at 15:30:00` */
export const localMoment = (at: Date, lang: string) => moments(lang).format(at);

/** `15:30`, with seconds if they are not zero. */
export function isoTime({ hour, minute, second }: TimeOfDay): string {
  return new Temporal.PlainTime(hour, minute, second).toString({ smallestUnit: second ? 'second' : 'minute' });
}

/** ` (+1 d)` after a time on another day. */
export const dayShift = (days: number) => (days === 0 ? '' : ` (${days > 0 ? '+' : '−'}${Math.abs(days)} d)`);

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

function epochMs({ year, month, day }: CalendarDay): number {
  // Date.UTC maps years below 100 to the twentieth century.
  return new Date(0).setUTCFullYear(year, month - 1, day);
}
