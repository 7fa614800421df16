import { countryName, mainLanguage } from './corpus/country-names.ts';
import type { Place, PlaceLanguage } from './corpus/place.ts';
import { localisedPart } from './corpus/places.ts';

/** What a place is called in the first of the languages in which it has a name; else as people there call it. */
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

/** The parts of an address in the first of the languages in which each has a name; in the order of an envelope. */
export function localAddress(place: Place, languages: readonly string[]): Record<string, string> {
  const { address } = place;
  const name = localName(place, languages);
  const written: Record<string, string> = {};
  // A sight stands in its own address, under what it is: `"tourism": "Eiffel Tower"`.
  if (place.name !== '' && !(place.addresstype in PARTS)) written[place.addresstype] = name;
  for (const part of ['house_number', 'road', 'suburb', 'city', 'state', 'stateCode', 'postcode', 'country'] as const) {
    const value = address[part];
    if (value === undefined) continue;
    written[PARTS[part] ?? part] = part === place.addresstype ? name : localPart(part, value, place, languages);
  }
  written.country_code = address.country_code;
  return written;
}

const PARTS: Readonly<Record<string, string>> = {
  house_number: 'house_number',
  road: 'road',
  suburb: 'suburb',
  city: 'city',
  state: 'state',
  stateCode: 'ISO3166-2-lvl4',
  postcode: 'postcode',
  country: 'country',
};

function localPart(part: string, value: string, { address }: Place, languages: readonly string[]): string {
  if (part !== 'city' && part !== 'state' && part !== 'country') return value;
  for (const language of languages) {
    const name = localisedPart(part, value, address.country_code, language);
    if (name) return name;
    if (language === mainLanguage(address.country_code)) return value;
  }
  return value;
}
