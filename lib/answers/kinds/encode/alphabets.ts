import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';

/** Codes that replace each character by another sign. */

const table = z.record(z.string(), z.string()).transform((signs) => ({
  signs: new Map(Object.entries(signs)),
  // Of the characters that share a sign, the first is read.
  chars: new Map(Array.from(Object.entries(signs).reverse(), ([char, sign]) => [sign, char])),
}));

/** What stands for each character, in any letter case; null if one is unknown. */
function replaced(chars: Iterable<string>, by: ReadonlyMap<string, string>, separator = ''): string | null {
  const found = Array.from(chars, (char) => by.get(char) ?? by.get(char.toUpperCase()) ?? by.get(char.toLowerCase()));
  return found.includes(undefined) ? null : found.join(separator);
}

/** International Morse code (ITU-R M.1677), with other marks in common use. A space is a letter without marks. */
const morse = jsonFile(new URL('./data/morse.json', import.meta.url), table);

/** Writes a text in Morse code, with one space between letters and two between words. */
export const toMorse = (text: string) => replaced(text.trim().replace(/\s+/g, ' '), morse().signs, ' ');

export function fromMorse(code: string): string | null {
  const marks = code.replace(/[·•]/g, '.').replace(/[−–—_]/g, '-');
  const spaced = marks.replace(/(?:\s*[/|]\s*|\s{2,})+/g, '  ').trim();
  return replaced(spaced.split(' '), morse().chars);
}

/** Uncontracted (grade 1) braille: one cell per letter, and a sign before numbers (⠼) and capitals (⠠). */
const braille = jsonFile(new URL('./data/braille.json', import.meta.url), table);
/** The letters that stand for the digits from 0 to 9. */
const DIGITS = 'jabcdefghi';

export function toBraille(text: string): string | null {
  const numbered = text.replace(/\s+/g, ' ').replace(/\d[\d.,]*/g, '⠼$&');
  const letters = numbered.replace(/\d/g, (digit) => DIGITS.charAt(Number(digit))).replace(/[A-Z]/g, '⠠$&');
  return replaced(letters, braille().signs);
}

export function fromBraille(cells: string): string | null {
  const letters = replaced(cells.trim().replace(/\s/g, '\u2800'), braille().chars) ?? '';
  const text = letters
    .replace(/⠼([a-j.,]*)/g, (_, number: string) => number.replace(/[a-j]/g, (digit) => `${DIGITS.indexOf(digit)}`))
    .replace(/⠠+(.?)/gu, (_, letter: string) => letter.toUpperCase());
  return text || null;
}

/** Moves each character of a range `by` places along it, and from its end to its beginning. */
function rotated(text: string, [first, last]: readonly [string, string], by: number): string {
  const from = first.charCodeAt(0);
  const size = last.charCodeAt(0) + 1 - from;
  const moved = (char: string) => from + ((((char.charCodeAt(0) - from + by) % size) + size) % size);
  return text.replace(/[!-~]/g, (char) => (char >= first && char <= last ? String.fromCharCode(moved(char)) : char));
}

export const shifted = (text: string, by: number) => rotated(rotated(text, ['a', 'z'], by), ['A', 'Z'], by);
export const rot5 = (text: string) => rotated(text, ['0', '9'], 5);
export const rot13 = (text: string) => shifted(text, 13);
export const rot47 = (text: string) => rotated(text, ['!', '~'], 47);

/** Reverses the alphabet: a becomes z. */
export const atbash = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => String.fromCharCode((letter < 'a' ? 155 : 219) - letter.charCodeAt(0)));
