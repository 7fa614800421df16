import type { AnswerKind } from './answer.ts';
import { clock } from './clock.ts';
import { currency } from './currency.ts';
import { date } from './date.ts';
import { dictionary } from './dictionary.ts';
import { ip } from './ip.ts';
import { sun } from './sun.ts';
import { weather } from './weather.ts';

/**
 * Every kind of answer, in the order in which they are tried. The order is deliberate: where two could claim a query, the
 * more particular one comes first, with the reason beside it.
 */
export const answerKinds: readonly AnswerKind[] = index([
  ip,
  // Before the clock: `what time is sunset in Paris` names a place and asks for a time, but not for the time there.
  sun,
  clock,
  // After the clock: `date in Kingston` is a place, `date in 3 days` is none.
  date,
  weather,
  // Before units: `5 pounds in dollars` is money, `5 pounds in kg` is none of it.
  currency,
  dictionary,
]);

function index(kinds: readonly AnswerKind[]): readonly AnswerKind[] {
  const types = kinds.map(({ type }) => type);
  const double = types.find((type, at) => types.indexOf(type) < at);
  if (double) throw new Error(`Two kinds of answer are called "${double}".`);
  return kinds;
}
