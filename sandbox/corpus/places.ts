import { countryName } from './country-names.ts';
import type { Place, PlaceLanguage } from './place.ts';
import { houseAddresses, postcodeAreas, wellKnownStreets } from './places-addresses.ts';
import { citiesOfEurope } from './places-cities-europe.ts';
import { citiesOfTheWorld } from './places-cities-world.ts';
import { countriesOfTheWorld } from './places-countries.ts';
import { landmarksOfTheWorld } from './places-landmarks.ts';
import { naturalFeaturesOfTheWorld } from './places-nature.ts';
import { regionsOfTheWorld } from './places-regions.ts';
import { airportsAndStations } from './places-transport.ts';

const cities = [...citiesOfEurope, ...citiesOfTheWorld];
const administrative = [...countriesOfTheWorld, ...regionsOfTheWorld, ...cities];

/** The best-known city of each name in each country: where a landmark's table names only the city. */
const cityByName = firstBy(
  cities.toSorted((a, b) => b.importance - a.importance),
  ({ name, address }) => `${address.country_code} ${name}`,
);
/** Names of cities and regions in other languages, by where they appear in an address. */
const byPart = new Map([
  ...firstBy(cities, ({ name, address }) => `city ${address.country_code} ${name}`),
  ...firstBy(regionsOfTheWorld, ({ name, address }) => `state ${address.country_code} ${name}`),
]);
const stateCodes = new Map(
  administrative.map(({ address }) => [`${address.country_code} ${address.state}`, address.stateCode]),
);

/** Every place the geocoding stand-ins know. */
export const places: readonly Place[] = [
  ...administrative,
  ...[
    ...landmarksOfTheWorld,
    ...airportsAndStations,
    ...naturalFeaturesOfTheWorld,
    ...wellKnownStreets,
    ...houseAddresses,
    ...postcodeAreas,
  ].map(completed),
];

/** A part of an address in a language, where it has a name of its own there. */
export function localisedPart(
  part: 'city' | 'state' | 'country',
  value: string,
  countryCode: string,
  language: string,
): string | undefined {
  if (part === 'country') return countryName(countryCode, language);
  return byPart.get(`${part} ${countryCode} ${value}`)?.names[language as PlaceLanguage];
}

/** All names of a part of an address, in any language. */
export function namesOfPart(part: 'city' | 'state', value: string, countryCode: string): string[] {
  const found = byPart.get(`${part} ${countryCode} ${value}`);
  return found ? [value, ...Object.values(found.names), ...found.alternatives] : [value];
}

/** With the state of its city, which the tables do not repeat. */
function completed(place: Place): Place {
  const { city, state, stateCode, country_code } = place.address;
  const home = city ? cityByName.get(`${country_code} ${city}`)?.address : undefined;
  const knownState = state ?? home?.state;
  const code = stateCode ?? (state ? stateCodes.get(`${country_code} ${state}`) : home?.stateCode);
  return {
    ...place,
    address: {
      ...place.address,
      ...(knownState ? { state: knownState } : {}),
      ...(code ? { stateCode: code } : {}),
    },
  };
}

function firstBy(list: readonly Place[], key: (place: Place) => string): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const place of list) if (!found.has(key(place))) found.set(key(place), place);
  return found;
}
