import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';

const table = z
  .record(z.string(), z.string())
  // Of the characters that share a sign, the first is read.
  .transform((signs) => ({
    signs: new Map(Object.entries(signs)),
    chars: new Map(Array.from(Object.entries(signs).reverse(), ([char, sign]) => [sign, char])),
  }));

/** International Morse code (ITU-R M.1677), with other marks in common use. */
const morse = jsonFile(new URL('./data/morse.json', import.meta.url), table);

/** Writes a text in Morse code, with one space between letters and two between words; null if a character has no code. */
export function toMorse(text: string): string | null {
  const words = text.trim().split(/\s+/);
  const codes = words.map((word) =>
    [...word].map((char) => morse().signs.get(char === 'ß' ? char : char.toUpperCase())),
  );
  return codes.flat().includes(undefined) ? null : codes.map((word) => word.join(' ')).join('  ');
}

/** Reads Morse code; null if a code is unknown. */
export function fromMorse(code: string): string | null {
  const plain = code
    .replace(/[·•]/g, '.')
    .replace(/[−–—_]/g, '-')
    .trim();
  const words = plain.split(/\s*[/|]\s*|\s{2,}/).filter((word) => word !== '');
  const read = words.map((word) => word.split(' ').map((letter) => morse().chars.get(letter)));
  return read.flat().includes(undefined) ? null : read.map((word) => word.join('')).join(' ');
}

/** Uncontracted (grade 1) braille: one cell per letter, and a sign before numbers and capitals. */
const braille = jsonFile(new URL('./data/braille.json', import.meta.url), table);
const [NUMBER, CAPITAL] = ['⠼', '⠠'];
/** The letters that stand for the digits from 0 to 9. */
const DIGITS = 'jabcdefghi';

/** Writes a text in braille; null if a character has no cell. */
export function toBraille(text: string): string | null {
  const letters = text
    .replace(/\s+/g, ' ')
    .replace(/\d[\d.,]*/g, (number) => NUMBER + number.replace(/\d/g, (digit) => DIGITS.charAt(Number(digit))))
    .replace(/[A-Z]/g, `${CAPITAL}$&`);
  const cells = Array.from(letters.toLowerCase(), (char) => (isSign(char) ? char : braille().signs.get(char)));
  return cells.includes(undefined) ? null : cells.join('');
}

/** Reads braille; null if a cell has no meaning. */
export function fromBraille(cells: string): string | null {
  const chars = Array.from(cells.trim().replace(/\s/g, '\u2800'), (cell) =>
    isSign(cell) ? cell : braille().chars.get(cell),
  );
  if (chars.includes(undefined)) return null;
  return chars
    .join('')
    .replace(/⠼([a-j.,]*)/g, (_, number: string) => number.replace(/[a-j]/g, (letter) => `${DIGITS.indexOf(letter)}`))
    .replace(/⠠+(.?)/gu, (_, letter: string) => letter.toUpperCase());
}

const isSign = (char: string) => char === NUMBER || char === CAPITAL;
