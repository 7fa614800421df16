import { randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';

/** Draws from the system's secure generator, with equal probabilities. */

export const chosen = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;

export const times = <Item>(count: number, draw: () => Item): Item[] => Array.from({ length: count }, draw);

export function shuffled<Item>(items: readonly Item[]): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(randomInt(left.length), 1));
}

export const hexDigits = (count: number) =>
  randomBytes(Math.ceil(count / 2))
    .toString('hex')
    .slice(0, count);

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const MARKS = '!#$%&*+-=?@^_~';

/** Character classes of passwords, from easy to type to hard to guess. */
const CLASSES = {
  weak: [LOWER, DIGITS],
  average: [LOWER, UPPER, DIGITS],
  strong: [LOWER, UPPER, DIGITS, MARKS],
} as const;
/** Strengths of a password. */
export const STRENGTHS = ['weak', 'average', 'strong'] as const;

/**
 * Draws a password with at least one character of each class. Others are discarded as a whole, so that all valid
 * passwords stay equally likely.
 */
export function password(length: number, strength: keyof typeof CLASSES): string {
  const classes = CLASSES[strength];
  const all = classes.join('');
  for (;;) {
    const drawn = times(length, () => chosen([...all])).join('');
    if (classes.every((set) => [...set].some((char) => drawn.includes(char)))) return drawn;
  }
}

export const alphanumeric = (length: number) => times(length, () => chosen([...LOWER, ...UPPER, ...DIGITS])).join('');
export const letter = () => chosen([...LOWER]);

/** Words for passphrases: short, plain and inoffensive. */
export const passphraseWords = jsonFile(new URL('./data/passphrase-words.json', import.meta.url), z.array(z.string()));
