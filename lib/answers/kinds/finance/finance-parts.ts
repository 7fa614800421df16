import { currencyAt } from '../../reading/currencies/currencies.ts';
import { AMOUNT, type MoneyWords, moneyWords } from '../../reading/currencies/money-words.ts';
import type { Reading } from '../../reading/reading.ts';
import { wordRoles } from '../../reading/word-roles.ts';

const CALCULATIONS = ['loan', 'compound', 'simple', 'tip', 'tax', 'discount'] as const;
/** How often interest is paid. */
const FREQUENCIES = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
const NUMBER_ROLES = ['percent', 'years', 'months', 'people', 'down'] as const;
const ROLES = [...CALCULATIONS, ...FREQUENCIES, ...NUMBER_ROLES, 'split', 'plus', 'minus', 'other'] as const;
type Role = (typeof ROLES)[number];
/** The words of financial questions. */
const roles = wordRoles(new URL('./data/finance-words.json', import.meta.url), ROLES);
const DROPPED = new Set(['a', 'an', 'the', '-']);
const MAX_WORDS = 30;

/** A financial question. */
export interface FinanceParts {
  calculation: (typeof CALCULATIONS)[number];
  /** `rate` and `downRate` are in per cent. */
  numbers: Readonly<Partial<Record<'amount' | 'rate' | 'years' | 'people' | 'down' | 'downRate', number>>>;
  frequency: (typeof FREQUENCIES)[number];
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
  if (words.length > MAX_WORDS) return null;
  const roleAt = (at: number) => roles().get(words[at] ?? '');
  const numbers: Record<string, number> = {};
  const said = new Set<Role>();
  const values = amounts.values();
  // `deposit of 5000`
  let isDown = false;
  for (const [at, word] of words.entries()) {
    if (word === AMOUNT) {
      const unnamed = isDown ? 'down' : 'amount' in numbers ? 'people' : 'amount';
      const name = nameBefore(roleAt(at + 1), roleAt(at + 2)) ?? unnamed;
      if (name in numbers) return null;
      numbers[name] = (values.next().value ?? 0) / (roleAt(at + 1) === 'months' ? 12 : 1);
      isDown = false;
    } else {
      const role = roleAt(at);
      if (!role) return null;
      said.add(role);
      if (role === 'down') isDown = words[at - 1] !== AMOUNT && words[at - 1] !== '%';
    }
  }
  const [calculation, ...others] = CALCULATIONS.filter((each) => said.has(each));
  if (!calculation || others.length > 0) return null;
  const frequency = FREQUENCIES.find((each) => said.has(each)) ?? 'yearly';
  return { calculation, numbers, frequency, said, isShare: roleAt(0) === 'split' };
}

/** What a number is, by the words after it. */
function nameBefore(next: Role | undefined, second: Role | undefined): keyof FinanceParts['numbers'] | null {
  if (next === 'percent') return second === 'down' ? 'downRate' : 'rate';
  if (next === 'years' || next === 'months') return 'years';
  return next === 'people' || next === 'down' ? next : null;
}
