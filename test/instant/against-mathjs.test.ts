import fc from 'fast-check';
import { evaluate } from 'mathjs/number';
import { expect, test } from 'vitest';
import { runs } from '../harness/fuzz.ts';
import { answerHere } from './in-process.ts';

const number = fc.oneof(
  fc.integer({ min: 1, max: 999 }).map(String),
  fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 99 })).map(([a, b]) => `${a}.${b}`),
);

/** Expressions that both implementations support: four operators, powers, brackets and a few functions. */
const { sum } = fc.letrec<{ sum: string; part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    number,
    fc.tuple(tie('sum')).map(([inner]) => `(${inner})`),
    fc.tuple(fc.constantFrom('sqrt', 'cos', 'abs', 'atan'), number).map(([name, n]) => `${name}(${n})`),
    fc.tuple(number, fc.integer({ min: 2, max: 4 })).map(([base, power]) => `${base}^${power}`),
  ),
  sum: fc
    .tuple(tie('part'), fc.constantFrom(' + ', ' - ', ' * ', ' / '), tie('part'))
    .map(([left, operator, right]) => `${left}${operator}${right}`),
}));

test('an expression has the same value as in mathjs', async () => {
  await fc.assert(
    fc.asyncProperty(sum, async (q) => {
      const wanted = Number(evaluate(q));
      fc.pre(Number.isFinite(wanted) && q.length <= 200);
      const answer = await answerHere(q);
      const got = Number((answer?.data as { value: string } | undefined)?.value);
      expect([q, answer?.type, Math.abs(got - wanted) <= Math.max(1e-9, Math.abs(wanted) * 1e-9)]).toEqual([
        q,
        'math',
        true,
      ]);
    }),
    { numRuns: runs() },
  );
});
