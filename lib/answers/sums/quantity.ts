import { type Dimension, type Unit, unitsLabelled } from '../reading/units/units.ts';
import { Refused } from './refused.ts';
import * as scalar from './scalar.ts';
import { asNumber, type Scalar } from './scalar.ts';

/**
 * A number with units: its value in base units, and the units that it was given in, so that answers can use them. The
 * value of a temperature such as 20 °C is in degrees of its scale: it can be converted, but not added or multiplied.
 */
export interface Quantity {
  value: Scalar;
  shown: readonly (readonly [Unit, number])[];
}

const NONE: Dimension = [0, 0, 0, 0, 0, 0, 0, 0, 0];
/** A unit of each base dimension, in their order. */
const BASE_UNITS = 'm kg s A K mol cd bit px';

export const plain = (value: Scalar): Quantity => ({ value, shown: [] });
/** The scale of a temperature. */
export const degreesOf = ({ shown }: Quantity): Unit | undefined => (shown[0]?.[0].offset ? shown[0][0] : undefined);
/** Whether a quantity has no dimension. */
export const isPlain = ({ shown }: Quantity) => shown.length === 0 || dimensionOf(shown).every((by) => by === 0);
/** Whether two quantities measure the same. */
export const sameKind = (a: Quantity, b: Quantity) =>
  dimensionOf(a.shown) === dimensionOf(b.shown) || kindOf(a.shown) === kindOf(b.shown);
/** The exponents of the base units, as a text to compare. */
export const kindOf = (shown: Quantity['shown']) => dimensionOf(shown).join(' ');

function dimensionOf(shown: Quantity['shown']): Dimension {
  // Units of one quantity share their dimension.
  if (shown.length === 1 && shown[0]?.[1] === 1) return shown[0][0].dimension;
  return shown.reduce((sum, [{ dimension }, by]) => sum.map((each, at) => each + by * (dimension[at] as number)), NONE);
}

/** The base units that written units consist of. */
export function inBaseUnits(shown: Quantity['shown']): Quantity['shown'] {
  const units = unitsLabelled(BASE_UNITS);
  return dimensionOf(shown).flatMap((by, at) => (by === 0 ? [] : [[units[at] as Unit, by] as const]));
}

/** One of a unit. */
export const ofUnit = (unit: Unit): Quantity => ({
  value: unit.offset ? scalar.whole(1) : unit.size,
  shown: unit.quantity === 'number' ? [] : [[unit, 1]],
});

/** The value of a quantity without units; throws Refused for any other. */
export function bare(quantity: Quantity): Scalar {
  if (!isPlain(quantity)) throw new Refused('not a bare number');
  return quantity.value;
}

export const times = (a: Quantity, b: Quantity) => combined(a, b, scalar.multiply(a.value, b.value), 1);
export const over = (a: Quantity, b: Quantity) => combined(a, b, scalar.divide(a.value, b.value), -1);

function combined(a: Quantity, b: Quantity, value: Scalar, sign: 1 | -1): Quantity {
  if (b.shown.length === 0 && !degreesOf(a)) return { value, shown: a.shown };
  if (a.shown.length === 0 && sign === 1) return { value, shown: b.shown };
  if (degreesOf(a) || degreesOf(b)) throw new Refused('no product of temperatures');
  const exponents = new Map(a.shown);
  for (const [unit, by] of b.shown) {
    const same = [...exponents.keys()].find(({ label }) => label === unit.label) ?? unit;
    exponents.set(same, (exponents.get(same) ?? 0) + sign * by);
  }
  return { value, shown: [...exponents].filter(([, by]) => by !== 0) };
}

/** A power, or a root: that of an acre does not exist, because an acre is not the square of a unit. */
export function toThe(base: Quantity, exponent: Scalar): Quantity {
  const value = scalar.raise(base.value, exponent);
  const by = asNumber(exponent);
  const shown = base.shown.map(([unit, each]) => [unit, each * by] as const);
  const isUnit = !degreesOf(base) && Math.abs(by) <= 9 && shown.every(([, each]) => Number.isInteger(each));
  if (shown.length > 0 && !isUnit) throw new Refused('no such power of a unit');
  return { value, shown };
}

export const negative = (of: Quantity): Quantity => ({ ...of, value: scalar.negate(of.value) });

/** The sum is in the smaller unit; or in the greater, if their ratio is a power of ten and it is 1,000 of the smaller. */
export function plus(a: Quantity, b: Quantity): Quantity {
  if (degreesOf(a) || degreesOf(b) || !sameKind(a, b)) throw new Refused('cannot be added');
  const value = scalar.add(a.value, b.value);
  if (a.shown.length !== 1 || b.shown.length !== 1) return { value, shown: a.shown };
  const [small, great] = sizeOf(a) < sizeOf(b) ? [a, b] : [b, a];
  const isDecimal = /^1(?:\.0*)?e\+?[1-9]/.test((sizeOf(great) / sizeOf(small)).toExponential(9));
  const isGreat = isDecimal && Math.abs(asNumber(value)) / sizeOf(small) >= 1_000;
  return { value, shown: (isGreat ? great : small).shown };
}

/** The size of the units that a quantity is shown in. */
export function shownSize({ shown }: Quantity): Scalar {
  const sizes = shown.map(([{ size }, by]) => (by === 1 ? size : scalar.raise(size, scalar.whole(by))));
  return sizes.reduce(scalar.multiply, scalar.whole(1));
}
export const sizeOf = (quantity: Quantity) => asNumber(shownSize(quantity));

/** A quantity as a number of the target unit; null if they measure different things. */
export function inUnit(source: Quantity, target: Quantity): Scalar | null {
  if (!sameKind(source, target)) return reciprocal(source, target);
  const [from, to] = [degreesOf(source), degreesOf(target)];
  const absolute = from?.offset ? scalar.multiply(scalar.add(source.value, from.offset), from.size) : source.value;
  return to?.offset
    ? scalar.subtract(scalar.divide(absolute, to.size), to.offset)
    : scalar.divide(absolute, target.value);
}

/** The kinds of miles per gallon and of litres per 100 km, which are reciprocal. */
const FUEL = '-2 0 0 0 0 0 0 0 0, 2 0 0 0 0 0 0 0 0';

function reciprocal(source: Quantity, target: Quantity): Scalar | null {
  const kinds = [source, target].map(({ shown }) => kindOf(shown)).sort();
  const isArea = source.shown.some(([{ quantity }]) => quantity === 'area');
  if (isArea || kinds.join(', ') !== FUEL) return null;
  return scalar.divide(scalar.whole(1), scalar.multiply(source.value, target.value));
}

/** A quantity in several units, each a multiple of the next, to a hundredth of the last: 180 cm are 5 ft 10.87 in. */
export function inUnits(source: Quantity, units: readonly Quantity[]) {
  const sizes = units.map(sizeOf);
  const least = sizes.at(-1) as number;
  const times = sizes.slice(1).map((size, at) => (sizes[at] as number) / size);
  const isFitting = times.every((each) => each > 1 && Math.abs(each - Math.round(each)) < 1e-9);
  const hundredths = (asNumber(source.value) / least) * 100;
  let left = Math.round(hundredths);
  if (!isFitting || units.some(degreesOf) || left < 0 || !Number.isSafeInteger(left)) throw new Refused('not in these');
  const isRounded = Math.abs(hundredths - left) > 1e-6;
  const counts = sizes.map((size, at) => {
    const each = 100 * Math.round(size / least);
    const count = at + 1 === sizes.length ? left / 100 : Math.floor(left / each);
    left -= count * each;
    return count;
  });
  return { counts, isRounded };
}
