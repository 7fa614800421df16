import { type Place, type PlaceLanguage, places } from './corpus.ts';
import { countryName, mainLanguage } from './country-names.ts';

/** A place's name in the first of the languages that has one, otherwise its local name. */
export function localName(place: Place, languages: readonly string[]): string {
  const { country_code } = place.address;
  for (const language of languages) {
    if (place.addresstype === 'country') return countryName(country_code, language);
    const name = place.names[language as PlaceLanguage];
    if (name) return name;
    if (language === mainLanguage(country_code)) return place.name;
  }
  return place.name;
}

/** The parts of an address, each in the first language that has a name for it, in the order of an envelope. */
export function localAddress(place: Place, languages: readonly string[]): Record<string, string> {
  const { address } = place;
  const name = localName(place, languages);
  const written: Record<string, string> = {};
  // The address of a sight includes the sight itself, under its type: `"tourism": "Eiffel Tower"`.
  if (place.name !== '' && !(PARTS as readonly string[]).includes(place.addresstype)) written[place.addresstype] = name;
  for (const part of PARTS) {
    const value = address[part];
    if (value === undefined) continue;
    const key = part === 'stateCode' ? 'ISO3166-2-lvl4' : part;
    written[key] = part === place.addresstype ? name : localPart(part, value, place, languages);
  }
  written.country_code = address.country_code;
  return written;
}

const PARTS = ['house_number', 'road', 'suburb', 'city', 'state', 'stateCode', 'postcode', 'country'] as const;

/** All names, in any language, of the city or state in an address. */
export function namesOfPart(part: 'city' | 'state', value: string, countryCode: string): string[] {
  const found = placeOfPart(part, value, countryCode);
  return found ? [value, ...Object.values(found.names), ...found.alternatives] : [value];
}

function localPart(part: string, value: string, { address }: Place, languages: readonly string[]): string {
  const { country_code } = address;
  if (part === 'country') return languages[0] ? countryName(country_code, languages[0]) : value;
  if (part !== 'city' && part !== 'state') return value;
  const found = placeOfPart(part, value, country_code);
  return found ? localName(found, languages) : value;
}

let byPart: Map<string, Place> | undefined;

/** The city or state in an address; the first, when two share a name. */
function placeOfPart(part: 'city' | 'state', value: string, countryCode: string): Place | undefined {
  byPart ??= new Map(
    places()
      .toReversed()
      .map((place) => [`${place.addresstype} ${place.address.country_code} ${place.name}`, place]),
  );
  return byPart.get(`${part} ${countryCode} ${value}`);
}
