import { readFileSync } from 'node:fs';
import { once, textTable } from '../../data-file.ts';

/** The public holidays of countries and their regions, from a table of `npm run data`. */

/** The first and the last year of the table. */
export const YEARS = [2024, 2036] as const;

/** Strings of all lines would take several megabytes. The lines of a country follow each other. */
const table = once(() => readFileSync(new URL('./data/holidays.tsv', import.meta.url)));
const areas = textTable(new URL('./data/regions.tsv', import.meta.url), 'key', 'country', 'region', 'name');
export type Region = ReturnType<typeof areas>[number];

/** The regions of a name, which several countries may have. */
export const regionsNamed = (key: string): Region[] => areas().filter((area) => area.key === key);

/** A public holiday with its names by language; of some regions by their codes, or of all if there are none. */
export interface PublicHoliday {
  date: string;
  name: string;
  names: ReadonlyMap<string, string>;
  regions: readonly string[];
}

/** The public holidays of a country in a year, in order. */
export function holidaysIn(country: string, year: number): PublicHoliday[] {
  const mark = `\n${country}\t`;
  const from = table().indexOf(mark);
  if (from < 0 || year < YEARS[0] || year > YEARS[1]) return [];
  const end = table().indexOf('\n', table().lastIndexOf(mark) + 1);
  const days = table()
    .toString('utf8', from + 1, end)
    .split('\n')
    .flatMap((line) => {
      const [, regions = '', name = '', names = '', dates = ''] = line.split('\t');
      const inYear = /^\d\d-\d\d$/.test(dates) ? [`${year}-${dates}`] : dates.split(' ');
      const rest = {
        name,
        names: new Map(names.split('|').map((each) => each.split('=') as [string, string])),
        regions: regions.split(' ').filter(Boolean),
      };
      return inYear.filter((date) => date.startsWith(`${year}-`)).map((date) => ({ date, ...rest }));
    });
  return days.sort((one, other) => (one.date < other.date ? -1 : 1));
}

/** The names of regions by their codes. */
export const regionNames = (country: string, codes: readonly string[]) =>
  codes.map((code) => areas().find((area) => area.country === country && area.region === code)?.name ?? code);
