import { z } from 'zod';
import { type InstantQuery, type LookUp, providerKind } from '../../answer.ts';
import { memoizeLast } from '../../memoize-last.ts';
import { currencyIndex } from '../../reading/currencies/currencies.ts';
import { countryNamed } from '../../reading/places/gazetteer.ts';
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
/** The words of a question for the currency of a country, besides `currency` and `money`. */
const COUNTRY_QUESTION = new Set(
  'what which is the official local national used of in for it do does they you use have s'.split(' '),
);

const questionIn = memoizeLast(({ q, reading }) => (q.length > MAX_CHARS ? null : currencyQuestionIn(reading)));
const countryMoneyIn = memoizeLast(({ q, reading }) => (q.length > MAX_CHARS ? null : moneyOfCountry(reading.folded)));

/** Converts an amount of money to another currency. */
export const currency = providerKind({
  type: 'currency',
  example: '100 usd to eur',
  data: currencySchema,
  match: (query) => questionIn(query) !== null || countryMoneyIn(query) !== null,
  async work(query, lookUp) {
    const question = questionIn(query);
    return question ? converted(question, query, lookUp) : rateOfCountry(query, lookUp);
  },
});

async function converted({ amount, from, to }: CurrencyQuestion, { lang, now }: InstantQuery, lookUp: LookUp) {
  const same = { quote: { rate: 1, as_of: new Date(now).toISOString().slice(0, 10) } };
  const { quote } = from === to ? same : await lookUp('rate', { from, to });
  if (!quote) return null;
  const value = rounded(amount * quote.rate);
  return {
    answer: `${money(amount, from, lang)} = ${money(value, to, lang)}`,
    data: { amount, from, to, rate: quote.rate, value, as_of: quote.as_of },
  };
}

/** `currency in poland`: the currency of a country, and its rate. */
async function rateOfCountry(query: InstantQuery, lookUp: LookUp) {
  const from = countryMoneyIn(query);
  if (!from) return null;
  const found = await converted({ amount: 1, from, to: from === 'USD' ? 'EUR' : 'USD' }, query, lookUp);
  const name = new Intl.DisplayNames(query.lang || 'en', { type: 'currency' }).of(from);
  return found && { ...found, answer: `${name} (${from}): ${found.answer}` };
}

/**
 * The currency of a country that stands alone with `currency` and the words of a question, or after `what money`:
 * `us currency`, `what currency does japan use`.
 */
function moneyOfCountry(folded: string): string | null {
  const words = folded.split(/[^\p{L}]+/u);
  const asks = words.includes('currency') || (words[0] === 'what' && words[1] === 'money');
  if (!asks) return null;
  const isName = (word: string) => !COUNTRY_QUESTION.has(word) && word !== 'currency' && word !== 'money';
  const [from, to] = [words.findIndex(isName), words.findLastIndex(isName)];
  const country = from < 0 ? null : countryNamed(words.slice(from, to + 1).join(' '));
  return (country && currencyIndex().ofCountry.get(country)) ?? null;
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
