import { z } from 'zod';
import { jsonFile } from '../data-file.ts';

const ROLES = [
  // Words between a command and its text.
  ...(['of', 'for', 'in', 'to', 'from'] as const),
  // `a file`, and the nouns of `the word x`.
  ...(['articles', 'nouns'] as const),
  // Before a text that ends in a command (`translate x to morse code`), and before a command (`how to html escape x`).
  ...(['carriers', 'ways'] as const),
  // Texts that people try commands with, first words of such texts, and words that a search for a topic leaves out.
  ...(['samples', 'openers', 'anywhere'] as const),
] as const;

/** The words around the text of a command, by role. They are folded. */
export const commandWords = jsonFile(
  new URL('./data/command-words.json', import.meta.url),
  z.record(
    z.enum(ROLES),
    z.array(z.string()).transform((list): ReadonlySet<string> => new Set(list)),
  ),
);
