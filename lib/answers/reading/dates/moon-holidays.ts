import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';

/**
 * Holidays of lunar calendars that follow a rule or a table, as Intl computes them. The Chinese calendar follows
 * astronomical events, which Intl does not always compute exactly: it has the new year of 2027 a day late. Its new year
 * is therefore omitted.
 */

const DAY_MS = 86_400_000;
const MAX_YEARS = 20;

/**
 * A day of another calendar, and the range of Gregorian dates on which it can fall: the first date, and the number of
 * days.
 */
interface Wandering {
  calendar: 'hebrew' | 'islamic-umalqura';
  /** As Intl formats it: `9/1`, `25 Kislev`. */
  day: string;
  from: readonly [month: number, day: number];
  days: number;
}

/** In these years, both calendars are in actual use, and each of the holidays occurs every year. */
export const MOON_YEARS = [1950, 2070] as const;

/** The Gregorian date in a given year; the first one if there are two. */
function wandering({ calendar, day, from: [month, first], days }: Wandering) {
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}`, {
    month: calendar === 'hebrew' ? 'long' : 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const found = new LRUCache<number, Temporal.PlainDate>({ max: MAX_YEARS });
  return (year: number): Temporal.PlainDate => {
    const known = found.get(year);
    if (known) return known;
    const start = Temporal.PlainDate.from({ year, month, day: first });
    const startMs = start.toZonedDateTime('UTC').epochMilliseconds;
    let more = 0;
    while (more < days && format.format(startMs + more * DAY_MS) !== day) more++;
    const date = start.add({ days: more % days });
    found.set(year, date);
    return date;
  };
}

const hebrew = (day: string, from: readonly [number, number]) => wandering({ calendar: 'hebrew', day, from, days: 36 });
const islamic = (day: string) => wandering({ calendar: 'islamic-umalqura', day, from: [1, 1], days: 365 });

/** Names and other names, as in `holidays.ts`, and the rule for the date. */
export const moonHolidays: readonly [names: string, rule: (year: number) => Temporal.PlainDate][] = [
  ['~Passover|pesach|passah|pessach', hebrew('15 Nisan', [3, 24])],
  ['~Rosh Hashanah|rosh hashana|jewish new year', hebrew('1 Tishri', [9, 3])],
  ['~Yom Kippur|day of atonement', hebrew('10 Tishri', [9, 12])],
  ['~Hanukkah|hanukah|hannukah|chanukah|chanukka', hebrew('25 Kislev', [11, 25])],
  ['~Ramadan|ramadhan|start of ramadan|beginning of ramadan|first day of ramadan', islamic('9/1')],
  ['~Eid al-Fitr|eid ul fitr|end of ramadan|zuckerfest|suikerfeest', islamic('10/1')],
  ['~Eid al-Adha|eid ul adha|opferfest|offerfeest', islamic('12/10')],
];
