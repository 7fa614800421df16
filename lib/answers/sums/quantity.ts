import { BASE_COUNT, type Dimension, dimensionKey, type Unit } from '../reading/units/units.ts';
import { Refused } from './refused.ts';
import * as scalar from './scalar.ts';
import { fractionOf, type Scalar } from './scalar.ts';

/** A number with units: its value in base units, and the units that it was given in, so that answers can use them. */
export interface Quantity {
  value: Scalar;
  dimension: Dimension;
  shown: readonly (readonly [Unit, number])[];
  /**
   * The scale of a temperature such as 20 °C. `value` is then in degrees of that scale, which has a zero of its own: the
   * quantity can be converted, but not added or multiplied.
   */
  degrees?: Unit;
}

const NONE: Dimension = Array.from({ length: BASE_COUNT }, () => 0);

/** A quantity without units. */
export const plain = (value: Scalar): Quantity => ({ value, dimension: NONE, shown: [] });
/** Whether a quantity has no dimension. */
export const isPlain = ({ dimension, degrees }: Quantity) => !degrees && dimension.every((exponent) => exponent === 0);
/** Whether two quantities measure the same. */
export const sameKind = (a: Quantity, b: Quantity) => dimensionKey(a.dimension) === dimensionKey(b.dimension);

/** One of a unit. */
export function ofUnit(unit: Unit): Quantity {
  if (unit.offset) return { value: scalar.whole(1), dimension: unit.dimension, shown: [[unit, 1]], degrees: unit };
  const counted = unit.quantity !== 'number';
  return { value: unit.size, dimension: unit.dimension, shown: counted ? [[unit, 1]] : [] };
}

/** The value of a quantity without units; throws Refused for any other. */
export function bare(quantity: Quantity): Scalar {
  if (!isPlain(quantity)) throw new Refused('not a bare number');
  return quantity.value;
}

export function times(a: Quantity, b: Quantity): Quantity {
  const [number, degrees] = a.degrees ? [b, a] : [a, b];
  if (!degrees.degrees) return combined(a, b, scalar.multiply(a.value, b.value), 1);
  if (!isPlain(number) || number.shown.length > 0) throw new Refused('no product of temperatures');
  return { ...degrees, value: scalar.multiply(number.value, degrees.value) };
}

export function over(a: Quantity, b: Quantity): Quantity {
  if (a.degrees || b.degrees) throw new Refused('no quotient of temperatures');
  return combined(a, b, scalar.divide(a.value, b.value), -1);
}

function combined(a: Quantity, b: Quantity, value: Scalar, sign: 1 | -1): Quantity {
  const dimension = a.dimension.map((exponent, at) => exponent + sign * (b.dimension[at] as number));
  // Units such as metres to the thirtieth do not exist.
  if (dimension.some((exponent) => Math.abs(exponent) > 12)) throw new Refused('no such unit');
  const shown = new Map(a.shown);
  for (const [unit, exponent] of b.shown) {
    const same = [...shown.keys()].find(({ label }) => label === unit.label) ?? unit;
    shown.set(same, (shown.get(same) ?? 0) + sign * exponent);
  }
  return { value, dimension, shown: [...shown].filter(([, exponent]) => exponent !== 0) };
}

export function toThe(base: Quantity, exponent: Scalar): Quantity {
  if (isPlain(base) && base.shown.length === 0) return plain(scalar.raise(base.value, exponent));
  const power = fractionOf(exponent);
  if (base.degrees || !power || power.d !== 1n || power.n > 9n || power.n < -9n)
    throw new Refused('no such power of a unit');
  const by = Number(power.n);
  return {
    value: scalar.raise(base.value, exponent),
    dimension: base.dimension.map((each) => each * by),
    shown: base.shown.map(([unit, each]) => [unit, each * by] as const),
  };
}

export function squareRoot(of: Quantity): Quantity {
  const halved = of.dimension.map((exponent) => exponent / 2);
  if (of.degrees || !halved.every(Number.isInteger)) throw new Refused('no root of this unit');
  const shown = of.shown.map(([unit, exponent]) => [unit, exponent / 2] as const);
  const isShown = shown.every(([, exponent]) => Number.isInteger(exponent));
  return { value: scalar.root(of.value, 2n), dimension: halved, shown: isShown ? shown : [] };
}

export const negative = (of: Quantity): Quantity => ({ ...of, value: scalar.negate(of.value) });

/**
 * Adds quantities. The sum is in the smaller of the two units; or in the greater, if their ratio is a power of ten and
 * the sum reaches 1,000 of the smaller.
 */
export function plus(a: Quantity, b: Quantity): Quantity {
  if (a.degrees || b.degrees || !sameKind(a, b)) throw new Refused('cannot be added');
  const sum = { value: scalar.add(a.value, b.value), dimension: a.dimension };
  if (a.shown.length !== 1 || b.shown.length !== 1) return { ...sum, shown: a.shown };
  const [small, great] = sizeOf(a) < sizeOf(b) ? [a, b] : [b, a];
  const isDecimal = /^1(?:\.0*)?e\+?[1-9]/.test((sizeOf(great) / sizeOf(small)).toExponential(9));
  const isGreat = isDecimal && Math.abs(scalar.asNumber(sum.value)) / sizeOf(small) >= 1_000;
  return { ...sum, shown: (isGreat ? great : small).shown };
}

/** The size of the unit that a quantity is shown in. */
export function sizeOf({ shown }: Quantity): number {
  const [unit, exponent] = shown[0] ?? [];
  return unit ? scalar.asNumber(unit.size) ** (exponent ?? 1) : 1;
}

/** A quantity as a number of the target unit; null if they measure different things. */
export function inUnit(source: Quantity, target: Quantity): Scalar | null {
  if (!sameKind(source, target)) return reciprocal(source, target);
  const absolute = source.degrees ? kelvin(source.value, source.degrees) : source.value;
  if (!target.degrees) return scalar.divide(absolute, target.value);
  const { size, offset } = target.degrees;
  return scalar.subtract(scalar.divide(absolute, size), offset as Scalar);
}

const kelvin = (value: Scalar, { size, offset }: Unit) => scalar.multiply(scalar.add(value, offset as Scalar), size);

/** Litres per 100 km are the reciprocal of miles per gallon. */
function reciprocal(source: Quantity, target: Quantity): Scalar | null {
  const inverse = target.dimension.every((exponent, at) => exponent === -(source.dimension[at] as number));
  const fuel =
    Math.abs(source.dimension[0] ?? 0) === 2 && source.dimension.slice(1).every((exponent) => exponent === 0);
  if (!inverse || !fuel || source.shown.some(([{ quantity }]) => quantity === 'area')) return null;
  return scalar.divide(scalar.whole(1), scalar.multiply(source.value, target.value));
}
