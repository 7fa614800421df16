import { z } from 'zod';
import { threadKind } from '../../answer.ts';
import { memoizeLast } from '../../kind.ts';
import { isCheapReading } from '../../sums/effort.ts';
import { evaluate } from '../../sums/evaluate.ts';
import { formOf } from '../../sums/forms.ts';
import { isPlain } from '../../sums/quantity.ts';
import { readingOf } from '../../sums/reading.ts';
import { attempt } from '../../sums/refused.ts';
import { scalarText } from '../../sums/scalar.ts';
import { shownNumber } from '../../sums/shown.ts';
import { treeText } from '../../sums/tree.ts';

const data = z.object({
  /** The calculation as understood, with brackets. */
  expression: z.string(),
  /** The full result: all digits of a whole number, and all decimals if they end; otherwise rounded. */
  value: z.string(),
  /** Whether `value` is rounded (1/3) or was calculated in 64-bit floating point (sin 1). */
  approximate: z.boolean(),
});

const formIn = memoizeLast(({ reading }) => formOf(reading));

/** Arithmetic with signs, words and functions, on whole numbers and fractions of any size. */
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
