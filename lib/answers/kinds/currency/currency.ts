import { z } from 'zod';
import { providerAnswer } from '../../kind.ts';
import { conversionIn, countryQuestionIn, currencyWords } from './currency-question.ts';

const currencySchema = z.object({
  amount: z.number().describe('Amount to convert.'),
  from: z.string().describe('ISO code of the source currency.').meta({ example: 'USD' }),
  to: z.string().describe('ISO code of the target currency.').meta({ example: 'EUR' }),
  rate: z.number().describe('Value of one unit of the source currency in the target currency.'),
  value: z.number().describe('The amount in the target currency.'),
  as_of: z.string().describe('ISO date of the rate.'),
});

const MAX_CHARS = 100;

/** Converts an amount of money to another currency. */
export const currency = providerAnswer({
  type: 'currency',
  example: '100 usd to eur',
  data: currencySchema,
  words: currencyWords,
  signs: /\p{Sc}|\d\p{L}/u,
  read: ({ q, reading }) => (q.length > MAX_CHARS ? null : (conversionIn(reading) ?? countryQuestionIn(reading))),
  async answer({ amount, from, to, isOfCountry }, { now, lang }, lookUp) {
    const same = { quote: { rate: 1, as_of: new Date(now).toISOString().slice(0, 10) } };
    const { quote } = from === to ? same : await lookUp('rate', { from, to });
    if (!quote) return null;
    const value = rounded(amount * quote.rate);
    const line = `${money(amount, from, lang)} = ${money(value, to, lang)}`;
    const name = new Intl.DisplayNames(lang || 'en', { type: 'currency' }).of(from);
    return {
      answer: isOfCountry ? `${name} (${from}): ${line}` : line,
      data: { amount, from, to, rate: quote.rate, value, as_of: quote.as_of },
    };
  },
});

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
