import { isQuoted, unquoted } from '../../reading/command.ts';
import type { Reading } from '../../reading/reading.ts';
import { areAnagrams, isPalindrome, letterCount } from './measures.ts';

/** Questions about a text that are not a command before or after it. */

const MAX_REPEATED = 1000;
/** Shorter words may be units. */
const MIN_COUNTED = 5;

const PALINDROME = /^(is )?(?:the (?:word|phrase|number) )?(.{2,300}?) (?:an? palindrome|palindromic)\s*\?*$/i;
const ANAGRAM_OF = /^is (.{1,60}?) (?:an )?anagram of (.{1,60}?)\?*$/i;
const ANAGRAMS = /^are (.{1,60}?) and (.{1,60}?) anagrams(?: of each other)?\?*$/i;
const REPEATED = /^(?:repeat|write) (.{3,300}) (\d{1,4})(?: times|x)$/i;
const HAVING = /^how many letters do(?:es)? (?:the \w+ )?(\S{3,60}) (?:have|contain)\?*$/i;
export const COUNTED = /^(?:how many|number of|count(?: the)?) (times )?(.{1,40}) in (?:the word )?(\S{2,60})$/;
/** A letter that is called one, in quotes, or in the plural. */
const LETTER = /(?:^|\s)(?:(?:letters? )["']?([a-z])["']?s?|"([a-z])"|'([a-z])'|([a-z])'?s)(?:\s|$)/;

export const QUESTION_WORDS = 'palindrome palindromic anagram anagrams manyletters repeat write'.split(' ');

/** The operation that a question asks for, its text and the result; null if it is not meant. */
type Asked = { op: string; input: string; value: string | number | boolean } | null;

/** `is x a palindrome`; without `is`, one word. A pronoun is not the text. */
function palindrome(q: string): Asked {
  const [, is, given = ''] = (/palindrom/i.test(q) && PALINDROME.exec(q)) || [];
  const input = unquoted(given);
  if ((!is && /\s/.test(given)) || /^(?:it|this|that|there|what|not)$/i.test(input)) return null;
  return /[\p{L}\p{N}]/u.test(input) ? { op: 'palindrome', input, value: isPalindrome(input) } : null;
}

function anagrams(q: string): Asked {
  const [, ...given] = ANAGRAM_OF.exec(q) ?? ANAGRAMS.exec(q) ?? [];
  const [one = '', other = ''] = given.map(unquoted);
  if (![one, other].every((text) => /^\p{L}[\p{L} ]*$/u.test(text))) return null;
  return { op: 'anagram-of', input: `${one}, ${other}`, value: areAnagrams(one, other) };
}

function repeated(q: string): Asked {
  const [, given = '', count = ''] = REPEATED.exec(q) ?? [];
  const [input, times] = [unquoted(given), Number(count)];
  if (times === 0 || !isQuoted(given) || input.length * times > MAX_REPEATED) return null;
  return { op: 'repeat', input, value: input.repeat(times) };
}

/** `how many letters does hello have` */
function lettersHad(q: string): Asked {
  const input = unquoted(HAVING.exec(q)?.[1] ?? '');
  return /^\p{L}{3,}$/u.test(input) ? { op: 'letters', input, value: letterCount(input) } : null;
}

/**
 * `how many r's in strawberry`. A bare letter is counted if it is no unit, occurs in the word, and the word is not a
 * short one: `how many g in kg`.
 */
function lettersCounted(folded: string): Asked {
  const [, times, asked = '', given = ''] = COUNTED.exec(folded) ?? [];
  const input = unquoted(given);
  if (!/^\p{L}+$/u.test(input)) return null;
  const marked = LETTER.exec(asked)?.slice(1).find(Boolean);
  const bare = (times ? /^do(?:es)? ([a-z]) / : /^([aeioqruxyz])(?: are| is|$)/).exec(asked)?.[1];
  const letter = marked ?? bare ?? '';
  const value = [...input].filter((char) => char === letter).length;
  const isMeant = marked || times ? letter !== '' : value > 0 && input.length >= MIN_COUNTED;
  return isMeant ? { op: 'count', input, value } : null;
}

/** The question about a text that a query asks. */
export function textQuestionIn({ q, folded }: Reading): Asked {
  return lettersCounted(folded) ?? lettersHad(q) ?? palindrome(q) ?? anagrams(q) ?? repeated(q);
}
