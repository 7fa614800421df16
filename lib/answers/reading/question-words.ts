import { z } from 'zod';
import { jsonFile } from '../data-file.ts';
import { foldedWord } from './folded.ts';
import { phraseLength, phraseLengthBefore, phrasesSchema } from './phrase-matching.ts';

/** Words of politeness, questions and instructions. They are removed here alone; kinds match on what remains. */

export const questionWords = jsonFile(
  new URL('./data/question-words.json', import.meta.url),
  z.object({ openings: phrasesSchema, closings: phrasesSchema, frames: z.record(z.string(), z.string()) }),
);

/** Removes opening and closing words. Of the words of a folded text, those from `from` to before `to` remain. */
export function withoutQuestionWords(folded: string) {
  const words = folded.split(' ');
  const bare = foldedWord(folded);
  const plain = (/[,:]/.test(bare) ? bare.replace(/[,:](?= |$)/g, '') : bare).split(' ');
  const { openings, closings, frames } = questionWords();
  let [from, to] = [0, words.length];
  // `rechne 5 km in m um`: the verb has a second half.
  if (words.length > 2 && frames[plain[0] as string] === plain.at(-1)) to--;
  for (let length = 1; length > 0; from += length) length = phraseLength(plain, from, openings, to - 1);
  for (let length = 1; length > 0; to -= length) length = phraseLengthBefore(plain, to, closings, from + 1);
  const isAsked = from > 0 || to < words.length;
  const text = isAsked ? words.slice(from, to).join(' ').replace(/,$/, '') : folded;
  return { text, isAsked, from, to };
}
