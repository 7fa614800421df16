import type { AnswerKind } from './kind.ts';

/** All kinds, in the order of trial (see `claims.test.ts`), loaded one by one: all take a quarter of a second. */
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
