import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { likelySubtags } from '../../../search/language-tag.ts';
import { tableFile } from '../../data-file.ts';
import { zoneCountries } from '../places/home-country.ts';

/** Gives the date in a year. */
export type YearlyDate = (year: number) => Temporal.PlainDate;

/** Days that come every year. Rows of countries follow the row of the rule that most people mean, which has the names. */
export const holidays = tableFile(
  new URL('./data/holidays.tsv', import.meta.url),
  z
    .object({ name: z.string(), countries: z.string(), rule: z.string(), other_names: z.string() })
    .transform((row) => ({ ...row, date: dateOf(row.rule) })),
);
export type Holiday = ReturnType<typeof holidays>[number];

/** The date by the rule of a country; undefined if it has no rule of its own. */
export const ruleIn = (country: string, { name }: Holiday) =>
  holidays().find((row) => row.name === name && row.countries.split(' ').includes(country))?.date;

/** The country of the requester: that of the time zone, or else that of the language. */
export const countryOf = (zone: string, lang: string) =>
  zoneCountries().get(zone) ?? likelySubtags(lang || 'en').country;

/** The first of these countries that has a rule of its own for a holiday; America for those that others keep as well. */
export const keeping = (holiday: Holiday, ...countries: readonly string[]) =>
  [...countries, 'US'].find((country) => ruleIn(country, holiday));

/** The Hebrew and Islamic calendars are in actual use, and each of their holidays occurs every year, from 1950 to 2070. */
export const isReliable = ({ rule }: Holiday, year: number) =>
  !/^(?:hebrew|islamic)/.test(rule) || (year >= 1950 && year <= 2070);

const NTH = /^(?<nth>\d|last)(?:st|nd|rd|th)? (?<weekday>\w+) of (?<month>\d\d)$/;
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Reads a rule of the table: `12-25`, `easter -47`, `4th thu of 11 +1`, `hebrew 15 Nisan`. */
function dateOf(text: string): YearlyDate {
  const [, rule = '', shift] = /^(.+?)(?: ([-+]\d+))?$/.exec(text) ?? [];
  const [shifted, days] = [shift && dateOf(rule), Number(shift)];
  if (shifted) return (year) => shifted(year).add({ days });
  if (rule === 'easter' || rule === 'orthodox') return (year) => easter(year, rule === 'orthodox');
  const { nth, weekday = '', month } = NTH.exec(rule)?.groups ?? {};
  const weekdayNumber = WEEKDAYS.indexOf(weekday) + 1;
  if (nth)
    return (year) => nthWeekday(Number(nth) || -1, weekdayNumber, new Temporal.PlainDate(year, Number(month), 1));
  const [inMonth = 1, day = 1] = rule.split('-').map(Number);
  return inMonth > 0 ? (year) => new Temporal.PlainDate(year, inMonth, day) : lunarDate(rule);
}

/** The nth weekday (1 is Monday) of the month that begins on a date; -1 is the last one. */
export function nthWeekday(n: number, weekday: number, first: Temporal.PlainDate): Temporal.PlainDate {
  if (n > 0) return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + (n - 1) * 7 });
  const last = first.with({ day: first.daysInMonth });
  return last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 });
}

/** The Sunday after the full moon of spring, which the Orthodox churches take from the Julian calendar. */
function easter(year: number, isOrthodox: boolean): Temporal.PlainDate {
  const [golden, century] = [year % 19, Math.floor(year / 100)];
  const leapsLeftOut = century - Math.floor(century / 4);
  const moon = (19 * golden + 15 + (isOrthodox ? 0 : leapsLeftOut - Math.floor((8 * century + 13) / 25))) % 30;
  const isLate = !isOrthodox && (moon === 29 || (moon === 28 && golden > 10));
  const days = moon - Number(isLate) + (isOrthodox ? leapsLeftOut - 2 : 0);
  const fullMoon = new Temporal.PlainDate(year, 3, 21).add({ days });
  return fullMoon.add({ days: 7 - (fullMoon.dayOfWeek % 7) });
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
