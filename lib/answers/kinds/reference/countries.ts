import { z } from 'zod';
import { jsonFile, tableFile } from '../../data-file.ts';
import { foldedWord } from '../../reading/folded.ts';
import type { Look } from './topic.ts';

/** A country with its ISO 3166-1 codes and its calling code. */
type Country = Record<'name' | 'alpha2' | 'alpha3' | 'numeric' | 'calling', string>;

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
export const country: Look = ({ key, named, reading: { plain } }) => {
  const [, owned] = OWNER.exec(plain) ?? [];
  const isOfCodes = /\b(?:codes?|abbreviation|3166|alpha)/.test(plain);
  const given = owned ?? (isOfCodes ? key : '');
  const found = given === '' ? null : countryCalled(given);
  if (!found) return null;
  const { name, alpha2, alpha3, numeric } = found;
  const form = (['numeric', 'alpha3', 'alpha2'] as const).find((each) => named.includes(each));
  const isCode = owned !== undefined || [alpha2, alpha3, numeric].includes(key.toUpperCase());
  const value = found[form ?? (isCode ? 'name' : 'alpha2')];
  return {
    answer: `${name}: ${alpha2}, ${alpha3}, ${numeric} (ISO 3166-1)`,
    data: { kind: 'country_code', name, alpha2, alpha3, numeric, value },
  };
};

/** The calling code of a country, or the country of one: `calling code for France`, `which country is +44`. */
export const calling: Look = ({ key, named, reading: { plain } }) => {
  const [, code] = /\bcountr(?:y|ies)\b/.test(plain) ? (/(?:^| )(\+\d{1,4})(?: |$)/.exec(plain) ?? []) : [];
  const isPrefix = named.includes('prefix') || (named.length > 0 && /\b(?:code|prefix)\b/.test(plain));
  const found = code || isPrefix ? countryCalled(code ?? key) : null;
  if (!found || found.calling === '') return null;
  const { name, alpha2, calling } = found;
  const value = code ? name : calling;
  return { answer: `${name}: ${calling}`, data: { kind: 'calling_code', name, alpha2, calling, value } };
};
