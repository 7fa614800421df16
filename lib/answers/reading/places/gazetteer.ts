import { placeKey } from './folded-name.ts';
import { type Area, type City, PlaceIndex } from './place-index.ts';

/**
 * Places by name, for answers that need a time zone or coordinates without calling a provider: cities and towns of
 * GeoNames, the countries in seven languages, states and provinces. Loaded on first use.
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

let built: PlaceIndex | undefined;

function gazetteer(): PlaceIndex {
  built ??= new PlaceIndex();
  return built;
}

/**
 * Finds a place by name; returns null if it is unknown. Without a preposition (`said`), the name must not be a word, and
 * enough people must live there; two letters for a state also need a preposition.
 */
export function findPlace(text: string, { said = false } = {}): KnownPlace | null {
  const key = placeKey(text);
  if (key.length < 2 || key.length > MAX_NAME_CHARS) return null;
  if (STATE_OF.test(key)) return regionPlace(gazetteer().regions.get(key.replace(STATE_OF, '')));
  return placeNamed(key, said) ?? placeNamed(key.replace(ARTICLE, ''), said) ?? qualified(key);
}

/** Whether a name is far more often a word than the place: `march`, `best`. */
export function isMainlyWord(text: string): boolean {
  return gazetteer().cities(placeKey(text))[0]?.sign === 'region';
}

/** Splits a name from its country or state: `paris texas`. The region is empty for a whole country. */
export function splitQualifier(text: string): { name: string; countryCode: string; region: string } | null {
  const { name, area } = splitArea(placeKey(text)) ?? {};
  return name && area ? { name, countryCode: area.country, region: area.region && area.name } : null;
}

/** The code of a country by its name in any supported language. */
export function countryNamed(text: string): string | null {
  const key = placeKey(text);
  const { countries } = gazetteer();
  return (countries.get(key) ?? countries.get(key.replace(ARTICLE, '')))?.country ?? null;
}

/** Whether a lower-case word is the code of a state or province. */
export function isStateCode(word: string): boolean {
  return word.length === 2 && gazetteer().regions.has(word);
}

function placeNamed(key: string, said: boolean): KnownPlace | null {
  const [city] = gazetteer().cities(key);
  const country = gazetteer().countries.get(key);
  if (country && !(city && city.population >= TIMES_POPULATION_OF_COUNTRY * country.main.population)) {
    return countryPlace(country);
  }
  const region = said || key.length > 2 ? gazetteer().regions.get(key) : undefined;
  if (region && !(city && city.population >= MIN_POPULATION_BEFORE_STATE)) return regionPlace(region);
  if (!city) return null;
  const isClear = said ? city.sign !== 'region' : city.sign === '' && city.population >= MIN_BARE_POPULATION;
  return isClear ? cityPlace(city) : null;
}

/** A city with its state or country, or a state with its country: `missouri usa`. */
function qualified(key: string): KnownPlace | null {
  const split = splitArea(key);
  if (!split) return null;
  const { name, area } = split;
  const isInside = ({ country, region }: City | Area) =>
    country === area.country && (area.region === '' || region === area.region);
  const city = gazetteer().cities(name).find(isInside);
  if (city) return cityPlace(city);
  const state = gazetteer().regions.get(name);
  return state && area.region === '' && isInside(state) ? regionPlace(state) : null;
}

/** The longest area at the end of a name: `new south wales` before `wales`, and Georgia the state before the country. */
function splitArea(key: string): { name: string; area: Area } | null {
  const words = key.split(' ');
  for (let take = Math.min(MAX_QUALIFIER_WORDS, words.length - 1); take > 0; take--) {
    const last = words.slice(-take).join(' ');
    const area = gazetteer().regions.get(last) ?? gazetteer().countries.get(last);
    if (area) return { name: words.slice(0, -take).join(' '), area };
  }
  return null;
}

function cityPlace(city: City): KnownPlace {
  const country = gazetteer().area(city.country, '')?.name ?? '';
  const region = (city.region && gazetteer().area(city.country, city.region)?.name) ?? '';
  const parts = NAMED_STATES.has(city.country) ? [city.name, region, country] : [city.name, country];
  return known(city, 'city', city.name, region, [...new Set(parts.filter(Boolean))].join(', '));
}

function regionPlace(area: Area | undefined): KnownPlace | null {
  if (!area) return null;
  const country = gazetteer().area(area.country, '')?.name;
  return known(area.main, 'region', area.name, area.name, `${area.name}, ${country}`);
}

/** A country with several time zones is represented by its largest city. */
function countryPlace({ main, name, hasOneZone }: Area): KnownPlace {
  return known(main, 'country', name, '', hasOneZone ? name : `${main.name}, ${name}`);
}

function known(point: Area['main'], kind: KnownPlace['kind'], name: string, region: string, label: string): KnownPlace {
  const { lat, lon, tz, population, country: countryCode } = point;
  return { label, name, countryCode, region, kind, lat, lon, tz, population };
}
