import { isQuoted, unquoted } from '../../reading/command.ts';
import type { Reading } from '../../reading/reading.ts';
import { areAnagrams, isPalindrome, letterCount } from './measures.ts';
import type { TextCommand } from './text-commands.ts';

/** Questions about a text that are not a command before or after it. */

const MAX_REPEATED = 1000;
/** Shorter words may be units. */
const MIN_COUNTED = 5;

const PALINDROME = /^(is )?(?:the (?:word|phrase|number) )?(.{2,300}?) (?:an? palindrome|palindromic)\s*\?*$/i;

/** `is x a palindrome`; without `is`, one word. A pronoun is not the text. */
function palindrome(q: string): TextCommand | null {
  const [, is, given = ''] = PALINDROME.exec(q) ?? [];
  const input = unquoted(given);
  if (input === '' || (!is && /\s/.test(given)) || /^(?:it|this|that|there|what|not)$/i.test(input)) return null;
  return { op: 'palindrome', input, run: () => isPalindrome(input) };
}

const ANAGRAM_OF = /^is (.{1,60}?) (?:an )?anagram of (.{1,60}?)\?*$/i;
const ANAGRAMS = /^are (.{1,60}?) and (.{1,60}?) anagrams(?: of each other)?\?*$/i;

function anagrams(q: string): TextCommand | null {
  const [, ...given] = ANAGRAM_OF.exec(q) ?? ANAGRAMS.exec(q) ?? [];
  const [one, other] = given.map(unquoted);
  if (!one || !other || ![one, other].every((text) => /^\p{L}[\p{L} ]*$/u.test(text))) return null;
  return { op: 'anagram-of', input: `${one}, ${other}`, run: () => areAnagrams(one, other) };
}

function repeated(q: string): TextCommand | null {
  const [, given = '', count = ''] = /^(?:repeat|write) (.{3,300}) (\d{1,4})(?: times|x)$/i.exec(q) ?? [];
  const [input, times] = [unquoted(given), Number(count)];
  if (times === 0 || !isQuoted(given) || input.length * times > MAX_REPEATED) return null;
  return { op: 'repeat', input, run: () => input.repeat(times) };
}

/** `how many letters does hello have` */
function lettersHad(q: string): TextCommand | null {
  const [, given = ''] = /^how many letters do(?:es)? (?:the \w+ )?(\S{3,60}) (?:have|contain)\?*$/i.exec(q) ?? [];
  const input = unquoted(given);
  return /^\p{L}{3,}$/u.test(input) ? { op: 'letters', input, run: () => letterCount(input) } : null;
}

const COUNTED = /^(?:how many|number of|count(?: the)?) (times )?(.{1,40}) in (?:the word )?(\S{2,60})$/;
/** A letter that is called one, in quotes, or in the plural. */
const LETTER = /(?:^|\s)(?:(?:letters? )["']?([a-z])["']?s?|"([a-z])"|'([a-z])'|([a-z])'?s)(?:\s|$)/;

/**
 * `how many r's in strawberry`. A bare letter is counted if it is no unit, occurs in the word, and the word is not a
 * short one: `how many g in kg`.
 */
function lettersCounted({ folded }: Reading): TextCommand | null {
  const [, times, asked = '', given = ''] = COUNTED.exec(folded) ?? [];
  const input = unquoted(given);
  if (!/^\p{L}+$/u.test(input)) return null;
  const marked = LETTER.exec(asked)?.slice(1).find(Boolean);
  const bare = (times ? /^do(?:es)? ([a-z]) / : /^([aeioqruxyz])(?: are| is|$)/).exec(asked)?.[1];
  const letter = marked ?? bare ?? '';
  const count = [...input].filter((char) => char === letter).length;
  const isMeant = marked || times ? letter !== '' : count > 0 && input.length >= MIN_COUNTED;
  return isMeant ? { op: 'count', input, run: () => count } : null;
}

/** The question about a text that a query asks. */
export function textQuestionIn(reading: Reading): TextCommand | null {
  const { q } = reading;
  return lettersCounted(reading) ?? lettersHad(q) ?? palindrome(q) ?? anagrams(q) ?? repeated(q);
}
