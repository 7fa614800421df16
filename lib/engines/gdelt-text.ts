import { siteQuery } from '../search/domains.ts';
import type { SearchInput } from '../search/query.ts';

/** GDELT's query language, and its titles. */

/** Longer queries are refused at about 250 characters, the language included. */
const MAX_QUERY_CHARS = 220;
/** GDELT refuses shorter words as too common, unless each character is a word or a syllable. */
const MIN_WORD_CHARS = 3;
const SYLLABLES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** A phrase, the word OR, an operator for a site, or any other run of characters. */
const TOKENS = /-?"([^"]*)"|\bOR\b|(-?)site:([^\s()]+)|[^\s"()]+/g;
const LETTERS = /[\p{L}\p{M}\p{N}]/u;
const EDGES = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;

interface Term {
  text: string;
  /** Whether GDELT refuses it: it is left out while there are others. */
  isShort: boolean;
  /** Whether it is an alternative to the term before it. */
  or: boolean;
}

/**
 * The query in GDELT's language. A word with a dash or another sign in it needs quotes, any other must not have them.
 * Parentheses are for alternatives only. Empty if there is no word to search for.
 */
export function gdeltQuery(input: SearchInput): string {
  const all = termsOf(siteQuery(input, { maxChars: MAX_QUERY_CHARS, or: true }));
  const isWord = ({ text }: Term) => !/^-|domainis:/.test(text);
  if (!all.some(isWord)) return '';
  // What is left of a query that loses most of its words is another query.
  const long = all.filter(({ isShort }) => !isShort);
  const isEnough = long.some(isWord) && long.length * 2 >= all.length;
  const groups: string[][] = [];
  for (const { text, or } of isEnough ? long : all) {
    const last = groups.at(-1);
    if (or && last) last.push(text);
    else groups.push([text]);
  }
  const written = groups.map((group) => (group.length > 1 ? `(${group.join(' OR ')})` : group.join('')));
  // Quotes and parentheses make it longer, so that its last words may have to go.
  while (written.length > 1 && written.join(' ').length > MAX_QUERY_CHARS) written.pop();
  return written.join(' ');
}

function termsOf(q: string): Term[] {
  const terms: Term[] = [];
  let or = false;
  for (const [token, phrase, sign = '', site] of q.matchAll(TOKENS)) {
    if (token === 'OR') {
      or = true;
      continue;
    }
    const words = site ?? (phrase ?? token).replace(EDGES, '').replace(/\s+/g, ' ');
    if (!LETTERS.test(words)) continue;
    const not = site === undefined && token.startsWith('-') ? '-' : sign;
    const isPlain = words.replace(/[\p{L}\p{M}\p{N}]/gu, '') === '';
    const text = site === undefined ? (isPlain ? words : `"${words}"`) : `domainis:${site}`;
    const isShort = isPlain && words.length < MIN_WORD_CHARS && !SYLLABLES.test(words);
    terms.push({ text: `${not}${text}`, isShort, or: or && not === '' });
    or = false;
  }
  return terms;
}

/**
 * Puts a title together again: GDELT sends its words and signs with a space between any two. Whether a dash joined two
 * words cannot be seen, so it keeps its spaces.
 */
export function joinedTitle(title: unknown): unknown {
  if (typeof title !== 'string') return title;
  return (
    title
      // 1 , 000 and 3 . 5
      .replace(/\b(\d{1,3}) , (?=\d{3}\b)/g, '$1,')
      .replace(/(\d) \. (?=\d)/g, '$1.')
      // Cat ' s
      .replace(/(\p{L}) (['’]) (?=\p{L}{1,2}\b)/gu, '$1$2')
      .replace(/ (?=[,.:;!?%)\]}”])/g, '')
      .replace(/([([{“]|\p{Sc}(?= \d)) /gu, '$1')
      // U. S.
      .replace(/(?<=\b\p{Lu}\.) (?=\p{Lu}\.)/gu, '')
  );
}
