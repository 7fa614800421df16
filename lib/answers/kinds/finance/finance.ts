import { inlineKind } from '../../answer.ts';
import { localNumber, numbersWith } from '../../local-formats.ts';
import { memoizeLast } from '../../memoize-last.ts';
import { translate } from '../../phrases.ts';
import type { MoneyWords } from '../../reading/currencies/money-words.ts';
import { calculated, FinanceData, tidy } from './calculations.ts';
import { financeParts, financeWords } from './finance-parts.ts';

const MAX_CHARS = 160;

/** Every financial question has a percentage. */
const resultOf = memoizeLast(({ q, reading }): FinanceData | null => {
  if (q.length > MAX_CHARS || !/%|per ?cent|pro[zc]ent/.test(reading.numeric)) return null;
  const found = financeWords(reading);
  const parts = financeParts(found);
  return parts ? calculated(parts) : percentage(found);
});

/** The wordings of a question for a percentage, and whether the whole comes first. */
const PERCENTAGES: ReadonlyMap<string, boolean> = new Map([
  ['what % of # is #', true],
  ['what % is # of #', false],
  ['# is what % of #', false],
  ['# as % of #', false],
  ['# in % of #', false],
  ['% of # in #', false],
  ['% of # out of #', false],
  ['% of # to #', false],
]);

function percentage({ words, amounts }: MoneyWords): FinanceData | null {
  const isWholeFirst = PERCENTAGES.get(words.join(' '));
  const [part = 0, whole = 0] = isWholeFirst ? [...amounts].reverse() : amounts;
  if (isWholeFirst === undefined || whole === 0) return null;
  return { kind: 'percent', inputs: { part, whole }, value: tidy((part / whole) * 100), breakdown: {} };
}

const LABELS: Readonly<Record<FinanceData['kind'], string>> = {
  tip: 'Tip',
  loan: 'Monthly payment',
  compound: 'With compound interest',
  simple: 'With simple interest',
  tax: 'Tax',
  discount: 'Price',
  percent: '',
};

function labelOf({ kind, value, breakdown }: FinanceData): string {
  if (value === breakdown.total_each) return 'total each';
  if (kind !== 'tax' || value === breakdown.tax) return LABELS[kind];
  return value === breakdown.net ? 'Without tax' : 'With tax';
}

const toTheCent = numbersWith({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Everyday calculations with money. */
export const finance = inlineKind<FinanceData>({
  type: 'finance',
  lasting: true,
  example: '20% tip on $50',
  data: FinanceData,
  match: (query) => resultOf(query) !== null,
  work(query) {
    const data = resultOf(query);
    if (!data) return null;
    const { kind, value, breakdown } = data;
    if (kind === 'percent') return { answer: `${localNumber(value, query.lang)} %`, data };
    const money = (amount: number) => toTheCent(amount, query.lang);
    // The line already begins with this amount.
    const others = Object.entries(breakdown).filter(([, amount]) => amount !== value);
    const rest = others.map(([name, amount]) => `${translate(name.replace('_', ' '), query.lang)} ${money(amount)}`);
    const label = translate(labelOf(data), query.lang);
    const line = `${label.charAt(0).toUpperCase()}${label.slice(1)} ${money(value)}`;
    return { answer: rest.length > 0 ? `${line} (${rest.join(', ')})` : line, data };
  },
});
