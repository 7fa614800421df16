import { ordinals } from '../reading/numbers/number-words.ts';
import { formulas, NUMBER, type Rewrite } from './formulas.ts';

/**
 * Rewrites questions as sums: `the product of 6 and 7` becomes 6 × 7. The operands are parsed like any other
 * calculation, so the patterns here need not examine them.
 */

const SHARE = String.raw`(\d[\d.,]*) ?(?:%|percent|per cent)`;
const MONEY = '(dollars|euros|bucks)';

/** Amounts of money in words, with nothing else but numbers: the currency can be ignored. */
const SUMS_OF_MONEY: readonly Rewrite[] = [
  [new RegExp(`^${SHARE} of ${NUMBER} ${MONEY}$`), (rate, whole) => `${rate}% of ${whole}`],
  [new RegExp(`^${NUMBER} ${MONEY} (plus|minus|[-+]) ${NUMBER} \\2$`), (a, _, sign, b) => `${a} ${sign} ${b}`],
  [
    new RegExp(`^${NUMBER} ${MONEY} (times|multiplied by|divided by|[x×*/÷]) ${NUMBER}$`),
    (a, _, sign, b) => `${a} ${sign} ${b}`,
  ],
];

const TIMES: Readonly<Record<string, string>> = { doubled: '* 2', tripled: '* 3', halved: '/ 2' };

const RATIOS: readonly Rewrite[] = [
  [/^(?:the )?(?:sum|total) of (.+?) and (.+)$/, (a, b) => `(${a}) + (${b})`],
  [/^(?:the )?(?:sum|total) of ([^,]+[-+*/x×÷].+|.+ (?:plus|minus|times) .+)$/, (a) => a as string],
  [/^(.+?) and (.+?) added(?: together| up)?$/, (a, b) => `(${a}) + (${b})`],
  [/^(.+?) and (.+?) multiplied(?: together)?$/, (a, b) => `(${a}) * (${b})`],
  [/^add(?: together| up)? (.+?) (?:and|with|plus|\+) (.+)$/, (a, b) => `(${a}) + (${b})`],
  // The base comes first, because 10% means ten per cent of it.
  [/^add (.+?) to (.+)$/, (a, b) => `(${b}) + (${a})`],
  [/^(?:subtract|deduct|minus|take(?: away)?) (.+?) (?:away )?(?:from|off) (.+)$/, (a, b) => `(${b}) - (${a})`],
  [/^(.+?) (?:subtracted|deducted|taken(?: away)?) from (.+)$/, (a, b) => `(${b}) - (${a})`],
  [/^subtract (.+?) and (.+)$/, (a, b) => `(${a}) - (${b})`],
  // `5 greater than 3` is a comparison; `5% greater than 3` is a sum.
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
  [/^(?:multiply|times) (.+?) (?:and|by|with|times|[x×*]) (.+)$/, (a, b) => `(${a}) * (${b})`],
  [/^divide (.+?) (?:by|[/÷]) (.+)$/, (a, b) => `(${a}) / (${b})`],
  [new RegExp(`^divide ${NUMBER} into ${NUMBER}$`), divided],
  [new RegExp(`^${NUMBER} into ${NUMBER}$`), times],
  [/^how many times (?:does|do|can|will|would) (.+?) go in(?:to)? (.+)$/, (a, b) => `(${b}) / (${a})`],
  [/^(?:the )?(\d{1,3})(?:st|nd|rd|th) power of (.+)$/, (exponent, base) => `(${base}) ^ ${exponent}`],
  [
    new RegExp(`^(?:the )?(${[...ordinals.keys()].join('|')}) power of (.+)$`),
    (exponent, base) => `(${base}) ^ ${ordinals.get(exponent as string)}`,
  ],
  [new RegExp(`^${NUMBER} (doubled|tripled|halved)$`), (x, how) => `${x} ${TIMES[how as string]}`],
  [new RegExp(`^${NUMBER} (square|cube|cubic) root$`), (x, degree) => `${degree} root of ${x}`],
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
    /^(?:the )?log(?:arithm)?[ _](?:to )?(?:the )?(?:base )?([\d.]+|e)(?: of)?(?: |(?=\())(?![-+*/^x×÷&|%!]|(?:plus|minus|times|over|mod|divided|multiplied)\b)\(?([^()]+)\)?$/,
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
  // The whole from a part: 12 is 30% of what?
  [new RegExp(`^(.+?) is ${SHARE} of what(?: number| amount)?$`), (part, rate) => `(${part}) / (${rate}%)`],
  [new RegExp(`^${SHARE} of what(?: number| amount)? (?:is|equals) (.+)$`), (rate, part) => `(${part}) / (${rate}%)`],
  [/^([\d\s.,/÷*+()-]*\d\)?) (?:as|in|to|into) (?:a )?(?:percent(?:age)?s?|%)$/, (x) => `(${x}) * 100`],
];

const PLACES: Readonly<Record<string, number>> = {
  ...{ thousandth: 3, hundredth: 2, tenth: 1, one: 0, unit: 0, integer: 0, whole: 0, ten: -1, hundred: -2 },
  ...{ thousand: -3, million: -6, 10: -1, 100: -2, 1000: -3 },
};
const TO_PLACES = String.raw`to (?:the )?(?:(\d{1,2}|one|two|three|four|five|six) (?:decimals?|decimal places?|places?|dp|d\.p\.)|nearest (${Object.keys(PLACES).join('|')})s?(?: number)?)`;
const TO_FIGURES = String.raw`to ([1-9]\d?) (?:sf|s\.f\.|sig(?:nificant)?[ -]?(?:fig(?:ure)?s?|digits?))`;
const DECIMALLY = '(?:as|in|to|into) (?:an? )?decimal(?: form| number| fraction| notation)?';

/** The format of a number: rounded, or as a decimal. */
const WRITINGS: readonly Rewrite[] = [
  [new RegExp(`^round(?:ed)?(?: off)? (.+?) ${TO_PLACES}$`), rounding],
  [
    new RegExp(`^(?:round(?:ed)?(?: off)? )?(.+?)(?:,? (?:round(?:ed)?(?: off)?|correct))? ${TO_FIGURES}$`),
    (x, n) => `signif(${x}; ${n})`,
  ],
  [new RegExp(`^(.+?)(?:,? (?:round(?:ed)?(?: off)?|correct))? ${TO_PLACES}$`), rounding],
  // A whole number in decimal comes from another base, so these need a fraction or a percentage.
  [new RegExp(`^(.*\\d ?(?:[/÷⁄] ?\\d+|%|percent)) ${DECIMALLY}$`), (x) => `${x} =`],
];

const ALL = [...WRITINGS, ...formulas, ...SUMS_OF_MONEY, ...RATIOS];

/** Opening words that carry no meaning. */
const LEAD =
  /^(?:(?:(?:can|could|would|will) you |i (?:need|want)(?: you)? to |i(?: would|'d) like(?: you)? to )?(?:please )?(?=add|subtract|deduct|take|multiply|divide|raise|increase|decrease|reduce|round)|(?:please |find |calculate |compute )+|(?:what|how much) (?:do|would|will) (?:you|we|i) get (?:when|if) (?:you|we|i) |(?:the )?(?:total|result|answer) (?:if|when) (?:you|we|i) |if (?:you|i|we) )/;
/** Closing words that carry no meaning. */
const TAIL = /(?: for me|,? please|,? thanks|,? what do (?:you|we|i) get)$/;

/** The sum that a question asks for; null if there is none. */
export function rewritten(plain: string): string | null {
  const text = plain.replace(LEAD, '').replace(TAIL, '');
  // Every pattern begins with or contains one of these words. This check saves trying fifty patterns.
  if (!/\d/.test(text) || !(OPENS.test(text) || HOLDS.test(text))) return null;
  for (const [pattern, sum] of ALL) {
    const parts = pattern.exec(text);
    const found = parts && sum(...parts.slice(1));
    if (found) return found;
  }
  return null;
}

const OPENS =
  /^(?:the |what )?(?:sum|total|add|subtract|minus|deduct|take|multiply|times|divide|product|quotient|difference|remainder|reciprocal|inverse|multiplicative|log|raise|round|increase|decrease|reduce|lower|%|per|circum|area|volume|surface|how many times)/;
const HOLDS =
  /per ?cent|%|fib|[gh]cf|gcd|lcm|common|(?:more|less|er) than|(?:ed|round) (?:off )?(?:by|to) |decimal|\d d\.?p|\d s\.?f|\d sig|nearest|power of|(?:doubl|tripl|halv)ed$|remainder$|root$| into |ed from |taken|dollars|euros|bucks|(?:added|multiplied)(?: together| up)?$/;

/** 9 into 81, or 100 into 4 parts: the greater number is divided. */
function divided(a?: string, b?: string): string | null {
  const [first, second] = [Number(a?.replaceAll(',', '')), Number(b?.replaceAll(',', ''))];
  if (!(first > 0 && second > 0)) return null;
  return first < second ? `${b} / ${a}` : `${a} / ${b}`;
}

/** How many times 12 goes into 144. `2 into 1` means something else. */
function times(a?: string, b?: string): string | null {
  const often = Number(b?.replaceAll(',', '')) / Number(a?.replaceAll(',', ''));
  return Number.isInteger(often) && often > 1 && a !== '1' ? `${b} / ${a}` : null;
}

const COUNTS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six'];
function rounding(x?: string, places?: string, nearest?: string): string {
  const count = COUNTS.indexOf(places ?? '');
  return `round(${x}; ${count > 0 ? count : (places ?? PLACES[nearest as string])})`;
}
