import { z } from 'zod';
import { texts } from '../../fields.ts';
import { threadAnswer } from '../../kind.ts';
import { shownNumber } from '../../local-formats.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import { unitWords } from '../../reading/units/units.ts';
import { isCheapTree } from '../../sums/effort.ts';
import { evaluate } from '../../sums/evaluate.ts';
import { formatted, SIMPLIFIED } from '../../sums/formats.ts';
import { formOf } from '../../sums/forms.ts';
import { calculationPhrases } from '../../sums/lexicon.ts';
import { bare } from '../../sums/quantity.ts';
import { sumsIn } from '../../sums/reading.ts';
import { attempt } from '../../sums/refused.ts';
import { scalarText } from '../../sums/scalar.ts';
import { treeText } from '../../sums/tree.ts';
import { wordingWords } from '../../sums/wordings.ts';

const data = z.object({ ...texts('expression', 'value'), approximate: z.boolean(), unit: z.literal('%').optional() });

/** Arithmetic with signs, words and functions, on whole numbers and fractions of any size. */
export const math = threadAnswer({
  type: 'math',
  lasting: true,
  decimal: true,
  example: '2 * (3 + 4)',
  data,
  words: () => [...callingWords(calculationPhrases()), ...wordingWords(), ...unitWords('number')],
  // A query without digits has a word of arithmetic or a sign: `one + one`.
  signs: /[\p{N}+*×÷^√=]| [-/] /u,
  read: ({ reading }) => formOf(reading) ?? reading.mentions(sumsIn).sum,
  isCheap: (asked) => ('answer' in asked ? asked.isCheap : isCheapTree(asked)),
  answer(asked, { lang, reading: { numeric } }) {
    if ('answer' in asked) return attempt(asked.answer);
    for (const meaning of [0, 1]) {
      const found = attempt(() => scalarText(bare(evaluate(asked, meaning))));
      if (!found) continue;
      const { text: value, rounded } = found;
      // `sqrt(2) to 10 decimal places`: the sum is rounded as asked, by a call around it.
      const [exact, ...places] = asked.is === 'call' && /^(?:round|signif)$/.test(asked.fn) ? asked.args : [];
      const isCut = exact && places.length > 0 && scalarText(bare(evaluate(exact, meaning))).text !== value;
      const approximate = rounded || isCut === true;
      // A simpler form is exact: that of a root is for algebra.
      if (rounded && SIMPLIFIED.test(numeric)) return null;
      const expression = treeText(asked, meaning);
      const isShare = asked.is === 'binary' && 'isPercentage' in (formatted(numeric) ?? {});
      const inLanguage = (decimal: string) => shownNumber(decimal, lang);
      const left = treeText(isShare ? asked.left : isCut ? exact : asked, meaning, 0, inLanguage);
      const answer = `${left} ${approximate ? '≈' : '='} ${shownNumber(value, lang)}`;
      return {
        answer: isShare ? `${answer} %` : answer,
        data: { expression, value, approximate, ...(isShare && { unit: '%' }) },
      };
    }
    return null;
  },
});
