/** Roman numerals from 1 to 3,999, in standard form. */

const SIGNS: readonly [number, string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

/** Writes a number in Roman numerals; returns null if it would need bars over the letters. */
export function toRoman(value: number): string | null {
  if (!Number.isInteger(value) || value < 1 || value > 3999) return null;
  let rest = value;
  let numeral = '';
  for (const [worth, sign] of SIGNS) {
    while (rest >= worth) {
      numeral += sign;
      rest -= worth;
    }
  }
  return numeral;
}

/** Reads a Roman numeral; returns null if it is not in standard form: IIII, IC. */
export function fromRoman(numeral: string): number | null {
  let rest = numeral.toUpperCase();
  if (rest.length > 15) return null;
  let value = 0;
  for (const [worth, sign] of SIGNS) {
    while (rest.startsWith(sign)) {
      value += worth;
      rest = rest.slice(sign.length);
    }
  }
  return rest === '' && toRoman(value) === numeral.toUpperCase() ? value : null;
}
