import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { foldedWord } from '../folded.ts';

/**
 * The names of currencies: codes and what people say from a table, full names in seven languages and signs from CLDR.
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
  /** The first words of names of several words. */
  openings: ReadonlySet<string>;
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
  const names = new Map<string, string>();
  const put = (name: string, code: string) => names.has(name) || names.set(name, code);
  for (const { code, names: others } of rows) for (const name of [code.toLowerCase(), ...others]) put(name, code);
  for (const [code, full] of fullNames) for (const name of full) put(name, code);
  for (const display of ['symbol', 'narrowSymbol'] as const) {
    for (const { code } of rows) for (const sign of signsOf(code, display)) put(sign, code);
  }
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
  const long = [...names.keys()].filter((name) => name.includes(' '));
  return {
    names,
    openings: new Set(long.map((name) => name.slice(0, name.indexOf(' ')))),
    nouns,
    owners: new Map(owners),
    ofCountry: new Map(rows.flatMap(({ code, countries }) => countries.map((country) => [country, code] as const))),
    traded: new Set(rows.filter(({ traded }) => traded).map(({ code }) => code)),
  };
}

const nameIn = (name = '') =>
  foldedWord(name)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();

function signsOf(currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string[] {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay }).formatToParts(1);
  return parts
    .filter(({ type, value }) => type === 'currency' && SIGN.test(value))
    .map(({ value }) => value.toLowerCase());
}

/** A currency that a query names. */
export interface CurrencyMention {
  code: string;
  /** Whether it is named by its code or sign, rather than in words. */
  isCode: boolean;
  isSign: boolean;
  /** The number of words. */
  length: number;
}

const MAX_WORDS = 4;

/**
 * The currency that is named at a word: a code, a sign or a full name; a noun with a country or an adjective before or
 * after it (`danish crowns`, `pesos mexicanos`); or a noun alone, which means the money of the asker's country if that
 * has such a name.
 */
export function currencyAt(words: readonly string[], at: number, lang: string): CurrencyMention | null {
  const { names, openings } = currencyIndex();
  const most = openings.has(words[at] ?? '') ? Math.min(MAX_WORDS, words.length - at) : 1;
  for (let length = most; length > 0; length--) {
    const name = words.slice(at, at + length).join(' ');
    const code = names.get(name) ?? (length > 1 ? names.get(name.replace(/s$/, '')) : undefined);
    const isSign = SIGN.test(name);
    if (code) return { code, isCode: isSign || name === code.toLowerCase(), isSign, length };
  }
  const before = words.slice(at, at + MAX_WORDS).findIndex((word) => nounNamed(word));
  const noun = nounNamed(words[at + before]);
  if (before < 0 || !noun) return null;
  if (before > 0) {
    const code = ownedBy(noun, words.slice(at, at + before));
    return code ? { code, isCode: false, isSign: false, length: before + 1 } : null;
  }
  // In `dollar canadian dollar`, the adjective belongs to the second dollar.
  const after = words[at + 1] ?? '';
  const code = after.length > 3 && nounNamed(words[at + 2]) !== noun ? ownedBy(noun, [after]) : null;
  return { code: code ?? alone(noun, lang), isCode: false, isSign: false, length: code ? 2 : 1 };
}

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
