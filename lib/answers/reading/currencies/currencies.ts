import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { likelySubtags } from '../../../search/language-tag.ts';
import { once, tableFile } from '../../data-file.ts';
import { foldedWord, spaced } from '../folded.ts';

const list = z.string().transform((text) => text.split(', ').flatMap((name) => spaced(foldedWord(name)) || []));
/** A noun without its question mark, and its plural. */
const named = (noun: string) => [noun.replace('?', ''), `${noun.replace('?', '')}s`];
const currencies = tableFile(
  new URL('./data/currencies.tsv', import.meta.url),
  z.object({
    code: z.string().regex(/^[A-Z]{3}$/),
    traded: z.enum(['yes', 'some', '']),
    countries: z.string().transform((text) => text.split(' ').filter(Boolean)),
    ...{ like: z.string(), nouns: list, of: list, names: list, full: list },
  }),
);

/** Shorter adjectives come only before a noun: `ca dollars`, but not `dollar au`. */
const MIN_FOLLOWING_CHARS = 4;
const MAX_WORDS = 4;

/** Names → the codes that they may mean, in the order of the table, so the usual one first. */
type Names = Map<string, readonly string[]>;
/** Limits what queries can make the index keep. */
const MAX_KEPT = 1_000;

/** The currencies by name. Built on first use. */
export const currencyIndex = once(() => {
  const rows = currencies();
  /** Codes, signs, and nouns or names that mean a currency alone; nouns; and what stands before or after a noun. */
  const [alone, nouns, owners]: [Names, Names, Names] = [new Map(), new Map(), new Map()];
  const add = (names: Names, name: string, code: string) => names.set(name, [...(names.get(name) ?? []), code]);
  for (const { code, nouns: own, like, of, names, full } of rows) {
    const called = (rows.find((row) => row.code === like)?.nouns ?? own).flatMap(named);
    for (const name of new Set([code.toLowerCase(), ...called, ...names, ...full])) add(alone, name, code);
    for (const noun of called) add(nouns, noun, code);
    for (const owner of of) add(owners, owner, code);
  }
  const both = (owner: string, noun: string) =>
    owners.get(owner)?.filter((code) => nouns.get(noun)?.includes(code)) ?? [];
  /** The codes that a name may mean, the usual one first: alone, or as a noun with its owner before or after it. */
  const memoMethod = (name: string): readonly string[] => {
    const owned = Array.from(name.matchAll(/ /g), ({ index: at }) => {
      const [head, tail] = [name.slice(0, at), name.slice(at + 1)];
      return [...both(head, tail), ...(tail.length < MIN_FOLLOWING_CHARS ? [] : both(tail, head))];
    });
    const found = [...(alone.get(name) ?? []), ...owned.flat()];
    // Names of several words have a plural.
    return found.length === 0 && / .*s$/.test(name) ? memoMethod(name.slice(0, -1)) : found;
  };
  const codes = new LRUCache<string, readonly string[]>({ max: MAX_KEPT, memoMethod });
  const words = [...alone.keys(), ...nouns.keys()];
  return {
    codesOf: (name: string) => codes.memo(name),
    /** Names without those that have an owner: one of their words is in every name. */
    words,
    /** The nouns that mean no one of their currencies everywhere: crowns and francs differ by tens. */
    vague: new Set(rows.flatMap((row) => row.nouns.filter((noun) => noun.endsWith('?')).flatMap(named))),
    /** The first words of names. */
    openings: new Set([...words, ...owners.keys()].map((name) => name.split(' ', 1).join())),
    /** Country code → currency. */
    ofCountry: new Map(rows.flatMap(({ code, countries }) => countries.map((country) => [country, code] as const))),
    codes: rows.map(({ code }) => code),
    /** The most traded currencies. */
    traded: new Set(rows.filter(({ traded }) => traded === 'yes').map(({ code }) => code)),
    /** Those that a shared name means wherever the requester is. */
    usual: new Set(rows.filter(({ traded }) => traded !== '').map(({ code }) => code)),
  };
});

type Asker = Readonly<Record<'home' | 'lang', string>>;

/** A currency that a query names, and the number of words. */
export type CurrencyMention = Record<'code' | 'name', string> & { length: number };

/** The currency that is named at a word. A shared name (`kr`, `dinar`) means the money of the requester's country. */
export function currencyAt(words: readonly string[], at: number, { home, lang }: Asker): CurrencyMention | null {
  const { codesOf, openings, ofCountry, usual: known, vague } = currencyIndex();
  if (!openings.has(words[at] ?? '')) return null;
  for (let length = Math.min(MAX_WORDS, words.length - at); length > 0; length--) {
    const name = words.slice(at, at + length).join(' ');
    const [usual, ...others] = codesOf(name);
    if (!usual) continue;
    if (others.length === 0) return { code: usual, name, length };
    const own = ofCountry.get(home || likelySubtags(lang || 'und').country) ?? '';
    const isOwn = [usual, ...others].includes(own);
    // Dinars differ by hundreds, and nobody means one of them everywhere.
    return isOwn || (known.has(usual) && !vague.has(name)) ? { code: isOwn ? own : usual, name, length } : null;
  }
  return null;
}
