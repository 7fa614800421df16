import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { type CurrencyMention, currencyAt } from '../../reading/currencies/currencies.ts';
import { AMOUNT, moneyWords } from '../../reading/currencies/money-words.ts';
import type { Reading } from '../../reading/reading.ts';

const set = z.array(z.string()).transform((words): ReadonlySet<string> => new Set(words));
/** The words of a conversion, in seven languages: links between two currencies, and words around them. */
const lexicon = jsonFile(
  new URL('./data/currency-words.json', import.meta.url),
  z.object({
    ...{ to: set, in: set, between: set, for: set, counting: set },
    ...{ articles: set, prepositions: set, exchange: set, other: set },
  }),
);
/** The letter of a word in a shape. Prepositions have none: `combien d'euros` is the shape of `how many euros`. */
const LETTERS = {
  to: 'T',
  in: 'I',
  between: 'B',
  for: 'F',
  counting: 'N',
  prepositions: '',
  exchange: ' ',
  other: ' ',
};
const ROLES = Object.keys(LETTERS) as (keyof typeof LETTERS)[];
const MAX_WORDS = 20;

/** What a conversion consists of. */
export interface ConversionShape {
  /** The words in order, as letters: amounts `#`, currencies `C`, and the letters of other words. */
  shape: string;
  amounts: readonly number[];
  currencies: readonly CurrencyMention[];
}

/** The shape of a conversion; null if the query has a word that belongs to none. */
export function conversionShape(reading: Reading): ConversionShape | null {
  const { words, amounts: written } = moneyWords(reading);
  if (words.length > MAX_WORDS) return null;
  const known = lexicon();
  const [currencies, amounts] = [[] as CurrencyMention[], [...written]];
  let shape = '';
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    const role = ROLES.find((each) => known[each].has(word));
    // `a dollar`, but not in `euro a dólar`.
    const isArticle = known.articles.has(word) && !shape.endsWith('C') && currencyAt(words, at + 1, reading.lang);
    const found = word === AMOUNT || (role && role !== 'other') ? [] : currenciesAt(words, at, reading.lang);
    if (isArticle) amounts.push(1);
    if (word === AMOUNT || isArticle) shape += AMOUNT;
    else if (found.length > 0) shape += 'C'.repeat(found.length);
    else if (role) shape += LETTERS[role];
    else return null;
    currencies.push(...found);
    at += found[0]?.length ?? 1;
  }
  return { shape, amounts, currencies };
}

/** Whether a query has a word of exchange: `rate`, `convert`, `currency`. */
export function isAboutExchange({ folded }: Reading): boolean {
  return folded.split(/[^\p{L}]+/u).some((word) => lexicon().exchange.has(word));
}

/** The currency at a word, or both of `eurusd`, as traders write it. */
function currenciesAt(words: readonly string[], at: number, lang: string): CurrencyMention[] {
  const one = currencyAt(words, at, lang);
  const [, ...codes] = /^([a-z]{3})([a-z]{3})$/.exec(words[at] ?? '') ?? [];
  if (one || codes.length === 0) return one ? [one] : [];
  const both = codes.flatMap((code) => currencyAt([code], 0, lang) ?? []);
  return both.length === 2 && both.every(({ isCode }) => isCode) ? both : [];
}
