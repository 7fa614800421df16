/**
 * Questions about sums that are not written as sums, rewritten into ones: `the product of 6 and 7` is 6 × 7. What stands
 * in the places of the numbers is parsed like any other calculation, so none of these needs to look at it.
 */
type Rewrite = readonly [RegExp, (...parts: string[]) => string | null];

const NUMBER = String.raw`([-+]?\d[\d.,]*)`;
const named = (before: string, after: string) => new RegExp(`^(?:the )?${before} ${after}$`);

const RATIOS: readonly Rewrite[] = [
  [/^(?:the )?(?:sum|total) of (.+?) and (.+)$/, (a, b) => `(${a}) + (${b})`],
  [/^(?:the )?sum of ([^,]+[-+*/x×÷].+|.+ (?:plus|minus|times) .+)$/, (a) => a as string],
  [/^add (.+?) (?:and|to|with|plus) (.+)$/, (a, b) => `(${a}) + (${b})`],
  [/^subtract (.+?) from (.+)$/, (a, b) => `(${b}) - (${a})`],
  [/^multiply (.+?) (?:and|by|with|times) (.+)$/, (a, b) => `(${a}) * (${b})`],
  [/^divide (.+?) (?:by|into) (.+)$/, (a, b) => `(${a}) / (${b})`],
  [/^(?:the )?product of (.+?) and (.+)$/, (a, b) => `(${a}) * (${b})`],
  [/^(?:the )?quotient of (.+?) and (.+)$/, (a, b) => `(${a}) / (${b})`],
  [/^(?:the )?difference (?:of|between) (.+?) and (.+)$/, (a, b) => `(${a}) - (${b})`],
  [/^(?:the )?remainder (?:of|when) (.+?) (?:is )?divided by (.+)$/, (a, b) => `(${a}) mod (${b})`],
  [
    /^(?:the )?log(?:arithm)?[ _](?:to )?(?:the )?(?:base )?([\d.]+|e)(?: of)? \(?([^()]+)\)?$/,
    (base, x) => (base === 'e' ? `ln(${x})` : `log(${x}; ${base})`),
  ],
  [/^(?:the )?log(?:arithm)? of (.+?) (?:to |in |with )?(?:the )?base ([\d.]+)$/, (x, base) => `log(${x}; ${base})`],
  [/^raise (.+?) to (?:the )?(?:power of )?(.+)$/, (a, b) => `(${a}) ^ (${b})`],
  [/^(?:increase|raise) (.+?) by (.+%|.+ percent)$/, (a, b) => `(${a}) + ${b}`],
  [/^(?:decrease|reduce|lower) (.+?) by (.+%|.+ percent)$/, (a, b) => `(${a}) - ${b}`],
  [
    /^(?:what )?(?:percent(?:age)?|%) (?:of )?(.+?) is (.+)$/,
    (whole, part) => (/ of | out of /.test(` ${part}`) ? null : `(${part}) / (${whole}) * 100`),
  ],
  [/^(?:what )?(?:percent(?:age)?|%) is (.+?) (?:out of|of) (.+)$/, (part, whole) => `(${part}) / (${whole}) * 100`],
  [/^(.+?) is what (?:percent(?:age)?|%) of (.+)$/, (part, whole) => `(${part}) / (${whole}) * 100`],
  [
    /^(.+?) (?:out )?of (.+?) (?:as|in|is what) (?:a )?(?:percent(?:age)?|%)$/,
    (part, whole) => `(${part}) / (${whole}) * 100`,
  ],
  [/^(.+?) as (?:a )?(?:percent(?:age)?|%) of (.+)$/, (part, whole) => `(${part}) / (${whole}) * 100`],
];

const FORMULAS: readonly Rewrite[] = [
  [
    new RegExp(`^(?:%|percent(?:age)?)[- ]?err(?:or)? ${NUMBER}[ ,;]+${NUMBER}$`),
    (a, b) => `abs((${a}) - (${b})) / abs(${a}) * 100`,
  ],
  [
    new RegExp(`^percent(?:age)?[- ]?err(?:or)? ${NUMBER};${NUMBER}$`),
    (a, b) => `abs((${a}) - (${b})) / abs(${a}) * 100`,
  ],
  [
    /^(?:the )?(?:sum|add|total)(?: of)?(?: all)?(?: the)?(?: numbers| integers)?(?: from)? (-?\d{1,15}) (?:to|through|until) (-?\d{1,15})$/,
    rangeSum,
  ],
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
      `circle(?: with)?(?: an?)?(?: radius)?(?: of)? ${NUMBER}`,
    ),
    (r) => `2 * pi * ${r}`,
  ],
  [
    named('perimeter(?: of)?(?: an?| the)?', `rectangle ${NUMBER}[ ,x×]+(?:by )?${NUMBER}`),
    (a, b) => `2 * (${a} + ${b})`,
  ],
  [
    named('perimeter(?: of)?(?: an?| the)?', `triangle ${NUMBER}[ ,]+${NUMBER}[ ,]+${NUMBER}`),
    (a, b, c) => `${a} + ${b} + ${c}`,
  ],
  [
    named(
      'perimeter(?: of)?(?: an?| the)?',
      `(square|triangle|pentagon|hexagon|heptagon|octagon|nonagon|decagon) ${NUMBER}`,
    ),
    polygon,
  ],
  [
    named('area(?: of)?(?: an?| the)?', `circle(?: with)?(?: an?)?(?: radius)?(?: of)? ${NUMBER}`),
    (r) => `pi * ${r}^2`,
  ],
  [named('area(?: of)?(?: an?| the)?', `square(?: with)?(?: an?)?(?: sides?)?(?: of)? ${NUMBER}`), (a) => `${a}^2`],
  [
    named('area(?: of)?(?: an?| the)?', `(?:rectangle|parallelogram) ${NUMBER}[ ,x×]+(?:by )?${NUMBER}`),
    (a, b) => `${a} * ${b}`,
  ],
  [named('area(?: of)?(?: an?| the)?', `triangle ${NUMBER}[ ,x×]+(?:by )?${NUMBER}`), (a, b) => `${a} * ${b} / 2`],
  [
    named('volume(?: of)?(?: an?| the)?', `(?:sphere|ball)(?: with)?(?: an?)?(?: radius)?(?: of)? ${NUMBER}`),
    (r) => `4 / 3 * pi * ${r}^3`,
  ],
  [named('volume(?: of)?(?: an?| the)?', `cube(?: with)?(?: an?)?(?: sides?)?(?: of)? ${NUMBER}`), (a) => `${a}^3`],
  [named('volume(?: of)?(?: an?| the)?', `cylinder ${NUMBER}[ ,]+${NUMBER}`), (r, h) => `pi * ${r}^2 * ${h}`],
  [named('volume(?: of)?(?: an?| the)?', `cone ${NUMBER}[ ,]+${NUMBER}`), (r, h) => `pi * ${r}^2 * ${h} / 3`],
];

const ALL = [...FORMULAS, ...RATIOS];

/** The sum that a question asks for; null when it is none of these. */
export function rewritten(plain: string): string | null {
  // All of them begin with a word they know, or end with one: nothing else is worth thirty patterns.
  if (
    !/^(?:the |what )?(?:sum|total|add|subtract|multiply|divide|product|quotient|difference|remainder|log|raise|increase|decrease|reduce|lower|%|per|circum|area|volume)|percent|%|fib|[gh]cf|gcd|lcm|common/.test(
      plain,
    )
  )
    return null;
  for (const [pattern, sum] of ALL) {
    const parts = pattern.exec(plain);
    const found = parts && sum(...parts.slice(1));
    if (found) return found;
  }
  return null;
}

/** Gauss's way: 1 + 2 + … + 100 is fifty times 101. */
function rangeSum(from?: string, to?: string): string | null {
  const [a, b] = [BigInt(from as string), BigInt(to as string)];
  return b > a ? `(${a} + ${b}) * ${b - a + 1n} / 2` : null;
}

const SIDES = ['triangle', 'square', 'pentagon', 'hexagon', 'heptagon', 'octagon', 'nonagon', 'decagon'];
function polygon(shape?: string, side?: string): string {
  return `${SIDES.indexOf(shape as string) + 3} * ${side}`;
}
