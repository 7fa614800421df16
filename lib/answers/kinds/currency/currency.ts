import { z } from 'zod';
import { type InstantQuery, type LookUp, providerKind } from '../../answer.ts';
import { currencyOfCountry } from '../../reading/currencies/currency-index.ts';
import { folded } from '../../reading/folded.ts';
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
const CURRENCY_OF =
  /^(?:what(?:'s| is) )?(?:the )?(?:official |local |national )?currency (?:in|of|used in|for) (?<country>.+)$|^what (?:currency|money)(?: is used in| is it in| do they use in| do you use in| is) (?<used>.+?)(?: in)?$|^what (?:currency|money) does (?<does>.+) (?:use|have)$|^(?<other>.+?)(?:'s)? currency$/;

/** Converts an amount of money to another currency. */
export const currency = providerKind({
  type: 'currency',
  example: '100 usd to eur',
  data: currencySchema,
  match: ({ q, lang }) => q.length <= MAX_CHARS && (currencyQuestionIn(q, lang) !== null || countryIn(q) !== null),
  async work(query, lookUp) {
    const question = currencyQuestionIn(query.q, query.lang);
    return question ? converted(question, query, lookUp) : moneyOfCountry(query, lookUp);
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
async function moneyOfCountry(query: InstantQuery, lookUp: LookUp) {
  const from = countryIn(query.q);
  if (!from) return null;
  const found = await converted({ amount: 1, from, to: from === 'USD' ? 'EUR' : 'USD' }, query, lookUp);
  const name = new Intl.DisplayNames(query.lang || 'en', { type: 'currency' }).of(from);
  return found && { ...found, answer: `${name} (${from}): ${found.answer}` };
}

function countryIn(q: string): string | null {
  if (!/currency|money/i.test(q)) return null;
  const groups = CURRENCY_OF.exec(folded(q))?.groups;
  const name = groups?.country ?? groups?.used ?? groups?.does ?? groups?.other;
  const country = name && countryNamed(name);
  return country ? (currencyOfCountry.get(country) ?? null) : null;
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
