import { cityMapping } from 'city-timezones';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { tableFile } from '../../data-file.ts';

/** Gives the date in a year. */
export type YearlyDate = (year: number) => Temporal.PlainDate;

/** A day that comes every year. */
export interface Holiday {
  name: string;
  /** All names, in all languages. */
  names: readonly string[];
  /** The date changes from year to year, so people ask for it. */
  moves: boolean;
  /** The date where no country has a rule of its own. */
  date: YearlyDate;
  /** Rules of countries by ISO code. */
  byCountry: Map<string, YearlyDate>;
  /** Whether the rule is reliable in a year. */
  isReliable(year: number): boolean;
}

const table = tableFile(
  new URL('./data/holidays.tsv', import.meta.url),
  z.object({ name: z.string(), countries: z.string(), rule: z.string(), other_names: z.string() }),
);
/** In these years, the Hebrew and Islamic calendars are in actual use, and each of their holidays occurs every year. */
const LUNAR_YEARS = { first: 1950, last: 2070 };

let all: Holiday[] | undefined;

/** All holidays. */
export function holidays(): readonly Holiday[] {
  if (all) return all;
  all = [];
  for (const { name, countries, rule, other_names } of table()) {
    const date = dateOf(rule);
    if (countries) {
      for (const country of countries.split(' ')) all.at(-1)?.byCountry.set(country, date);
      continue;
    }
    const isLunar = /^(?:hebrew|islamic)/.test(rule);
    all.push({
      name,
      names: [name, ...other_names.split(', ').filter(Boolean)],
      moves: !/^\d\d-\d\d$/.test(rule),
      date,
      byCountry: new Map(),
      isReliable: (year) => !isLunar || (year >= LUNAR_YEARS.first && year <= LUNAR_YEARS.last),
    });
  }
  return all;
}

/** The rule in the country of a time zone, or else the one that most people mean. */
export function ruleAt({ byCountry, date }: Holiday, tz: string): YearlyDate {
  const country = byCountry.size > 0 && cityMapping.find(({ timezone }) => timezone === tz)?.iso2;
  return (country && byCountry.get(country)) || date;
}

const NTH = /^(?<nth>\d|last)(?:st|nd|rd|th)? (?<weekday>\w+) of (?<month>\d\d)$/;
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Reads a rule of the table: `12-25`, `easter -47`, `4th thu of 11 +1`, `hebrew 15 Nisan`. */
function dateOf(text: string): YearlyDate {
  const [, rule = '', shift] = /^(.+?)(?: ([-+]\d+))?$/.exec(text) ?? [];
  if (shift) return (year) => dateOf(rule)(year).add({ days: Number(shift) });
  if (rule === 'easter') return easter;
  if (rule === 'orthodox') return orthodoxEaster;
  const { nth, weekday = '', month } = NTH.exec(rule)?.groups ?? {};
  const day = WEEKDAYS.indexOf(weekday) + 1;
  if (nth) return (year) => nthWeekday(Number(nth) || -1, day, new Temporal.PlainDate(year, Number(month), 1));
  if (/^\d/.test(rule)) return (year) => Temporal.PlainDate.from(`${String(year).padStart(4, '0')}-${rule}`);
  const [calendar = '', ...rest] = rule.split(' ');
  return lunarDate(calendar, rest.join(' '));
}

/** The nth weekday (1 is Monday) of the month that begins on a date; -1 is the last one. */
export function nthWeekday(n: number, weekday: number, first: Temporal.PlainDate): Temporal.PlainDate {
  if (n > 0) return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + (n - 1) * 7 });
  const last = first.with({ day: first.daysInMonth });
  return last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 });
}

/** Western Easter Sunday, by the anonymous Gregorian algorithm. */
function easter(year: number): Temporal.PlainDate {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const sum = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return new Temporal.PlainDate(year, Math.floor(sum / 31), (sum % 31) + 1);
}

/** Orthodox Easter Sunday: Meeus' date of the Julian calendar, moved to the Gregorian one. */
function orthodoxEaster(year: number): Temporal.PlainDate {
  const d = (19 * (year % 19) + 15) % 30;
  const sum = d + ((2 * (year % 4) + 4 * (year % 7) - d + 34) % 7) + 114;
  const days = Math.floor(year / 100) - Math.floor(year / 400) - 2;
  return new Temporal.PlainDate(year, Math.floor(sum / 31), (sum % 31) + 1).add({ days });
}

/** The first day of a year that Intl formats like this in another calendar: `15 Nisan`, `9/1`. */
function lunarDate(calendar: string, day: string): YearlyDate {
  const month = day.includes('/') ? 'numeric' : 'long';
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}`, { month, day: 'numeric', timeZone: 'UTC' });
  const isOn = (year: number, days: number) => format.format(Date.UTC(year, 0, 1 + days)) === day;
  return (year) => {
    let days = 0;
    while (days < 366 && !isOn(year, days)) days++;
    return new Temporal.PlainDate(year, 1, 1).add({ days });
  };
}
