import { countryName } from './corpus/country-names.ts';
import type { Place } from './corpus/place.ts';
import { namesOfPart, places } from './corpus/places.ts';

/** How a geocoder reads a query. */
export interface PlaceQuery {
  text: string;
  /** Whether the last word may be the beginning of one, as while typing. */
  unfinished?: boolean;
  /** Only places for which this holds. */
  where?: (place: Place) => boolean;
}

interface Indexed {
  place: Place;
  /** The words of each of its names. */
  names: string[][];
  /** Words that may stand beside its name to say which one is meant. */
  qualifiers: Set<string>;
}

/** Words that say nothing about which place is meant. */
const FILLERS = new Set(
  'a an at by in near of on the la le les el los las der die das dem den im am de du des'.split(' '),
);
const COUNTRY_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja'];

const index = places.map(indexed);
const byWord = wordsToPlaces();

/** Words of a text as they are compared: without case, accents and punctuation. */
export function placeWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .replaceAll('ø', 'o')
      .replaceAll('ł', 'l')
      .replaceAll('æ', 'ae')
      .replaceAll('œ', 'oe')
      .replaceAll('ı', 'i')
      // "King's" is typed as "Kings", "Washington D.C." as "Washington DC".
      .replace(/(?<=\p{L})['’.](?=s\b|\p{L}\b)/gu, '')
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, '')
      .split(/[^\p{L}\p{N}\p{Mc}]+/u)
      .filter(Boolean)
  );
}

/** Places that a text means: those that match it best first, the better known of equals before the others. */
export function findPlaces({ text, unfinished = false, where = () => true }: PlaceQuery): Place[] {
  const asked = placeWords(text);
  const words = telling(asked);
  return [...candidates(words, unfinished)]
    .filter(({ place }) => where(place))
    .map((entry) => ({ place: entry.place, quality: matchQuality(entry, words, asked, unfinished) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || b.place.importance - a.place.importance)
    .map(({ place }) => place);
}

/**
 * 3 for the name itself, 2.5 for it in other words, 2 for it with where it is, 1 for a part of it, 0.5 for the street
 * of a house that the map does not have, 0 for something else.
 */
function matchQuality(entry: Indexed, words: string[], asked: string[], unfinished: boolean): number {
  const same = (word: string, other: string) =>
    word === other || (unfinished && word === words.at(-1) && other.startsWith(word));
  const beside = words.filter((word) => !any(entry.qualifiers, word, same));
  let best = 0;
  for (const name of entry.names) {
    const essential = telling(name);
    const inName = words.filter((word) => any(essential, word, same));
    if (inName.length === 0) continue;
    const unexplained = beside.filter((word) => !inName.includes(word));
    if (unexplained.length > 0) {
      const houseInStreet = entry.place.addresstype === 'road' && unexplained.every((word) => /^\d/.test(word));
      best = Math.max(best, houseInStreet ? 0.5 : 0);
      continue;
    }
    const whole = essential.every((other) => words.some((word) => same(word, other)));
    const onlyName = whole && inName.length === words.length;
    best = Math.max(best, onlyName ? (name.join(' ') === asked.join(' ') ? 3 : 2.5) : whole ? 2 : 1);
  }
  return best;
}

function any(others: Iterable<string>, word: string, same: (word: string, other: string) => boolean): boolean {
  for (const other of others) if (same(word, other)) return true;
  return false;
}

/** Without the fillers; but "LA" is a city. */
function telling(words: string[]): string[] {
  const left = words.filter((word) => !FILLERS.has(word));
  return left.length > 0 ? left : words;
}

function candidates(words: string[], unfinished: boolean): Set<Indexed> {
  const found = new Set(words.flatMap((word) => byWord.get(word) ?? []));
  const last = words.at(-1);
  if (unfinished && last && last.length > 1) {
    for (const [word, entries] of byWord) if (word.startsWith(last)) for (const entry of entries) found.add(entry);
  }
  return found;
}

function indexed(place: Place): Indexed {
  const { address, addresstype } = place;
  const { house_number, road, suburb, city, state, postcode, country_code } = address;
  const named = [place.name, ...Object.values(place.names), ...place.alternatives].filter(Boolean);
  if (addresstype === 'country') named.push(...countryNames(country_code));
  // Houses are found by their address; so are sights that have one.
  if (house_number && road) named.push(`${house_number} ${road}`);
  const near = [
    ...[house_number, road, suburb, postcode, country_code].filter((part) => part !== undefined),
    ...(city ? namesOfPart('city', city, country_code) : []),
    ...(state ? namesOfPart('state', state, country_code) : []),
    ...countryNames(country_code),
    // "Springfield IL", as Americans write it.
    ...(address.stateCode && country_code === 'us' ? [address.stateCode.slice(3)] : []),
  ];
  return {
    place,
    names: distinct([...named, ...named.map(withoutUmlauts)]).map(placeWords),
    qualifiers: new Set(near.flatMap(placeWords)),
  };
}

/** "Muenchen": as Germans write it where the letters are missing. */
function withoutUmlauts(name: string): string {
  return name.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
}

function countryNames(code: string): string[] {
  const country = places.find(({ addresstype, address }) => addresstype === 'country' && address.country_code === code);
  return [
    countryName(code),
    ...COUNTRY_LANGUAGES.map((language) => countryName(code, language)),
    ...(country?.alternatives ?? []),
  ];
}

function wordsToPlaces(): Map<string, Indexed[]> {
  const found = new Map<string, Indexed[]>();
  for (const entry of index) {
    for (const word of new Set(entry.names.flat())) found.set(word, [...(found.get(word) ?? []), entry]);
  }
  return found;
}

function distinct<T>(list: T[]): T[] {
  return [...new Set(list)];
}
