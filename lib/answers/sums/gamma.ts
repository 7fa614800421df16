import { isWhole } from '../reading/numbers/rational.ts';
import { Refused } from './refused.ts';
import { asNumber, float, fractionOf, type Scalar, whole } from './scalar.ts';
import { factorial } from './whole-functions.ts';

/** Lanczos coefficients for g = 7, correct to 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** Euler's gamma function, which extends the factorials: gamma(5) is 4!, and gamma(1/2) is the root of π. */
export function gamma(x: Scalar): Scalar {
  const q = fractionOf(x);
  return q && isWhole(q) ? whole(factorial(q.n - 1n)) : float(between(asNumber(x)));
}

function between(x: number): number {
  // The series is accurate only above one half; smaller values are reflected.
  if (x < 0.5) {
    const mirrored = between(1 - x);
    if (!Number.isFinite(mirrored)) throw new Refused('too small');
    return Math.PI / (Math.sin(Math.PI * x) * mirrored);
  }
  const sum = LANCZOS.reduce((all, coefficient, at) => all + (at === 0 ? coefficient : coefficient / (x - 1 + at)), 0);
  const base = x + 6.5;
  return Math.sqrt(2 * Math.PI) * base ** (x - 0.5) * Math.exp(-base) * sum;
}
