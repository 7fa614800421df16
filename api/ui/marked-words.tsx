import type { VNode } from 'preact';

/** A single character says nothing. */
const WORD = /[\p{L}\p{N}]{2,}/gu;

/** Words that are marked in texts, in lower case. Not a pattern: to compile one takes longer than to use it. */
export type MarkedWords = ReadonlySet<string>;

/**
 * The words of a query that are marked in texts. Words that are at most half as long as the longest are left
 * out, because those between the others are short in most languages: `the`, `of`, `für`.
 */
export function wordsToMark(q: string): MarkedWords {
  const words = q.toLowerCase().match(WORD) ?? [];
  const longest = Math.max(...words.map(({ length }) => length));
  return new Set(words.filter(({ length }) => length > longest / 2));
}

/** A text with the words that were searched for in bold. */
export function Marked({ text, words }: { text: string; words: MarkedWords }): VNode {
  const parts: (VNode | string)[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!words.has(word.toLowerCase())) continue;
    parts.push(text.slice(from, index), <b key={index}>{word}</b>);
    from = index + word.length;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}
