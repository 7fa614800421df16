/** Roman numerals from 1 to 3,999, in standard form. */

const SIGNS = { M: 1000, CM: 900, D: 500, CD: 400, C: 100, XC: 90, L: 50, XL: 40, X: 10, IX: 9, V: 5, IV: 4, I: 1 };
const MAX_ROMAN = 3_999;

/** Writes a number in Roman numerals; returns null if it would need bars over the letters. */
export function toRoman(value: number): string | null {
  if (!Number.isInteger(value) || value < 1 || value > MAX_ROMAN) return null;
  let rest = value;
  let numeral = '';
  for (const [sign, worth] of Object.entries(SIGNS)) {
    numeral += sign.repeat(Math.floor(rest / worth));
    rest %= worth;
  }
  return numeral;
}

let numerals: ReadonlyMap<string | null, number> | undefined;

/** Reads a Roman numeral in capitals; returns null if it is not in standard form: IIII, IC. */
export function fromRoman(numeral: string): number | null {
  numerals ??= new Map(Array.from({ length: MAX_ROMAN }, (_, at) => [toRoman(at + 1), at + 1]));
  return numerals.get(numeral) ?? null;
}
