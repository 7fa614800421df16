import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantQuery } from '../../lib/answers/answer.ts';
import { threadKinds } from '../../lib/answers/in-thread.ts';
import type { AnswerKind } from '../../lib/answers/kind.ts';
import { bits, power } from '../../lib/answers/reading/numbers/rational.ts';
import { answerKinds } from '../../lib/answers/registry.ts';
import { bitsOf, effortOf } from '../../lib/answers/sums/effort.ts';
import { evaluate } from '../../lib/answers/sums/evaluate.ts';
import { sumsIn, treeOf } from '../../lib/answers/sums/reading.ts';
import { attempt } from '../../lib/answers/sums/refused.ts';
import { nodes, type Tree } from '../../lib/answers/sums/tree.ts';
import { runs } from '../harness/fuzz.ts';
import { DANGERS, EXCESSES } from './dangers.ts';

/** The web process computes cheap answers itself. These tests bound that work by counting it, not by time. */

const asker = { lang: '', tz: 'UTC', now: 0, ip: '127.0.0.1', userAgent: '', pictures: true } as const;
const asking = (q: string) => instantQuery({ q, ...asker });
const cheapKinds = (q: string) => threadKinds.filter((kind) => kind.claim(asking(q))?.isCheap());

test('threads load every kind that runs in them, in the order of the registry', () => {
  expect(threadKinds).toEqual(answerKinds.filter(({ runs }) => runs === 'thread'));
});

const number = fc.oneof(
  fc.constantFrom('0', '1', '2', '7', '100', '1/3', '0.125', '1e30', '1e-30', '12345678901234567890', '-4', 'pi', 'e'),
  fc.integer({ min: 0, max: 9_999 }).map(String),
  fc.double({ min: 0, max: 1e6, noNaN: true }).map((value) => value.toFixed(6)),
);
const unit = fc.constantFrom(
  '',
  '',
  '',
  ' km',
  ' miles',
  ' ft',
  ' kg',
  ' lb',
  ' parsec',
  ' light years',
  ' GiB',
  ' min',
);
const { sum } = fc.letrec<{ sum: string; part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.tuple(number, unit).map((parts) => parts.join('')),
    tie('sum').map((inner) => `(${inner})`),
    fc
      .tuple(
        fc.constantFrom('sqrt', 'cbrt', 'sin', 'tan', 'abs', 'floor', 'round', 'ln', 'log', 'square', 'cube'),
        tie('part'),
      )
      .map(([name, of]) => `${name}(${of})`),
    fc
      .tuple(fc.constantFrom('gcd', 'lcm', 'max', 'hypot', 'log', 'pow', 'mod', 'ncr', 'npr', 'round'), number, number)
      .map(([name, a, b]) => `${name}(${a}; ${b})`),
    fc.tuple(tie('part'), fc.integer({ min: -40, max: 40 })).map(([base, power]) => `${base}^${power}`),
    fc.integer({ min: 0, max: 120 }).map((n) => `${n}!`),
  ),
  sum: fc
    .array(fc.tuple(fc.constantFrom(' + ', ' - ', ' * ', ' / ', ' mod ', ' << ', ' & '), tie('part')), { maxLength: 4 })
    .chain((rest) => tie('part').map((first) => first + rest.flat().join(''))),
}));

/** Numerators and denominators of a tree's result, for every meaning of its units. */
function resultsOf(tree: Tree): bigint[] {
  return [0, 1, 2].flatMap((meaning) => {
    const value = attempt(() => evaluate(tree, meaning))?.value;
    return typeof value === 'object' ? [value.n, value.d] : [];
  });
}

describe('the effort of a calculation', () => {
  test('is never below the digits of any intermediate result', () => {
    fc.assert(
      fc.property(sum, (text) => {
        const tree = treeOf(text.slice(0, 250), '');
        fc.pre(tree !== null && Number.isFinite(effortOf(tree as Tree)));
        for (const node of nodes(tree as Tree)) {
          const most = bitsOf(node);
          for (const part of resultsOf(node)) expect(bits(part)).toBeLessThanOrEqual(most + 4);
        }
      }),
      { numRuns: runs() },
    );
  });

  test('covers the bits of all nodes together, and those are few if the calculation is cheap', () => {
    fc.assert(
      fc.property(sum, (text) => {
        const q = `${text.slice(0, 240)} =`;
        const { sum: tree } = sumsIn(asking(q).reading);
        fc.pre(tree !== null && cheapKinds(q).length > 0);
        const all = [...nodes(tree as Tree)];
        expect(all.length).toBeLessThan(300);
        expect(all.flatMap(resultsOf).reduce((total, part) => total + bits(part), 0)).toBeLessThan(32_768);
      }),
      { numRuns: runs() },
    );
  });

  test.each([
    ...['9^9^9', '2^(3^4)', '9^9999999', '(1/3)^9999', '101!', '3!!!', '(3!)!', 'fib(1000)', 'ncr(1e9, 5e8)'],
    ...[
      '1 << 1e9',
      '1 << 2000',
      '2^2^2',
      'log(1.2; 1.0001)',
      '1e900 + 1e-900',
      '999 digits of pi',
      'factors of 9223372036854775783',
    ],
    ...[
      'primes between 1 and 9000',
      '5000 choose 1000',
      'factorial 1000',
      `qr code https://example.org/${'a'.repeat(100)}`,
      'md4 of x',
    ],
  ])('is too high for the web process: %s', (q) => {
    expect(cheapKinds(q)).toEqual([]);
  });

  test.each([
    ...['2+2', '2^64', '20% of 50', 'sqrt(16) / 2', '10 km in miles', '5\'7" in cm', '70 f to c', '10!', '255 in hex'],
    ...['50 digits of pi', '1492 in roman numerals', 'is 997 a prime', 'factors of 360', 'sha256 of x', 'gcd 12 18'],
  ])('is low enough for the web process: %s', (q) => {
    expect(cheapKinds(q)).not.toEqual([]);
  });
});

/** Cheap because they are refused at the first step, or have a small answer. */
const HARMLESS = new Set([
  ...['100!!', 'round(1/3, 999999999)', 'tan(pi/2)', '1/0', '0/0', '0^-1', '0^0/0', 'sqrt(-1)', 'ln(0)', 'acosh(0)'],
  ...['-1 mod 0', '99999999999999999999 base 99 to base 3', '2+2==', '2+2=?=?='],
]);

test.each([...DANGERS, ...EXCESSES])('a dangerous calculation runs in a thread, or is refused immediately: %s', (q) => {
  if (!HARMLESS.has(q)) expect(cheapKinds(q)).toEqual([]);
});

test('cheap number queries have few digits and short lists', async () => {
  const forms = fc.constantFrom(
    ...['N in roman numerals', 'N in words', 'factors of N', 'prime factors of N', 'is N prime', 'first N primes'],
    ...['next prime after N', 'Nth prime', 'primes up to N', 'fib N', 'first N fibonacci numbers', 'N factorial'],
    ...['N choose M', 'N permute M', 'gcd N, M', 'lcm N, M', 'ordinal N', 'primes between N and M'],
  );
  const count = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 2_000_000 }));
  const kind = threadKinds.find(({ type }) => type === 'number') as AnswerKind<{ value: unknown; values?: unknown[] }>;
  await fc.assert(
    fc.asyncProperty(forms, count, count, async (form, n, m) => {
      const asked = asking(form.replace('N', String(n)).replace('M', String(m)));
      const claim = kind.claim(asked);
      fc.pre(claim?.isCheap() === true);
      const data = (await claim?.answer())?.data;
      expect(data?.values?.length ?? 0).toBeLessThan(300);
      if (!data?.values) expect(String(data?.value).length).toBeLessThan(250);
    }),
    { numRuns: runs() },
  );
});

test('a power that nobody could wait for is not calculated, whether its base or its exponent is long', () => {
  // With either of them longer, BigInt itself would throw.
  expect(power({ n: 10n ** 40_000n, d: 1n }, 10_000n)).toBeNull();
  expect(power({ n: 2n, d: 1n }, 2n ** 40n)).toBeNull();
  expect(power({ n: 2n, d: 3n }, -10n)).toEqual({ n: 59_049n, d: 1_024n });
});
