import { localNumber, numbersWith } from '../local-formats.ts';

const shortened = numbersWith({ maximumSignificantDigits: 12 });

/** Formats a result for the answer line in a language: whole numbers in full, others to 12 digits. */
export function shownNumber(value: string, lang: string): string {
  if (/^-?\d+$/.test(value)) return localNumber(BigInt(value), lang);
  const size = Math.abs(Number(value));
  if (size === 0 || (size >= 1e-6 && size < 1e15)) return shortened(Number(value), lang);
  const [mantissa, exponent] = Number(value).toExponential().split('e');
  return `${shortened(Number(mantissa), lang)} × 10^${Number(exponent)}`;
}
