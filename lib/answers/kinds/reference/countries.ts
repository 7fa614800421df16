import { z } from 'zod';
import { jsonFile, once, tableFile } from '../../data-file.ts';
import { foldedWord } from '../../reading/folded.ts';
import { countryNamed } from '../../reading/places/gazetteer.ts';
import type { Look } from './topic.ts';

/** Countries with their ISO 3166-1 codes and calling codes. */
const rows = tableFile(
  new URL('./data/countries.tsv', import.meta.url),
  z.object({ alpha2: z.string(), alpha3: z.string(), numeric: z.string(), calling: z.string(), names: z.string() }),
);
/** Names by which a country is known, and the country that a shared calling code is best known for. */
const nicknames = jsonFile(new URL('./data/country-nicknames.json', import.meta.url), z.record(z.string(), z.string()));
type Country = Omit<ReturnType<typeof rows>[number], 'names'> & { name: string };
const countries = once(() => {
  const english = new Intl.DisplayNames('en', { type: 'region' });
  const found = new Map<string, Country>();
  for (const { names, ...codes } of rows()) {
    const country = { name: english.of(codes.alpha2) as string, ...codes };
    const keys = [...Object.values(codes), country.name, ...names.split('|')].map(plainName);
    for (const key of keys) if (key !== '' && !found.has(key)) found.set(key, country);
  }
  for (const [name, alpha2] of Object.entries(nicknames())) found.set(name, found.get(alpha2.toLowerCase()) as Country);
  return found;
});

const plainName = (name: string) => foldedWord(name).replace(/&/g, 'and');

/** Finds a country by any of its codes, or by its name in seven languages: that may be the code of another country. */
export function countryCalled(text: string): Country | null {
  return countries().get(plainName(text)) ?? countries().get(countryNamed(text)?.toLowerCase() ?? '') ?? null;
}

const OWNER =
  /^(?:which |what )?country (?:has |uses |with |for |of )?(?:the )?(?:iso )?(?:country )?code ([a-z]{2,3})$/;
const OF_CODES = /\b(?:codes?|abbreviation|3166|alpha)/;

/** ISO 3166-1 codes of a country, or the country of one: `iso 3166 JP`. `country code` may also be the calling code. */
export const country: Look = ({ key, named, reading: { plain } }) => {
  const [, given] = OWNER.exec(plain) ?? [];
  const code = given ?? (OF_CODES.test(plain) ? key : '');
  const found = code && countryCalled(code);
  if (!found) return null;
  const { name, alpha2, alpha3, numeric } = found;
  const form = (['numeric', 'alpha3', 'alpha2'] as const).find((each) => named.includes(each));
  const isCode = !!given || [alpha2, alpha3, numeric].includes(code.toUpperCase());
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
  // Countries share codes: +1 is that of Canada, too, and that of Jamaica begins with it.
  const sharing = rows().filter((row) => code && row.calling.startsWith(calling));
  const others = sharing.sort((one, other) => one.calling.length - other.calling.length);
  const values = [...new Set([name, ...others.map((row) => countryCalled(row.alpha2)?.name ?? '')])];
  const value = code ? values.join(', ') : calling;
  return {
    answer: `${values.join(', ')}: ${calling}`,
    data: { kind: 'calling_code', name, alpha2, calling, value, ...(values.length > 1 && { values }) },
  };
};
