import { Temporal } from 'temporal-polyfill';
import type { YearlyDate } from './holidays.ts';

/** A date in a question, perhaps with a time. */
export interface Moment {
  at: Temporal.PlainDateTime;
  /** The text includes a time of day. */
  timed?: boolean;
  /** The date is relative to now (`today`, `tomorrow`) and has the current time of day. */
  relative?: boolean;
  /** Gives the date in any year, if the text names no year. */
  yearly?: YearlyDate;
  /** The text names a weekday, which means the next one; any week would do. */
  weekly?: boolean;
}

/** The context for reading a date. */
export interface Today {
  now: Temporal.ZonedDateTime;
  /** 3/4 is 3 April, as everywhere but in America. */
  dayFirst: boolean;
}

/** The current date and time of day. */
export function rightNow({ now }: Today): Moment {
  return { at: now.toPlainDateTime(), relative: true };
}

/** The second of two dates, moved after the first: from Christmas to New Year is a week. */
export function comingAfter(from: Moment, to: Moment): Moment {
  const isAfter = (at: Temporal.PlainDateTime) => Temporal.PlainDateTime.compare(from.at, at) <= 0;
  if (isAfter(to.at)) return to;
  if (to.weekly) return { ...to, at: to.at.add({ days: 7 }) };
  const { year } = from.at;
  const at = [year, year + 1]
    .map((each) => to.yearly?.(each).toPlainDateTime(to.at))
    .find((each) => each && isAfter(each));
  return at ? { ...to, at } : to;
}

/** The next occurrence of a date without a year (including today), or the last one. */
export function inYearOf(moment: Moment, { now }: Today, direction: 'next' | 'last'): Moment {
  const today = now.toPlainDate();
  if (moment.weekly && direction === 'last') {
    const last = moment.at.subtract({ days: 7 });
    return { ...moment, at: last.toPlainDate().equals(today) ? last.subtract({ days: 7 }) : last };
  }
  if (!moment.yearly) return moment;
  const order = Temporal.PlainDate.compare(moment.yearly(now.year), today);
  const shift = direction === 'next' ? Number(order < 0) : -Number(order > 0);
  return { ...moment, at: moment.yearly(now.year + shift).toPlainDateTime(moment.at) };
}
