import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { type CurrencyMention, currencyAt } from '../../reading/currencies/currencies.ts';
import { type Amount, amountAt, moneyWords } from '../../reading/currencies/money-words.ts';
import { numberStyle } from '../../reading/numbers/number-literal.ts';
import type { Reading } from '../../reading/reading.ts';
import { unitsNamed } from '../../reading/units/units.ts';

const set = z.array(z.string()).transform((words): ReadonlySet<string> => new Set(words));
/** The words of a conversion, in seven languages: links between two currencies, and words around them. */
const lexicon = jsonFile(
  new URL('./data/currency-words.json', import.meta.url),
  z.object({ to: set, in: set, between: set, for: set, articles: set, counting: set, exchange: set, other: set }),
);
const LINKS = ['to', 'in', 'between', 'for'] as const;
const MAX_WORDS = 20;
/** `a dollar` */
const ONE = { value: 1, length: 1 };

/** A currency in its place. */
export interface Mention extends CurrencyMention {
  /** The last link before it, after the previous currency. */
  link: (typeof LINKS)[number] | null;
  /** Whether it is directly preceded by `to`, `in` or `how many`, and so is the target. */
  isTarget: boolean;
  /** Whether an amount stands directly before or after it. */
  amountBefore: boolean;
  amountAfter: boolean;
  /** Whether the name is also a unit: pounds and drams. */
  isUnit: boolean;
}

/** What a conversion consists of. */
export interface ConversionParts {
  mentions: Mention[];
  amounts: number[];
  /** Whether the query has a word of exchange: `rate`, `convert`, `currency`. */
  isExchange: boolean;
}

/** The parts of a conversion; null if the query has a word that belongs to none of them. */
export function conversionParts({ numeric, folded, lang }: Reading): ConversionParts | null {
  const words = moneyWords(numeric);
  if (words.length > MAX_WORDS) return null;
  const known = lexicon();
  const style = numberStyle(numeric, lang);
  const [mentions, amounts]: [Mention[], number[]] = [[], []];
  let link: Mention['link'] = null;
  let last: 'amount' | 'currency' | 'target' | 'word' = 'word';
  for (let at = 0, length = 1; at < words.length; at += length) {
    const word = words[at] ?? '';
    const isArticle: boolean = known.articles.has(word) && last !== 'currency' && !!currencyAt(words, at + 1, lang);
    const amount: Amount | null = isArticle ? ONE : amountAt(words, at, style);
    if (amount) {
      // `usd to eur 2024` does not say what the number is.
      if (mentions.length > 1) return null;
      if (mentions[0] && last === 'currency') mentions[0].amountAfter = true;
      amounts.push(amount.value);
      length = amount.length;
      last = 'amount';
      continue;
    }
    const linked = LINKS.find((each) => known[each].has(word));
    const currencies = linked ? [] : currenciesAt(words, at, lang);
    for (const money of currencies) {
      const isUnit = unitsNamed(words.slice(at, at + money.length).join(' ')).length > 0;
      const place = { link, isTarget: last === 'target', amountBefore: last === 'amount', amountAfter: false, isUnit };
      mentions.push({ ...money, ...place });
      link = null;
      last = 'currency';
    }
    length = currencies[0]?.length ?? 1;
    if (linked || known.counting.has(word)) {
      link = linked ?? link;
      last = linked === 'between' || linked === 'for' ? 'word' : 'target';
    } else if (currencies.length === 0) {
      if (!known.exchange.has(word) && !known.other.has(word)) return null;
      // `combien d'euros`: the preposition belongs to the counting word.
      if (word !== 'd' && word !== 'de') last = 'word';
    }
  }
  return { mentions, amounts, isExchange: moneyWords(folded).some((word) => known.exchange.has(word)) };
}

/** The currency at a word, or both of `eurusd`, as traders write it. */
function currenciesAt(words: readonly string[], at: number, lang: string): CurrencyMention[] {
  const one = currencyAt(words, at, lang);
  const [, ...codes] = /^([a-z]{3})([a-z]{3})$/.exec(words[at] ?? '') ?? [];
  if (one || codes.length === 0) return one ? [one] : [];
  const both = codes.flatMap((code) => currencyAt([code], 0, lang) ?? []);
  return both.length === 2 && both.every(({ isCode }) => isCode) ? both : [];
}
