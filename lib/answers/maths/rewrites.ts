/**
 * Questions about sums that are not written as sums, rewritten into ones: `the product of 6 and 7` is 6 × 7. What stands
 * in the places of the numbers is parsed like any other calculation, so none of these needs to look at it.
 */
type Rewrite = readonly [RegExp, (...parts: string[]) => string | null];

/** It ends with a digit: a comma behind it is read in one way only. */
const NUMBER = String.raw`([-+]?\d(?:[\d.,]*\d)?)`;
const SHARE = String.raw`(\d[\d.,]*) ?(?:%|percent|per cent)`;
const named = (before: string, after: string) => new RegExp(`^(?:the )?${before} ${after}$`);

/** Sides that may be named: `with base 4 and height 6`, or only `4 by 6`. */
const sized = (...sides: string[]) =>
  sides.map((side) => `(?:(?:with )?(?:an? )?${side}(?: of)? )?${NUMBER}`).join('[ ,x×]+(?:(?:by|and) )?');

const RATIOS: readonly Rewrite[] = [
  [/^(?:the )?(?:sum|total) of (.+?) and (.+)$/, (a, b) => `(${a}) + (${b})`],
  [/^(?:the )?sum of ([^,]+[-+*/x×÷].+|.+ (?:plus|minus|times) .+)$/, (a) => a as string],
  [/^(.+?) and (.+?) added(?: together| up)?$/, (a, b) => `(${a}) + (${b})`],
  [/^(.+?) and (.+?) multiplied(?: together)?$/, (a, b) => `(${a}) * (${b})`],
  [/^add (.+?) (?:and|with|plus) (.+)$/, (a, b) => `(${a}) + (${b})`],
  // What is added to comes first: 10% are ten per cent of that.
  [/^add (.+?) to (.+)$/, (a, b) => `(${b}) + (${a})`],
  [/^(?:subtract|deduct|take(?: away)?) (.+?) (?:away )?(?:from|off) (.+)$/, (a, b) => `(${b}) - (${a})`],
  // `5 greater than 3` compares; 5% greater is a sum.
  [
    /^(.+?) more than (.+)$|^(.+%|.+ percent) (?:greater|higher|larger) than (.+)$/,
    (a, b, c, d) => `(${b ?? d}) + (${a ?? c})`,
  ],
  [
    /^(.+?) (?:less|fewer) than (.+)$|^(.+%|.+ percent) (?:lower|smaller) than (.+)$/,
    (a, b, c, d) => `(${b ?? d}) - (${a ?? c})`,
  ],
  [/^(.+?) (?:increased|raised|incremented) by (.+)$/, (a, b) => `(${a}) + (${b})`],
  [/^(.+?) (?:decreased|reduced|lowered|diminished) by (.+)$/, (a, b) => `(${a}) - (${b})`],
  [/^multiply (.+?) (?:and|by|with|times) (.+)$/, (a, b) => `(${a}) * (${b})`],
  [/^divide (.+?) (?:by|into) (.+)$/, (a, b) => `(${a}) / (${b})`],
  [/^(?:the )?product of (.+?) and (.+)$/, (a, b) => `(${a}) * (${b})`],
  [/^(?:the )?quotient of (.+?) and (.+)$/, (a, b) => `(${a}) / (${b})`],
  [/^(?:the )?difference (?:of|between) (.+?) and (.+)$/, (a, b) => `(${a}) - (${b})`],
  [/^(?:the )?remainder (?:of|when) (.+?) ?(?:(?:is )?divided by|\/|÷) ?(.+)$/, (a, b) => `(${a}) mod (${b})`],
  [/^(.+?) ?(?:divided by|\/|÷) ?(.+) remainder$/, (a, b) => `(${a}) mod (${b})`],
  [/^(?:the )?(?:reciprocal|(?:multiplicative )?inverse)(?: value)? of (.+)$/, (x) => `1 / (${x})`],
  [
    /^(?:the )?log(?:arithm)?(?: of)? ?\(?([^()]+?)\)? (?:to |in |with )?(?:the )?base ([\d.]+)$/,
    (x, base) => `log(${x}; ${base})`,
  ],
  [
    /^(?:the )?log(?:arithm)?[ _](?:to )?(?:the )?(?:base )?([\d.]+|e)(?: of)?(?: |(?=\())\(?([^()]+)\)?$/,
    (base, x) => (base === 'e' ? `ln(${x})` : `log(${x}; ${base})`),
  ],
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
  // The whole of which a part is known: 12 is 30% of what?
  [new RegExp(`^(.+?) is ${SHARE} of what(?: number| amount)?$`), (part, rate) => `(${part}) / (${rate}%)`],
  [new RegExp(`^${SHARE} of what(?: number| amount)? (?:is|equals) (.+)$`), (rate, part) => `(${part}) / (${rate}%)`],
  [/^([\d\s.,/÷*+()-]*\d\)?) (?:as|in|to|into) (?:a )?(?:percent(?:age)?s?|%)$/, (x) => `(${x}) * 100`],
];

const PLACES: Readonly<Record<string, number>> = {
  ...{ thousandth: 3, hundredth: 2, tenth: 1, one: 0, unit: 0, integer: 0, whole: 0, ten: -1, hundred: -2 },
  ...{ thousand: -3, million: -6 },
};
const TO_PLACES = String.raw`to (?:the )?(?:(\d{1,2}) (?:decimals?|decimal places?|places?|dp|d\.p\.)|nearest (${Object.keys(PLACES).join('|')})s?(?: number)?)`;
const DECIMALLY = '(?:as|in|to|into) (?:an? )?decimal(?: form| number| fraction| notation)?';

/** How a number is to be written: rounded, or with a decimal point. */
const WRITINGS: readonly Rewrite[] = [
  [new RegExp(`^round(?:ed)?(?: off)? (.+?) ${TO_PLACES}$`), rounding],
  [new RegExp(`^(.+?) round(?:ed)?(?: off)? ${TO_PLACES}$`), rounding],
  // A whole number in decimal comes from another base.
  [new RegExp(`^(.*\\d ?(?:[/÷⁄] ?\\d+|%|percent)) ${DECIMALLY}$`), (x) => `${x} =`],
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
    // `add 1 to 100` adds two numbers.
    /^(?:the )?(?:sum|total|add(?= .*(?:all|numbers|integers|from)))(?: of)?(?: all)?(?: the)?(?: numbers| integers)?(?: from)? (-?\d{1,15}) (?:to|through|until) (-?\d{1,15})$/,
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
    named(
      '(?:perimeter|circumference)(?: of)?(?: an?| the)?',
      `circle(?: with| of)?(?: an?)? diameter(?: of)? ${NUMBER}`,
    ),
    (d) => `pi * ${d}`,
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
  [
    named('area(?: of)?(?: an?| the)?', `circle(?: with| of)?(?: an?)? diameter(?: of)? ${NUMBER}`),
    (d) => `pi * (${d} / 2)^2`,
  ],
  [named('area(?: of)?(?: an?| the)?', `square(?: with)?(?: an?)?(?: sides?)?(?: of)? ${NUMBER}`), (a) => `${a}^2`],
  [
    named('area(?: of)?(?: an?| the)?', `(?:rectangle|parallelogram) ${sized('(?:length|base)', '(?:width|height)')}`),
    (a, b) => `${a} * ${b}`,
  ],
  [named('area(?: of)?(?: an?| the)?', `triangle ${sized('base', 'height')}`), (a, b) => `${a} * ${b} / 2`],
  [
    named('volume(?: of)?(?: an?| the)?', `(?:sphere|ball)(?: with)?(?: an?)?(?: radius)?(?: of)? ${NUMBER}`),
    (r) => `4 / 3 * pi * ${r}^3`,
  ],
  [named('volume(?: of)?(?: an?| the)?', `cube(?: with)?(?: an?)?(?: sides?)?(?: of)? ${NUMBER}`), (a) => `${a}^3`],
  [
    named('volume(?: of)?(?: an?| the)?', `(?:box|cuboid|rectangular prism) ${sized('length', 'width', 'height')}`),
    (a, b, c) => `${a} * ${b} * ${c}`,
  ],
  [named('volume(?: of)?(?: an?| the)?', `cylinder ${sized('radius', 'height')}`), (r, h) => `pi * ${r}^2 * ${h}`],
  [named('volume(?: of)?(?: an?| the)?', `cone ${sized('radius', 'height')}`), (r, h) => `pi * ${r}^2 * ${h} / 3`],
];

const ALL = [...WRITINGS, ...FORMULAS, ...RATIOS];

/** What may stand before one of these, and says nothing about it. */
const LEAD =
  /^(?:(?:(?:can|could|would) you )?(?:please )?(?=add|subtract|deduct|take|multiply|divide|raise|increase|decrease|reduce|round)|(?:please |find |calculate |compute )+|what do (?:you|we) get (?:when|if) (?:you|we) |if (?:you|i|we) )/;

/** The sum that a question asks for; null when it is none of these. */
export function rewritten(plain: string): string | null {
  const text = plain.replace(LEAD, '');
  // All of them begin with a word they know, or have one further on: nothing else is worth fifty patterns.
  if (!/\d/.test(text) || !(OPENS.test(text) || HOLDS.test(text))) return null;
  for (const [pattern, sum] of ALL) {
    const parts = pattern.exec(text);
    const found = parts && sum(...parts.slice(1));
    if (found) return found;
  }
  return null;
}

const OPENS =
  /^(?:the |what )?(?:sum|total|add|subtract|deduct|take|multiply|divide|product|quotient|difference|remainder|reciprocal|inverse|multiplicative|log|raise|round|increase|decrease|reduce|lower|%|per|circum|area|volume)/;
const HOLDS =
  /per ?cent|%|fib|[gh]cf|gcd|lcm|common|(?:more|less|er) than|(?:ed|round) (?:off )?(?:by|to) |decimal|remainder$|(?:added|multiplied)(?: together| up)?$/;

function rounding(x?: string, places?: string, nearest?: string): string {
  return `round(${x}; ${places ?? PLACES[nearest as string]})`;
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
