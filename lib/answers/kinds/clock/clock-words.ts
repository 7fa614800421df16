import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { PhraseSet, phrasesSchema } from '../../reading/phrase-matching.ts';

/** The words of questions about the time, in seven languages. */
export const clockWords = jsonFile(
  new URL('./data/clock-words.json', import.meta.url),
  z
    .object({
      time: phrasesSchema,
      /** Topics that are about the time only before a preposition: `date in kingston`. */
      needs_preposition: phrasesSchema,
      zone: phrasesSchema,
      around: phrasesSchema,
      /** Whole questions about the requester's own time, and own time zone. */
      own: phrasesSchema,
      own_zone: phrasesSchema,
      difference: phrasesSchema,
      /** Words between and around the two places of a difference. */
      between: phrasesSchema,
      /** Words between and around the time and the two zones of a conversion. */
      convert: phrasesSchema,
      /** The part of a conversion that asks for the other zone: `what time is it in`. */
      asking: phrasesSchema,
      here: phrasesSchema,
      noon: phrasesSchema,
      midnight: phrasesSchema,
    })
    .transform(({ convert, ...words }) => {
      const topics = new PhraseSet([...words.time, ...words.needs_preposition, ...words.zone]);
      const any = new PhraseSet([...topics, ...words.own, ...words.own_zone, ...words.difference]);
      return { ...words, convert: new PhraseSet([...convert, ...words.asking]), topics, any };
    }),
);
