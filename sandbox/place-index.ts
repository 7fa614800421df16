import { type Place, places } from './corpus.ts';
import { countryName } from './country-names.ts';
import { namesOfPart } from './place-names.ts';

interface Indexed {
  place: Place;
  /** The words of each of its names. */
  names: string[][];
  /** Words that may accompany the name to identify the place, such as its city or country. */
  qualifiers: Set<string>;
}

/** Words that do not help to identify a place. */
const FILLERS = new Set(
  'a an at by in near of on the la le les el los las der die das dem den im am de du des'.split(' '),
);
const COUNTRY_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja'];

let byWord: Map<string, Indexed[]> | undefined;

/** Places that match a text, best match first; of equal matches, the more important place comes first. */
export function findPlaces(text: string): Place[] {
  byWord ??= wordsToPlaces();
  const index = byWord;
  const asked = placeWords(text);
  const words = telling(asked);
  return [...new Set(words.flatMap((word) => index.get(word) ?? []))]
    .map((entry) => ({ place: entry.place, quality: matchQuality(entry, words, asked) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || b.place.importance - a.place.importance)
    .map(({ place }) => place);
}

/** A box on the map. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Places within a box that match a text by their name or, as geocoders do within a box, by their kind alone. */
export function findPlacesWithin(text: string, { west, south, east, north }: Box): Place[] {
  const kind = placeWords(text).join('_');
  const ofKind = places().filter(({ type, category }) => kind !== '' && [type, category].includes(kind));
  return [...new Set([...findPlaces(text), ...ofKind])].filter(
    ({ lat, lon }) => lon >= west && lon <= east && lat >= south && lat <= north,
  );
}

/** Reads `west,south,east,north`; null for anything else. */
export function boxFrom(text: string | null): Box | null {
  const sides = (text ?? '').split(',').map(Number);
  const [west = 0, south = 0, east = 0, north = 0] = sides;
  return sides.length === 4 && sides.every(Number.isFinite) ? { west, south, east, north } : null;
}

/** 4 for the exact name, 3 for the same words, 2 for the name and its location, 1 for a part of the name, else 0. */
function matchQuality({ names, qualifiers }: Indexed, words: string[], asked: string[]): number {
  const qualities = names.map((name) => {
    const essential = telling(name);
    const inName = words.filter((word) => essential.includes(word));
    const explained = words.every((word) => essential.includes(word) || qualifiers.has(word));
    if (inName.length === 0 || !explained) return 0;
    if (!essential.every((word) => words.includes(word))) return 1;
    if (inName.length < words.length) return 2;
    return name.join(' ') === asked.join(' ') ? 4 : 3;
  });
  return Math.max(...qualities);
}

/** The words of a text, normalised for comparison: no case, accents or punctuation. */
function placeWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .replaceAll('ø', 'o')
      .replaceAll('ł', 'l')
      .replaceAll('æ', 'ae')
      .replaceAll('œ', 'oe')
      // People type "King's" as "Kings" and "Washington D.C." as "Washington DC".
      .replace(/(?<=\p{L})['’.](?=s\b|\p{L}\b)/gu, '')
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, '')
      .split(/[^\p{L}\p{N}\p{Mc}]+/u)
      .filter(Boolean)
  );
}

/** Removes the fillers, unless nothing else is left: "LA" is a city. */
function telling(words: string[]): string[] {
  const left = words.filter((word) => !FILLERS.has(word));
  return left.length > 0 ? left : words;
}

function indexed(place: Place): Indexed {
  const { address, addresstype } = place;
  const { house_number, road, suburb, city, state, stateCode, postcode, country_code } = address;
  const named = [place.name, ...Object.values(place.names), ...place.alternatives].filter(Boolean);
  if (addresstype === 'country') named.push(...countryNames(country_code));
  // Houses are found by their address, and so are sights that have one.
  if (house_number && road) named.push(`${house_number} ${road}`);
  const near = [
    ...[house_number, road, suburb, postcode, country_code].filter((part) => part !== undefined),
    ...(city ? namesOfPart('city', city, country_code) : []),
    ...(state ? namesOfPart('state', state, country_code) : []),
    ...countryNames(country_code),
    // "Springfield IL", as Americans write it.
    ...(stateCode && country_code === 'us' ? [stateCode.slice(3)] : []),
  ];
  return {
    place,
    names: [...new Set([...named, ...named.map(withoutUmlauts)])].map(placeWords),
    qualifiers: new Set(near.flatMap(placeWords)),
  };
}

/** "Muenchen": how Germans write a name without umlauts. */
function withoutUmlauts(name: string): string {
  return name.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
}

const namesOfCountries = new Map<string, string[]>();

function countryNames(code: string): string[] {
  const known = namesOfCountries.get(code);
  if (known) return known;
  const country = places().find(
    ({ addresstype, address }) => addresstype === 'country' && address.country_code === code,
  );
  const inLanguages = COUNTRY_LANGUAGES.map((language) => countryName(code, language));
  const names = [countryName(code), ...inLanguages, ...(country?.alternatives ?? [])];
  namesOfCountries.set(code, names);
  return names;
}

function wordsToPlaces(): Map<string, Indexed[]> {
  const found = new Map<string, Indexed[]>();
  for (const entry of places().map(indexed)) {
    for (const word of new Set(entry.names.flat())) found.set(word, [...(found.get(word) ?? []), entry]);
  }
  return found;
}
