import { floor, type Rational, rational, toNumber } from './rational.ts';
import { Refused } from './refused.ts';
import { asNumber, divide, exact, float, type Scalar, whole } from './scalar.ts';

/**
 * Sine, cosine and tangent of radians. An angle that is a known share of π is first brought into one turn, exactly:
 * sin(1000π) is 0, and not what 64 bits make of 3141.59….
 */

/** The angle in turns, between 0 and 1, where it is an exact share of π. */
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
  // A quarter of a turn further on, the sine is what the cosine is here.
  return sine(exact(rational((4n * turns.n + turns.d) * 2n, turns.d * 4n), 1));
}

export function tangent(angle: Scalar): Scalar {
  const turns = turnsOf(angle);
  if (!turns) return float(Math.tan(radians(angle)));
  for (const eighth of [1n, 5n]) if (same(turns, eighth, 8n)) return whole(1);
  for (const eighth of [3n, 7n]) if (same(turns, eighth, 8n)) return whole(-1);
  return divide(sine(angle), cosine(angle));
}

/** Beyond this, 64 bits no longer know where in its turn an angle is. */
function radians(angle: Scalar): number {
  const value = asNumber(angle);
  if (Math.abs(value) > 1e9) throw new Refused('angle out of range');
  return value;
}

/** The turns at which a sine is a fraction. There are no others. */
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
