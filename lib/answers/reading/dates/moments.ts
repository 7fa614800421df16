import { Temporal } from 'temporal-polyfill';
import { timeAtStart } from '../../kinds/clock/time-of-day.ts';
import { wallDateTime, wallMsAt } from '../zones/zone-clock.ts';
import { holidayNamed } from './holidays.ts';

const DAY_MS = 86_400_000;

/** A date in a text, perhaps with a time. */
export interface Moment {
  at: Temporal.PlainDateTime;
  /** The text includes a time of day. */
  timed: boolean;
  /** The date is relative to now (`today`, `tomorrow`) and has the current time of day. */
  relative: boolean;
  /** Gives the date in any year, if the text names no year. */
  yearly: ((year: number) => Temporal.PlainDate) | null;
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

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const WEEKDAY_BEFORE = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? (?=\d|[a-z]{3,9}\.? \d)/;
const YEAR = "(?<year>\\d{4}|'\\d{2})";
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?';
const ISO = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/;
const NUMERIC = /^(?<a>\d{1,2})(?<mark>[/.-])(?<b>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})$/;
const MONTH_FIRST = new RegExp(`^(?<name>\\p{L}{3,10})\\.?,? (?:the )?${DAY}(?:,? (?:of )?${YEAR})?$`, 'u');
const DAY_FIRST = new RegExp(
  `^(?:the )?${DAY}(?: (?:day )?(?:of|de|di))?[ -](?<name>\\p{L}{3,10})\\.?(?:,?(?: of| de|) ?-?${YEAR})?$`,
  'u',
);
const MONTH_ONLY = /^(?<name>\p{L}{3,10})\.?,? (?<year>\d{4})$/u;
const TIME_AFTER =
  /[ t](?:at )?(?<time>\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?|\d{1,2} ?[ap]\.?m\.?|noon|midnight)(?<zone> ?(?:utc|gmt|z))?$/;

let months: Map<string, number> | undefined;

/** The month by its long or short name in the supported languages. */
function monthNamed(name: string): number | undefined {
  if (!months) {
    months = new Map([['sept', 9]]);
    for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']) {
      for (const month of ['long', 'short'] as const) {
        const names = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
        for (let at = 1; at <= 12; at++) {
          const text = bare(names.format(Date.UTC(2024, at - 1, 1)));
          if (!months.has(text)) months.set(text, at);
        }
      }
    }
  }
  return months.get(bare(name));
}

function bare(text: string): string {
  return text.toLowerCase().replace('.', '').normalize('NFD').replace(/\p{M}/gu, '');
}

/** The moment that the whole text names; null if it names none. */
export function momentIn(text: string, today: Today): Moment | null {
  let rest = text.trim().replace(/^on /, '').replace(WEEKDAY_BEFORE, '');
  if (rest.length < 3 || rest.length > 50) return null;
  const suffix = TIME_AFTER.exec(rest);
  const time = suffix && timeAtStart(suffix.groups?.time ?? '')?.time;
  if (suffix && time) rest = rest.slice(0, suffix.index).replace(/,$/, '');
  const named = relative(rest, today) ?? written(rest, today) ?? yearlyDate(rest, today);
  if (!named) return null;
  if (!time) return named;
  const { hour, minute, second } = time;
  const at = named.at.with({ hour, minute, second, millisecond: 0 });
  return { ...named, at, timed: true, relative: false, utc: suffix?.groups?.zone !== undefined };
}

const dateOnly = (date: Temporal.PlainDate): Moment => {
  return { at: date.toPlainDateTime(), timed: false, relative: false, yearly: null, utc: false };
};

function relative(text: string, { now }: Today): Moment | null {
  const from = (days: number): Moment => {
    const wallMs = wallMsAt(now.timeZoneId, now.epochMilliseconds) + days * DAY_MS;
    return { at: wallDateTime(wallMs), timed: false, relative: true, yearly: null, utc: false };
  };
  if (text === 'now' || text === 'right now') return { ...from(0), timed: true };
  if (/^(?:today|today's date|todays date|the current date|current date)$/.test(text)) return from(0);
  if (text === 'tomorrow') return from(1);
  if (text === 'yesterday') return from(-1);
  if (/^(?:the )?day after tomorrow$/.test(text)) return from(2);
  if (/^(?:the )?day before yesterday$/.test(text)) return from(-2);
  const weekday = /^(?:(?<which>next|last|this|this coming|coming) )?(?<name>[a-z]+day)$/.exec(text)?.groups;
  const index = WEEKDAYS.indexOf(weekday?.name ?? '') + 1;
  if (index > 0) {
    const ahead = (index - now.dayOfWeek + 7) % 7 || 7;
    const date = now.toPlainDate().add({ days: weekday?.which === 'last' ? ahead - 7 || -7 : ahead });
    return { ...dateOnly(date), weekly: weekday?.which === undefined };
  }
  const end = /^(?:the )?end of (?:the |this )?(?<unit>year|month|week)$/.exec(text)?.groups?.unit;
  const date = now.toPlainDate();
  if (end === 'year') return dateOnly(date.with({ month: 12, day: 31 }));
  if (end === 'month') return dateOnly(date.with({ day: date.daysInMonth }));
  if (end === 'week') return dateOnly(date.add({ days: 7 - date.dayOfWeek }));
  return null;
}

function written(text: string, { now, dayFirst }: Today): Moment | null {
  const iso = ISO.exec(text)?.groups;
  if (iso) return valid(Number(iso.year), Number(iso.month), Number(iso.day));
  const numeric = NUMERIC.exec(text)?.groups;
  if (numeric) {
    const [a, b] = [Number(numeric.a), Number(numeric.b)];
    const swap = a > 12 || (b <= 12 && (dayFirst || numeric.mark === '.'));
    return valid(fullYear(numeric.year ?? ''), swap ? b : a, swap ? a : b);
  }
  const groups = MONTH_FIRST.exec(text)?.groups ?? DAY_FIRST.exec(text)?.groups;
  const month = groups?.name && monthNamed(groups.name);
  if (groups && month) {
    const day = Number(groups.day);
    if (groups.year) return valid(fullYear(groups.year), month, day);
    const found = valid(now.year, month, day);
    return found && { ...found, yearly: (year) => Temporal.PlainDate.from({ year, month, day }) };
  }
  const only = MONTH_ONLY.exec(text)?.groups;
  const first = only?.name && monthNamed(only.name);
  return first ? valid(Number(only?.year), first, 1) : null;
}

function yearlyDate(text: string, { now }: Today): Moment | null {
  const match = /^(?<name>.+?)(?: (?<year>\d{4}|this year|next year|last year))?$/.exec(
    text.replace(/^the /, ''),
  )?.groups;
  const holiday = match?.name && holidayNamed(match.name);
  if (!holiday) return null;
  const shift = { 'next year': 1, 'last year': -1, 'this year': 0 }[match?.year ?? ''];
  if (shift !== undefined) return dateOnly(holiday.in(now.year + shift));
  if (match?.year) {
    const year = Number(match.year);
    return year < holiday.years[0] || year > holiday.years[1] ? null : dateOnly(holiday.in(year));
  }
  return { ...dateOnly(holiday.in(now.year)), yearly: (year) => holiday.in(year) };
}

function valid(year: number, month: number, day: number): Moment | null {
  try {
    return dateOnly(Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }));
  } catch {
    return null;
  }
}

function fullYear(text: string): number {
  const year = Number(text.replace("'", ''));
  if (text.length === 4 && !text.startsWith("'")) return year;
  return year < 50 ? 2000 + year : 1900 + year;
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
  const [here, before, after] = [0, -1, 1].map((years) => moment.yearly?.(now.year + years) as Temporal.PlainDate);
  const date = here as Temporal.PlainDate;
  const order = Temporal.PlainDate.compare(date, today);
  const found = direction === 'next' ? (order < 0 ? after : date) : order > 0 ? before : date;
  const { hour, minute, second } = moment.at;
  return { ...moment, at: (found as Temporal.PlainDate).toPlainDateTime({ hour, minute, second }) };
}
