/** A wording, and a function that returns the sum it asks for; null if it asks for none. */
export type Rewrite = readonly [RegExp, (...parts: string[]) => string | null];

/** A number that ends with a digit, so that a comma after it has only one reading. */
export const NUMBER = String.raw`([-+]?\d(?:[\d.,]*\d)?)`;

/** Numbers in a row, separated by commas or spaces. */
const inRow = (count: number) => Array.from({ length: count }, () => String.raw`([-+]?\d[\d.]*)`).join('[ ,]+');

const named = (before: string, after: string) => new RegExp(`^(?:the )?${before} ${after}$`);

/** Sides with or without names: `with base 4 and height 6`, or just `4 by 6`. */
const sized = (...sides: string[]) =>
  sides.map((side) => `(?:(?:with )?(?:an? )?${side}(?: of)? )?${NUMBER}`).join('[ ,x×]+(?:(?:by|and) )?');

/** Number of sides of regular polygons. */
const SIDES: Readonly<Record<string, number>> = {
  ...{ triangle: 3, square: 4, rhombus: 4, pentagon: 5, hexagon: 6, heptagon: 7, octagon: 8, nonagon: 9, decagon: 10 },
  ...{ dodecagon: 12 },
};
/** The side of a regular polygon, with or without a name. */
const SIDE = '(?: with)?(?: an?)?(?: sides?)?(?: lengths?)?(?: of)?';

/** Things with a name and a formula: sums of ranges, circles, boxes. */
export const formulas: readonly Rewrite[] = [
  [
    new RegExp(`^(?:%|percent(?:age)?)[- ]?err(?:or)? ${NUMBER}[ ,;]+${NUMBER}$`),
    (a, b) => `abs((${a}) - (${b})) / abs(${a}) * 100`,
  ],
  [
    // `add 1 to 100` adds two numbers.
    /^(?:the )?(?:sum|total|add(?= .*(?:all|numbers|integers|from)))(?: of)?(?: all)?(?: the)?(?: numbers| integers)?(?: from)? (-?\d{1,15}) (?:to|through|until) (-?\d{1,15})$/,
    rangeSum,
  ],
  [/^(?:the )?(?:sum|add)(?: of)?(?: from)? (\d{1,15}) ?- ?(\d{1,15})$/, rangeSum],
  [
    /^(?:the )?(\d{1,4})(?:st|nd|rd|th)? (?:number |term |element )?(?:in |of )?(?:the )?fib(?:onacci)?(?: series| sequence| numbers?)?$/,
    (n) => `fib(${n})`,
  ],
  [
    /^([\d ,]+?) (?:gcd|gcf|hcf|greatest common (?:factor|divisor|denominator))$/,
    (list) => `gcd(${list?.trim().split(/[ ,]+/).join('; ')})`,
  ],
  [/^([\d ,]+?) (?:lcm|least common multiple)$/, (list) => `lcm(${list?.trim().split(/[ ,]+/).join('; ')})`],
  [
    named(
      '(?:perimeter|circumference)(?: of)?(?: an?| the)?',
      `circle(?: with| of)?(?: an?)?(?: radius)?(?: of)? ${NUMBER}`,
    ),
    (r) => `2 * pi * ${r}`,
  ],
  [
    named(
      '(?:perimeter|circumference)(?: of)?(?: an?| the)?',
      `circle(?: with| of)?(?: an?)? diameter(?: of)? ${NUMBER}`,
    ),
    (d) => `pi * ${d}`,
  ],
  [
    named(
      'perimeter(?: of)?(?: an?| the)?',
      `(?:rectangle ${sized('(?:length|base)', '(?:width|height)')}|parallelogram ${sized('sides?', 'side')})`,
    ),
    // The height of a parallelogram is not one of its sides.
    (a, b, c, d) => `2 * (${a ?? c} + ${b ?? d})`,
  ],
  [named('perimeter(?: of)?(?: an?| the)?', `triangle ${inRow(3)}`), (a, b, c) => `${a} + ${b} + ${c}`],
  [
    named('perimeter(?: of)?(?: an?| the)?', `(?:quadrilateral|trapezoid|trapezium|kite) ${inRow(4)}`),
    (a, b, c, d) => `${a} + ${b} + ${c} + ${d}`,
  ],
  [
    named(
      'perimeter(?: of)?(?: an?| the)?',
      `(?:regular |equilateral )?(${Object.keys(SIDES).join('|')})${SIDE} ${NUMBER}`,
    ),
    polygon,
  ],
  [
    named('area(?: of)?(?: an?| the)?', `circle(?: with| of)?(?: an?)?(?: radius)?(?: of)? ${NUMBER}`),
    (r) => `pi * ${r}^2`,
  ],
  [
    named('area(?: of)?(?: an?| the)?', `circle(?: with| of)?(?: an?)? diameter(?: of)? ${NUMBER}`),
    (d) => `pi * (${d} / 2)^2`,
  ],
  [named('area(?: of)?(?: an?| the)?', `square${SIDE} ${NUMBER}`), (a) => `${a}^2`],
  [
    named('area(?: of)?(?: an?| the)?', `(?:rectangle|parallelogram) ${sized('(?:length|base)', '(?:width|height)')}`),
    (a, b) => `${a} * ${b}`,
  ],
  [named('area(?: of)?(?: an?| the)?', `triangle ${sized('base', 'height')}`), (a, b) => `${a} * ${b} / 2`],
  [
    named('volume(?: of)?(?: an?| the)?', `(?:sphere|ball)(?: with)?(?: an?)?(?: radius)?(?: of)? ${NUMBER}`),
    (r) => `4 / 3 * pi * ${r}^3`,
  ],
  [named('volume(?: of)?(?: an?| the)?', `cube${SIDE} ${NUMBER}`), (a) => `${a}^3`],
  [
    named('surface area(?: of)?(?: an?| the)?', `(?:sphere|ball)(?: with)?(?: an?)?(?: radius)?(?: of)? ${NUMBER}`),
    (r) => `4 * pi * ${r}^2`,
  ],
  [named('surface area(?: of)?(?: an?| the)?', `cube${SIDE} ${NUMBER}`), (a) => `6 * ${a}^2`],
  [
    named('volume(?: of)?(?: an?| the)?', `(?:box|cuboid|rectangular prism) ${sized('length', 'width', 'height')}`),
    (a, b, c) => `${a} * ${b} * ${c}`,
  ],
  [named('volume(?: of)?(?: an?| the)?', `cylinder ${sized('radius', 'height')}`), (r, h) => `pi * ${r}^2 * ${h}`],
  [named('volume(?: of)?(?: an?| the)?', `cone ${sized('radius', 'height')}`), (r, h) => `pi * ${r}^2 * ${h} / 3`],
];

/** Gauss's method: 1 + 2 + … + 100 is fifty times 101. */
function rangeSum(from?: string, to?: string): string | null {
  const [a, b] = [BigInt(from as string), BigInt(to as string)];
  return b > a ? `(${a} + ${b}) * ${b - a + 1n} / 2` : null;
}

function polygon(shape?: string, side?: string): string {
  return `${SIDES[shape as string]} * ${side}`;
}
