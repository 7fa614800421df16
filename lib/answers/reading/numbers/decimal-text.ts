import { bits, type Rational } from './rational.ts';

/** Decimals that end within this many digits are shown in full. */
const MAX_DIGITS = 34;
const MAX_PLACES = 400;
/** Number of digits for decimals that do not end: as many as a 64-bit number always holds. */
const ROUNDED_TO = 15;
/** Results of 64-bit functions are correct to 14 digits; the 15th may be noise (cos(pi/3)). */
const FLOAT_DIGITS = 14;

/** A fraction as a decimal: all digits if they end, rounded otherwise. */
export function rationalText({ n, d }: Rational) {
  if (d === 1n) return { text: n.toString(), rounded: false };
  const [sign, size] = n < 0n ? ['-', -n] : ['', n];
  // Decimals that end have no more places than the denominator has bits.
  const places = Math.min(bits(d), MAX_PLACES);
  const scaled = size * 10n ** BigInt(places);
  const digits = scaled % d === 0n ? (scaled / d).toString() : null;
  const isExact = digits !== null && digits.replace(/0+$/, '').length <= MAX_DIGITS;
  return { text: sign + (isExact ? placed(digits, -places) : roundedText(size, d)), rounded: !isExact };
}

/** A 64-bit number as a decimal, without noise in its last digits. */
export function floatText(value: number) {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return { text: String(value), rounded: true };
  const [mantissa = '', exponent = '0'] = Math.abs(value)
    .toExponential(FLOAT_DIGITS - 1)
    .split('e');
  const text = placed(mantissa.replace('.', ''), Number(exponent) - FLOAT_DIGITS + 1);
  return { text: value < 0 ? `-${text}` : text, rounded: true };
}

function roundedText(n: bigint, d: bigint): string {
  // Estimate the power of ten, then compute the digits and round half up.
  const exponent = n.toString().length - d.toString().length;
  const scale = ROUNDED_TO + 1 - exponent;
  const scaled = scale >= 0 ? (n * 10n ** BigInt(scale)) / d : n / (d * 10n ** BigInt(-scale));
  const excess = scaled.toString().length - ROUNDED_TO;
  const unit = 10n ** BigInt(Math.max(0, excess));
  return placed(((scaled + unit / 2n) / unit).toString(), excess - scale);
}

/** Digits times a power of ten, as people write it; with an exponent if there would be too many zeros. */
function placed(digits: string, power: number): string {
  const kept = digits.replace(/^0+/, '');
  const significant = kept.replace(/0+$/, '');
  const exponent = kept.length - 1 + power;
  if (exponent < -9 || exponent > 20)
    return `${significant.replace(/(?<=^.)(?=.)/, '.')}e${exponent < 0 ? '' : '+'}${exponent}`;
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${significant}`;
  if (significant.length <= exponent + 1) return significant.padEnd(exponent + 1, '0');
  return `${significant.slice(0, exponent + 1)}.${significant.slice(exponent + 1)}`;
}
