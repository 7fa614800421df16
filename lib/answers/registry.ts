import type { AnswerKind } from './kind.ts';

/**
 * All kinds of answers, in the order in which they are tried. The order matters only for kinds that claim the same query:
 * `overlaps` lists them with the reason. They load one after the other: loading them at once would hold up everything
 * else in a web process for a quarter of a second.
 */
export const answerKinds: readonly AnswerKind[] = [
  (await import('./kinds/ip/ip.ts')).ip,
  (await import('./kinds/useragent/useragent.ts')).useragent,
  (await import('./kinds/random/random.ts')).random,
  (await import('./kinds/reference/reference.ts')).reference,
  (await import('./kinds/subnet/subnet.ts')).subnet,
  (await import('./kinds/json/json.ts')).json,
  (await import('./kinds/qr/qr.ts')).qr,
  (await import('./kinds/sun/sun.ts')).sun,
  (await import('./kinds/clock/clock.ts')).clock,
  (await import('./kinds/date/date.ts')).date,
  (await import('./kinds/weather/weather.ts')).weather,
  (await import('./kinds/currency/currency.ts')).currency,
  (await import('./kinds/dictionary/dictionary.ts')).dictionary,
  (await import('./kinds/colour/colour.ts')).colour,
  (await import('./kinds/hash/hash.ts')).hash,
  (await import('./kinds/base/base.ts')).base,
  (await import('./kinds/encode/encode.ts')).encode,
  (await import('./kinds/number/number.ts')).number,
  (await import('./kinds/finance/finance.ts')).finance,
  (await import('./kinds/stats/stats.ts')).stats,
  (await import('./kinds/unit/unit.ts')).unit,
  (await import('./kinds/math/math.ts')).math,
  (await import('./kinds/algebra/algebra.ts')).algebra,
  (await import('./kinds/text/text.ts')).text,
];

/** Two kinds that claim the same query. */
interface Overlap {
  first: string;
  second: string;
  /** A query that both would answer. */
  query: string;
  reason: string;
}

/** Every pair of kinds that may claim the same query, with the reason for their order. A test finds all of them. */
export const overlaps: readonly Overlap[] = [
  { first: 'date', second: 'unit', query: '2 days minus 43 hours', reason: 'Spans of time are for calendars.' },
  { first: 'encode', second: 'number', query: '0110100001101001 to text', reason: 'Bytes, not a number in words.' },
  { first: 'number', second: 'math', query: 'lcm(456, 1584, 40, 60)', reason: 'The answer shows all of the numbers.' },
  {
    first: 'stats',
    second: 'math',
    query: 'multiply 7 and 42',
    reason: 'A list of any length, of which two are a sum.',
  },
  { first: 'math', second: 'algebra', query: 'π to 6 digits', reason: 'Algebra answers only what sums cannot.' },
];
