import { type CurrencyMention, currencyAt, currencyIndex } from '../../reading/currencies/currencies.ts';
import { AMOUNT, moneyWords } from '../../reading/currencies/money-words.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import { countryNamed } from '../../reading/places/gazetteer.ts';
import type { Reading } from '../../reading/reading.ts';
import { unitsNamed } from '../../reading/units/units.ts';
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
/** The words of a conversion, in seven languages. */
const roles = wordRoles(
  new URL('./data/currency-words.json', import.meta.url),
  Object.keys(LETTERS) as (keyof typeof LETTERS)[],
);
const MAX_WORDS = 20;
/** Two currencies, with at most one amount before the second. */
const PAIR = /^(?<before>[^C]*)C(?<between>[^C]*)C[^C#]*$/;
/** `$5 aud to usd`: the code says which dollar the sign means. */
const SIGN_AND_CODE = /^([^C]*)C(#C[^C]*C)/;
/** The words of a question for the currency of a country, besides the country. */
const COUNTRY_QUESTION = new Set(
  'currency money what which is the official local national used of in for it do does they you use have s'.split(' '),
);

/** A conversion from one currency to another, or the currency of a country and its rate. */
export interface CurrencyQuestion {
  amount: number;
  from: string;
  to: string;
  isOfCountry: boolean;
}

/** The words that call currencies: those of their names, pairs of codes as traders write them, and of countries. */
export function currencyWords(): string[] {
  const { words, codes, traded } = currencyIndex();
  const pairs = [...traded].flatMap((one) => codes.flatMap((other) => [one + other, other + one]));
  return [...callingWords(words), ...pairs.map((pair) => pair.toLowerCase()), 'currency', 'money'];
}

/** Reads the currency conversion in a query; returns null if there is none. */
export function conversionIn(reading: Reading): CurrencyQuestion | null {
  const { words, amounts } = moneyWords(reading);
  const found = words.length > MAX_WORDS ? null : shapeOf(words, reading.lang);
  if (!found) return null;
  const hasSign = SIGN_AND_CODE.test(found.shape) && isSign(found.currencies[0]);
  const [first, second] = hasSign ? found.currencies.slice(1) : found.currencies;
  const { before, between } = PAIR.exec(hasSign ? found.shape.replace('C', '') : found.shape)?.groups ?? {};
  const [amount, ...others] = [...amounts, ...found.ones];
  if (!first || !second || before === undefined || between === undefined || amount === 0 || others.length > 0)
    return null;
  const isTarget = /[TIN]$/.test(before);
  const link = /[TIBF](?=[^TIBF]*$)/.exec(between)?.[0] ?? (isTarget ? 'I' : '');
  if (!isMoney(first, second, link, amount !== undefined, reading)) return null;
  // `in euros 100 dollars`, `how many dollars for 25 euros`, `euros for 100 dollars`
  const isTargetFirst = isTarget ? link !== 'T' || between.endsWith('#') : /^[^#].*#$/.test(between);
  const [from, to] = isTargetFirst ? [second, first] : [first, second];
  return { amount: amount ?? 1, from: from.code, to: to.code, isOfCountry: false };
}

/**
 * The words in order, as letters: amounts `#`, currencies `C`, and the letters of other words; null if a word belongs to no
 * conversion. `ones` are the amounts of articles: `a dollar`.
 */
function shapeOf(words: readonly string[], lang: string) {
  const [currencies, ones]: [CurrencyMention[], number[]] = [[], []];
  let shape = '';
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    const role = roles().get(word);
    const found = word === AMOUNT || (role && role !== 'other') ? [] : currenciesAt(words, at, lang);
    const isOne = role === 'articles' && !shape.endsWith('C') && currencyAt(words, at + 1, lang) !== null;
    if (isOne) ones.push(1);
    if (word === AMOUNT || isOne) shape += AMOUNT;
    else if (found.length > 0) shape += 'C'.repeat(found.length);
    else if (role) shape += LETTERS[role];
    else return null;
    currencies.push(...found);
    at += found[0]?.length ?? 1;
  }
  return { shape, currencies, ones };
}

/** The currency at a word, or both of `eurusd`, as traders write it. */
function currenciesAt(words: readonly string[], at: number, lang: string): CurrencyMention[] {
  const one = currencyAt(words, at, lang);
  if (one) return [one];
  const codes = /^([a-z]{3})([a-z]{3})$/.exec(words[at] ?? '')?.slice(1) ?? [];
  const both = codes.flatMap((code) => currencyAt([code], 0, lang) ?? []);
  return both.length === 2 && both.every(isCode) ? both : [];
}

const isSign = (mention?: CurrencyMention) => /\p{Sc}/u.test(mention?.name ?? '');
const isCode = (mention: CurrencyMention) => isSign(mention) || mention.name === mention.code.toLowerCase();
const isUnit = ({ name }: CurrencyMention) => unitsNamed(name).length > 0;

/**
 * Whether two currencies are a conversion. With a word of exchange, or an amount and a link, they are. Otherwise one of
 * them is among the most traded, because many codes and names are words, and they are linked; before `in`, it is the
 * first one or the query is a question (`all in usd`). Side by side, both are among the most traded, or both are codes
 * (`euro cup`). Names that are both units are not money.
 */
function isMoney(
  first: CurrencyMention,
  second: CurrencyMention,
  link: string,
  hasAmount: boolean,
  { folded, isAsked }: Reading,
): boolean {
  const { traded } = currencyIndex();
  const [isFirst, isSecond] = [traded.has(first.code), traded.has(second.code)];
  if (isUnit(first) && isUnit(second)) return false;
  if (first.code === second.code) return hasAmount && link !== '';
  if (hasAmount && link !== '') return true;
  if (folded.split(/[^\p{L}]+/u).some((word) => roles().get(word) === 'exchange')) return true;
  if (!isFirst && !isSecond) return false;
  if (link === 'I') return isFirst || isAsked;
  return link === 'T' || link === 'B' || (isFirst && isSecond) || (isCode(first) && isCode(second));
}

/**
 * The currency of a country and its rate, if the country stands alone with `currency` and the words of a question, or
 * after `what money`: `us currency`, `what currency does japan use`.
 */
export function countryQuestionIn({ folded }: Reading): CurrencyQuestion | null {
  if (!folded.includes('currency') && !folded.startsWith('what money ')) return null;
  const words = folded.split(/[^\p{L}]+/u);
  const isName = (word: string) => !COUNTRY_QUESTION.has(word);
  const [first, last] = [words.findIndex(isName), words.findLastIndex(isName)];
  const country = first < 0 ? null : countryNamed(words.slice(first, last + 1).join(' '));
  const from = country ? currencyIndex().ofCountry.get(country) : undefined;
  return from ? { amount: 1, from, to: from === 'USD' ? 'EUR' : 'USD', isOfCountry: true } : null;
}
