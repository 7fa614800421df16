import { floor, type Rational, rational, toNumber } from '../reading/numbers/rational.ts';
import { Refused } from './refused.ts';
import { asNumber, divide, exact, float, type Scalar, whole } from './scalar.ts';

/**
 * Sine, cosine and tangent of radians. An exact multiple of π is first reduced to one turn, so sin(1000π) is exactly 0,
 * without the 64-bit error of 3141.59….
 */

/** The angle in turns, from 0 to 1, if it is an exact multiple of π. */
function turnsOf(angle: Scalar): Rational | null {
  if (!('q' in angle) || (angle.pi !== 1 && angle.q.n !== 0n)) return null;
  const turns = rational(angle.q.n, angle.q.d * 2n);
  return rational(turns.n - floor(turns) * turns.d, turns.d);
}

const same = (turns: Rational, n: bigint, d: bigint) => turns.n * d === n * turns.d;

export function sine(angle: Scalar): Scalar {
  const turns = turnsOf(angle);
  if (!turns) return float(Math.sin(radians(angle)));
  for (const [n, d, value] of SINES) if (same(turns, n, d)) return exact(value);
  return float(Math.sin(toNumber(turns) * 2 * Math.PI));
}

export function cosine(angle: Scalar): Scalar {
  const turns = turnsOf(angle);
  if (!turns) return float(Math.cos(radians(angle)));
  // The cosine is the sine a quarter turn further on.
  return sine(exact(rational((4n * turns.n + turns.d) * 2n, turns.d * 4n), 1));
}

export function tangent(angle: Scalar): Scalar {
  const turns = turnsOf(angle);
  if (!turns) return float(Math.tan(radians(angle)));
  for (const eighth of [1n, 5n]) if (same(turns, eighth, 8n)) return whole(1);
  for (const eighth of [3n, 7n]) if (same(turns, eighth, 8n)) return whole(-1);
  return divide(sine(angle), cosine(angle));
}

/** The angle as a 64-bit number; refuses large angles, because 64 bits are too few to place them within a turn. */
function radians(angle: Scalar): number {
  const value = asNumber(angle);
  if (Math.abs(value) > 1e9) throw new Refused('angle out of range');
  return value;
}

/** The turns at which the sine is a fraction. This list is complete. */
const SINES: readonly (readonly [bigint, bigint, Rational])[] = [
  [0n, 1n, rational(0n)],
  [1n, 12n, rational(1n, 2n)],
  [1n, 4n, rational(1n)],
  [5n, 12n, rational(1n, 2n)],
  [1n, 2n, rational(0n)],
  [7n, 12n, rational(-1n, 2n)],
  [3n, 4n, rational(-1n)],
  [11n, 12n, rational(-1n, 2n)],
];
