import { createRequire } from 'node:module';
import type { cityMapping as CityMapping } from 'city-timezones';
import { americanTowns } from './american-towns.ts';
import { foldedName } from './folded-name.ts';
import { cityAliases, countryAliases, moreCities, regionAliases } from './place-names.ts';
import { townsAndResorts } from './towns-and-resorts.ts';

/** A city with all its data. */
export interface City {
  name: string;
  ascii: string;
  region: string;
  country: string;
  countryCode: string;
  lat: number;
  lon: number;
  tz: string;
  population: number;
}

/** The tables for looking up names. */
export interface PlaceIndex {
  /** By folded name, most populous first. */
  cities: ReadonlyMap<string, readonly City[]>;
  /** Folded name → code. */
  countries: ReadonlyMap<string, string>;
  /** Code → most populous city. */
  mainCities: ReadonlyMap<string, City>;
  /** Codes of countries with more than one time zone. */
  wide: ReadonlySet<string>;
  /** Folded name → most populous city of the region. */
  regions: ReadonlyMap<string, City>;
}

/** Loads the city data on first use: it takes megabytes, and threads never look up places. */
const require = createRequire(import.meta.url);

const NAME_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

/** Builds the index. This takes a few tens of milliseconds, so it is done once. */
export function buildIndex(): PlaceIndex {
  const cities = new Map<string, City[]>();
  const mainCities = new Map<string, City>();
  const zones = new Map<string, Set<string>>();
  const regions = new Map<string, City>();
  for (const city of allCities()) {
    for (const name of new Set([city.name, city.ascii].flatMap((written) => spellings(foldedName(written))))) {
      const list = cities.get(name);
      if (list) list.push(city);
      else cities.set(name, [city]);
    }
    const { countryCode } = city;
    if (!mainCities.has(countryCode)) mainCities.set(countryCode, city);
    zones.set(countryCode, (zones.get(countryCode) ?? new Set()).add(city.tz));
    const region = foldedName(city.region);
    // American states take precedence over more populous regions of the same name elsewhere.
    const known = regions.get(region);
    const first = !known || (countryCode === 'US' && known.countryCode !== 'US');
    if (region !== '' && first) regions.set(region, city);
  }
  for (const [name, others] of Object.entries(cityAliases)) {
    const [city] = cities.get(name) ?? [];
    if (city) for (const other of others.split('|')) cities.set(other, [city, ...(cities.get(other) ?? [])]);
  }
  for (const [name, others] of Object.entries(regionAliases)) {
    const city = regions.get(name);
    if (city) for (const other of others.split('|')) if (!regions.has(other)) regions.set(other, city);
  }
  const wide = new Set([...zones].filter(([, { size }]) => size > 1).map(([code]) => code));
  return { cities, countries: countryNames([...mainCities.keys()]), mainCities, wide, regions };
}

/** `Ft. Myers` is Fort Myers; `St. Cloud` is Saint Cloud. */
const SHORTENED: readonly (readonly [RegExp, string])[] = [
  [/^ft /, 'fort '],
  [/^fort /, 'ft '],
  [/^st /, 'saint '],
  [/^saint /, 'st '],
  [/^mt /, 'mount '],
  [/^mount /, 'mt '],
];

function spellings(name: string): string[] {
  const others = SHORTENED.filter(([short]) => short.test(name)).map(([short, long]) => name.replace(short, long));
  return [name, ...others];
}

/** All cities, most populous first. */
function allCities(): City[] {
  const display = new Intl.DisplayNames('en', { type: 'region' });
  const names = new Map<string, string>();
  const countryName = (code: string, fallback: string) => {
    if (!names.has(code)) names.set(code, (code && display.of(code)) || fallback);
    return names.get(code) as string;
  };
  const { cityMapping } = require('city-timezones') as { cityMapping: typeof CityMapping };
  const listed = cityMapping
    .filter(({ timezone }) => timezone)
    .map((row): City => {
      const countryCode = /^[A-Z]{2}$/.test(row.iso2) ? row.iso2 : '';
      return {
        name: row.city.replace(/^Ft\. /, 'Fort '),
        ascii: row.city_ascii,
        region: row.province ?? '',
        country: countryCode ? countryName(countryCode, row.country) : row.country,
        countryCode,
        lat: row.lat,
        lon: row.lng,
        tz: row.timezone,
        population: row.pop,
      };
    });
  const towns = americanTowns.map(([name, state, ...rest]) => [name, state, 'US', ...rest] as const);
  const more = [...moreCities, ...townsAndResorts, ...towns].map(
    ([name, region, countryCode, lat, lon, tz, population]): City => {
      return {
        name,
        ascii: name,
        region,
        country: countryName(countryCode, ''),
        countryCode,
        lat,
        lon,
        tz,
        population,
      };
    },
  );
  return [...listed, ...more].sort((a, b) => b.population - a.population);
}

function countryNames(codes: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const language of NAME_LANGUAGES) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = code && display.of(code);
      if (name && !names.has(foldedName(name))) names.set(foldedName(name), code);
    }
  }
  for (const [code, others] of Object.entries(countryAliases))
    for (const name of others.split('|')) names.set(name, code);
  return names;
}
