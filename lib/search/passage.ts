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
const ENDED = /[.!?。！？]['"”’)\]]*$/;
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
  // Menus and lists of words have no sentences.
  const ended = long.filter(({ isEnded }) => isEnded);
  let best = { passage: '', nearness: -1 };
  for (const { passage, first } of [ended, long, passages].find(({ length }) => length > 0) ?? []) {
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
    .split('\n')
    .filter((line) => !isMenu(line))
    .join('\n')
    .replace(LINK, '$1')
    .replace(LINE_MARKS, '')
    .replace(MARKS, '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

/** Whether a line has several links and no word besides them. */
function isMenu(line: string): boolean {
  const links = line.match(LINK)?.length ?? 0;
  return links > 1 && wordsOf(line.replace(LINK, '')).length === 0;
}

/** The passages of a line: each begins with another sentence, and has as many as fit. */
function passagesOf(line: string): { first: string; passage: string; isEnded: boolean }[] {
  const sentences = line.split(SENTENCE_END).filter(Boolean);
  return sentences.map((sentence, at) => {
    const first = sentence.length <= MAX_CHARS ? sentence : cut(sentence);
    let passage = first;
    for (let next = at + 1; passage.length + (sentences[next]?.length ?? MAX_CHARS) < MAX_CHARS; next++) {
      passage = `${passage} ${sentences[next]}`;
    }
    return { first, passage, isEnded: ENDED.test(sentence) };
  });
}

/** Cuts a long sentence between two words. */
function cut(sentence: string): string {
  const start = truncate(sentence, MAX_CHARS - 2);
  return `${start.replace(/\s\S*$/, '')} …`;
}
