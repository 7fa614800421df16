import { foldedName } from './folded-name.ts';
import { buildIndex, type City, type PlaceIndex } from './place-index.ts';
import { canadianProvinces, splitStates, usStates, wordyNames } from './place-names.ts';

/**
 * Places by name, for answers that need a time zone or coordinates without calling a provider: about 7,000 cities, the
 * countries in seven languages, states and provinces. Built on first use, in a few tens of milliseconds.
 */

export interface KnownPlace {
  /** Name for people to read: `Kingston, Jamaica`. */
  label: string;
  /** Name alone, in English: `Kingston`. */
  name: string;
  /** Two-letter ISO code; empty if the place has none. */
  countryCode: string;
  /** State or province; empty for a country. */
  region: string;
  /**
   * `surroundings`: an unknown place in a known state or country. Its time zone is known, but its coordinates are not.
   */
  kind: 'city' | 'region' | 'country' | 'surroundings';
  lat: number;
  lon: number;
  /** IANA time zone. */
  tz: string;
  population: number;
}

/** A country or region that narrows a name down: `texas` in `paris texas`. */
export interface Qualifier {
  countryCode: string;
  /** Folded name; empty for a whole country. */
  region: string;
}

const MAX_NAME_CHARS = 60;
/** Minimum population of a place that is named without a preposition. */
const MIN_BARE_POPULATION = 20_000;
/** These names mean the city, not the state. */
const CITY_BEFORE_STATE = new Set(['new york', 'washington', 'quebec']);
/** Codes of states that are also words or country codes. */
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
/** Final codes that are more likely words, unless the state has a town of that name. */
const WORDS_OF_TWO = / (?:in|on|or|me|hi|ok|oh|la|id|al|as)$/;
/** Countries where people add the state to the name of a town. */
const NAMED_STATES = new Set(['US', 'CA', 'AU']);
const STATE_OF = /^(?:the )?state of (?=.)/;
const ARTICLE = /^(?:(?:the )?city of|the|la|le|les|el|los|las|il|i|die|der|das|de|het|o|a|os|as|l) (?=.)/;

let built: PlaceIndex | undefined;

function gazetteer(): PlaceIndex {
  built ??= buildIndex();
  return built;
}

/**
 * Finds a place by name; returns null if it is unknown. `bare`: nothing in the query indicates a place. `state`: a
 * two-letter code can only be a state. `listed`: only known places, without `surroundings`.
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

/** Splits a trailing country or state from a name; returns null if there is none. */
export function splitQualifier(text: string): { name: string; qualifier: Qualifier } | null {
  const words = foldedName(text).split(' ');
  // Longest first: `new south wales` before `wales`.
  for (let take = Math.min(4, words.length - 1); take > 0; take--) {
    const qualifier = qualifierNamed(words.slice(-take).join(' '));
    if (qualifier) return { name: words.slice(0, -take).join(' '), qualifier };
  }
  return null;
}

/** The code of a country by its name in any supported language. */
export function countryNamed(text: string): string | null {
  const name = foldedName(text);
  return gazetteer().countries.get(name) ?? gazetteer().countries.get(name.replace(ARTICLE, '')) ?? null;
}

/** Whether a lower-case word is the code of an American state or a Canadian province. */
export function isStateCode(word: string): boolean {
  return word in usStates || word in canadianProvinces;
}

/** Whether a name is also a word: `nice`, `reading`. */
export function isWordy(name: string): boolean {
  return wordyNames.has(foldedName(name));
}

/** `state of georgia` is not the country, and `state of washington` is not the city. */
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
  // A state with its country: `missouri usa`.
  const state = regions.get(split.name);
  if (region === '' && state?.countryCode === countryCode) return regionPlace(state);
  // `new england` and `amalfi coast` are names of their own. Coast is also a region of Kenya.
  if (split.name === 'new' || (region !== '' && !NAMED_STATES.has(countryCode))) return null;
  // `the show on` is not a town in Ontario.
  if (WORDS_OF_TWO.test(name)) return null;
  // The town is not in the list, but it has the time of its state or country if that has only one time zone.
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

/** A country with several time zones is represented by its largest city. */
function countryPlace(main: City): KnownPlace {
  const { name, country, countryCode } = main;
  const label = gazetteer().wide.has(countryCode) ? `${name}, ${country}` : country;
  return { ...pointOf(main), label, name: country, region: '', kind: 'country' };
}

function pointOf({ lat, lon, tz, population, countryCode }: City) {
  return { lat, lon, tz, population, countryCode };
}
