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
  /** State or province, and its code; empty for a country. */
  region: string;
  regionCode: string;
  kind: 'city' | 'region' | 'country';
  /** Of a country, state or province: those of its most populous city. */
  lat: number;
  lon: number;
  /** IANA time zone. */
  tz: string;
  population: number;
  /** What must stand with the name of a city that is also a word: a preposition (`in`), or its `region` or country. */
  sign: string;
}

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
const citiesNamed = sortedTable('places.tsv');
/** The country and the region of a name, or of a code: `US`, `US TX`. */
const areasNamed = sortedTable('areas.tsv');

/**
 * Finds the lines of a key by bisection. The table stays as the bytes of its file, because strings or objects for all of
 * its lines would take many megabytes, and long to make. A test checks the lines.
 */
function sortedTable(file: string): (key: string) => KnownPlace[] {
  let table: Buffer | undefined;
  return (key) => {
    table ??= readFileSync(new URL(`./data/${file}`, import.meta.url));
    const bytes = table;
    const start = Buffer.from(`\n${key}\t`);
    /** Negative if the line at a place comes before those of the key, and zero if it is one of them. */
    const order = (line: number) => {
      let at = 0;
      while (at < start.length - 1 && bytes[line + at] === start[at]) at++;
      return (bytes[line + at] as number) - (start[at] as number);
    };
    let [from, to] = [bytes.indexOf(LINE_END), bytes.length - 1];
    while (from < to) {
      let middle = (from + to) >> 1;
      while (bytes[middle] !== LINE_END) middle--;
      if (order(middle) < 0) from = bytes.indexOf(LINE_END, middle + 1);
      else to = middle;
    }
    const rows: KnownPlace[] = [];
    for (; order(from) === 0; from = to) {
      to = bytes.indexOf(LINE_END, from + 1);
      rows.push(placeIn(bytes.toString('utf8', from + 1, to)));
    }
    return rows;
  };
}

/** The place in a line. The label and the region of a city follow in `labelled`. */
function placeIn(line: string): KnownPlace {
  const [, name = '', countryCode = '', regionCode = '', ...cells] = line.split('\t');
  const [lat, lon, population] = cells.slice(0, 3).map(Number) as [number, number, number];
  const [tz = '', mark = '', label = ''] = cells.slice(3);
  const kind = label === '' ? 'city' : regionCode === '' ? 'country' : 'region';
  const region = kind === 'region' ? name : '';
  return { label, name, countryCode, region, regionCode, kind, lat, lon, tz, population, sign: mark };
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
  return found?.kind === 'city' ? labelled(found) : (found ?? null);
}

/** Whether a name is far more often a word than the place: `march`, `best`. */
export function isMainlyWord(text: string): boolean {
  return citiesNamed(placeKey(text))[0]?.sign === 'region';
}

/** Splits a name from its country or state: `paris texas`. The region is empty for a whole country. */
export function splitQualifier(text: string): { name: string; countryCode: string; region: string } | null {
  const split = splitArea(placeKey(text));
  return split && { name: split.name, countryCode: split.area.countryCode, region: split.area.region };
}

/** The code of a country by its name in any supported language. */
export function countryNamed(text: string): string | null {
  const key = placeKey(text);
  return (areaNamed(key, 'country') ?? areaNamed(key.replace(ARTICLE, ''), 'country'))?.countryCode ?? null;
}

/** Whether a lower-case word is the code of a state or province. */
export function isStateCode(word: string): boolean {
  return word.length === 2 && areaNamed(word, 'region') !== undefined;
}

function areaNamed(key: string, kind: KnownPlace['kind']): KnownPlace | undefined {
  return areasNamed(key).find((area) => area.kind === kind);
}

function placeNamed(key: string, said: boolean): KnownPlace | null {
  const [city] = citiesNamed(key);
  const people = city?.population ?? -1;
  const areas = areasNamed(key).filter(({ kind }) => kind === 'country' || said || key.length > 2);
  for (const area of areas) {
    const isCountry = area.kind === 'country';
    if (people < (isCountry ? TIMES_POPULATION_OF_COUNTRY * area.population : MIN_POPULATION_BEFORE_STATE)) return area;
  }
  if (!city) return null;
  const isClear = said ? city.sign !== 'region' : city.sign === '' && people >= MIN_BARE_POPULATION;
  return isClear ? city : null;
}

/** A city with its state or country, or a state with its country: `missouri usa`. */
function qualified(key: string): KnownPlace | null {
  const { name, area } = splitArea(key) ?? {};
  if (!name || !area) return null;
  const isInside = ({ countryCode, regionCode }: KnownPlace) =>
    countryCode === area.countryCode && ['', regionCode].includes(area.regionCode);
  const state = area.kind === 'country' ? areaNamed(name, 'region') : undefined;
  return citiesNamed(name).find(isInside) ?? (state && isInside(state) ? state : null);
}

/** The longest area at the end of a name: `new south wales` before `wales`, and Georgia the state before the country. */
function splitArea(key: string): { name: string; area: KnownPlace } | null {
  const words = key.split(' ');
  for (let take = Math.min(MAX_QUALIFIER_WORDS, words.length - 1); take > 0; take--) {
    const last = words.slice(-take).join(' ');
    const area = areaNamed(last, 'region') ?? areaNamed(last, 'country');
    if (area) return { name: words.slice(0, -take).join(' '), area };
  }
  return null;
}

function labelled(city: KnownPlace): KnownPlace {
  const { name, countryCode, regionCode } = city;
  const region = regionCode && (areasNamed(`${countryCode} ${regionCode}`)[0]?.name ?? '');
  const parts = [name, NAMED_STATES.has(countryCode) ? region : '', areasNamed(countryCode)[0]?.name];
  return { ...city, region, label: [...new Set(parts.filter(Boolean))].join(', ') };
}
