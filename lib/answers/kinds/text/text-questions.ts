import { isQuoted, unquoted } from '../../reading/command.ts';
import type { Reading } from '../../reading/reading.ts';
import { areAnagrams, isPalindrome, letterCount } from './operations.ts';

/** Questions about a text that are not a command before or after it. */

const MAX_REPEATED = 1000;
/** Shorter words may be units. */
const MIN_COUNTED = 5;

export const COUNTED = /^(?:how many|number of|count(?: the)?) (times )?(.{1,40}) in (?:the word )?(\S{2,60})$/;
/** A letter that is called one, in quotes, or in the plural. */
const LETTER = /(?:^|\s)(?:(?:letters? )["']?([a-z])["']?s?|"([a-z])"|'([a-z])'|([a-z])'?s)(?:\s|$)/;

/** The operation that a question asks for, its text and the result; null if it is not meant. */
type Asked = { op: string; input: string; value: string | number | boolean } | null;

/** `how many r's in strawberry`. A bare letter is no unit and occurs in a long word: not `how many g in kg`. */
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

const anagrams = (one: string, other: string): Asked =>
  [one, other].every((text) => /^\p{L}[\p{L} ]*$/u.test(text))
    ? { op: 'anagram-of', input: `${one}, ${other}`, value: areAnagrams(one, other) }
    : null;

/** Other forms of questions, and what each asks about its texts, which are without quotation marks. */
const questions: readonly [RegExp, (input: string, other: string, typed: string) => Asked][] = [
  [
    /^how many letters do(?:es)? (?:the \w+ )?(\S{3,60}) (?:have|contain)\?*$/i,
    (input) => (/^\p{L}{3,}$/u.test(input) ? { op: 'letters', input, value: letterCount(input) } : null),
  ],
  [
    // Without `is`, one word. A pronoun is not the text.
    /^(?:is (?:the (?:word|phrase|number) )?(.{2,300}?)|(\S{2,300})) (?:an? palindrome|palindromic)\s*\?*$/i,
    (input) =>
      /^(?:it|this|that|there|what|not|[^\p{L}\p{N}]+)$/iu.test(input)
        ? null
        : { op: 'palindrome', input, value: isPalindrome(input) },
  ],
  [/^is (.{1,60}?) (?:an )?anagram of (.{1,60}?)\?*$/i, anagrams],
  [/^are (.{1,60}?) and (.{1,60}?) anagrams(?: of each other)?\?*$/i, anagrams],
  [
    /^(?:repeat|write) (.{3,300}) ([1-9]\d{0,3})(?: times|x)$/i,
    (input, times, typed) =>
      isQuoted(typed) && input.length * Number(times) <= MAX_REPEATED
        ? { op: 'repeat', input, value: input.repeat(Number(times)) }
        : null,
  ],
];

/** The question about a text that a query asks. */
export function textQuestionIn({ q, folded }: Reading): Asked {
  const counted = lettersCounted(folded);
  if (counted) return counted;
  for (const [form, ask] of questions) {
    const [typed = '', other = ''] = form.exec(q)?.slice(1).filter(Boolean) ?? [];
    const asked = typed && ask(unquoted(typed), unquoted(other), typed);
    if (asked) return asked;
  }
  return null;
}
