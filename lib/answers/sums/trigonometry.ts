import { floor, isWhole, multiply, type Rational, rational, toNumber } from '../reading/numbers/rational.ts';
import { Refused } from './refused.ts';
import { asNumber, divide, exact, float, type Scalar, whole } from './scalar.ts';

/**
 * Sine, cosine and tangent of radians. An exact multiple of π is first reduced to one turn, so sin(1000π) is exactly 0,
 * without the 64-bit error of 3141.59….
 */

/** Twice the sine at every twelfth of a turn, where it is a fraction. It is a fraction nowhere else. */
const SINES: readonly (bigint | null)[] = [0n, 1n, null, 2n, null, 1n, 0n, -1n, null, -2n, null, -1n];
const TWELVE = rational(12n);

/** The angle in turns, from 0 to 1, if it is an exact multiple of π. */
function turnsOf(angle: Scalar): Rational | null {
  if (!('q' in angle) || (angle.pi !== 1 && angle.q.n !== 0n)) return null;
  const turns = rational(angle.q.n, angle.q.d * 2n);
  return rational(turns.n - floor(turns) * turns.d, turns.d);
}

export function sine(angle: Scalar): Scalar {
  const turns = turnsOf(angle);
  if (!turns) return float(Math.sin(radians(angle)));
  const twelfths = multiply(turns, TWELVE);
  const doubled = isWhole(twelfths) ? SINES[Number(twelfths.n)] : null;
  return typeof doubled === 'bigint' ? exact(rational(doubled, 2n)) : float(Math.sin(toNumber(turns) * 2 * Math.PI));
}

export function cosine(angle: Scalar): Scalar {
  const turns = turnsOf(angle);
  // The cosine is the sine a quarter turn further on.
  return turns ? sine(exact(rational(4n * turns.n + turns.d, turns.d * 2n), 1)) : float(Math.cos(radians(angle)));
}

export function tangent(angle: Scalar): Scalar {
  const turns = turnsOf(angle);
  if (!turns) return float(Math.tan(radians(angle)));
  // At odd eighths of a turn, it is 1 or -1.
  if (turns.d === 8n) return whole(turns.n % 4n === 1n ? 1 : -1);
  return divide(sine(angle), cosine(angle));
}

/** The angle as a 64-bit number; refuses large angles, because 64 bits are too few to place them within a turn. */
function radians(angle: Scalar): number {
  const value = asNumber(angle);
  if (Math.abs(value) > 1e9) throw new Refused('angle out of range');
  return value;
}
