import type { AnswerContent } from '../answer.ts';
import { decimal, divide } from '../reading/numbers/rational.ts';
import { Refused } from './refused.ts';

/** Answers about numbers that are not calculations: a ratio, digits of π, significant figures. */
export interface Form {
  /** Only digits of π can take long. */
  isCheap: boolean;
  answer(): AnswerContent<{ expression: string; value: string; approximate: boolean }>;
}

const NUMBER = String.raw`(\d{1,15}(?:\.\d{1,15})?)`;
const GOLDEN = new RegExp(`^(?:the )?golden ratio:? (?:${NUMBER} ?: ?\\??|\\? ?: ?${NUMBER})$`);
const ASPECT = new RegExp(
  `^(?:the )?(?:aspect )?ratio ${NUMBER} ?: ?${NUMBER}[ ,]+(?:${NUMBER} ?: ?\\??|\\? ?: ?${NUMBER})$`,
);
const FIGURES =
  /^(?:the )?(?:number of |how many )?(?:sig(?:nificant)?[ -]?(?:fig(?:ure)?s?|digits?|digs?)|sf)(?: are(?: there)?)?(?: of| in| for| does)? (-?[\d,]{0,40}\.?\d{0,40})(?: have)?$/;
const PLACES = '(?:digits?|decimals|decimal places|places)';
const PI_DIGITS = new RegExp(
  `^(?:the )?(?:first )?(\\d{1,4}) ${PLACES} of (?:pi|π)$|^(?:(?:the )?value of )?(?:pi|π)(?: to| with)? (\\d{1,4}) ${PLACES}$`,
);
const WHOLE_OVER = String.raw`(-?\d{1,15}(?:\.\d{1,15})?) ?(?:[/÷⁄] ?(\d{1,15})|(%|percent))?`;
const AS_FRACTION = new RegExp(
  `^(?:convert |write |express )?(?:the )?${WHOLE_OVER} (?:(?:as|to|in|into) (?:an? |the |its )?(?:simplified |simplest |reduced |common )?(?:fractions?(?: form)?|lowest terms|simplest (?:form|terms)|lowest form)|simplified|reduced)$`,
);
const SIMPLIFIED = new RegExp(`^(?:simplify|reduce)(?: the)?(?: fraction)? ${WHOLE_OVER}$`);
/** The maximum number of decimals that a query can ask for. */
const MAX_DIGITS = 1_000;
/** The time for digits grows with the square of their number; up to a hundred are quick. */
const MAX_CHEAP_DIGITS = 100;

/** The form that a query has; null if it has none. */
export function formOf(plain: string): Form | null {
  if (
    plain.length > 100 ||
    !/^(?:the )?(?:golden|aspect|ratio|sig|sf|number|how many sig|first|pi|π|value|\d+ (?:dig|dec|pla))|fraction|lowest|simpl|reduce/.test(
      plain,
    )
  )
    return null;
  const parts = AS_FRACTION.exec(plain) ?? SIMPLIFIED.exec(plain);
  // A whole number cannot be simplified.
  if (parts && (parts[1]?.includes('.') || parts[2] || parts[3]))
    return short(() => fraction(parts[1] as string, parts[2], parts[3]));
  const golden = GOLDEN.exec(plain);
  if (golden) return short(() => ratio(plain, (1 + Math.sqrt(5)) / 2, golden[1], golden[2]));
  const aspect = ASPECT.exec(plain);
  if (aspect) return short(() => ratio(plain, Number(aspect[2]) / Number(aspect[1]), aspect[3], aspect[4]));
  const figures = FIGURES.exec(plain)?.[1];
  if (figures && /\d/.test(figures))
    return short(() =>
      plainly(`significant figures of ${figures}`, String(significant(figures.replaceAll(',', ''))), false),
    );
  const digits = PI_DIGITS.exec(plain);
  if (!digits) return null;
  const places = Number(digits[1] ?? digits[2]);
  // `to 5 places` rounds; `first 5 digits` cuts off.
  const value = / (?:to|with) .*(?:decimal|place)/.test(plain) ? roundedPi : piTo;
  return { isCheap: places <= MAX_CHEAP_DIGITS, answer: () => plainly('π', value(places), true) };
}

const short = (answer: Form['answer']): Form => ({ isCheap: true, answer });

const plainly = (expression: string, value: string, approximate: boolean) => ({
  answer: `${expression} ${approximate ? '≈' : '='} ${value}`,
  data: { expression, value, approximate },
});

/** Simplifies a fraction: 0.375 to 3/8, 12/18 to 2/3. */
function fraction(above: string, below = '1', percent?: string) {
  const value = divide(decimal(above.replace('-', '')), decimal(percent ? '100' : below));
  const text = `${above.startsWith('-') ? '-' : ''}${value.n}${value.d === 1n ? '' : `/${value.d}`}`;
  return plainly(percent ? `${above}%` : below === '1' ? above : `${above}/${below}`, text, false);
}

/** Completes a ratio: 4:3 as 640:480. `factor` is the second side divided by the first. */
function ratio(expression: string, factor: number, first?: string, second?: string) {
  const shown = (side: number) => {
    if (!Number.isFinite(side)) throw new Refused('no such ratio');
    return String(Number(side.toPrecision(15)));
  };
  const value = first ? `${first}:${shown(Number(first) * factor)}` : `${shown(Number(second) / factor)}:${second}`;
  return { answer: value, data: { expression, value, approximate: factor !== Math.round(factor) } };
}

/** Counts significant figures. Leading zeros never count; trailing zeros count only with a decimal point. */
function significant(text: string): number {
  const digits = text.replace('-', '');
  const bare = digits.replace('.', '').replace(/^0+/, '');
  return (digits.includes('.') ? bare : bare.replace(/0+$/, '')).length;
}

/** π rounded to this many places. */
function roundedPi(places: number): string {
  const digits = BigInt(piTo(places + 1).replace('.', ''));
  const rounded = String((digits + 5n) / 10n);
  return `3.${rounded.slice(1)}`;
}

/** π by Machin's formula in whole numbers, with ten spare digits; cut off, not rounded, as digits of π usually are. */
function piTo(places: number): string {
  if (places < 1 || places > MAX_DIGITS) throw new Refused('too many digits');
  const one = 10n ** BigInt(places + 10);
  const arctan = (x: bigint) => {
    let [term, sum, n] = [one / x, 0n, 1n];
    while (term !== 0n) {
      sum += (n % 4n === 1n ? term : -term) / n;
      term /= x * x;
      n += 2n;
    }
    return sum;
  };
  const digits = (4n * (4n * arctan(5n) - arctan(239n))).toString();
  return `3.${digits.slice(1, places + 1)}`;
}
