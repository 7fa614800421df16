import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { PhraseSet, phrasesSchema } from '../../reading/phrase-matching.ts';

const ROLES = [
  // Topics, those that are about the time only before a preposition (`date in kingston`), and words around them.
  ...(['time', 'zone', 'needs_preposition', 'around'] as const),
  // Whole questions about the requester's own time and time zone, and names of the latter.
  ...(['own', 'own_zone', 'here'] as const),
  // A difference, and the words between and around its two places.
  ...(['difference', 'between'] as const),
  // Words around the time and the two zones of a conversion, and those that ask for a zone: `what time is it in`.
  ...(['convert', 'asking'] as const),
] as const;

/** The words of questions about the time, in seven languages. */
export const clockWords = jsonFile(
  new URL('./data/clock-words.json', import.meta.url),
  z.record(z.enum(ROLES), phrasesSchema).transform((words) => ({
    ...words,
    convert: new PhraseSet([...words.convert, ...words.asking]),
    topics: new PhraseSet([...words.time, ...words.needs_preposition, ...words.zone]),
  })),
);
