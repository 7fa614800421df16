import { z } from 'zod';
import { threadAnswer } from '../../kind.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import { unitWords } from '../../reading/units/units.ts';
import { isCheapTree } from '../../sums/effort.ts';
import { evaluate } from '../../sums/evaluate.ts';
import { formOf } from '../../sums/forms.ts';
import { calculationPhrases } from '../../sums/lexicon.ts';
import { bare } from '../../sums/quantity.ts';
import { sumsIn } from '../../sums/reading.ts';
import { attempt } from '../../sums/refused.ts';
import { scalarText } from '../../sums/scalar.ts';
import { shownNumber } from '../../sums/shown.ts';
import { treeText } from '../../sums/tree.ts';
import { wordingWords } from '../../sums/wordings.ts';

/**
 * The calculation as understood, with brackets; the full result, with all digits of a whole number, and all decimals if
 * they end; and whether that is rounded (1/3) or was calculated in 64-bit floating point (sin 1).
 */
const data = z.object({ expression: z.string(), value: z.string(), approximate: z.boolean() });

/** Arithmetic with signs, words and functions, on whole numbers and fractions of any size. */
export const math = threadAnswer({
  type: 'math',
  lasting: true,
  example: '2 * (3 + 4)',
  data,
  words: () => [...callingWords(calculationPhrases()), ...wordingWords(), ...unitWords('number')],
  // A query without digits has a word of arithmetic or a sign: `one + one`.
  signs: /[\p{N}+*×÷^√=]| [-/] /u,
  read: ({ reading }) => formOf(reading) ?? reading.mentions(sumsIn).sum,
  isCheap: (asked) => ('answer' in asked ? asked.isCheap : isCheapTree(asked)),
  answer(asked, { lang }) {
    if ('answer' in asked) return attempt(asked.answer);
    for (const meaning of [0, 1]) {
      const found = attempt(() => scalarText(bare(evaluate(asked, meaning))));
      if (!found) continue;
      const { text: value, rounded: approximate } = found;
      const expression = treeText(asked, meaning);
      const answer = `${expression} ${approximate ? '≈' : '='} ${shownNumber(value, lang)}`;
      return { answer, data: { expression, value, approximate } };
    }
    return null;
  },
});
