import type { AnswerKind } from './answer.ts';
import { algebra } from './kinds/algebra/algebra.ts';
import { base } from './kinds/base/base.ts';
import { clock } from './kinds/clock/clock.ts';
import { colour } from './kinds/colour/colour.ts';
import { currency } from './kinds/currency/currency.ts';
import { date } from './kinds/date/date.ts';
import { dictionary } from './kinds/dictionary/dictionary.ts';
import { encode } from './kinds/encode/encode.ts';
import { finance } from './kinds/finance/finance.ts';
import { hash } from './kinds/hash/hash.ts';
import { ip } from './kinds/ip/ip.ts';
import { json } from './kinds/json/json.ts';
import { math } from './kinds/math/math.ts';
import { number } from './kinds/number/number.ts';
import { qr } from './kinds/qr/qr.ts';
import { random } from './kinds/random/random.ts';
import { reference } from './kinds/reference/reference.ts';
import { stats } from './kinds/stats/stats.ts';
import { subnet } from './kinds/subnet/subnet.ts';
import { sun } from './kinds/sun/sun.ts';
import { text } from './kinds/text/text.ts';
import { unit } from './kinds/unit/unit.ts';
import { useragent } from './kinds/useragent/useragent.ts';
import { weather } from './kinds/weather/weather.ts';

/**
 * All kinds of answers, in the order in which they are tried. The order matters only for kinds that claim the same query:
 * `overlaps` lists them with the reason.
 */
export const answerKinds: readonly AnswerKind[] = index([
  ip,
  useragent,
  random,
  reference,
  subnet,
  json,
  qr,
  sun,
  clock,
  date,
  weather,
  currency,
  dictionary,
  colour,
  hash,
  base,
  encode,
  number,
  finance,
  stats,
  unit,
  math,
  algebra,
  text,
]);

function index(kinds: readonly AnswerKind[]): readonly AnswerKind[] {
  const types = kinds.map(({ type }) => type);
  const double = types.find((type, at) => types.indexOf(type) < at);
  if (double) throw new Error(`Two kinds of answer are called "${double}".`);
  return kinds;
}

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
