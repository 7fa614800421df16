import { z } from 'zod';
import { likelySubtags } from '../../../search/language-tag.ts';
import { tableFile } from '../../data-file.ts';

const list = z.string().transform((text) => text.split(', ').filter(Boolean));
const currencies = tableFile(
  new URL('./data/currencies.tsv', import.meta.url),
  z.object({
    code: z.string().regex(/^[A-Z]{3}$/),
    traded: z.enum(['yes', '']),
    countries: z.string().transform((text) => text.split(' ').filter(Boolean)),
    nouns: list,
    like: z.string(),
    of: list,
    names: list,
    full: list,
  }),
);

/** Shorter adjectives come only before a noun: `ca dollars`, but not `dollar au`. */
const MIN_FOLLOWING_CHARS = 4;

interface CurrencyIndex {
  /** Codes, signs, nouns and names → the codes that they may mean, the usual one first. */
  names: ReadonlyMap<string, readonly string[]>;
  /** The first words of names, with the number of words of the longest. */
  openings: ReadonlyMap<string, number>;
  /** Country code → currency. */
  ofCountry: ReadonlyMap<string, string>;
  codes: readonly string[];
  /** The most traded currencies. */
  traded: ReadonlySet<string>;
}

let index: CurrencyIndex | undefined;

/** The names of currencies. Built on first use. */
export function currencyIndex(): CurrencyIndex {
  index ??= buildIndex();
  return index;
}

function buildIndex(): CurrencyIndex {
  const rows = currencies();
  const names = new Map<string, readonly string[]>();
  const openings = new Map<string, number>();
  for (const { code, nouns: own, like, of, names: others, full } of rows) {
    const nouns = (rows.find((row) => row.code === like)?.nouns ?? own).flatMap((noun) => [noun, `${noun}s`]);
    // A noun alone means the first currency that has it. Only a sign or an abbreviation has several meanings.
    const alone = nouns.filter((noun) => !names.has(noun));
    const owned = of.flatMap((owner) =>
      nouns.flatMap((noun) => [
        `${owner} ${noun}`,
        ...(owner.length < MIN_FOLLOWING_CHARS ? [] : [`${noun} ${owner}`]),
      ]),
    );
    const phrases = [...others, ...owned, ...full].flatMap((name) =>
      name.includes(' ') ? [name, `${name}s`] : [name],
    );
    const only = [code];
    for (const name of new Set([code.toLowerCase(), ...alone, ...phrases])) {
      const known = names.get(name);
      names.set(name, known ? [...known, code] : only);
      const [first = '', ...rest] = name.split(' ');
      openings.set(first, Math.max(1 + rest.length, openings.get(first) ?? 0));
    }
  }
  return {
    names,
    openings,
    ofCountry: new Map(rows.flatMap(({ code, countries }) => countries.map((country) => [country, code] as const))),
    codes: rows.map(({ code }) => code),
    traded: new Set(rows.filter(({ traded }) => traded).map(({ code }) => code)),
  };
}

/** A currency that a query names. */
export interface CurrencyMention {
  code: string;
  name: string;
  /** The number of words. */
  length: number;
}

/** The currency that is named at a word. A shared abbreviation (`kr`) means the money of the requester's country. */
export function currencyAt(words: readonly string[], at: number, lang: string): CurrencyMention | null {
  const { names, openings, ofCountry } = currencyIndex();
  for (let length = openings.get(words[at] ?? '') ?? 0; length > 0; length--) {
    const name = words.slice(at, at + length).join(' ');
    const [usual, ...others] = names.get(name) ?? [];
    if (!usual || at + length > words.length) continue;
    const own = others.length > 0 && lang ? ofCountry.get(likelySubtags(lang).country) : undefined;
    return { code: own && others.includes(own) ? own : usual, name, length };
  }
  return null;
}
