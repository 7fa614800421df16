import { readFileSync } from 'node:fs';
import { placeKey } from './folded-name.ts';

/**
 * Places by name, for answers that need a time zone or coordinates without calling a provider: cities and towns of
 * GeoNames, the countries in seven languages, states and provinces. `npm run places` makes the tables.
 */

export interface KnownPlace {
  /** Name for people to read: `Kingston, Jamaica`. */
  label: string;
  /** Name alone, in English: `Kingston`. */
  name: string;
  /** Two-letter ISO code. */
  countryCode: string;
  /** State or province; empty for a country. */
  region: string;
  kind: 'city' | 'region' | 'country';
  lat: number;
  lon: number;
  /** IANA time zone. */
  tz: string;
  population: number;
}

/** A line of a table. `region` is a code of GeoNames. */
type Row = Readonly<Record<'name' | 'country' | 'region' | 'lat' | 'lon' | 'population' | 'tz', string>>;
/** `sign` is what must stand with a name that is also a word: a preposition (`in`), or the state or country. */
type City = Row & { sign: '' | 'in' | 'region' };
/** A country, or a state or province, at its most populous city. Its code is one of its keys. */
type Area = Row & { kind: 'region' | 'country'; label: string };

const MAX_NAME_CHARS = 60;
/** Minimum population of a place that is named without a preposition. */
const MIN_BARE_POPULATION = 10_000;
/** New York, Washington and Quebec mean the city, not the state. */
const MIN_POPULATION_BEFORE_STATE = 500_000;
/** Granada means the city, not Grenada, whose largest city has far fewer people. */
const TIMES_POPULATION_OF_COUNTRY = 3;
/** Countries where people add the state to the name of a town. */
const NAMED_STATES = new Set(['US', 'CA', 'AU']);
const STATE_OF = /^(?:the )?state of (?=.)/;
const ARTICLE = /^(?:(?:the )?city of|the|la|le|les|el|los|las|il|i|die|der|das|de|het|o|a|os|as|l) (?=.)/;
const MAX_QUALIFIER_WORDS = 4;
const LINE_END = 10;

/** The cities of a name, most populous first. */
const citiesNamed = sortedTable<City>('places.tsv');
const areasNamed = sortedTable<Area>('areas.tsv');

/**
 * Finds the lines of a key by bisection. The table stays as the bytes of its file, because strings or objects for all of
 * its lines would take many megabytes, and long to make. A test checks the lines.
 */
function sortedTable<Line extends Row>(file: string): (key: string) => Line[] {
  let table: { bytes: Buffer; columns: readonly string[]; first: number } | undefined;
  return (key) => {
    if (!table) {
      const bytes = readFileSync(new URL(`./data/${file}`, import.meta.url));
      const first = bytes.indexOf(LINE_END);
      table = { bytes, columns: bytes.toString('utf8', 0, first).split('\t'), first };
    }
    const { bytes, columns, first } = table;
    const start = Buffer.from(`\n${key}\t`);
    const startAt = (at: number) => bytes.subarray(at, at + start.length);
    let [from, to] = [first, bytes.length - 1];
    while (from < to) {
      const middle = bytes.lastIndexOf(LINE_END, (from + to) >> 1);
      if (startAt(middle).compare(start) < 0) from = bytes.indexOf(LINE_END, middle + 1);
      else to = middle;
    }
    const lines: Line[] = [];
    for (; startAt(from).equals(start); from = to) {
      to = bytes.indexOf(LINE_END, from + 1);
      const cells = bytes.toString('utf8', from + 1, to).split('\t');
      lines.push(Object.fromEntries(columns.map((name, at) => [name, cells[at]])) as Line);
    }
    return lines;
  };
}

/**
 * Finds a place by name; returns null if it is unknown. Without a preposition (`said`), the name must not be a word, and
 * enough people must live there; two letters for a state also need a preposition.
 */
export function findPlace(text: string, { said = false } = {}): KnownPlace | null {
  const key = placeKey(text);
  if (key.length < 2 || key.length > MAX_NAME_CHARS) return null;
  const short = key.replace(ARTICLE, '');
  const found = STATE_OF.test(key)
    ? areaNamed(key.replace(STATE_OF, ''), 'region')
    : (placeNamed(key, said) ?? (short === key ? null : placeNamed(short, said)) ?? qualified(key));
  return found ? known(found) : null;
}

/** Whether a name is far more often a word than the place: `march`, `best`. */
export function isMainlyWord(text: string): boolean {
  return citiesNamed(placeKey(text))[0]?.sign === 'region';
}

/** Splits a name from its country or state: `paris texas`. The region is empty for a whole country. */
export function splitQualifier(text: string): { name: string; countryCode: string; region: string } | null {
  const split = splitArea(placeKey(text));
  return split && { name: split.name, countryCode: split.area.country, region: split.area.region && split.area.name };
}

/** The code of a country by its name in any supported language. */
export function countryNamed(text: string): string | null {
  const key = placeKey(text);
  return (areaNamed(key, 'country') ?? areaNamed(key.replace(ARTICLE, ''), 'country'))?.country ?? null;
}

/** Whether a lower-case word is the code of a state or province. */
export function isStateCode(word: string): boolean {
  return word.length === 2 && areaNamed(word, 'region') !== undefined;
}

function areaNamed(key: string, kind: Area['kind']): Area | undefined {
  return areasNamed(key).find((area) => area.kind === kind);
}

function placeNamed(key: string, said: boolean): City | Area | null {
  const [city] = citiesNamed(key);
  const people = Number(city?.population ?? 0);
  const country = areaNamed(key, 'country');
  if (country && !(city && people >= TIMES_POPULATION_OF_COUNTRY * Number(country.population))) return country;
  const region = said || key.length > 2 ? areaNamed(key, 'region') : undefined;
  if (region && people < MIN_POPULATION_BEFORE_STATE) return region;
  if (!city) return null;
  const isClear = said ? city.sign !== 'region' : city.sign === '' && people >= MIN_BARE_POPULATION;
  return isClear ? city : null;
}

/** A city with its state or country, or a state with its country: `missouri usa`. */
function qualified(key: string): City | Area | null {
  const { name, area } = splitArea(key) ?? {};
  if (!name || !area) return null;
  const isInside = ({ country, region }: Row) => country === area.country && ['', region].includes(area.region);
  const state = area.kind === 'country' ? areaNamed(name, 'region') : undefined;
  return citiesNamed(name).find(isInside) ?? (state && isInside(state) ? state : null);
}

/** The longest area at the end of a name: `new south wales` before `wales`, and Georgia the state before the country. */
function splitArea(key: string): { name: string; area: Area } | null {
  const words = key.split(' ');
  for (let take = Math.min(MAX_QUALIFIER_WORDS, words.length - 1); take > 0; take--) {
    const last = words.slice(-take).join(' ');
    const area = areaNamed(last, 'region') ?? areaNamed(last, 'country');
    if (area) return { name: words.slice(0, -take).join(' '), area };
  }
  return null;
}

function known(row: City | Area): KnownPlace {
  const { name, country: countryCode, tz } = row;
  const region = row.region && (areasNamed(`${countryCode} ${row.region}`)[0]?.name ?? '');
  const [lat, lon, population] = [Number(row.lat), Number(row.lon), Number(row.population)];
  const place = { name, countryCode, region, lat, lon, tz, population };
  if ('kind' in row) return { ...place, kind: row.kind, label: row.label };
  const parts = [name, NAMED_STATES.has(countryCode) ? region : '', areasNamed(countryCode)[0]?.name];
  return { ...place, kind: 'city', label: [...new Set(parts.filter(Boolean))].join(', ') };
}
