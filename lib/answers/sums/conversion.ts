import { rational } from '../reading/numbers/rational.ts';
import { dimensionKey, type Unit, unitsNamed } from '../reading/units/units.ts';
import { evaluate } from './evaluate.ts';
import { inUnit, isPlain, ofUnit, type Quantity } from './quantity.ts';
import { attempt } from './refused.ts';
import { asNumber, divide, exact, multiply, raise, type Scalar, scalarText, whole } from './scalar.ts';
import { has, nodes, someNode, type Tree, treeText } from './tree.ts';

/** An amount as an answer shows it. */
interface Amount {
  value: string;
  unit: string;
}

/** The result of a conversion. */
export interface UnitConversion {
  from: Amount;
  to: Amount;
  quantity: string;
  /** The source as written, if it says more than `from`. */
  written?: string;
}

/** Combinations of meanings to try for the source and the target, most likely first. */
export const MEANINGS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
  [0, 2],
  [2, 0],
  [3, 0],
] as const;

/** Converts by the first reading that makes sense. */
export function converted(readings: readonly { source: Tree; target: Tree }[]): UnitConversion | null {
  for (const { source, target } of readings) {
    for (const [meant, wanted] of MEANINGS) {
      const found = attempt(() => conversion(source, evaluate(source, meant), target, evaluate(target, wanted)));
      if (found) return { ...found, ...writtenOf(source, meant) };
    }
  }
  return null;
}

function conversion(tree: Tree, source: Quantity, into: Tree, target: Quantity): UnitConversion | null {
  if (target.shown.length === 0) return null;
  // A bare number is an angle only if it comes from a function or from π.
  if (source.shown.length === 0 && !has(tree, 'call') && !has(tree, 'constant')) return null;
  // The `100` of litres per 100 km is part of the unit.
  const hundreds = into.is === 'binary' && into.operator === '/' && !isAmount(into, 1);
  const unit = hundreds ? treeText(into).replace(' ÷ ', '/') : unitText(target.shown);
  const from = amountOf(source);
  // `mile in miles` needs no answer.
  if (tree.is === 'unit' && from.unit === unit) return null;
  const amount = inUnit(source, target);
  const value = amount && multiply(amount, perTurn(source, target));
  if (!value) return null;
  const to = { value: scalarText(value).text, unit };
  return { from, to, quantity: quantityOf(target) };
}

/** A turn is both an angle of 2π and one cycle: 60 rpm are 2π rad/s and also 1 Hz. */
function perTurn(source: Quantity, target: Quantity): Scalar {
  const [turns, wanted] = [isTurning(source), isTurning(target)];
  const [cycles, counted] = [isCounting(source), isCounting(target)];
  if (turns && counted) return divide(whole(1), TURN);
  return cycles && wanted ? TURN : whole(1);
}

const TURN = exact(rational(2n), 1);
const isCounting = ({ shown }: Quantity) => shown.length === 1 && shown[0]?.[0].quantity === 'frequency';
const isTurning = ({ shown }: Quantity) =>
  shown.some(([{ quantity }, exponent]) => quantity === 'angle' && exponent === 1);

/** Calculates with units and shows the result in a suitable unit; returns null if the result is a bare number. */
export function measured(tree: Tree): UnitConversion | null {
  // Temperatures cannot be added, and reading `c` as cups would not help.
  const degrees = someNode(tree, (node) => node.is === 'unit' && node.units[0]?.offset !== undefined);
  for (const meaning of degrees ? [] : [0, 1]) {
    const result = attempt(() => evaluate(tree, meaning));
    // The m in 1 km / 100 m means metres. Reading it as minutes would make this a speed.
    if (result && isPlain(result)) return null;
    const found = attempt(() => {
      if (!result || result.degrees || isAmount(tree)) return null;
      const to = amountOf(suited(result));
      return { from: amountOf(result), to, quantity: quantityOf(result), ...writtenOf(tree, meaning) };
    });
    if (found) return found;
  }
  return null;
}

/** Whether a tree is just a number of units, with nothing to calculate: 5 miles per hour. */
function isAmount(tree: Tree, numbers = 2): boolean {
  const all = nodes(tree);
  const sums = all.some(
    (node) =>
      node.is !== 'number' &&
      node.is !== 'unit' &&
      node.is !== 'negative' &&
      !(node.is === 'binary' && '*/^'.includes(node.operator)),
  );
  const exponents = all.filter((node) => node.is === 'binary' && node.operator === '^').length;
  return !sums && all.filter(({ is }) => is === 'number').length - exponents < numbers;
}

/** `5 ft 7 in` and `(3 + 4) km` are shown as written; a plain amount is not. */
const writtenOf = (tree: Tree, meaning: number) => (isAmount(tree) ? {} : { written: treeText(tree, meaning) });

/** SI units to look up by what they measure. */
const SYSTEM: readonly Unit[] = 'N Pa J W A V Ω F C T Hz m s kg bit'
  .split(' ')
  .map((symbol) => unitsNamed(symbol).find(({ label }) => label === symbol) as Unit);
const BASE_UNITS = ['m', 'kg', 's', 'A', 'K', 'mol', 'cd', 'bit', 'px'];

/** Keeps the units as written if each measures something different (mi/h); otherwise uses SI units. */
function suited(result: Quantity): Quantity {
  const bases = result.shown.flatMap(([{ dimension }]) =>
    dimension.flatMap((exponent, at) => (exponent === 0 ? [] : [at])),
  );
  const named = SYSTEM.find(({ dimension }) => dimensionKey(dimension) === dimensionKey(result.dimension));
  // kg⋅m/s² are always newtons.
  const coherent = named && result.shown.every(([{ size }]) => asNumber(size) === 1);
  const apart = new Set(bases).size === bases.length || result.shown.length === 1;
  if (apart && !(coherent && result.shown.length > 1)) return result;
  if (named) return { ...result, shown: [[named, 1]] };
  const shown = result.dimension.flatMap((exponent, at) => (exponent === 0 ? [] : [[baseUnit(at), exponent] as const]));
  return { ...result, shown };
}

const baseUnit = (at: number) => unitsNamed(BASE_UNITS[at] as string)[0] as Unit;

/** A quantity as a number of the units that it is shown in. */
function amountOf(quantity: Quantity): Amount {
  const { degrees, shown, value } = quantity;
  if (degrees) return { value: scalarText(value).text, unit: degrees.label };
  const size = shown.reduce<Scalar>((product, [unit, exponent]) => {
    const power = raise(ofUnit(unit).value, whole(exponent));
    return divide(product, divide(whole(1), power));
  }, whole(1));
  return { value: scalarText(divide(value, size)).text, unit: unitText(shown) };
}

const SMALL = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const raised = (exponent: number) => (exponent === 1 ? '' : exponent < 10 ? SMALL[exponent] : `^${exponent}`);

/** km/h, kg⋅m², L/100 km */
function unitText(shown: Quantity['shown']): string {
  const above = shown
    .filter(([, exponent]) => exponent > 0)
    .map(([{ label }, exponent]) => `${label}${raised(exponent)}`);
  const below = shown
    .filter(([, exponent]) => exponent < 0)
    .map(([{ label }, exponent]) => `${label}${raised(-exponent)}`);
  if (below.length === 0) return above.join('⋅');
  return `${above.join('⋅') || '1'}/${below.length > 1 ? `(${below.join('⋅')})` : below[0]}`;
}

/** The name of what a quantity measures: from its unit, or from SI units of the same dimension. */
function quantityOf({ shown, dimension }: Quantity): string {
  const [only] = shown;
  if (shown.length === 1 && only?.[1] === 1) return only[0].quantity;
  return QUANTITIES.get(dimensionKey(dimension)) ?? 'other';
}

const QUANTITIES = new Map<string, string>();
for (const symbol of [
  'm',
  'kg',
  's',
  'ac',
  'L',
  'mph',
  'N',
  'Pa',
  'J',
  'W',
  'Hz',
  'bit',
  'bps',
  'mpg',
  'cfm',
  'A',
  'V',
  'Ω',
  'C',
]) {
  const unit = unitsNamed(symbol)[0];
  if (unit) QUANTITIES.set(dimensionKey(unit.dimension), unit.quantity);
}
QUANTITIES.set([2, 0, 0, 0, 0, 0, 0, 0, 0].join(' '), 'area');
QUANTITIES.set([-3, 1, 0, 0, 0, 0, 0, 0, 0].join(' '), 'density');
QUANTITIES.set([1, 0, -2, 0, 0, 0, 0, 0, 0].join(' '), 'acceleration');
