import { z } from 'zod';
import { threadKind } from '../../answer.ts';
import { memoizeLast } from '../../kind.ts';
import { translate } from '../../phrases.ts';
import { isCheapTree } from '../../sums/effort.ts';
import { evaluate } from '../../sums/evaluate.ts';
import { bare } from '../../sums/quantity.ts';
import { treeOf } from '../../sums/reading.ts';
import { attempt } from '../../sums/refused.ts';
import { wholeOf } from '../../sums/scalar.ts';
import type { Tree } from '../../sums/tree.ts';
import { type BaseQuestion, baseQuestion, wholeNumber } from './bases.ts';

const baseNumber = z.int().min(2).max(36);
const data = z.object({
  /** The number in the target base, in capitals, without a prefix. */
  value: z.string(),
  from_base: baseNumber,
  to_base: baseNumber,
  bin: z.string(),
  oct: z.string(),
  dec: z.string(),
  hex: z.string(),
});

/** Writes a whole number in another base. Any number that fits into a query is supported. */
export const base = threadKind({
  type: 'base',
  lasting: true,
  example: '255 in hex',
  data,
  match: (query) => questionOf(query) !== null,
  isCheap: (query) => sumIn(query) === null || isCheapTree(sumIn(query) as Tree),
  work(query) {
    const question = questionOf(query);
    const value = question && attempt(() => numberOf(question, sumIn(query)));
    if (!question || value === null) return null;
    const written = (to: number) => value.toString(to).toUpperCase();
    const { digits, from, to } = question;
    const named = translate('base', query.lang);
    const answer = `${digits.toUpperCase()} (${named} ${from}) = ${written(to)} (${named} ${to})`;
    const all = { bin: written(2), oct: written(8), dec: written(10), hex: written(16) };
    return { answer, data: { value: written(to), from_base: from, to_base: to, ...all } };
  },
});

const questionOf = memoizeLast(({ q, reading }) => (q.length > 256 ? null : baseQuestion(reading)));

const DIGITS = /^-?[0-9a-z]+$/;

/** The calculation that gives the number, if the query does not give it in digits. */
const sumIn = memoizeLast((query) => {
  const digits = questionOf(query)?.digits;
  return digits === undefined || DIGITS.test(digits) ? null : treeOf(digits, query.lang);
});

function numberOf({ digits, from }: BaseQuestion, sum: Tree | null): bigint | null {
  return DIGITS.test(digits) ? wholeNumber(digits, from) : sum && wholeOf(bare(evaluate(sum)));
}
