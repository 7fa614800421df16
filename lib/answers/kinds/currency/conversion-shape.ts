import { type CurrencyMention, currencyAt, currencyIndex } from '../../reading/currencies/currencies.ts';
import { AMOUNT, moneyWords } from '../../reading/currencies/money-words.ts';
import type { Reading } from '../../reading/reading.ts';
import { wordRoles } from '../../reading/word-roles.ts';

/** The letters of words in a shape. */
const LETTERS = {
  to: 'T',
  in: 'I',
  between: 'B',
  for: 'F',
  counting: 'N',
  // `euro a dólar`
  articles: 'T',
  // `combien d'euros` has the shape of `how many euros`.
  prepositions: '',
  exchange: ' ',
  other: ' ',
};
type Role = keyof typeof LETTERS;
/** The words of a conversion, in seven languages. */
const roles = wordRoles(new URL('./data/currency-words.json', import.meta.url), Object.keys(LETTERS) as Role[]);
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
  if (!mayNameCurrency(reading)) return null;
  const { words, amounts: written } = moneyWords(reading);
  if (words.length > MAX_WORDS) return null;
  const [currencies, amounts] = [[] as CurrencyMention[], [...written]];
  let shape = '';
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    const role = roles().get(word);
    const found = word === AMOUNT || (role && role !== 'other') ? [] : currenciesAt(words, at, reading.lang);
    // `a dollar`
    const isOne = role === 'articles' && !shape.endsWith('C') && currencyAt(words, at + 1, reading.lang) !== null;
    if (isOne) amounts.push(1);
    if (word === AMOUNT || isOne) shape += AMOUNT;
    else if (found.length > 0) shape += 'C'.repeat(found.length);
    else if (role) shape += LETTERS[role];
    else return null;
    currencies.push(...found);
    at += found[0]?.length ?? 1;
  }
  return { shape, amounts, currencies };
}

/** Whether a query has a sign or a word of a currency, so that most queries are not read any further. */
function mayNameCurrency({ q, words }: Reading): boolean {
  const { openings } = currencyIndex();
  // `200cadusd`
  return (
    words.some((word) => openings.has(word.replace(/^\d+/, '').slice(0, 3)) || openings.has(word)) || /\p{Sc}/u.test(q)
  );
}

/** Whether a query has a word of exchange: `rate`, `convert`, `currency`. */
export function isAboutExchange({ folded }: Reading): boolean {
  return folded.split(/[^\p{L}]+/u).some((word) => roles().get(word) === 'exchange');
}

/** The currency at a word, or both of `eurusd`, as traders write it. */
function currenciesAt(words: readonly string[], at: number, lang: string): CurrencyMention[] {
  const one = currencyAt(words, at, lang);
  if (one) return [one];
  const codes = /^([a-z]{3})([a-z]{3})$/.exec(words[at] ?? '')?.slice(1) ?? [];
  const both = codes.flatMap((code) => currencyAt([code], 0, lang) ?? []);
  return both.length === 2 && both.every(({ isCode }) => isCode) ? both : [];
}
