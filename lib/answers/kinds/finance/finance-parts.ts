import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { currencyAt } from '../../reading/currencies/currencies.ts';
import { amountAt, moneyWords } from '../../reading/currencies/money-words.ts';
import { numberStyle } from '../../reading/numbers/number-literal.ts';
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

/** The words of a query, with every sign and word for a percentage as `%`. */
export function financeWords({ numeric }: Reading): readonly string[] {
  const { roles } = lexicon();
  return moneyWords(numeric.replaceAll('per cent', '%')).map((word) => (roles.get(word) === 'percent' ? '%' : word));
}

/**
 * Reads a financial question: the name of one calculation, and each number once, in any order. The word next to a
 * number says what it is; otherwise it is the amount. An unknown word makes it another query.
 */
export function financeParts(words: readonly string[], { numeric, lang }: Reading): FinanceParts | null {
  if (words.length > MAX_WORDS) return null;
  const { roles, timesPerYear } = lexicon();
  const style = numberStyle(numeric, lang);
  const numbers: Record<string, number> = {};
  const said = new Set<Role>();
  let times = 1;
  // The last word that says what a number after it is: `deposit of 5000`, `split between 4`.
  let lead: Role = 'other';
  for (let at = 0; at < words.length; ) {
    const number = amountAt(words, at, style);
    const word = words[at] ?? '';
    at += number?.length ?? 0;
    const money = roles.has(words[at] ?? '') ? null : currencyAt(words, at, lang);
    at += money?.length ?? 0;
    if (number) {
      // `30-year`
      if (words[at] === '-') at += 1;
      const { name, value, length } = numberAt(number.value, words.slice(at, at + 2), lead, 'amount' in numbers);
      if (name in numbers) return null;
      numbers[name] = value;
      lead = 'other';
      at += length;
    } else if (!money) {
      const role = roles.get(word);
      if (!role && !timesPerYear.has(word)) return null;
      times = timesPerYear.get(word) ?? times;
      if (role) said.add(role);
      if (role === 'down' || role === 'split') lead = role;
      at += 1;
    }
  }
  const [calculation, ...others] = CALCULATIONS.filter((each) => said.has(each));
  if (!calculation || others.length > 0) return null;
  return { calculation, numbers, timesPerYear: times, roles: said, isShare: roles.get(words[0] ?? '') === 'split' };
}

/** What a number is, by the words after it and the word that leads to it. */
function numberAt(value: number, [word = '', second = '']: readonly string[], lead: Role, hasAmount: boolean) {
  const { roles } = lexicon();
  const role = roles.get(word);
  if (role === 'percent' && roles.get(second) === 'down') return { name: 'downRate', value, length: 2 };
  if (role === 'percent') return { name: 'rate', value, length: 1 };
  if (role === 'months') return { name: 'years', value: value / 12, length: 1 };
  if (role === 'years' || role === 'people' || role === 'down') return { name: role, value, length: 1 };
  if (lead === 'down') return { name: 'down', value, length: 0 };
  return { name: lead === 'split' && hasAmount ? 'people' : 'amount', value, length: 0 };
}
