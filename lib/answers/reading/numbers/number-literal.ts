import { decimal, type Rational, rational } from './rational.ts';

/** The notation of the numbers in a query: whether the comma is the decimal mark. */
type NumberStyle = { decimalComma: boolean };

/** Languages that write 1.234,5, followed by those of their regions that do not. */
const COMMA_LANGUAGES = new Set(
  'de fr es it pt nl ru pl cs sk sl hr sv da nb nn no fi tr el uk ro hu bg id vi ca eu gl'.split(' '),
);
const POINT_REGIONS = /^(?:es-(?:mx|us|pr|pa|gt|hn|ni|sv|do|pe)|(?:de|it|fr)-ch|de-li)\b/i;

/** Digits and possible separators. Except for a comma between arguments, this is one number. */
export const NUMBER_RUN = /(?:\d{1,3}(?:'\d{3})+(?!\d)|\d[\d_]*)(?:[.,\u00a0\u202f]\d+)*\.?|[.,]\d+/y;

/** Detects the decimal comma: a number has no other reading (2,5), or the language uses it. Otherwise, 1,234 is whole. */
export function numberStyle(text: string, lang: string): NumberStyle {
  const clear =
    text.includes(',') &&
    /(?<![\d.,])(?:\d{1,3}(?:\.\d{3})+,\d+|\d+,(?:\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+)(?![\d.,])/.test(text);
  const language = lang.slice(0, 2).toLowerCase();
  return { decimalComma: clear || (COMMA_LANGUAGES.has(language) && !POINT_REGIONS.test(lang)) };
}

/** A number with a decimal point and groups of thousands (or lakhs). A group never starts with zero: 0,125 is a decimal. */
const GROUPED = /^(?=.*\d)(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d\d)*,\d{3}|\d*)(?:\.\d*)?$/;

/** The value of a run of digits and separators; null if it is not a valid number. */
export function numberOf(run: string, style: NumberStyle): Rational | null {
  // Most numbers have no separators.
  if (/^\d+$/.test(run)) return rational(BigInt(run));
  const plain = plainNumber(run, style);
  return plain === undefined ? null : decimal(plain);
}

/** A number with a decimal point and without groups; undefined if it is not valid. */
export function plainNumber(run: string, { decimalComma }: NumberStyle): string | undefined {
  const text = run.replace(/['_\u00a0\u202f]/g, '');
  const swapped = text.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
  // In a language with decimal commas, 1.5 is still one and a half. 1.234.567 can only be grouped.
  const number = (decimalComma ? [swapped, text] : [text, swapped]).find((each) => GROUPED.test(each));
  return number?.replaceAll(',', '');
}

/** 0xff, 0b101, 0o17. */
export const PREFIXED_RUN = /0(?:x[0-9a-f]+|b[01]+|o[0-7]+)(?![\p{L}\d])/iuy;
export const prefixedNumber = (run: string): Rational => rational(BigInt(run.toLowerCase()));

/** ½ and other fractions in one character. */
export const VULGAR_FRACTION = /[¼-¾⅐-⅞]/y;

export function vulgarFraction(char: string): Rational {
  const [n = '', d = ''] = char.normalize('NFKC').split('⁄');
  return rational(BigInt(n), BigInt(d));
}

/** Languages that write 12 345. In others, these are two numbers. */
const SPACED_LANGUAGES = new Set('fr ru uk pl cs sk sv nb nn no fi bg hu pt'.split(' '));
/** 1 000 000 is one number in any language, because it ends with three zeros. */
const SPACED_MILLIONS = /(?<![\d.,] ?)[1-9]\d{0,2} (?:\d{3} )+000(?! ?\d)/g;

/** Removes the spaces inside numbers. */
export function ungrouped(text: string, lang: string): string {
  return SPACED_LANGUAGES.has(lang.slice(0, 2).toLowerCase())
    ? text.replace(/(?<=\d) (?=\d{3}(?!\d))/g, '')
    : text.replace(SPACED_MILLIONS, (number) => number.replaceAll(' ', ''));
}
