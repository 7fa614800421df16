import { currencyAt } from '../../reading/currencies/currencies.ts';
import { AMOUNT, type MoneyWords, moneyWords } from '../../reading/currencies/money-words.ts';
import type { Reading } from '../../reading/reading.ts';
import { wordRoles } from '../../reading/word-roles.ts';

const CALCULATIONS = ['loan', 'compound', 'simple', 'tip', 'tax', 'discount'] as const;
const FREQUENCIES = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
const TIMES_PER_YEAR = { daily: 365, weekly: 52, monthly: 12, quarterly: 4, yearly: 1 };
const NUMBER_ROLES = ['percent', 'years', 'months', 'people', 'down'] as const;
const ROLES = [...CALCULATIONS, ...FREQUENCIES, ...NUMBER_ROLES, 'split', 'plus', 'minus', 'other'] as const;
type Role = (typeof ROLES)[number];
/** The words of financial questions. */
const roles = wordRoles(new URL('./data/finance-words.json', import.meta.url), ROLES);
const DROPPED = new Set(['a', 'an', 'the', '-']);
const MAX_WORDS = 30;

/** The name of a calculation. */
export type Calculation = (typeof CALCULATIONS)[number];

/** A financial question. */
export interface FinanceParts {
  calculation: Calculation;
  /** `rate` is in per cent. */
  numbers: Readonly<Partial<Record<'amount' | 'rate' | 'years' | 'people' | 'down', number>>>;
  /** How often interest is paid. */
  timesPerYear: number;
  /** The roles of its words: `plus` and `minus` for a tax that is added or removed. */
  said: ReadonlySet<Role>;
  /** `split a bill` asks for the share of each person. */
  isShare: boolean;
}

/**
 * The words of a query without currencies, articles and hyphens, and its amounts. Every sign and word for a percentage is
 * `%`: `what % of # is #`.
 */
export function financeWords(reading: Reading): MoneyWords {
  const { words, amounts } = moneyWords(reading);
  const kept: string[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    const money = word === AMOUNT || roles().has(word) ? null : currencyAt(words, at, reading.lang);
    if (!money && !DROPPED.has(word)) kept.push(roles().get(word) === 'percent' ? '%' : word);
    at += money?.length ?? 1;
  }
  return { words: kept.join(' ').replaceAll('per cent', '%').split(' '), amounts };
}

/**
 * Reads a financial question: the name of one calculation, and each number once, in any order. The word next to a
 * number says what it is; otherwise the first is the amount, and the second a number of people. An unknown word makes
 * it another query.
 */
export function financeParts({ words, amounts }: MoneyWords): FinanceParts | null {
  const wordRole = words.map((word) => roles().get(word));
  if (words.length > MAX_WORDS || words.some((word, at) => word !== AMOUNT && !wordRole[at])) return null;
  const numbers: Record<string, number> = {};
  const values = amounts.values();
  for (const [at, word] of words.entries()) {
    if (word !== AMOUNT) continue;
    const name = nameBefore(wordRole[at + 1], wordRole[at + 2]) ?? nameAfter(words.slice(0, at), numbers);
    if (name in numbers) return null;
    numbers[name] = (values.next().value ?? 0) / (wordRole[at + 1] === 'months' ? 12 : 1);
  }
  const { downRate, ...given } = numbers;
  if (downRate !== undefined) given.down = ((given.amount ?? 0) * downRate) / 100;
  const said = new Set(wordRole.filter((role) => role !== undefined));
  const [calculation, ...others] = CALCULATIONS.filter((each) => said.has(each));
  if (!calculation || others.length > 0) return null;
  const frequency = FREQUENCIES.find((each) => said.has(each)) ?? 'yearly';
  const timesPerYear = TIMES_PER_YEAR[frequency];
  return { calculation, numbers: given, timesPerYear, said, isShare: wordRole[0] === 'split' };
}

/** What a number is, by the words after it. */
function nameBefore(next: Role | undefined, second: Role | undefined): string | null {
  if (next === 'percent') return second === 'down' ? 'downRate' : 'rate';
  if (next === 'years' || next === 'months') return 'years';
  return next === 'people' || next === 'down' ? next : null;
}

/** What a number without such words is: `deposit of 5000` names it before. */
function nameAfter(before: readonly string[], known: object): string {
  const at = before.findLastIndex((word) => roles().get(word) === 'down');
  const isDown = at >= 0 && !before.includes(AMOUNT, at) && ![AMOUNT, '%'].includes(before[at - 1] ?? '');
  return isDown ? 'down' : 'amount' in known ? 'people' : 'amount';
}
