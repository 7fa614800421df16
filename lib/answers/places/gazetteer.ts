import { foldedName } from './folded-name.ts';
import { buildIndex, type City, type PlaceIndex } from './place-index.ts';
import { canadianProvinces, splitStates, usStates, wordyNames } from './place-names.ts';

/**
 * Places by name, for answers that need a time zone or a point on the earth and nobody else to ask: about 7,000 cities,
 * the countries in seven languages, states and provinces. Built at first use, in a few tens of milliseconds.
 */

export interface KnownPlace {
  /** For people: `Kingston, Jamaica`. */
  label: string;
  /** By itself, in English: `Kingston`. */
  name: string;
  /** ISO code of two letters; empty where it has none. */
  countryCode: string;
  /** State or province; empty for a country. */
  region: string;
  /** `surroundings`: a place that we do not know, in a state or country that we do; its time is known, its point is not. */
  kind: 'city' | 'region' | 'country' | 'surroundings';
  lat: number;
  lon: number;
  /** IANA zone. */
  tz: string;
  population: number;
}

/** A country or one of its regions, as it narrows a name down: `texas` in `paris texas`. */
export interface Qualifier {
  countryCode: string;
  /** Folded; empty for a whole country. */
  region: string;
}

const MAX_NAME_CHARS = 60;
/** A bare name, without any preposition, must be of a place this large. */
const MIN_BARE_POPULATION = 20_000;
/** The city is meant, not the state of that name. */
const CITY_BEFORE_STATE = new Set(['new york', 'washington', 'quebec']);
/** Codes of states that are words, or countries' codes. */
const WORDY_CODES = new Set([
  'in',
  'or',
  'me',
  'hi',
  'ok',
  'oh',
  'de',
  'la',
  'id',
  'co',
  'al',
  'pa',
  'ma',
  'ne',
  'il',
  'ar',
  'ca',
]);
/** Codes at the end that are rather words, where no town of that state is known by the name before. */
const WORDS_OF_TWO = / (?:in|on|or|me|hi|ok|oh|la|id|al|as)$/;
/** Countries whose people name the state behind the town. */
const NAMED_STATES = new Set(['US', 'CA', 'AU']);
const STATE_OF = /^(?:the )?state of (?=.)/;
const ARTICLE = /^(?:(?:the )?city of|the|la|le|les|el|los|las|il|i|die|der|das|de|het|o|a|os|as|l) (?=.)/;

let built: PlaceIndex | undefined;

function gazetteer(): PlaceIndex {
  built ??= buildIndex();
  return built;
}

/**
 * The place of this name; null when there is none that we know. `bare`: nothing in the query says that it is a place.
 * `state`: a code of two letters can be nothing but a state's. `listed`: no town that only its state or country is known of.
 */
export function findPlace(
  text: string,
  { bare = false, state: isState = false, listed = false } = {},
): KnownPlace | null {
  const name = foldedName(text);
  if (name.length < 2 || name.length > MAX_NAME_CHARS) return null;
  if (bare && wordyNames.has(name)) return null;
  if (STATE_OF.test(name)) return stateNamed(name.replace(STATE_OF, ''));
  const state = bare || (WORDY_CODES.has(name) && !isState) ? undefined : usStates[name];
  const found = placeNamed(state ?? name) ?? placeNamed(name.replace(ARTICLE, '')) ?? qualified(name);
  if (listed && found?.kind === 'surroundings') return null;
  return bare && found && found.population < MIN_BARE_POPULATION ? null : found;
}

/** The name without the country or state at its end, and that. Null when it ends in none. */
export function splitQualifier(text: string): { name: string; qualifier: Qualifier } | null {
  const words = foldedName(text).split(' ');
  // The longest first: `new south wales` before `wales`.
  for (let take = Math.min(4, words.length - 1); take > 0; take--) {
    const qualifier = qualifierNamed(words.slice(-take).join(' '));
    if (qualifier) return { name: words.slice(0, -take).join(' '), qualifier };
  }
  return null;
}

/** The country of this name, in any of the languages: its code. */
export function countryNamed(text: string): string | null {
  const name = foldedName(text);
  return gazetteer().countries.get(name) ?? gazetteer().countries.get(name.replace(ARTICLE, '')) ?? null;
}

export function isStateCode(word: string): boolean {
  return word in usStates || word in canadianProvinces;
}

/** Whether the name is also a word: `nice`, `reading`. */
export function isWordy(name: string): boolean {
  return wordyNames.has(foldedName(name));
}

/** `state of georgia` and `state of washington` are neither the country nor the city. */
function stateNamed(name: string): KnownPlace | null {
  const region = gazetteer().regions.get(usStates[name] ?? name);
  return region ? regionPlace(region) : null;
}

function placeNamed(name: string): KnownPlace | null {
  const { cities, countries, mainCities, regions } = gazetteer();
  const main = mainCities.get(countries.get(name) ?? '-');
  if (main) return countryPlace(main);
  const region = regions.get(name);
  const [city] = cities.get(name) ?? [];
  const state = region && (region.countryCode === 'US' || region.countryCode === 'CA') && !CITY_BEFORE_STATE.has(name);
  if (region && (state || !city)) return regionPlace(region);
  return city ? cityPlace(city) : null;
}

function qualified(name: string): KnownPlace | null {
  const split = splitQualifier(name);
  if (!split) return null;
  const { cities, mainCities, wide, regions } = gazetteer();
  const { countryCode, region } = split.qualifier;
  const city = (cities.get(split.name) ?? []).find(
    (each) => each.countryCode === countryCode && (region === '' || foldedName(each.region) === region),
  );
  if (city) return cityPlace(city);
  // A state of a country: `missouri usa`.
  const state = regions.get(split.name);
  if (region === '' && state?.countryCode === countryCode) return regionPlace(state);
  // `new england`, `amalfi coast`: another name altogether, and Kenya has a region called Coast.
  if (split.name === 'new' || (region !== '' && !NAMED_STATES.has(countryCode))) return null;
  // `the show on` is no town in Ontario.
  if (WORDS_OF_TWO.test(name)) return null;
  // Too small for the list; where all of the state or country keeps one time, that is still its time.
  const around = region === '' ? mainCities.get(countryCode) : regions.get(region);
  const oneZone = region === '' ? !wide.has(countryCode) : !splitStates.has(region);
  if (!around || !oneZone || split.name.split(' ').length > 3 || !/^\p{L}[\p{L} ]+$/u.test(split.name)) return null;
  return { ...(region === '' ? countryPlace(around) : regionPlace(around)), kind: 'surroundings', population: 0 };
}

function qualifierNamed(name: string): Qualifier | null {
  const { countries, mainCities, regions } = gazetteer();
  const state = regions.get(usStates[name] ?? canadianProvinces[name] ?? name);
  if (state && (state.countryCode === 'US' || state.countryCode === 'CA' || !countries.has(name))) {
    return { countryCode: state.countryCode, region: foldedName(state.region) };
  }
  const countryCode = countries.get(name);
  return countryCode && mainCities.has(countryCode) ? { countryCode, region: '' } : null;
}

function cityPlace(city: City): KnownPlace {
  const { name, region, country, countryCode } = city;
  const inState = countryCode === 'US' || countryCode === 'CA' || countryCode === 'AU';
  const parts = inState ? [name, region, country] : [name, country];
  return { ...pointOf(city), label: [...new Set(parts.filter(Boolean))].join(', '), name, region, kind: 'city' };
}

function regionPlace(main: City): KnownPlace {
  const { region, country } = main;
  return { ...pointOf(main), label: `${region}, ${country}`, name: region, region, kind: 'region' };
}

/** A country that lies in several zones is known by its largest city. */
function countryPlace(main: City): KnownPlace {
  const { name, country, countryCode } = main;
  const label = gazetteer().wide.has(countryCode) ? `${name}, ${country}` : country;
  return { ...pointOf(main), label, name: country, region: '', kind: 'country' };
}

function pointOf({ lat, lon, tz, population, countryCode }: City) {
  return { lat, lon, tz, population, countryCode };
}
