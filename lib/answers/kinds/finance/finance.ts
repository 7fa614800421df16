import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { inlineAnswer } from '../../kind.ts';
import { localNumber, numbersWith } from '../../local-formats.ts';
import { translate } from '../../phrases.ts';
import { currencyAt } from '../../reading/currencies/currencies.ts';
import { AMOUNT, moneyWords } from '../../reading/currencies/money-words.ts';
import type { Reading } from '../../reading/reading.ts';
import { wordRoles } from '../../reading/word-roles.ts';
import { calculations, type FinanceResult, TIMES_PER_YEAR, tidy } from './calculations.ts';

const Data = z.object({
  kind: z.enum(['tip', 'loan', 'compound', 'simple', 'tax', 'discount', 'percent']).describe('Type of calculation.'),
  inputs: z.record(z.string(), z.number()).describe('The inputs: amount, rate (in per cent), years …'),
  value: z
    .number()
    .describe(
      'The result: the tip, the monthly payment, the amount with interest, the requested tax or amount with or without tax, the price after the discount, the share of a bill, or the percentage.',
    ),
  breakdown: z.record(z.string(), z.number()).describe('Other results: total, interest, share per person …'),
});
type Asked = FinanceResult & Pick<z.infer<typeof Data>, 'kind'>;

const MAX_CHARS = 160;
const MAX_WORDS = 30;
const MAX_RATE = 1_000;
/** Every financial question has a percentage. */
const PERCENT = /%|per ?cent|pro[zc]ent/;
const DROPPED = new Set(['a', 'an', 'the', '-']);
const CALCULATIONS = ['loan', 'compound', 'simple', 'tip', 'tax', 'discount'] as const;
/** What a number is, by the role of the word after it. */
const NUMBERS: Readonly<Record<string, string>> = {
  percent: 'rate',
  years: 'years',
  months: 'years',
  people: 'people',
  down: 'down',
};
const roles = wordRoles(new URL('./data/finance-words.json', import.meta.url), [
  ...[...CALCULATIONS, ...Object.keys(TIMES_PER_YEAR), ...Object.keys(NUMBERS)],
  ...['split', 'plus', 'minus', 'other'],
]);
const percentages = tableFile(
  new URL('./data/percentages.tsv', import.meta.url),
  z.object({ first: z.enum(['part', 'whole']), wording: z.string() }),
);

/**
 * What a query asks, from its words without currencies, articles and hyphens. Every sign and word for a percentage is
 * `%`: `what % of # is #`.
 */
function askedIn(reading: Reading): Asked | null {
  if (reading.q.length > MAX_CHARS || !PERCENT.test(reading.folded)) return null;
  const { words, amounts } = moneyWords(reading);
  const kept: string[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    const money = word === AMOUNT || roles().has(word) ? null : currencyAt(words, at, reading.lang);
    if (!money && !DROPPED.has(word)) kept.push(roles().get(word) === 'percent' ? '%' : word);
    at += money?.length ?? 1;
  }
  const text = kept.join(' ').replaceAll('per cent', '%');
  return calculated(text.split(' '), amounts) ?? percentage(text, amounts);
}

function percentage(text: string, amounts: readonly number[]): Asked | null {
  const form = percentages().find(({ wording }) => wording === text);
  const [part = 0, whole = 0] = form?.first === 'whole' ? amounts.toReversed() : amounts;
  if (!form || whole === 0) return null;
  return { kind: 'percent', label: '', inputs: { part, whole }, value: tidy((part / whole) * 100), breakdown: {} };
}

/** The name of one calculation, and each number once, in any order. An unknown word makes it another query. */
function calculated(words: readonly string[], amounts: readonly number[]): Asked | null {
  const said = words.map((word) => (word === AMOUNT ? AMOUNT : roles().get(word)));
  const [kind, ...others] = CALCULATIONS.filter((each) => said.includes(each));
  if (!kind || others.length > 0 || words.length > MAX_WORDS || said.includes(undefined)) return null;
  const numbers: Record<string, number> = {};
  const values = amounts.values();
  for (const [at, role] of said.entries()) {
    if (role !== AMOUNT) continue;
    const name = numberName(said as string[], at, numbers);
    if (name in numbers) return null;
    numbers[name] = (values.next().value ?? 0) / (said[at + 1] === 'months' ? 12 : 1);
  }
  const { amount, rate, years, people, down, downRate } = numbers;
  if (amount === undefined || rate === undefined || rate >= MAX_RATE) return null;
  const paid = downRate === undefined ? down : (amount * downRate) / 100;
  const result = calculations[kind]({ amount, rate, years, people, down: paid }, said as string[]);
  const isUsed = (name: string) => (name === 'downRate' ? 'down' : name) in (result?.inputs ?? {});
  return result && Object.keys(numbers).every(isUsed) ? { kind, ...result } : null;
}

/**
 * What a number is: the word after it says so, or `deposit of` before it; otherwise the first is the amount, and the
 * second a number of people.
 */
function numberName(said: readonly string[], at: number, known: object): string {
  const [next = '', second] = said.slice(at + 1);
  if (next === 'percent' && second === 'down') return 'downRate';
  if (NUMBERS[next]) return NUMBERS[next];
  const down = said.lastIndexOf('down', at);
  const isDown =
    down >= 0 && !said.slice(down, at).includes(AMOUNT) && ![AMOUNT, 'percent'].includes(said[down - 1] ?? '');
  return isDown ? 'down' : 'amount' in known ? 'people' : 'amount';
}

const toTheCent = numbersWith({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Everyday calculations with money. */
export const finance = inlineAnswer({
  type: 'finance',
  lasting: true,
  example: '20% tip on $50',
  data: Data,
  signs: PERCENT,
  read: ({ reading }) => askedIn(reading),
  answer({ label, ...data }, { lang }) {
    const { kind, value, breakdown } = data;
    if (kind === 'percent') return { answer: `${localNumber(value, lang)} %`, data };
    const shown = (name: string, amount: number) => `${translate(name, lang)} ${toTheCent(amount, lang)}`;
    // The line already begins with this amount.
    const others = Object.entries(breakdown).filter(([, amount]) => amount !== value);
    const rest = others.map(([name, amount]) => shown(name.replace('_', ' '), amount)).join(', ');
    const line = shown(label, value);
    return { answer: `${line.charAt(0).toUpperCase()}${line.slice(1)}${rest && ` (${rest})`}`, data };
  },
});
