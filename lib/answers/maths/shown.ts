import { localNumber, numbersWith } from '../local-formats.ts';

const mantissas = numbersWith({ maximumSignificantDigits: 12 });
const decimals = numbersWith({ maximumSignificantDigits: 12, maximumFractionDigits: 20 });

/** A result in a sentence, in the digits and separators of a language: all of a whole number, 12 digits of another. */
export function shownNumber(value: string, lang: string): string {
  if (/^-?\d+$/.test(value)) return localNumber(BigInt(value), lang);
  const size = Math.abs(Number(value));
  if (size !== 0 && (size < 1e-6 || size >= 1e15)) {
    const [mantissa = '', exponent = ''] = Number(value).toExponential().split('e');
    const shown = mantissas(Number(mantissa), lang);
    return `${shown} × 10^${Number(exponent)}`;
  }
  return decimals(Number(value), lang);
}
