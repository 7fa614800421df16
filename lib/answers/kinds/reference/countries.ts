import { z } from 'zod';
import { jsonFile, tableFile } from '../../data-file.ts';
import { foldedWord } from '../../reading/folded.ts';
import { keyOf, type Look } from './topic.ts';

/** A country with its ISO 3166-1 codes and its calling code. */
interface Country {
  name: string;
  alpha2: string;
  alpha3: string;
  numeric: string;
  calling: string;
}

const rows = tableFile(
  new URL('./data/countries.tsv', import.meta.url),
  z.object({ alpha2: z.string(), alpha3: z.string(), numeric: z.string(), calling: z.string(), names: z.string() }),
);
/** Names by which a country is known, and the country that a shared calling code is best known for. */
const nicknames = jsonFile(new URL('./data/country-nicknames.json', import.meta.url), z.record(z.string(), z.string()));
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

let byName: Map<string, Country> | undefined;

function index(): Map<string, Country> {
  const [english, ...others] = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
  const found = new Map<string, Country>();
  const put = (name: string, country: Country) => {
    const key = plainName(name);
    if (key !== '' && !found.has(key)) found.set(key, country);
  };
  const countries = rows().map(({ names, ...codes }) => {
    const country = { name: english?.of(codes.alpha2) ?? codes.alpha2, ...codes };
    for (const name of [...Object.values(codes), country.name, ...names.split('|')]) put(name, country);
    return country;
  });
  for (const [name, alpha2] of Object.entries(nicknames())) found.set(name, found.get(alpha2.toLowerCase()) as Country);
  // Last, because a name in one language may be a code in another.
  for (const country of countries) for (const names of others) put(names.of(country.alpha2) ?? '', country);
  return found;
}

const plainName = (name: string) => foldedWord(name).replace(/&/g, 'and');

/** Finds a country by its name in seven languages, or any of its codes. */
export function countryCalled(text: string): Country | null {
  byName ??= index();
  return byName.get(plainName(text).replace(/^the /, '')) ?? null;
}

const OWNER =
  /^(?:which |what )?country (?:has |have |uses |with |for |of |is )?(?:the )?(?:iso )?(?:country )?code ([a-z]{2,3})$/;

/**
 * Codes of ISO 3166-1 of a country, or the country of a code: `two letter country code for Brazil`, `iso 3166 JP`.
 * `country code` alone may also be the calling code.
 */
export const countryCode: Look = ({ plain }, said) => {
  const { key = '', named = [] } = keyOf(said, 'country') ?? {};
  const [, owned] = OWNER.exec(plain) ?? [];
  const isOfCodes = /\b(?:codes?|abbreviation|3166|alpha)/.test(plain);
  const given = owned ?? (isOfCodes ? key : '');
  const country = given === '' ? null : countryCalled(given);
  if (!country) return null;
  const { name, alpha2, alpha3, numeric } = country;
  const form = (['numeric', 'alpha3', 'alpha2'] as const).find((each) => named.includes(each));
  const isCode = owned !== undefined || [alpha2, alpha3, numeric].includes(key.toUpperCase());
  const value = country[form ?? (isCode ? 'name' : 'alpha2')];
  return {
    answer: `${name}: ${alpha2}, ${alpha3}, ${numeric} (ISO 3166-1)`,
    data: { kind: 'country_code', name, alpha2, alpha3, numeric, value },
  };
};

/** The calling code of a country, or the country of one: `calling code for France`, `which country is +44`. */
export const callingCode: Look = ({ plain }, said) => {
  const code = said.find((word) => /^\+\d{1,4}$/.test(word));
  const isOwner = code !== undefined && /\bcountr(?:y|ies)\b/.test(plain);
  const asked = keyOf(said, 'calling');
  const isPrefix = asked?.named.includes('prefix') || /\b(?:code|prefix)\b/.test(plain);
  const country = (isOwner && countryCalled(code)) || (isPrefix && asked && countryCalled(asked.key));
  if (!country || country.calling === '') return null;
  const { name, alpha2, calling } = country;
  const value = isOwner ? name : calling;
  return { answer: `${name}: ${calling}`, data: { kind: 'calling_code', name, alpha2, calling, value } };
};
