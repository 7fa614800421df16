import { decodeHTML } from 'entities';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\ufeff]/g;
/** Any of those, or white space that is not one plain space between two words. Most texts have none of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above.
const UNTIDY = /[\u0000-\u001f\u007f-\u009f\ufeff]|[^\S ]| {2}|^ | $/;
/** A letter, slash or bang must follow, so that `1 < 2` survives; no `<` inside, so that it stays linear. */
const TAG = /<[a-zA-Z/!][^<>]*>/g;
/** Tags that stand inside a word: taking them out leaves no gap. */
const INLINE_TAG =
  /<\/?(?:a|abbr|b|bdi|cite|code|em|font|i|kbd|mark|q|s|small|span|strong|sub|sup|u|wbr)(?:\s[^<>]*)?>/gi;
/** What is left of a tag that was cut off or hidden in another. */
const TAG_REST = /<[a-zA-Z/!][^<>]*$|<(?=[a-zA-Z/!])/g;

/** Plain text from whatever an upstream sends: tags out, entities decoded once, white space folded, length capped. */
export function cleanText(value: unknown, maxChars: number): string {
  if (typeof value !== 'string' || value === '') return '';
  // Far longer than anything kept, and bounds the work on a hostile body.
  let text = value.slice(0, maxChars * 8);
  if (text.includes('<')) text = text.replace(INLINE_TAG, '').replace(TAG, ' ').replace(TAG_REST, ' ');
  if (text.includes('&')) text = decodeHTML(text);
  if (UNTIDY.test(text)) text = text.replace(CONTROL, ' ').replace(/\s+/g, ' ').trim();
  return truncate(text.toWellFormed(), maxChars).trimEnd();
}

const PRE = /<(\/?)pre\b[^<>]*>/i;
const BREAK = /<(?:\/?(?:p|div|li|ul|ol|h[1-6]|blockquote|tr|table|hr)|br)\b[^<>]*>/i;
const INDENT = /^[ \t]*/;

/** Like cleanText, but paragraphs, list items and the lines of code stay lines of their own, code with its indentation. */
export function cleanLines(value: unknown, maxChars: number): string {
  if (typeof value !== 'string') return '';
  // Text and markers take turns: what follows an opening marker is code.
  const parts = value.slice(0, maxChars * 8).split(PRE);
  const lines = parts.flatMap((part, index) => {
    if (index % 2 === 1) return [''];
    const code = index > 0 && parts[index - 1] === '';
    if (!code) return part.split(BREAK).map((line) => cleanText(line, maxChars));
    return part.split(/\r?\n/).map((line) => {
      const text = line.replace(INLINE_TAG, '');
      return `${INDENT.exec(text)?.[0] ?? ''}${cleanText(text, maxChars)}`;
    });
  });
  const text = lines.map((line) => line.trimEnd()).join('\n');
  return truncate(text.replace(/\n{3,}/g, '\n\n').replace(/^\n+/, ''), maxChars).trimEnd();
}

/** Cuts at a number of UTF-16 units without splitting a character. */
export function truncate(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const last = text.charCodeAt(maxChars - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxChars - 1 : maxChars);
}

/** The query as an upstream with these limits may be asked: no control characters, at most so many characters and words. */
export function queryFor(q: string, maxChars: number, maxWords = Number.POSITIVE_INFINITY): string {
  const words = q.replace(CONTROL, ' ').split(/\s+/).filter(Boolean);
  return truncate(words.slice(0, maxWords).join(' '), maxChars).trim();
}
