import { z } from 'zod';
import { jsonFile, tableFile } from '../../data-file.ts';
import { foldedWord } from '../../reading/folded.ts';

/** A country with its ISO 3166-1 codes and its calling code. */
export interface Country {
  alpha2: string;
  alpha3: string;
  numeric: string;
  name: string;
  calling: string;
}

const rows = tableFile(
  new URL('./data/countries.tsv', import.meta.url),
  z.object({ alpha2: z.string(), alpha3: z.string(), numeric: z.string(), calling: z.string(), names: z.string() }),
);
const nicknames = jsonFile(new URL('./data/country-nicknames.json', import.meta.url), z.record(z.string(), z.string()));
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

let byName: Map<string, Country> | undefined;

function index(): Map<string, Country> {
  const [english, ...others] = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
  const found = new Map<string, Country>();
  const put = (name: string, country: Country) => {
    const key = plainName(name);
    if (!found.has(key)) found.set(key, country);
  };
  const countries = rows().map(({ names, ...codes }) => {
    const country = { ...codes, name: english?.of(codes.alpha2) ?? codes.alpha2 };
    for (const name of [codes.alpha2, codes.alpha3, codes.numeric, country.name, ...names.split('|')])
      put(name, country);
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

/** The country with a calling code; of several, the one that the code is best known for. */
export function countryWithCallingCode(calling: string): Country | null {
  const known: Readonly<Record<string, string>> = {
    '+1': 'US',
    '+44': 'GB',
    '+7': 'RU',
    '+39': 'IT',
    '+61': 'AU',
    '+47': 'NO',
  };
  const [row] = rows().filter((each) => each.calling === calling);
  return row ? countryCalled(known[calling] ?? row.alpha2) : null;
}
