import { z } from 'zod';
import { threadAnswer } from '../../kind.ts';
import { unitWords } from '../../reading/units/units.ts';
import { converted, measured } from '../../sums/conversion.ts';
import { isCheapTree } from '../../sums/effort.ts';
import { lexicon } from '../../sums/lexicon.ts';
import { readingOf } from '../../sums/reading.ts';
import { shownNumber } from '../../sums/shown.ts';
import { has } from '../../sums/tree.ts';

const amount = z.object({
  /** A decimal number as text, exact if the definitions of the units are. */
  value: z.string(),
  unit: z.string(),
});

const data = z.object({
  from: amount,
  to: amount,
  /** The same as `to.value`. */
  value: z.string(),
  /** The measured quantity: length, mass, temperature, data … */
  quantity: z.string(),
});

/** Words such as `in` and `a` are units too, but no two of them measure the same. */
function isOrdinary(word: string): boolean {
  const { connector, link, article, noise, joiner } = lexicon().get(word) ?? {};
  return !!(connector || link || article || noise || joiner);
}

/** Converts units, and calculates with units. */
export const unit = threadAnswer({
  type: 'unit',
  lasting: true,
  example: '10 km in miles',
  data,
  words: () => unitWords().filter((word) => !isOrdinary(word)),
  signs: /\p{N}|square|cubic/u,
  read(query) {
    const { sum, conversions } = readingOf(query);
    const measure = sum && has(sum, 'unit') ? sum : null;
    return measure || conversions.length > 0 ? { measure, conversions } : null;
  },
  isCheap: ({ measure, conversions }) =>
    isCheapTree(...conversions.flatMap(({ source, target }) => [source, target]), ...(measure ? [measure] : [])),
  answer({ measure, conversions }, { lang }) {
    const found = converted(conversions) ?? (measure && measured(measure));
    if (!found) return null;
    const { from, to, quantity, written } = found;
    const left = written ?? `${shownNumber(from.value, lang)} ${from.unit}`;
    const answer = `${left} = ${shownNumber(to.value, lang)} ${to.unit}`;
    return { answer, data: { from, to, value: to.value, quantity } };
  },
});
