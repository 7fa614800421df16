import { z } from 'zod';
import { likelySubtags } from '../../../search/language-tag.ts';
import { tableFile } from '../../data-file.ts';
import { foldedWord } from '../folded.ts';
import { unitsNamed } from '../units/units.ts';

const list = z.string().transform((text) => text.split(', ').filter(Boolean));
const currencyRow = z.object({
  code: z.string().regex(/^[A-Z]{3}$/),
  traded: z.enum(['yes', '']),
  countries: z.string().transform((text) => text.split(' ').filter(Boolean)),
  nouns: list,
  like: z.string(),
  of: list,
  names: list,
});
const currencies = tableFile(new URL('./data/currencies.tsv', import.meta.url), currencyRow);

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
/** Shorter adjectives come only before a noun: `ca dollars`, but not `dollar au`. */
const MIN_FOLLOWING_CHARS = 4;
const MAX_WORDS = 4;

interface CurrencyIndex {
  /** Codes, signs, nouns and names → the codes that they may mean, the usual one first. */
  names: ReadonlyMap<string, readonly string[]>;
  /** The first words of names. */
  openings: ReadonlySet<string>;
  /** Country code → currency. */
  ofCountry: ReadonlyMap<string, string>;
  /** The most traded currencies. */
  traded: ReadonlySet<string>;
}

let index: CurrencyIndex | undefined;

/** The names of currencies: from a table, and full names in seven languages from CLDR. Built on first use. */
export function currencyIndex(): CurrencyIndex {
  index ??= buildIndex();
  return index;
}

function buildIndex(): CurrencyIndex {
  const rows = currencies();
  const languages = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'currency' }));
  const names = new Map<string, string[]>();
  for (const { code, nouns: own, like, of, names: others } of rows) {
    const nouns = (rows.find((row) => row.code === like)?.nouns ?? own).flatMap((noun) => [noun, `${noun}s`]);
    const full = languages.map((language) => foldedWord(language.of(code) ?? '').replace(/[^a-z]+/g, ' '));
    // A noun alone means the first currency that has it. Only a sign or an abbreviation has several meanings.
    const alone = nouns.filter((noun) => !names.has(noun));
    const before = of.flatMap((owner) => nouns.map((noun) => `${owner} ${noun}`));
    const after = of.filter(({ length }) => length >= MIN_FOLLOWING_CHARS);
    const behind = after.flatMap((owner) => nouns.map((noun) => `${noun} ${owner}`));
    for (const name of new Set([code.toLowerCase(), ...alone, ...others, ...before, ...behind, ...full])) {
      names.set(name, [...(names.get(name) ?? []), code]);
      if (name.includes(' ')) names.set(`${name}s`, [...(names.get(`${name}s`) ?? []), code]);
    }
  }
  return {
    names,
    openings: new Set([...names.keys()].map((name) => name.split(' ', 1).join())),
    ofCountry: new Map(rows.flatMap(({ code, countries }) => countries.map((country) => [country, code] as const))),
    traded: new Set(rows.filter(({ traded }) => traded).map(({ code }) => code)),
  };
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

/** The currency that is named at a word. A shared abbreviation (`kr`) means the money of the requester's country. */
export function currencyAt(words: readonly string[], at: number, lang: string): CurrencyMention | null {
  const { names, openings, ofCountry } = currencyIndex();
  if (!openings.has(words[at] ?? '')) return null;
  for (let length = Math.min(MAX_WORDS, words.length - at); length > 0; length--) {
    const name = words.slice(at, at + length).join(' ');
    const [usual, ...others] = names.get(name) ?? [];
    if (!usual) continue;
    const own = others.length > 0 && lang ? ofCountry.get(likelySubtags(lang).country) : undefined;
    const code = own && others.includes(own) ? own : usual;
    const isSign = /\p{Sc}/u.test(name);
    return { code, length, isCode: isSign || name === code.toLowerCase(), isSign, isUnit: unitsNamed(name).length > 0 };
  }
  return null;
}
