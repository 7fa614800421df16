import { rational } from '../reading/numbers/rational.ts';
import type { Unit } from '../reading/units/units.ts';
import { functions } from './functions.ts';
import * as quantity from './quantity.ts';
import { bare, isPlain, plain, type Quantity, sizeOf } from './quantity.ts';
import { Refused } from './refused.ts';
import { add, exact, multiply, PI, type Scalar, whole, wholeOf } from './scalar.ts';
import { factorial, gamma } from './special-functions.ts';
import type { BinaryOperator, Tree } from './tree.ts';

const CONSTANTS: Readonly<Record<string, Scalar>> = {
  pi: PI,
  tau: exact(rational(2n), 1),
  e: Math.E,
  phi: (1 + Math.sqrt(5)) / 2,
};

/** Evaluates a calculation. `meaning` selects the meaning of ambiguous units: 0 is the most likely, 1 the next. */
export function evaluate(tree: Tree, meaning = 0): Quantity {
  const of = (part: Tree) => evaluate(part, meaning);
  switch (tree.is) {
    case 'number':
      return plain(tree.value);
    case 'constant':
      return plain(CONSTANTS[tree.name] as Scalar);
    case 'unit':
      return quantity.ofUnit(tree.units[Math.min(meaning, tree.units.length - 1)] as Unit);
    case 'negative':
      return quantity.negative(of(tree.of));
    case 'percent':
      return plain(multiply(bare(of(tree.of)), rational(1n, 100n)));
    case 'factorial': {
      const n = bare(of(tree.of));
      return plain(tree.double ? whole(factorial(wholeOf(n), 2n)) : gamma(add(n, whole(1))));
    }
    case 'call':
      return called(tree.fn, tree.args.map(of));
    case 'compound':
      return compound(tree.parts, meaning);
    case 'binary':
      return binary(tree, of(tree.left), of(tree.right));
  }
}

/** 5 ft 7 in, in the unit of the first part. The others measure the same as that: the 15m in 2h 15m are minutes. */
function compound([first, ...rest]: readonly Tree[], meaning: number): Quantity {
  const greatest = evaluate(first as Tree, meaning);
  let size = sizeOf(greatest);
  return rest.reduce((sum, tree) => {
    const part = [0, 1, 2].map((each) => evaluate(tree, each)).find((each) => quantity.sameKind(each, greatest));
    if (!part || sizeOf(part) >= size) throw new Refused('not of one kind, or not smaller');
    size = sizeOf(part);
    return { ...quantity.plus(sum, part), shown: greatest.shown };
  }, greatest);
}

/** Only the square root accepts units. An angle counts as a bare number of radians. */
function called(fn: string, args: Quantity[]): Quantity {
  const [first] = args;
  if (fn === 'sqrt' && first && !isPlain(first)) return quantity.toThe(first, rational(1n, 2n));
  return plain((functions[fn] as (typeof functions)[string]).of(...args.map(bare)));
}

const OPERATORS: Partial<Record<BinaryOperator, (a: Quantity, b: Quantity) => Quantity>> = {
  '+': quantity.plus,
  '-': (a, b) => quantity.plus(a, quantity.negative(b)),
  '*': quantity.times,
  '/': quantity.over,
  '^': (a, b) => quantity.toThe(a, bare(b)),
  off: (a, b) => quantity.plus(b, quantity.negative(quantity.times(a, b))),
};

function binary({ operator, left, right }: Extract<Tree, { is: 'binary' }>, a: Quantity, b: Quantity): Quantity {
  // 50 + 10% adds 10% of 50; 10% + 5% is 15%.
  const isShare = right.is === 'percent' && '+-'.includes(operator) && !isPercentage(left);
  return OPERATORS[operator]?.(a, isShare ? quantity.times(a, b) : b) ?? called(operator, [a, b]);
}

function isPercentage(tree: Tree): boolean {
  if (tree.is === 'percent') return true;
  return tree.is === 'binary' && '+-'.includes(tree.operator) && isPercentage(tree.left) && isPercentage(tree.right);
}
