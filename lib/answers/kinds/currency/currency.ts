import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { InstantQuery } from '../../answer.ts';
import { numbers, texts } from '../../fields.ts';
import { providerAnswer } from '../../kind.ts';
import { localDate } from '../../local-times.ts';
import { type CurrencyMention, currencyAt, currencyIndex } from '../../reading/currencies/currencies.ts';
import { AMOUNT, moneyWords } from '../../reading/currencies/money-words.ts';
import { withoutDate } from '../../reading/dates/date-items.ts';
import { lexiconFile } from '../../reading/lexicon.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import { Reading } from '../../reading/reading.ts';
import { unitsNamed } from '../../reading/units/units.ts';
import { clockIn } from '../../reading/zones/zone-clock.ts';

const Data = z.object({
  ...texts('from', 'to', 'currency', 'as_of', 'observed_at'),
  ...numbers('amount', 'rate', 'value'),
  approximate: z.boolean(),
});

/** The words of a conversion, in seven languages. */
const lexicon = lexiconFile(new URL('./data/currency-words.json', import.meta.url));
/** Two currencies, with at most one amount, which is not behind them. */
const PAIR = /^(?!.*#.*#)(?<before>[^C]*)C(?<between>[^C]*)C[^C#]*$/;
/** `$5 aud to usd`: the code says which dollar the sign means. */
const SIGN_BEFORE_CODE = /^([^C]*)C(?=#C[^C]*C)/;
/** Reads the currency conversion in a query; returns null if there is none. */
function conversionIn(reading: Reading) {
  const { words, amounts } = reading.mentions(moneyWords);
  const { shape, currencies } = shapeOf(words, reading);
  const { before, between = '' } = PAIR.exec(shape)?.groups ?? {};
  const [first, second] = currencies.slice(-2);
  if (before === undefined || !first || !second || amounts[0] === 0) return null;
  const isTarget = /[tin]$/.test(before);
  // `100 dolar kaç euro`: how many
  const link = (/[tibf](?=[^tibf]*$)/.exec(between) ?? /n/.exec(between))?.[0] ?? (isTarget ? 'i' : '');
  if (!isMoney([first, second], link, shape.includes(AMOUNT) && link !== '', reading)) return null;
  // `in euros 100 dollars`, `how many dollars for 25 euros`, `euros for 100 dollars`
  const [from, to] = isTarget || /^[^#].*#$/.test(between) ? [second, first] : [first, second];
  return { amount: amounts[0] ?? 1, from: from.code, to: to.code };
}

/** The words: `#` for amounts, `C` for currencies, initials of concepts for others. Empty if a word is none. */
function shapeOf(words: readonly string[], reading: Reading) {
  const currencies: CurrencyMention[] = [];
  let shape = '';
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    const concepts = word === AMOUNT ? [AMOUNT] : lexicon().read([word]);
    const found = concepts?.[0] ? [] : currenciesAt(words, at, reading);
    if (!concepts && found.length === 0) return { shape: '', currencies };
    shape += found.length > 0 ? 'C'.repeat(found.length) : (concepts?.[0]?.[0] ?? ' ');
    currencies.push(...found);
    at += found[0]?.length ?? 1;
  }
  // `a dollar` is an amount, and `euro a dólar` has a target.
  shape = shape.replace(/(?<!C)a(?=C)/g, AMOUNT).replaceAll('a', 't');
  return { shape: isSign(currencies[0]) ? shape.replace(SIGN_BEFORE_CODE, '$1') : shape, currencies };
}

/** The currency at a word, or both of `eurusd`, as traders write it. */
function currenciesAt(words: readonly string[], at: number, reading: Reading): CurrencyMention[] {
  const one = currencyAt(words, at, reading);
  if (one) return [one];
  const codes = /^([a-z]{3})([a-z]{3})$/.exec(words[at] as string)?.slice(1) ?? [];
  const both = codes.flatMap((code) => currencyAt([code], 0, reading) ?? []);
  return both.length === 2 && both.every(isCode) ? both : [];
}

const isSign = (mention?: CurrencyMention) => /\p{Sc}/u.test(mention?.name ?? '');
const isCode = (mention: CurrencyMention) => isSign(mention) || mention.name === mention.code.toLowerCase();

/**
 * Whether two currencies are a conversion. With a word of exchange, or an amount and a link, they are. Otherwise one of
 * them is among the most traded, because many codes and names are words, and they are linked; before `in`, it is the
 * first one or the query is a question (`all in usd`). Side by side, both are among the most traded, or both are codes
 * (`euro cup`). Names that are both units are not money.
 */
function isMoney(pair: CurrencyMention[], link: string, isLinkedAmount: boolean, { allWords, isAsked }: Reading) {
  const [isFirst, isSecond] = pair.map(({ code }) => currencyIndex().traded.has(code));
  if (pair.every(({ name }) => unitsNamed(name).length > 0)) return false;
  if (isLinkedAmount || pair[0]?.code === pair[1]?.code) return isLinkedAmount;
  if (lexicon().mentions(allWords, (concept) => concept === 'exchange')) return true;
  if (!isFirst && !isSecond) return false;
  if (link === 'i') return isFirst || isAsked;
  return link === 't' || link === 'b' || (isFirst && isSecond) || pair.every(isCode);
}

/** A day and a year, and not a date that begins with the month in one country and with the day in another. */
const DATE = /^(?!.*\/)(?:.*(?<!\d)\d{1,2}\D.*(?<!\d)\d{4}|\d{4}-\d\d-\d\d)$/;
const FIRST_DAY = '1999-01-04';
/** Banks are closed for no longer. */
const MAX_GAP_MS = 10 * 86_400_000;
type Asked = Record<'from' | 'to', string> & { amount: number; date?: string };

/** A conversion on a past day, since there are rates: `100 usd to eur on 3 march 2020`, `eur to usd yesterday`. */
function datedConversionIn({ reading, tz, now }: InstantQuery) {
  const { words } = reading.mentions(moneyWords);
  if (words.flatMap((_, at) => currenciesAt(words, at, reading)).length < 2) return null;
  const today = clockIn(tz, now);
  const { said = '', rest = [], moment } = withoutDate(reading.numeric.split(' '), today) ?? {};
  const date = moment?.at.toPlainDate();
  const isDay = moment && (DATE.test(said) || (!/\d/.test(said) && !moment.yearly && !moment.every));
  if (!date || !isDay || `${date}` < FIRST_DAY || Temporal.PlainDate.compare(date, today.toPlainDate()) > 0)
    return null;
  const found = conversionIn(new Reading(rest.join(' '), reading.lang, reading.tz));
  return found && { ...found, date: `${date}` };
}

/** Converts an amount of money to another currency. */
export const currency = providerAnswer({
  type: 'currency',
  example: '100 usd to eur',
  data: Data,
  /** Words of the names of currencies, and pairs of codes as traders write them. */
  words() {
    const { words, codes, traded } = currencyIndex();
    const pairs = [...traded].flatMap((one) => codes.flatMap((other) => [one + other, other + one]));
    return [...callingWords(words), ...pairs.map((pair) => pair.toLowerCase())];
  },
  signs: /\p{Sc}|\d\p{L}/u,
  read: (query) => conversionIn(query.reading) ?? datedConversionIn(query),
  async answer({ amount, from, to, date }: Asked, { now, lang }, lookUp) {
    const same = { quote: { rate: 1, as_of: date ?? new Date(now).toISOString().slice(0, 10) } };
    const { quote } = from === to ? same : await lookUp('rate', { from, to, ...(date && { date }) });
    // At weekends, the rate is that of the day before. A worker of an earlier version knows only the latest.
    if (!quote || (date && (quote.as_of > date || Date.parse(date) - Date.parse(quote.as_of) > MAX_GAP_MS)))
      return null;
    const product = amount * quote.rate;
    // A rate is not an amount of money: `eur usd` is 1.1568.
    const isRate = amount === 1 || product < 1;
    const value = isRate ? Number(product.toPrecision(6)) : Math.round(product * 100) / 100;
    const on = date ? ` (${localDate(Temporal.PlainDate.from(quote.as_of), lang)})` : '';
    const answer = `${money(amount, from, lang)} = ${money(value, to, lang, isRate)}${on}`;
    return {
      answer,
      data: {
        ...{ amount, from, to, rate: quote.rate, value, currency: to, approximate: value !== product },
        ...{ as_of: quote.as_of, observed_at: quote.as_of },
      },
    };
  },
});

function money(value: number, code: string, lang: string, isRate = false): string {
  const digits = isRate || value < 1 ? { maximumSignificantDigits: value < 1 ? 4 : 6 } : {};
  return new Intl.NumberFormat(lang || 'en', { style: 'currency', currency: code, currencyDisplay: 'code', ...digits })
    .format(value)
    .replaceAll('\u00a0', ' ');
}
