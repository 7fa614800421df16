/** Uncontracted (grade 1) braille: one cell per letter, and a sign before numbers and capitals. */

const CELLS: Readonly<Record<string, string>> = Object.fromEntries([
  ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter, at) => [letter, [...'⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵'][at]]),
  ...[...',;:.!?\'-()/"'].map((mark, at) => [mark, [...'⠂⠆⠒⠲⠖⠦⠄⠤⠶⠶⠌⠶'][at]]),
  [' ', '⠀'],
]);
const NUMBER = '⠼';
const CAPITAL = '⠠';
const LETTERS = new Map<string, string>();
// Of the characters that share a cell, decoding yields the first.
for (const [char, cell] of Object.entries(CELLS)) if (!LETTERS.has(cell)) LETTERS.set(cell, char);

export const isBraille = (text: string) => /^[\u2800-\u28ff\s]+$/.test(text) && /[\u2801-\u28ff]/.test(text);

/** Writes a text in braille; returns null if a character has no cell. */
export function toBraille(text: string): string | null {
  let cells = '';
  let inNumber = false;
  for (const char of text.replace(/\s+/g, ' ')) {
    if (/\d/.test(char)) {
      cells += `${inNumber ? '' : NUMBER}${CELLS['jabcdefghi'[Number(char)] as string]}`;
      inNumber = true;
      continue;
    }
    inNumber = inNumber && /[.,]/.test(char);
    const cell = CELLS[char.toLowerCase()];
    if (cell === undefined) return null;
    cells += /[A-Z]/.test(char) ? CAPITAL + cell : cell;
  }
  return cells;
}

/** Reads braille; returns null if a cell has no meaning. */
export function fromBraille(cells: string): string | null {
  let text = '';
  let inNumber = false;
  let capital = false;
  for (const cell of cells.trim()) {
    if (cell === NUMBER || cell === CAPITAL) {
      inNumber = cell === NUMBER;
      capital = cell === CAPITAL;
      continue;
    }
    const char = /\s/.test(cell) ? ' ' : LETTERS.get(cell);
    if (char === undefined) return null;
    const digit = inNumber ? 'jabcdefghi'.indexOf(char) : -1;
    inNumber = digit >= 0 || (inNumber && /[.,]/.test(char));
    text += digit >= 0 ? String(digit) : capital ? char.toUpperCase() : char;
    capital = false;
  }
  return text;
}
