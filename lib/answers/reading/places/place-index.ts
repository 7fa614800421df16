import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { placeKey } from './folded-name.ts';

/** The tables of the gazetteer, in `data/`. `npm run places` makes `places.tsv` and `areas.tsv`. */

const data = (file: string) => new URL(`./data/${file}`, import.meta.url);
const point = {
  name: z.string().min(1),
  country: z.string().length(2),
  /** GeoNames code of the state or province, if `regions.tsv` has it. */
  region: z.string(),
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  population: z.coerce.number(),
  tz: z.string().min(1),
};
const citySchema = z.object({
  key: z.string(),
  ...point,
  /** What must stand with a name that is also a word: a preposition, or the state or country. */
  sign: z.enum(['', 'in', 'region']),
});
/** A city or town. */
export type City = z.infer<typeof citySchema>;
const COLUMNS = Object.keys(citySchema.shape);

const names = z.string().transform((list) => list.split('|').filter(Boolean));
const areaTable = tableFile(data('areas.tsv'), z.object({ ...point, one_zone: z.enum(['0', '1']) }));
const regionTable = tableFile(
  data('regions.tsv'),
  z.object({ country: z.string(), code: z.string(), name: z.string(), names }),
);
const countryTable = tableFile(data('country-names.tsv'), z.object({ country: z.string(), names }));
const NAME_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

/** A country, or a state or province of it. */
export interface Area {
  name: string;
  country: string;
  /** Code of the state or province; empty for a country. */
  region: string;
  /** The most populous city. */
  main: z.infer<z.ZodObject<typeof point>>;
  /** Whether nearly all people share one time zone. */
  hasOneZone: boolean;
}

/** Places by the keys that `placeKey` makes of their names. */
export class PlaceIndex {
  /** The lines of the table, sorted by key: an object for each would take megabytes and a second to make. */
  readonly #cities = readFileSync(data('places.tsv'), 'utf8').split('\n').slice(1, -1);
  readonly #areas = new Map<string, Area>();
  readonly countries = new Map<string, Area>();
  readonly regions = new Map<string, Area>();

  constructor() {
    for (const { one_zone, ...main } of areaTable()) {
      const { country, region } = main;
      this.#areas.set(`${country} ${region}`, { name: '', country, region, main, hasOneZone: one_zone === '1' });
    }
    const add = (index: Map<string, Area>, country: string, region: string, called: readonly string[]) => {
      const area = this.area(country, region);
      if (!area) return;
      area.name ||= called[0] ?? '';
      for (const key of called.map(placeKey)) if (!index.has(key)) index.set(key, area);
    };
    const displays = NAME_LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
    const codes = new Set([...this.#areas.values()].map(({ country }) => country));
    const english = displays[0]?.of.bind(displays[0]);
    for (const { country, names } of countryTable())
      add(this.countries, country, '', [english?.(country) ?? '', ...names]);
    for (const display of displays) for (const code of codes) add(this.countries, code, '', [display.of(code) ?? '']);
    for (const { country, code, name, names } of regionTable()) add(this.regions, country, code, [name, ...names]);
  }

  /** The country with a code, or its region with a code. */
  area(country: string, region: string): Area | undefined {
    return this.#areas.get(`${country} ${region}`);
  }

  /** The cities of a name, most populous first, found by bisection. */
  cities(key: string): City[] {
    const start = `${key}\t`;
    let [from, to] = [0, this.#cities.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if ((this.#cities[middle] as string) < start) from = middle + 1;
      else to = middle;
    }
    while (this.#cities[to]?.startsWith(start)) to++;
    return this.#cities.slice(from, to).map((line) => {
      const cells = line.split('\t');
      return citySchema.parse(Object.fromEntries(COLUMNS.map((name, at) => [name, cells[at]])));
    });
  }
}
