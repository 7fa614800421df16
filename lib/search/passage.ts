import { truncate, wordsOf } from './text.ts';

/** Makes a description of the text of a page. */

const MAX_CHARS = 300;
/** Shorter lines are headings, captions or links. */
const MIN_CHARS = 40;
/** The start of a page is enough, and limits the work. */
const READ_CHARS = 5_000;
/** JSON, or what a program prints of its data. */
const DATA = /^\s*[[{]\s*["'{[]/;
/** Pictures, their numbered captions, and rules between parts. */
const NO_TEXT = /!\[[^\]\n]*\](?:\([^)\n]*\))?|^[ \t]*Image \d+(?::.*)?$|^[ \t|*_=:-]+$/gm;
const LINK = /\[([^\]\n]*)\]\([^)\n]*\)/g;
/** Marks of headings, quotations and lists at the start of a line. */
const LINE_MARKS = /^[ \t>|]*(?:#{1,6}[ \t]|[*+-][ \t])?[ \t]*/gm;
const MARKS = /[*_]{2,}|`+|[ \t]\|(?!\S)|(?<!\S)[*_](?=\S)|(?<=\S)[*_](?!\S)/g;
const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])/;

/**
 * The passage of a page's text that is nearest to the query, as plain text of at most 300 characters that begins with a
 * sentence. Empty if the text is data.
 */
export function passageFor(q: string, text: unknown): string {
  if (typeof text !== 'string' || DATA.test(text)) return '';
  const asked = [...new Set(wordsOf(q))];
  const hitsIn = (part: string) => {
    const words = new Set(wordsOf(part));
    return asked.filter((word) => words.has(word)).length;
  };
  const passages = plainLines(text).flatMap(passagesOf);
  const long = passages.filter(({ passage }) => passage.length >= MIN_CHARS);
  let best = { passage: '', nearness: -1 };
  for (const { passage, first } of long.length > 0 ? long : passages) {
    // Among those with as many words of the query, one that begins with some of them.
    const nearness = hitsIn(passage) + (hitsIn(first) > 0 ? 0.5 : 0);
    if (nearness > best.nearness) best = { passage, nearness };
  }
  return best.passage;
}

function plainLines(text: string): string[] {
  return text
    .slice(0, READ_CHARS)
    .replace(NO_TEXT, '')
    .replace(LINK, '$1')
    .replace(LINE_MARKS, '')
    .replace(MARKS, '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

/** The passages of a line: each begins with another sentence, and has as many as fit. */
function passagesOf(line: string): { first: string; passage: string }[] {
  const sentences = line.split(SENTENCE_END).filter(Boolean);
  return sentences.map((sentence, at) => {
    const first = sentence.length <= MAX_CHARS ? sentence : cut(sentence);
    let passage = first;
    for (let next = at + 1; passage.length + (sentences[next]?.length ?? MAX_CHARS) < MAX_CHARS; next++) {
      passage = `${passage} ${sentences[next]}`;
    }
    return { first, passage };
  });
}

/** Cuts a long sentence between two words. */
function cut(sentence: string): string {
  const start = truncate(sentence, MAX_CHARS - 2);
  return `${start.replace(/\s\S*$/, '')} …`;
}
