import { Temporal } from 'temporal-polyfill';
import { wallDateTime, wallMsAt } from '../zones/zone-clock.ts';
import type { YearlyDate } from './holidays.ts';

/** A date in a question, perhaps with a time. */
export interface Moment {
  at: Temporal.PlainDateTime;
  /** The text includes a time of day. */
  timed: boolean;
  /** The date is relative to now (`today`, `tomorrow`) and has the current time of day. */
  relative: boolean;
  /** Gives the date in any year, if the text names no year. */
  yearly: YearlyDate | null;
  /** The text names a weekday, which means the next one; any week would do. */
  weekly?: boolean;
  /** The text says that it is in UTC. */
  utc: boolean;
}

/** The context for reading a date. */
export interface Today {
  now: Temporal.ZonedDateTime;
  /** 3/4 is 3 April, as everywhere but in America. */
  dayFirst: boolean;
}

/** A date without a time. */
export function dateOnly(date: Temporal.PlainDate, yearly: YearlyDate | null = null): Moment {
  return { at: date.toPlainDateTime(), timed: false, relative: false, yearly, utc: false };
}

/** The current date and time of day. */
export function rightNow({ now }: Today): Moment {
  const at = wallDateTime(wallMsAt(now.timeZoneId, now.epochMilliseconds));
  return { at, timed: false, relative: true, yearly: null, utc: false };
}

/** The second of two dates, moved after the first: from Christmas to New Year is a week. */
export function comingAfter(from: Moment, to: Moment): Moment {
  if (Temporal.PlainDateTime.compare(from.at, to.at) <= 0) return to;
  if (to.weekly) return { ...to, at: to.at.add({ days: 7 }) };
  const years = to.yearly && [from.at.year, from.at.year + 1].map((year) => to.yearly?.(year).toPlainDateTime(to.at));
  const next = years?.find((at) => at && Temporal.PlainDateTime.compare(from.at, at) <= 0);
  return next ? { ...to, at: next } : to;
}

/** The next occurrence of a date without a year (including today), or the last one. */
export function inYearOf(moment: Moment, { now }: Today, direction: 'next' | 'last'): Moment {
  const today = now.toPlainDate();
  if (moment.weekly && direction === 'last') {
    const last = moment.at.subtract({ days: 7 });
    return { ...moment, at: last.toPlainDate().equals(today) ? last.subtract({ days: 7 }) : last };
  }
  if (!moment.yearly) return moment;
  const here = moment.yearly(now.year);
  const order = Temporal.PlainDate.compare(here, today);
  const shift = direction === 'next' ? Number(order < 0) : -Number(order > 0);
  return { ...moment, at: moment.yearly(now.year + shift).toPlainDateTime(moment.at) };
}
