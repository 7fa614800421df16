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
 * All kinds of answers, in the order in which they are tried. The order is deliberate: if two kinds could claim a
 * query, the more specific one comes first, with the reason next to it.
 */
export const answerKinds: readonly AnswerKind[] = index([
  ip,
  useragent,
  // `random sha256` is a draw, not the digest of a word.
  random,
  // `port 443 …` and `chmod 755` come before all kinds that calculate.
  reference,
  subnet,
  json,
  qr,
  // Before the clock: `what time is sunset in Paris` names a place, but does not ask for the current time there.
  sun,
  clock,
  // After the clock: `date in Kingston` names a place, `date in 3 days` does not.
  date,
  weather,
  // Before units: `5 pounds in dollars` is about money, `5 pounds in kg` is not.
  currency,
  dictionary,
  // Before encode: `red to hex` is about a colour, not the bytes of a word.
  colour,
  hash,
  // Before encode: `42 in hex` is about a number, `hello in hex` about the bytes of a word. Before math: a bare 0xff is
  // a number to convert to base 10, not a sum.
  base,
  encode,
  // `1 to words` and `XIV to numbers` come before text, which converts letters to telephone keys.
  number,
  finance,
  stats,
  // Before math: both kinds read the same language, and a sum with units (1 kg + 100 g) is a quantity. Math handles
  // results that are bare numbers (3 m / 4 m).
  unit,
  math,
  // After all kinds that calculate with numbers: it answers only what they do not.
  algebra,
  text,
]);

function index(kinds: readonly AnswerKind[]): readonly AnswerKind[] {
  const types = kinds.map(({ type }) => type);
  const double = types.find((type, at) => types.indexOf(type) < at);
  if (double) throw new Error(`Two kinds of answer are called "${double}".`);
  return kinds;
}

/** Kinds that may claim the same query: why the first comes first, with such a query. A test finds all of them. */
export const overlaps: readonly { first: string; then: string; query: string; reason: string }[] = [];
