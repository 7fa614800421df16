import type { AnswerKind } from './answer.ts';
import { base } from './base.ts';
import { ip } from './ip.ts';
import { math } from './math.ts';
import { unit } from './unit.ts';

/**
 * Every kind of answer, in the order in which they are tried. The order is deliberate: where two could claim a query, the
 * more particular one comes first, with the reason beside it.
 */
export const answerKinds: readonly AnswerKind[] = index([
  ip as AnswerKind,
  // Before math: a bare 0xff is a number to be written in ten, not a sum. No unit is called hex.
  base as AnswerKind,
  // Before math: both read the same language, and a sum of things with units (1 kg + 100 g) is a quantity, not a number.
  // What comes out as a bare number (3 m / 4 m) is left to math.
  unit as AnswerKind,
  // Last of the three: its language takes in sums in words, so whoever is more particular about one comes before it.
  math as AnswerKind,
]);

function index(kinds: readonly AnswerKind[]): readonly AnswerKind[] {
  const types = kinds.map(({ type }) => type);
  const double = types.find((type, at) => types.indexOf(type) < at);
  if (double) throw new Error(`Two kinds of answer are called "${double}".`);
  return kinds;
}
