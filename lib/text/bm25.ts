import { languageFor } from './languages.ts';
import { wordsOf } from './words.ts';

/** The usual parameters: how soon repeating a word adds nothing, and how much a long text is held against it. */
const K1 = 1.2;
const B = 0.75;

/** A text to be ranked, and the tag of its language; empty if that is not known. */
export interface RankedText {
  text: string;
  lang: string;
}

/** What a word of a text counts as: the number of a word of the question, or one of these. */
const OTHER = -1;
const STOP_WORD = -2;

/**
 * How well each text answers a question, by BM25 over all of them; 0 where no word of the question occurs. Texts may be in
 * different languages: each is compared with the question as its own language forms words.
 */
export function bm25(question: string, texts: readonly RankedText[]): number[] {
  const asked = [...new Set(wordsOf(question))];
  const readers = new Map<string, (word: string) => number>();
  const counted = texts.map(({ text, lang }) => {
    const read = readers.get(lang) ?? reader(asked, lang);
    readers.set(lang, read);
    return countWords(text, read);
  });
  const averageLength = counted.reduce((sum, { length }) => sum + length, 0) / counted.length;
  const textsWith = asked.map(() => 0);
  for (const { counts } of counted) for (const word of counts.keys()) textsWith[word] = (textsWith[word] ?? 0) + 1;
  const weights = textsWith.map((count) => Math.log(1 + (texts.length - count + 0.5) / (count + 0.5)));
  return counted.map(({ counts, length }) => {
    let score = 0;
    const slowness = K1 * (1 - B + (B * length) / averageLength);
    for (const [word, count] of counts) score += ((weights[word] ?? 0) * count * (K1 + 1)) / (count + slowness);
    return score;
  });
}

function countWords(text: string, read: (word: string) => number) {
  const counts = new Map<number, number>();
  let length = 0;
  for (const word of wordsOf(text)) {
    const meaning = read(word);
    if (meaning !== STOP_WORD) length += 1;
    if (meaning >= 0) counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
  }
  return { counts, length };
}

/** What a word means to the question in a language. Every word is stemmed once. */
function reader(asked: readonly string[], lang: string): (word: string) => number {
  const language = languageFor(lang);
  const stemOf = (word: string) => withoutMarks(language?.stem(word) ?? word);
  // A question of stop words alone is about them.
  const ignored = asked.every((word) => language?.stopWords.has(word)) ? undefined : language?.stopWords;
  const numbers = new Map<string, number>();
  for (const [number, word] of asked.entries()) {
    const stem = stemOf(word);
    if (!ignored?.has(word) && !numbers.has(stem)) numbers.set(stem, number);
  }
  const known = new Map<string, number>();
  return (word) => {
    let meaning = known.get(word);
    if (meaning === undefined) {
      meaning = ignored?.has(word) ? STOP_WORD : (numbers.get(stemOf(word)) ?? OTHER);
      known.set(word, meaning);
    }
    return meaning;
  };
}

const ASCII = /^[\0-\x7f]*$/;

/** People leave accents out of questions. */
function withoutMarks(word: string): string {
  return ASCII.test(word) ? word : word.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
}
