import { type CurrencyMention, currencyIndex } from '../../reading/currencies/currencies.ts';
import type { Reading } from '../../reading/reading.ts';
import { conversionShape, isAboutExchange } from './conversion-shape.ts';

/** A conversion from one currency to another. */
export interface CurrencyQuestion {
  amount: number;
  from: string;
  to: string;
}

/** Two currencies, with at most one amount before the second. */
const PAIR = /^(?<before>[^C]*)C(?<between>[^C]*)C[^C#]*$/;
/** `$5 aud to usd`: the code says which dollar the sign means. */
const SIGN_AND_CODE = /^[^C]*C#C[^C]*C/;

/** Reads the currency conversion in a query; returns null if there is none. */
export function currencyQuestionIn(reading: Reading): CurrencyQuestion | null {
  const found = conversionShape(reading);
  if (!found) return null;
  const hasSign = found.currencies[0]?.isSign && SIGN_AND_CODE.test(found.shape);
  const [first, second] = hasSign ? found.currencies.slice(1) : found.currencies;
  const { before, between } = PAIR.exec(hasSign ? found.shape.replace('C', '') : found.shape)?.groups ?? {};
  const [amount, ...others] = found.amounts;
  if (!first || !second || before === undefined || between === undefined || amount === 0 || others.length > 0)
    return null;
  const isTarget = /[TIN]$/.test(before);
  const link = /[TIBF](?=[^TIBF]*$)/.exec(between)?.[0] ?? (isTarget ? 'I' : '');
  if (!isMoney(first, second, link, amount !== undefined, reading)) return null;
  // `in euros 100 dollars`, `how many dollars for 25 euros`, `euros for 100 dollars`
  const isTargetFirst = isTarget ? link !== 'T' || between.endsWith('#') : /^[^#].*#$/.test(between);
  const [from, to] = isTargetFirst ? [second, first] : [first, second];
  return { amount: amount ?? 1, from: from.code, to: to.code };
}

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
  reading: Reading,
): boolean {
  const { traded } = currencyIndex();
  const [isFirst, isSecond] = [traded.has(first.code), traded.has(second.code)];
  if (first.isUnit && second.isUnit) return false;
  if (first.code === second.code) return hasAmount && link !== '';
  if (isAboutExchange(reading) || (hasAmount && link !== '')) return true;
  if (!isFirst && !isSecond) return false;
  if (link === 'I') return isFirst || reading.isAsked;
  return link === 'T' || link === 'B' || (isFirst && isSecond) || (first.isCode && second.isCode);
}
