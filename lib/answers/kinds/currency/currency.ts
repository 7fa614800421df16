import { z } from 'zod';
import { providerKind } from '../../answer.ts';
import { memoizeLast } from '../../kind.ts';
import { currencyIndex } from '../../reading/currencies/currencies.ts';
import { countryNamed } from '../../reading/places/gazetteer.ts';
import type { Reading } from '../../reading/reading.ts';
import { type CurrencyQuestion, currencyQuestionIn } from './currency-question.ts';

const currencySchema = z.object({
  amount: z.number().describe('Amount to convert.'),
  from: z.string().describe('ISO code of the source currency.').meta({ example: 'USD' }),
  to: z.string().describe('ISO code of the target currency.').meta({ example: 'EUR' }),
  rate: z.number().describe('Value of one unit of the source currency in the target currency.'),
  value: z.number().describe('The amount in the target currency.'),
  as_of: z.string().describe('ISO date of the rate.'),
});

const MAX_CHARS = 100;
/** The words of a question for the currency of a country, besides the country. */
const COUNTRY_QUESTION = new Set(
  'currency money what which is the official local national used of in for it do does they you use have s'.split(' '),
);

const questionIn = memoizeLast(({ q, reading }) =>
  q.length > MAX_CHARS ? null : (currencyQuestionIn(reading) ?? countryQuestionIn(reading)),
);

/** Converts an amount of money to another currency. */
export const currency = providerKind({
  type: 'currency',
  example: '100 usd to eur',
  data: currencySchema,
  match: (query) => questionIn(query) !== null,
  async work(query, lookUp) {
    const question = questionIn(query);
    if (!question) return null;
    const { amount, from, to } = question;
    const same = { quote: { rate: 1, as_of: new Date(query.now).toISOString().slice(0, 10) } };
    const { quote } = from === to ? same : await lookUp('rate', { from, to });
    if (!quote) return null;
    const value = rounded(amount * quote.rate);
    const line = `${money(amount, from, query.lang)} = ${money(value, to, query.lang)}`;
    const name = new Intl.DisplayNames(query.lang || 'en', { type: 'currency' }).of(from);
    return {
      answer: 'country' in question ? `${name} (${from}): ${line}` : line,
      data: { amount, from, to, rate: quote.rate, value, as_of: quote.as_of },
    };
  },
});

/**
 * The currency of a country and its rate, if the country stands alone with `currency` and the words of a question, or
 * after `what money`: `us currency`, `what currency does japan use`.
 */
function countryQuestionIn({ folded }: Reading): (CurrencyQuestion & { country: string }) | null {
  if (!folded.includes('currency') && !folded.startsWith('what money ')) return null;
  const words = folded.split(/[^\p{L}]+/u);
  const isName = (word: string) => !COUNTRY_QUESTION.has(word);
  const [first, last] = [words.findIndex(isName), words.findLastIndex(isName)];
  const country = first < 0 ? null : countryNamed(words.slice(first, last + 1).join(' '));
  const from = country ? currencyIndex().ofCountry.get(country) : undefined;
  return country && from ? { amount: 1, from, to: from === 'USD' ? 'EUR' : 'USD', country } : null;
}

/** Rounds to hundredths, or to six significant digits below 1. */
function rounded(value: number): number {
  return Math.abs(value) >= 1 ? Math.round(value * 100) / 100 : Number(value.toPrecision(6));
}

function money(value: number, code: string, lang: string): string {
  const small = Math.abs(value) < 1 ? { maximumSignificantDigits: 4 } : {};
  return new Intl.NumberFormat(lang || 'en', { style: 'currency', currency: code, currencyDisplay: 'code', ...small })
    .format(value)
    .replaceAll('\u00a0', ' ');
}
