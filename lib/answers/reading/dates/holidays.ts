import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { tableFile } from '../../data-file.ts';

/** Gives the date in a year. */
export type YearlyDate = (year: number) => Temporal.PlainDate;

/** A day that comes every year. */
export interface Holiday {
  name: string;
  /** Other names, in all languages. */
  otherNames: readonly string[];
  /** The rule as written in the table. */
  rule: string;
  /** Rules of countries by ISO code; empty for all the others. */
  rules: Map<string, YearlyDate>;
}

const table = tableFile(
  new URL('./data/holidays.tsv', import.meta.url),
  z.object({ name: z.string(), countries: z.string(), rule: z.string(), other_names: z.string() }),
);
const zones = tableFile(
  new URL('./data/zone-countries.tsv', import.meta.url),
  z.object({ tz: z.string(), country: z.string().length(2) }),
);

let all: Holiday[] | undefined;

/** All holidays. */
export function holidays(): readonly Holiday[] {
  if (all) return all;
  all = [];
  for (const { name, countries, rule, other_names } of table()) {
    if (!countries) {
      const otherNames = other_names.split(', ').filter(Boolean);
      all.push({ name, otherNames, rule, rules: new Map() });
    }
    const date = dateOf(rule);
    for (const country of countries.split(' ')) all.at(-1)?.rules.set(country, date);
  }
  return all;
}

/** The rule in the country of a time zone, or else the one that most people mean. */
export function ruleAt({ rules }: Holiday, zone: string): YearlyDate {
  const country = rules.size > 1 ? zones().find(({ tz }) => tz === zone)?.country : '';
  return rules.get(country ?? '') ?? (rules.get('') as YearlyDate);
}

/** Whether the date changes from year to year, so that people ask for it. */
export const moves = ({ rule }: Holiday) => !/^\d\d-\d\d$/.test(rule);

/** The Hebrew and Islamic calendars are in actual use, and each of their holidays occurs every year, from 1950 to 2070. */
export const isReliable = ({ rule }: Holiday, year: number) =>
  !/^(?:hebrew|islamic)/.test(rule) || (year >= 1950 && year <= 2070);

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
  return lunarDate(rule);
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

/** The first day of a year that Intl formats like this in another calendar: `hebrew 15 Nisan`, `islamic-umalqura 9/1`. */
function lunarDate(rule: string): YearlyDate {
  const [calendar = '', ...day] = rule.split(' ');
  const month = rule.includes('/') ? 'numeric' : 'long';
  let format: Intl.DateTimeFormat | undefined;
  return (year) => {
    format ??= new Intl.DateTimeFormat(`en-u-ca-${calendar}`, { month, day: 'numeric', timeZone: 'UTC' });
    let days = 0;
    while (days < 366 && format.format(Date.UTC(year, 0, 1 + days)) !== day.join(' ')) days++;
    return new Temporal.PlainDate(year, 1, 1).add({ days });
  };
}
