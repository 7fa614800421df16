import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { currencyAt } from '../../reading/currencies/currencies.ts';
import { AMOUNT, type MoneyWords, moneyWords } from '../../reading/currencies/money-words.ts';
import type { Reading } from '../../reading/reading.ts';

const CALCULATIONS = ['loan', 'compound', 'simple', 'tip', 'tax', 'discount'] as const;
const ROLES = [
  'percent',
  'years',
  'months',
  'people',
  'down',
  'split',
  'plus',
  'minus',
  'other',
  ...CALCULATIONS,
] as const;
type Role = (typeof ROLES)[number];

/** The words of financial questions by role, and how often a year interest is paid. */
const lexicon = jsonFile(
  new URL('./data/finance-words.json', import.meta.url),
  z
    .object({ roles: z.record(z.enum(ROLES), z.array(z.string())), times_per_year: z.record(z.string(), z.number()) })
    .transform(({ roles, times_per_year }) => ({
      roles: new Map(ROLES.flatMap((role) => roles[role].map((word) => [word, role] as const))),
      timesPerYear: new Map(Object.entries(times_per_year)),
    })),
);
const MAX_WORDS = 30;
const DROPPED = new Set(['a', 'an', 'the', '-']);

/** A financial question. `rate` and `downRate` are in per cent. */
export interface FinanceParts {
  calculation: (typeof CALCULATIONS)[number];
  numbers: Readonly<Partial<Record<'amount' | 'rate' | 'years' | 'people' | 'down' | 'downRate', number>>>;
  timesPerYear: number;
  /** `plus` and `minus` for a tax that is added or removed. */
  roles: ReadonlySet<Role>;
  /** `split a bill` asks for the share of each person. */
  isShare: boolean;
}

/**
 * The words of a query without currencies, articles and hyphens, and its amounts. Every sign and word for a percentage is
 * `%`: `what % of # is #`.
 */
export function financeWords(reading: Reading): MoneyWords {
  const { words, amounts } = moneyWords(reading);
  const { roles } = lexicon();
  const kept: string[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    const money = word === AMOUNT || roles.has(word) ? null : currencyAt(words, at, reading.lang);
    if (!money && !DROPPED.has(word)) kept.push(roles.get(word) === 'percent' ? '%' : word);
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
  const { roles, timesPerYear } = lexicon();
  const roleAt = (at: number) => roles.get(words[at] ?? '');
  const numbers: Record<string, number> = {};
  const said = new Set<Role>();
  const values = amounts.values();
  let times = 1;
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
      const role = roles.get(word);
      if (!role && !timesPerYear.has(word)) return null;
      times = timesPerYear.get(word) ?? times;
      if (role) said.add(role);
      if (role === 'down') isDown = words[at - 1] !== AMOUNT && words[at - 1] !== '%';
    }
  }
  const [calculation, ...others] = CALCULATIONS.filter((each) => said.has(each));
  if (!calculation || others.length > 0) return null;
  return { calculation, numbers, timesPerYear: times, roles: said, isShare: roleAt(0) === 'split' };
}

/** What a number is, by the words after it. */
function nameBefore(next: Role | undefined, second: Role | undefined): keyof FinanceParts['numbers'] | null {
  if (next === 'percent') return second === 'down' ? 'downRate' : 'rate';
  if (next === 'years' || next === 'months') return 'years';
  return next === 'people' || next === 'down' ? next : null;
}
