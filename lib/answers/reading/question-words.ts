import { z } from 'zod';
import { jsonFile } from '../data-file.ts';
import { foldedWord } from './folded.ts';

/**
 * The words of politeness, questions and instructions around what is asked. They are removed here and nowhere else, so
 * that every kind matches on what remains.
 */

const byLanguage = z.record(z.string(), z.array(z.string()));
const questionWords = jsonFile(
  new URL('./data/question-words.json', import.meta.url),
  z.object({ openings: byLanguage, closings: byLanguage }),
);

const MAX_PHRASE_WORDS = 7;
let phrases: Readonly<Record<'openings' | 'closings', ReadonlySet<string>>> | undefined;

function knownPhrases() {
  if (!phrases) {
    const { openings, closings } = questionWords();
    const all = (lists: Record<string, string[]>) => new Set(Object.values(lists).flat());
    phrases = { openings: all(openings), closings: all(closings) };
  }
  return phrases;
}

/** A text without its question words, and whether there were any. */
export interface Bare {
  text: string;
  isAsked: boolean;
}

/** Removes opening and closing words, as often as there are any. A text of nothing else stays as it is. */
export function withoutQuestionWords(folded: string): Bare {
  const words = folded.split(' ');
  const plain = words.map((word) => foldedWord(word).replace(/[,:]$/, ''));
  const { openings, closings } = knownPhrases();
  let [from, to] = [0, words.length];
  for (let length = MAX_PHRASE_WORDS; length > 0; length--) {
    if (from + length < to && openings.has(plain.slice(from, from + length).join(' '))) {
      from += length;
      length = MAX_PHRASE_WORDS + 1;
    }
  }
  for (let length = MAX_PHRASE_WORDS; length > 0; length--) {
    if (from < to - length && closings.has(plain.slice(to - length, to).join(' '))) {
      to -= length;
      length = MAX_PHRASE_WORDS + 1;
    }
  }
  return { text: words.slice(from, to).join(' ').replace(/,$/, ''), isAsked: from > 0 || to < words.length };
}

/** Whether folded words are an opening. */
export const isOpening = (phrase: string) => knownPhrases().openings.has(phrase);

/** Whether folded words are a closing. */
export const isClosing = (phrase: string) => knownPhrases().closings.has(phrase);
