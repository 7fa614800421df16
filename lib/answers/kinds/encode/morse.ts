import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';

/** International Morse code (ITU-R M.1677), with other marks in common use. */
const codesOf = jsonFile(new URL('./data/morse.json', import.meta.url), z.record(z.string(), z.string()));

/**
 * Writes a text in Morse code, with one space between letters and two between words; null if a character has no code.
 */
export function toMorse(text: string): string | null {
  const words = text.trim().split(/\s+/);
  const codes = words.map((word) => [...word].map((char) => codesOf()[char === 'ß' ? char : char.toUpperCase()]));
  return codes.flat().includes(undefined) ? null : codes.map((word) => word.join(' ')).join('  ');
}

/** Whether a text consists of dots and dashes and so is already Morse code. */
export const isMorse = (text: string) => /^[.\-·•−–—_/|\s]+$/.test(text) && /[.\-·•−–—_]/.test(text);

/** Reads Morse code; returns null if a code is unknown. */
export function fromMorse(code: string): string | null {
  const chars = new Map(Object.entries(codesOf()).map(([char, letter]) => [letter, char]));
  const plain = code
    .replace(/[·•]/g, '.')
    .replace(/[−–—_]/g, '-')
    .trim();
  const words = plain.split(/\s*[/|]\s*|\s{2,}/).filter((word) => word !== '');
  const read = words.map((word) => word.split(' ').map((letter) => chars.get(letter)));
  return read.flat().includes(undefined) ? null : read.map((word) => word.join('')).join(' ');
}
