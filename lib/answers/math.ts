import { z } from 'zod';
import { threadKind } from './answer.ts';
import { isCheapReading } from './maths/effort.ts';
import { evaluate } from './maths/evaluate.ts';
import { formOf } from './maths/forms.ts';
import { isPlain } from './maths/quantity.ts';
import { readingOf } from './maths/reading.ts';
import { attempt } from './maths/refused.ts';
import { scalarText } from './maths/scalar.ts';
import { shownNumber } from './maths/shown.ts';
import { treeText } from './maths/tree.ts';
import { memoizeLast } from './memoize-last.ts';

const data = z.object({
  /** The calculation as it was understood, with its brackets. */
  expression: z.string(),
  /** The result in full: every digit of a whole number, every decimal where they end; otherwise rounded. */
  value: z.string(),
  /** Whether `value` was rounded (1/3) or calculated in 64 bits (sin 1). */
  approximate: z.boolean(),
});

const formIn = memoizeLast(({ plain }) => formOf(plain));

/** Arithmetic: signs, words and functions, in whole numbers and fractions without limit. */
export const math = threadKind({
  type: 'math',
  lasting: true,
  example: '2 * (3 + 4)',
  data,
  match: (query) => readingOf(query).sum !== null || formIn(query) !== null,
  isCheap: (query) => formIn(query)?.isCheap ?? isCheapReading(readingOf(query)),
  work(query) {
    const form = formIn(query);
    if (form) return attempt(form.answer);
    const { sum } = readingOf(query);
    if (!sum) return null;
    for (const meaning of [0, 1]) {
      const found = attempt(() => {
        const result = evaluate(sum, meaning);
        return isPlain(result) ? scalarText(result.value) : null;
      });
      if (!found) continue;
      const { text: value, rounded: approximate } = found;
      const expression = treeText(sum, meaning);
      const answer = `${expression} ${approximate ? '≈' : '='} ${shownNumber(value, query.lang)}`;
      return { answer, data: { expression, value, approximate } };
    }
    return null;
  },
});
