import { z } from 'zod';
import { jsonFile } from '../data-file.ts';

const set = z.array(z.string()).transform((list): ReadonlySet<string> => new Set(list));

/** The words around the text of a command. They are folded. */
export const commandWords = jsonFile(
  new URL('./data/command-words.json', import.meta.url),
  z.object({
    /** Words between a command and its text. */
    of: set,
    for: set,
    in: set,
    to: set,
    from: set,
    articles: set,
    /** `the word x` */
    nouns: set,
    /** Verbs and questions before a text that ends in a command: `translate x to morse code`. */
    carriers: set,
    /** Questions after the way to do something, before a command: `how to html escape x`. */
    ways: set,
    /** Texts that people try commands with. */
    samples: set,
    /** First words of such texts. */
    openers: set,
    /** Words of texts that people leave out of a search for a topic. */
    anywhere: set,
  }),
);
