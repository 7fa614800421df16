import { localNumber, numbersWith } from '../local-formats.ts';

const mantissas = numbersWith({ maximumSignificantDigits: 12 });
const decimals = numbersWith({ maximumSignificantDigits: 12, maximumFractionDigits: 20 });

/** Formats a result for the answer line in a language: whole numbers in full, others to 12 digits. */
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
