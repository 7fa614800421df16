import tzLookup from '@photostructure/tz-lookup';
import { cityMapping } from 'city-timezones';
import { cityNames, towns } from '../corpus.ts';
import type { SandboxRequest, SandboxResponse, Upstream } from '../upstream.ts';

interface Row {
  names: readonly string[];
  id: number;
  name: string;
  latitude: number;
  longitude: number;
  feature_code: 'PPL' | 'ADM1' | 'PCLI';
  country_code: string;
  country: string;
  admin1: string;
  /** `CA` for California. */
  stateCode: string;
  timezone: string;
  population: number;
}

/** Stand-in for Open-Meteo's geocoding, based on a public list of cities plus some towns. */
export const openMeteoGeocoding: Upstream = {
  slug: 'open-meteo-geocoding',
  handle({ path, query }: SandboxRequest): SandboxResponse {
    if (path !== '/v1/search') return { status: 404, body: { error: true, reason: 'Not Found' } };
    const name = query.get('name');
    if (name === null) return badRequest('Value required for key name.');
    const count = Number(query.get('count') ?? 10);
    if (!Number.isInteger(count) || count < 1 || count > 100) {
      return badRequest('Parameter count must be between 1 and 100.');
    }
    const country = (query.get('countryCode') ?? '').toUpperCase();
    const found = search(name)
      .filter((row) => country === '' || row.country_code === country)
      .slice(0, count)
      .map(({ names: _names, stateCode: _code, population, ...row }) => ({
        ...row,
        elevation: 38,
        ...(population > 0 ? { population: Math.round(population) } : {}),
      }));
    return { status: 200, body: { ...(found.length > 0 ? { results: found } : {}), generationtime_ms: 0.66 } };
  },
};

/** One letter matches nothing, two an exact name, three or more a prefix; exact matches come first. */
function search(text: string): Row[] {
  const [name = '', ...qualifiers] = text.split(',').map(folded);
  if (name.length < 2) return [];
  const all = rows();
  const exact = all.filter(({ names }) => names.includes(name));
  const longer =
    name.length < 3
      ? []
      : all.filter(({ names }) => !names.includes(name) && names.some((each) => each.startsWith(name)));
  return [...exact, ...longer].filter((row) =>
    qualifiers.every((each) =>
      [row.admin1, row.country, row.country_code, row.stateCode].some((is) => folded(is) === each),
    ),
  );
}

let built: Row[] | undefined;

/** All rows, by descending population. */
function rows(): Row[] {
  if (built) return built;
  const display = new Intl.DisplayNames('en', { type: 'region' });
  const countryOf = (code: string, fallback = code) => (/^[A-Z]{2}$/.test(code) && display.of(code)) || fallback;
  const otherNames = new Map<string, string[]>();
  for (const { city, name } of cityNames()) otherNames.set(city, [...(otherNames.get(city) ?? []), name]);
  const cities = cityMapping
    .filter(({ timezone }) => timezone)
    .map((city) => ({
      names: [city.city, city.city_ascii, ...(otherNames.get(city.city) ?? [])].map(folded),
      name: city.city,
      latitude: city.lat,
      longitude: city.lng,
      feature_code: 'PPL' as const,
      country_code: city.iso2,
      country: countryOf(city.iso2, city.country),
      admin1: city.province ?? '',
      stateCode: city.state_ansi ?? '',
      timezone: city.timezone,
      population: city.pop,
    }));
  const more = towns().map(({ name, region, country, latitude, longitude, population }) => ({
    names: [folded(name)],
    name,
    latitude,
    longitude,
    feature_code: 'PPL' as const,
    country_code: country,
    country: countryOf(country),
    admin1: region,
    stateCode: cities.find((city) => city.admin1 === region)?.stateCode ?? '',
    timezone: tzLookup(latitude, longitude),
    population,
  }));
  const all = [...cities, ...more].sort((a, b) => b.population - a.population);
  // The position of a country or state is that of its most populous city.
  const countries = firstBy(all, ({ country_code }) => country_code).map((row) => {
    return { ...row, names: [folded(row.country)], name: row.country, admin1: '', feature_code: 'PCLI' as const };
  });
  const states = firstBy(
    all.filter(({ admin1 }) => admin1),
    ({ admin1, country_code }) => `${country_code} ${admin1}`,
  ).map((row) => {
    return { ...row, names: [folded(row.admin1)], name: row.admin1, feature_code: 'ADM1' as const };
  });
  built = [...countries, ...all, ...states].map((row, at) => ({ ...row, id: 2_900_000 + at }));
  return built;
}

function firstBy<Thing>(things: readonly Thing[], key: (thing: Thing) => string): Thing[] {
  const byKey = new Map<string, Thing>();
  for (const thing of things) if (key(thing) !== '' && !byKey.has(key(thing))) byKey.set(key(thing), thing);
  return [...byKey.values()];
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[.'’-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function badRequest(reason: string): SandboxResponse {
  return { status: 400, body: { error: true, reason } };
}
