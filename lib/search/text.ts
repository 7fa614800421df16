import { decodeHTML } from 'entities';
import { MAYBE_INVISIBLE, withoutInvisible } from '../invisible-characters.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\ufeff]/g;
const CONTROL_OR_SPACE = '\\u0000-\\u001f\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
/** All of these, invisible characters, white space other than the space, and neighbours. One class is tested fastest. */
const STRANGE = new RegExp(`[${CONTROL_OR_SPACE}${MAYBE_INVISIBLE}]`);
/**
 * A letter, slash or bang must follow, so that `1 < 2` is kept. A tag contains no `<`, so that matching takes linear
 * time.
 */
const TAG = /<[a-zA-Z/!][^<>]*>/g;
/** Elements that can be inside a word, of HTML and of articles (JATS). */
const INLINE = 'a abbr b bdi bold cite code em font i italic kbd mark q s sc small span strong sub sup u wbr'.split(
  ' ',
);
/** Their tags: removing them leaves no gap. */
const INLINE_TAG = new RegExp(`</?(?:jats:)?(?:${INLINE.join('|')})(?:\\s[^<>]*)?>`, 'gi');
/** The rest of a tag that was cut off or nested in another. */
const TAG_REST = /<[a-zA-Z/!][^<>]*$|<(?=[a-zA-Z/!])/g;

/**
 * Converts an upstream's value to plain text: removes tags, decodes entities once, collapses white space and limits the
 * length.
 */
export function cleanText(value: unknown, maxChars: number): string {
  if (typeof value !== 'string' || value === '') return '';
  // Much longer than the result, and limits the work on a hostile body.
  let text = value.slice(0, maxChars * 8);
  if (text.includes('<')) text = text.replace(INLINE_TAG, '').replace(TAG, ' ').replace(TAG_REST, ' ');
  if (text.includes('&')) text = decodeHTML(text);
  if (isUntidy(text)) text = withoutInvisible(text.replace(CONTROL, ' ')).replace(/\s+/g, ' ').trim();
  return truncate(text.toWellFormed(), maxChars).trimEnd();
}

/** Whether white space needs cleaning: anything but single spaces between words. Most texts need none. */
function isUntidy(text: string): boolean {
  return STRANGE.test(text) || text.includes('  ') || text.startsWith(' ') || text.endsWith(' ');
}

const PRE = /<(\/?)pre\b[^<>]*>/i;
const BREAK = /<(?:\/?(?:p|div|li|ul|ol|h[1-6]|blockquote|tr|table|hr)|br)\b[^<>]*>/i;
const INDENT = /^[ \t]*/;

/**
 * Like cleanText, but keeps paragraphs, list items and lines of code on separate lines, and the indentation of code.
 */
export function cleanLines(value: unknown, maxChars: number): string {
  if (typeof value !== 'string') return '';
  // Text and markers alternate: the part after an opening marker is code.
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

/** Cuts the text to a number of UTF-16 units without splitting a character. */
export function truncate(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const last = text.charCodeAt(maxChars - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxChars - 1 : maxChars);
}

/** The query within an upstream's limits: without control characters, cut to a number of words and characters. */
export function queryFor(q: string, maxChars: number, maxWords = Number.POSITIVE_INFINITY): string {
  const words = q.replace(CONTROL, ' ').split(/\s+/).filter(Boolean);
  return truncate(words.slice(0, maxWords).join(' '), maxChars).trim();
}

/** The words of a text, in lower case and in one form of each character. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}
