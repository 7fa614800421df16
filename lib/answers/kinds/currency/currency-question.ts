import { currencyIndex } from '../../reading/currencies/currencies.ts';
import type { Reading } from '../../reading/reading.ts';
import { type ConversionParts, conversionParts, type Mention } from './conversion-parts.ts';

/** A conversion from one currency to another. */
export interface CurrencyQuestion {
  amount: number;
  from: string;
  to: string;
}

/** Reads the currency conversion in a query: two currencies, and at most one amount. */
export function currencyQuestionIn(reading: Reading): CurrencyQuestion | null {
  const parts = conversionParts(reading);
  const [first, second, ...others] = withoutSign(parts?.mentions ?? []);
  if (!parts || !first || !second || others.length > 0) return null;
  if (parts.amounts.length > 1 || !isMoney(first, second, parts, reading.isAsked)) return null;
  const [from, to] = isTargetFirst(first, second) ? [second, first] : [first, second];
  return { amount: parts.amounts[0] ?? 1, from: from.code, to: to.code };
}

/** `$5 aud to usd`: the code says which dollar the sign means. */
function withoutSign(mentions: readonly Mention[]): readonly Mention[] {
  const [sign, code] = mentions;
  return mentions.length === 3 && sign?.isSign && sign.amountAfter && code?.amountBefore ? mentions.slice(1) : mentions;
}

/** `how many dollars for 25 euros`, `in euros 100 dollars`, `euros for 100 dollars` */
function isTargetFirst(first: Mention, second: Mention): boolean {
  if (first.isTarget) return second.link !== 'to' || second.amountBefore;
  return second.amountBefore && !first.amountBefore && !first.amountAfter;
}

/**
 * Whether two currencies are a conversion. With an amount or a word of exchange, a link between them or a name that is
 * not a unit as well is enough. Without, one of them is among the most traded, because many codes and names are words,
 * and they are linked; before `in`, it is the first one or the query is a question (`all in usd`). Side by side, both
 * are among the most traded, or both are codes (`euro cup`).
 */
function isMoney(first: Mention, second: Mention, { amounts, isExchange }: ConversionParts, isAsked: boolean): boolean {
  const { traded } = currencyIndex();
  const link = second.link ?? (first.isTarget ? 'in' : null);
  const hasAmount = amounts.length > 0;
  if (first.isUnit && second.isUnit) return false;
  if (first.code === second.code) return hasAmount && link !== null;
  if (isExchange || (hasAmount && link !== null)) return true;
  if (!traded.has(first.code) && !traded.has(second.code)) return false;
  if (link === 'to' || link === 'between') return true;
  if (link === 'in') return isAsked || traded.has(first.code);
  return (traded.has(first.code) && traded.has(second.code)) || (first.isCode && second.isCode);
}
