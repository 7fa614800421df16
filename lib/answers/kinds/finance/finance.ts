import { z } from 'zod';
import { inlineKind } from '../../answer.ts';
import { tableFile } from '../../data-file.ts';
import { memoizeLast } from '../../kind.ts';
import { localNumber, numbersWith } from '../../local-formats.ts';
import { translate } from '../../phrases.ts';
import type { MoneyWords } from '../../reading/currencies/money-words.ts';
import { calculated, type FinanceResult, tidy } from './calculations.ts';
import { financeParts, financeWords } from './finance-parts.ts';

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
type Kind = z.infer<typeof Data>['kind'];

const MAX_CHARS = 160;
const percentages = tableFile(
  new URL('./data/percentages.tsv', import.meta.url),
  z.object({ first: z.enum(['part', 'whole']), wording: z.string() }),
);

/** Every financial question has a percentage. */
const resultOf = memoizeLast(({ q, reading }): (FinanceResult & { kind: Kind }) | null => {
  if (q.length > MAX_CHARS || !/%|per ?cent|pro[zc]ent/.test(reading.numeric)) return null;
  const found = financeWords(reading);
  const parts = financeParts(found);
  const [kind, result]: [Kind, FinanceResult | null] = parts
    ? [parts.calculation, calculated(parts)]
    : ['percent', percentage(found)];
  return result && { kind, ...result };
});

function percentage({ words, amounts }: MoneyWords): FinanceResult | null {
  const text = words.join(' ');
  const form = percentages().find(({ wording }) => wording === text);
  const [part = 0, whole = 0] = form?.first === 'whole' ? amounts.toReversed() : amounts;
  if (!form || whole === 0) return null;
  return { label: '', inputs: { part, whole }, value: tidy((part / whole) * 100), breakdown: {} };
}

const toTheCent = numbersWith({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Everyday calculations with money. */
export const finance = inlineKind<z.infer<typeof Data>>({
  type: 'finance',
  lasting: true,
  example: '20% tip on $50',
  data: Data,
  match: (query) => resultOf(query) !== null,
  work(query) {
    const result = resultOf(query);
    if (!result) return null;
    const { label, ...data } = result;
    const { kind, value, breakdown } = data;
    if (kind === 'percent') return { answer: `${localNumber(value, query.lang)} %`, data };
    const shown = (name: string, amount: number) => `${translate(name, query.lang)} ${toTheCent(amount, query.lang)}`;
    // The line already begins with this amount.
    const others = Object.entries(breakdown).filter(([, amount]) => amount !== value);
    const rest = others.map(([name, amount]) => shown(name.replace('_', ' '), amount)).join(', ');
    const line = shown(label, value);
    return { answer: `${line.charAt(0).toUpperCase()}${line.slice(1)}${rest && ` (${rest})`}`, data };
  },
});
