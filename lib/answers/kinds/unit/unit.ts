import { z } from 'zod';
import { threadKind } from '../../answer.ts';
import { converted, measured } from '../../sums/conversion.ts';
import { isCheapReading } from '../../sums/effort.ts';
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

/** Converts units, and calculates with units. */
export const unit = threadKind({
  type: 'unit',
  lasting: true,
  example: '10 km in miles',
  data,
  match(query) {
    const { sum, conversions } = readingOf(query);
    return conversions.length > 0 || (sum !== null && has(sum, 'unit'));
  },
  isCheap: (query) => isCheapReading(readingOf(query)),
  work(query) {
    const { sum, conversions } = readingOf(query);
    const found = converted(conversions) ?? (sum && measured(sum));
    if (!found) return null;
    const { from, to, quantity, written } = found;
    const left = written ?? `${shownNumber(from.value, query.lang)} ${from.unit}`;
    const answer = `${left} = ${shownNumber(to.value, query.lang)} ${to.unit}`;
    return { answer, data: { from, to, value: to.value, quantity } };
  },
});
