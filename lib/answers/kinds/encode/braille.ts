import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';

/** Uncontracted (grade 1) braille: one cell per letter, and a sign before numbers and capitals. */

const cellsOf = jsonFile(new URL('./data/braille.json', import.meta.url), z.record(z.string(), z.string()));
const NUMBER = '⠼';
const CAPITAL = '⠠';
/** The letters that stand for the digits from 0 to 9. */
const DIGITS = 'jabcdefghi';

export const isBraille = (text: string) => /^[\u2800-\u28ff\s]+$/.test(text) && /[\u2801-\u28ff]/.test(text);

/** Writes a text in braille; returns null if a character has no cell. */
export function toBraille(text: string): string | null {
  let cells = '';
  let inNumber = false;
  for (const char of text.replace(/\s+/g, ' ')) {
    const isDigit = /\d/.test(char);
    const cell = cellsOf()[isDigit ? (DIGITS[Number(char)] as string) : char.toLowerCase()];
    if (cell === undefined) return null;
    if (isDigit && !inNumber) cells += NUMBER;
    if (/[A-Z]/.test(char)) cells += CAPITAL;
    cells += cell;
    inNumber = isDigit || (inNumber && /[.,]/.test(char));
  }
  return cells;
}

/** Reads braille; returns null if a cell has no meaning. Of the characters that share a cell, it takes the first. */
export function fromBraille(cells: string): string | null {
  const chars = new Map(
    Object.entries(cellsOf())
      .toReversed()
      .map(([char, cell]) => [cell, char]),
  );
  let text = '';
  let inNumber = false;
  let isCapital = false;
  for (const cell of cells.trim()) {
    if (cell === NUMBER || cell === CAPITAL) {
      inNumber = cell === NUMBER;
      isCapital = cell === CAPITAL;
      continue;
    }
    const char = /\s/.test(cell) ? ' ' : chars.get(cell);
    if (char === undefined) return null;
    const digit = inNumber ? DIGITS.indexOf(char) : -1;
    inNumber = digit >= 0 || (inNumber && /[.,]/.test(char));
    text += digit >= 0 ? String(digit) : isCapital ? char.toUpperCase() : char;
    isCapital = false;
  }
  return text;
}
