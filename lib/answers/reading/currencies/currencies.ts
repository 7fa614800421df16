import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { foldedWord } from '../folded.ts';
import { unitsNamed } from '../units/units.ts';

/**
 * The names of currencies: codes, signs and what people say from a table, full names in seven languages from CLDR.
 */

const list = z.string().transform((text) => text.split(', ').filter(Boolean));
const currencyRow = z.object({
  code: z.string().regex(/^[A-Z]{3}$/),
  traded: z.enum(['yes', '']),
  countries: z.string().transform((text) => text.split(' ').filter(Boolean)),
  nouns: list,
  names: list,
  of: list,
});
const currencies = tableFile(new URL('./data/currencies.tsv', import.meta.url), currencyRow);

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
const SIGN = /\p{Sc}/u;
const MIN_STEM_CHARS = 6;

interface Noun {
  /** What the noun means alone. */
  code: string;
  /** All currencies with a noun of the same row in their names. */
  family: readonly string[];
}

/** Everything that names a currency. */
interface CurrencyIndex {
  /** Codes, signs and full names → code. */
  names: ReadonlyMap<string, string>;
  nouns: ReadonlyMap<string, Noun>;
  /** Countries and adjectives by currency. */
  owners: ReadonlyMap<string, readonly string[]>;
  /** Country code → currency. */
  ofCountry: ReadonlyMap<string, string>;
  /** The most traded currencies. */
  traded: ReadonlySet<string>;
}

let index: CurrencyIndex | undefined;

/** The index, built on first use. */
export function currencyIndex(): CurrencyIndex {
  index ??= buildIndex();
  return index;
}

function buildIndex(): CurrencyIndex {
  const rows = currencies();
  const languages = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'currency' }));
  const regions = new Intl.DisplayNames('en', { type: 'region' });
  const fullNames = new Map(rows.map(({ code }) => [code, languages.map((language) => nameIn(language.of(code)))]));
  // The first entry of a name stays: what people say comes before full names.
  const entries = [
    ...rows.flatMap(({ code, names }) => [code.toLowerCase(), ...names].map((name) => [name, code] as const)),
    ...[...fullNames].flatMap(([code, full]) => full.map((name) => [name, code] as const)),
  ];
  const words = new Map([...fullNames].map(([code, full]) => [code, new Set(full.flatMap((name) => name.split(' ')))]));
  const nouns = new Map<string, Noun>();
  for (const { code, nouns: own } of rows) {
    const family = [...words].filter(([, each]) => own.some((noun) => each.has(noun))).map(([each]) => each);
    for (const noun of own) nouns.set(noun, { code, family: [...new Set([code, ...family])] });
  }
  const owners = rows.map(({ code, countries, of }) => {
    const places = countries.flatMap((country) => nameIn(regions.of(country)).split(' '));
    const others = [...(words.get(code) ?? []), ...places].filter((word) => word.length > 2 && !nouns.has(word));
    return [code, [...of, ...others]] as const;
  });
  return {
    names: new Map(entries.reverse()),
    nouns,
    owners: new Map(owners),
    ofCountry: new Map(rows.flatMap(({ code, countries }) => countries.map((country) => [country, code] as const))),
    traded: new Set(rows.filter(({ traded }) => traded).map(({ code }) => code)),
  };
}

function nameIn(name = ''): string {
  return foldedWord(name)
    .replace(/[^a-z]+/g, ' ')
    .trim();
}

/** A currency that a query names. */
export interface CurrencyMention {
  code: string;
  /** The number of words. */
  length: number;
  /** Whether it is named by its code or sign, rather than in words. */
  isCode: boolean;
  isSign: boolean;
  /** Whether the name is also a unit: pounds and drams. */
  isUnit: boolean;
}

const MAX_WORDS = 4;

/** The currency that is named at a word. */
export function currencyAt(words: readonly string[], at: number, lang: string): CurrencyMention | null {
  const [code, length] = fullNameAt(words, at) ?? nounAt(words, at, lang) ?? [];
  if (!code || !length) return null;
  const name = words.slice(at, at + length).join(' ');
  const isSign = SIGN.test(name);
  return { code, length, isCode: isSign || name === code.toLowerCase(), isSign, isUnit: unitsNamed(name).length > 0 };
}

type Named = readonly [code: string, length: number];

/** A code, a sign or a full name. */
function fullNameAt(words: readonly string[], at: number): Named | null {
  const { names } = currencyIndex();
  for (let length = Math.min(MAX_WORDS, words.length - at); length > 0; length--) {
    const name = words.slice(at, at + length).join(' ');
    const code = names.get(name) ?? (length > 1 ? names.get(name.replace(/s$/, '')) : undefined);
    if (code) return [code, length];
  }
  return null;
}

/**
 * A noun with a country or an adjective before or after it (`danish crowns`, `pesos mexicanos`), or a noun alone, which
 * means the money of the asker's country if that has such a name.
 */
function nounAt(words: readonly string[], at: number, lang: string): Named | null {
  const before = words.slice(at, at + MAX_WORDS).findIndex((word) => nounNamed(word));
  const noun = nounNamed(words[at + before]);
  if (before < 0 || !noun) return null;
  if (before > 0) return named(ownedBy(noun, words.slice(at, at + before)), before + 1);
  // In `dollar canadian dollar`, the adjective belongs to the second dollar.
  const after = words[at + 1] ?? '';
  const isOwner = after.length > 3 && nounNamed(words[at + 2]) !== noun;
  return (isOwner && named(ownedBy(noun, [after]), 2)) || [alone(noun, lang), 1];
}

const named = (code: string | null, length: number): Named | null => (code ? [code, length] : null);

function nounNamed(word = ''): Noun | undefined {
  const { nouns } = currencyIndex();
  return nouns.get(word) ?? (word.length > 3 ? nouns.get(word.replace(/s$/, '')) : undefined);
}

/**
 * The currency of the noun that has all these words among its countries and adjectives, whatever their endings. Of
 * several, only the one that the noun means alone: `korean won`.
 */
function ownedBy({ code, family }: Noun, words: readonly string[]): string | null {
  const { owners } = currencyIndex();
  const owns = (each: string) => words.every((word) => owners.get(each)?.some((owner) => isFormOf(owner, word)));
  const owned = family.filter(owns);
  return owned.length === 1 ? (owned[0] ?? null) : owned.includes(code) ? code : null;
}

function isFormOf(owner: string, word: string): boolean {
  return (
    owner === word || `${owner}s` === word || (owner.length >= MIN_STEM_CHARS && word.startsWith(owner.slice(0, -2)))
  );
}

function alone({ code, family }: Noun, lang: string): string {
  if (family.length < 2 || !lang) return code;
  const own = currencyIndex().ofCountry.get(new Intl.Locale(lang).maximize().region ?? '');
  return own && family.includes(own) ? own : code;
}
