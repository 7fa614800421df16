import type { VNode } from 'preact';

/** A single character says nothing. */
const WORD = /[\p{L}\p{N}]{2,}/gu;

/**
 * Finds the words of a query in texts; null if it has none. Words that are at most half as long as the longest are left
 * out, because those between the others are short in most languages: `the`, `of`, `für`.
 */
export function wordsToMark(q: string): RegExp | null {
  const words = [...new Set(q.toLowerCase().match(WORD) ?? [])];
  const longest = Math.max(...words.map(({ length }) => length));
  const telling = words.filter(({ length }) => length > longest / 2);
  if (telling.length === 0) return null;
  return new RegExp(`(?<![\\p{L}\\p{N}])(${telling.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

/** A text with the words that were searched for in bold. */
export function Marked({ text, words }: { text: string; words: RegExp | null }): VNode {
  if (!words) return <>{text}</>;
  const parts: (VNode | string)[] = [];
  let from = 0;
  // Not `split`: with a pattern, it tries every place of the text by itself.
  for (const { 0: word, index } of text.matchAll(words)) {
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
