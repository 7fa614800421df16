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
  /** Name of the region; empty for a whole country. */
  region: string;
}

const MAX_NAME_CHARS = 60;
/** Minimum population of a place that is named without a preposition. */
const MIN_BARE_POPULATION = 10_000;
/** New York, Washington and Quebec mean the city, not the state. */
const MIN_POPULATION_BEFORE_STATE = 500_000;
/** Granada means the city, not Grenada, whose largest city has far fewer people. */
const POPULATION_BEFORE_COUNTRY = 3;
/** Countries where people add the state to the name of a town. */
const NAMED_STATES = new Set(['US', 'CA', 'AU']);
const STATE_OF = /^(?:the )?state of (?=.)/;
const ARTICLE = /^(?:(?:the )?city of|the|la|le|les|el|los|las|il|i|die|der|das|de|het|o|a|os|as|l) (?=.)/;

let built: PlaceIndex | undefined;

function gazetteer(): PlaceIndex {
  built ??= new PlaceIndex();
  return built;
}

/**
 * Finds a place by name; returns null if it is unknown. Without a preposition (`said`), a name is a place only if it is
 * no word and enough people live there; unknown towns of a known state, and two letters for a state, need one.
 */
export function findPlace(text: string, { said = false } = {}): KnownPlace | null {
  const key = placeKey(text);
  if (key.length < 2 || key.length > MAX_NAME_CHARS) return null;
  if (STATE_OF.test(key)) return regionPlace(gazetteer().region(key.replace(STATE_OF, '')));
  return placeNamed(key, said) ?? placeNamed(key.replace(ARTICLE, ''), said) ?? qualified(key, said);
}

/** Whether a name is far more often a word than the place: `march`, `best`. */
export function isMainlyWord(text: string): boolean {
  return gazetteer().cities(placeKey(text))[0]?.sign === 'region';
}

/** Splits a trailing country or state from a name; returns null if there is none. */
export function splitQualifier(text: string): { name: string; qualifier: Qualifier } | null {
  const found = splitArea(placeKey(text));
  if (!found) return null;
  const { country, region, name } = found.area;
  return { name: found.name, qualifier: { countryCode: country, region: region === '' ? '' : name } };
}

/** The code of a country by its name in any supported language. */
export function countryNamed(text: string): string | null {
  const key = placeKey(text);
  return (gazetteer().country(key) ?? gazetteer().country(key.replace(ARTICLE, '')))?.country ?? null;
}

/** Whether a lower-case word is the code of an American state or a Canadian province. */
export function isStateCode(word: string): boolean {
  return word.length === 2 && gazetteer().region(word) !== undefined;
}

function placeNamed(key: string, said: boolean): KnownPlace | null {
  const [city] = gazetteer().cities(key);
  const country = gazetteer().country(key);
  if (country) {
    const found = countryPlace(country);
    if (!city || city.population < POPULATION_BEFORE_COUNTRY * found.population) return found;
  }
  const region = said || key.length > 2 ? gazetteer().region(key) : undefined;
  if (region && !(city && city.population >= MIN_POPULATION_BEFORE_STATE)) return regionPlace(region);
  return city && (said ? city.sign !== 'region' : standsAlone(city)) ? cityPlace(city) : null;
}

function standsAlone({ sign, population }: City): boolean {
  return sign === '' && population >= MIN_BARE_POPULATION;
}

function qualified(key: string, said: boolean): KnownPlace | null {
  const split = splitArea(key);
  if (!split) return null;
  const { name, area } = split;
  const isInside = ({ country, region }: { country: string; region: string }) =>
    country === area.country && (area.region === '' || region === area.region);
  const city = gazetteer().cities(name).find(isInside);
  if (city) return cityPlace(city);
  // A state with its country: `missouri usa`.
  const state = gazetteer().region(name);
  if (state && area.region === '' && isInside(state)) return regionPlace(state);
  // The town is unknown, but it has the time of its state or country.
  if (!said || !area.hasOneZone || !/^\p{L}+(?: \p{L}+){0,2}$/u.test(name)) return null;
  const around = area.region === '' ? countryPlace(area) : regionPlace(area);
  return around && { ...around, kind: 'surroundings', population: 0 };
}

/** The longest area at the end of a name: `new south wales` before `wales`, and Georgia the state before the country. */
function splitArea(key: string): { name: string; area: Area } | null {
  const words = key.split(' ');
  for (let take = Math.min(4, words.length - 1); take > 0; take--) {
    const last = words.slice(-take).join(' ');
    const area = gazetteer().region(last) ?? gazetteer().country(last);
    if (area) return { name: words.slice(0, -take).join(' '), area };
  }
  return null;
}

function cityPlace(city: City): KnownPlace {
  const country = gazetteer().area(city.country, '')?.name ?? '';
  const region = gazetteer().area(city.country, city.region)?.name ?? '';
  const parts = NAMED_STATES.has(city.country) ? [city.name, region, country] : [city.name, country];
  const label = [...new Set(parts.filter(Boolean))].join(', ');
  return { ...pointOf(city), label, name: city.name, region: city.region === '' ? '' : region, kind: 'city' };
}

function regionPlace(area: Area | undefined): KnownPlace | null {
  if (!area) return null;
  const { name, country, main } = area;
  const label = `${name}, ${gazetteer().area(country, '')?.name}`;
  return { ...pointOf(main), label, name, region: name, kind: 'region' };
}

/** A country with several time zones is represented by its largest city. */
function countryPlace(area: Area): KnownPlace {
  const label = area.hasOneZone ? area.name : `${area.main.name}, ${area.name}`;
  return { ...pointOf(area.main), label, name: area.name, region: '', kind: 'country' };
}

function pointOf({ lat, lon, tz, population, country }: Area['main']) {
  return { lat, lon, tz, population, countryCode: country };
}
