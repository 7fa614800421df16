import { unquoted } from '../../reading/command.ts';
import { back, type Form, front, notAbout, oneWord, onlyWith, quoted, type TextCommand } from './form.ts';
import { charactersIn, wordCount } from './measures.ts';

/** Wordings that count something in a text. */

const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;
/** Shorter words may be units. */
const MIN_COUNTED = 5;
const VOWEL = /[aeiou]/i;
/** Counts vowels or consonants, ignoring accents. */
const soundsIn = (text: string, areVowels: boolean) =>
  [...text.normalize('NFD')].filter((char) => /[a-z]/i.test(char) && VOWEL.test(char) === areVowels).length;
const timesIn = (text: string, letter: string) =>
  [...text.toLowerCase()].filter((char) => char === letter.toLowerCase()).length;

/** A single letter: in the plural, in quotation marks, or called a letter. `how many g in kg` is about units. */
const LETTER = `(?:(?:the )?(?:letters? )?([a-z])['\u2019]?s|["'\u201c\u2018]([a-z])["'\u201d\u2019]s?|(?:the )?letters? ["'\u201c]?([a-z])["'\u201d]?s?)`;
/** Letters that are not units can be counted without a mark: `how many r in strawberry`. */
const NO_UNIT = /^how many ([aeioqruxyz])(?: are)?(?: there)? in (?:the )?(?:word )?/i;

/** All wordings, in the order in which they are tried. */
export const counting = onlyWith(/how (?:many|long)|num|count|len|char|letters/i, [
  front(
    'letters',
    /^(?:how many letters(?: are)?(?: there)?|num(?:ber)?(?: of)? letters|letter counts?|count (?:the )?letters)(?: (?:in|of|for)|:)? (?:the )?(?:word |name )?/i,
    lettersIn,
    oneWord,
  ),
  lettersOf,
  front(
    'letters',
    /^(?:how many letters(?: are)?(?: there)?|(?:number|count) of letters) (?:in|of) (?:the )?(?:word|text|string|phrase|sentence):? /i,
    lettersIn,
  ),
  sounds('vowels'),
  sounds('consonants'),
  front(
    'length',
    /^(?:(?:string |text |character |char )?length(?: in (?:chars?|characters|letters))?|len|num(?:ber)?(?: of)? (?:chars?|characters)|char(?:acter)?s? counts?|count (?:the )?(?:chars?|characters)|how many (?:chars?|characters)(?: are)?(?: there)?|count of (?:chars?|characters)|strlen|chars?|characters|letters|(?:char(?:acter)?|letter) length|count)(?: (?:in|of|for)|:)? (?:the (?:string|text|word|phrase) )?/i,
    (text) => charactersIn(text).length,
    quoted,
  ),
  front(
    'length',
    /^(?:how many (?:chars?|characters)(?: are| does)?(?: there)?|(?:number|count) of characters|length) (?:in|of) (?:the )?(?:word|text|string|phrase):? /i,
    (text) => charactersIn(text).length,
  ),
  back(
    'length',
    / (?:char(?:acter)?s? counts?|(?:string )?length(?: in (?:chars?|characters|letters))?|(?:num(?:ber)?|count)(?: of)? (?:chars?|characters)|strlen)$/i,
    (text) => charactersIn(text).length,
    quoted,
  ),
  front('length', /^how long is the (?:word|text|string|phrase):? /i, (text) => charactersIn(text).length, oneWord),
  front(
    'words',
    /^(?:(?:num(?:ber)?(?: of)?|how many) words(?: are)?(?: there)?|word counts?|count (?:the )?words)(?: (?:in|of|for)|:)? /i,
    wordCount,
    quoted,
  ),
  front('words', /^(?:word count|count words): /i, wordCount),
  back('words', / (?:word counts?|(?:num(?:ber)?|count) of words)$/i, wordCount, quoted),
  front(
    'count',
    new RegExp(
      `^(?:how many|num(?:ber)? of|count(?: the)?) (?:times (?:does|do|is) )?${LETTER}(?: are| does| do| is)?(?: there)?(?: appear| occur)?s?(?: there)? in (?:the )?(?:word )?`,
      'i',
    ),
    (text, [, ...letters]) => timesIn(text, letters.find((each) => each !== undefined) ?? ''),
    (text) => /^["'\u201c\u2018]?\p{L}+["'\u201d\u2019]?$/u.test(text) && notAbout(text),
  ),
  front(
    'count',
    NO_UNIT,
    // If the count is zero, the question is more likely about something else.
    (text, [, letter = '']) => timesIn(text, letter) || null,
    (text) => oneWord(text) && text.length >= MIN_COUNTED,
  ),
  front(
    'count',
    /^how many times (?:does|do|is) (?:the )?(?:letters? )?["']?([a-z])["']? (?:appear|occur|used|found|written)s? in (?:the )?(?:word )?/i,
    (text, [, letter = '']) => timesIn(text, letter),
    oneWord,
  ),
]);

function sounds(which: 'vowels' | 'consonants'): Form {
  const command = `^(?:how many|num(?:ber)? of|count(?: the)?) ${which}(?: are)?(?: there)? (?:in|of) (?:the )?(?:word |name )?`;
  return front(which, new RegExp(command, 'i'), (text) => soundsIn(text, which === 'vowels'), oneWord);
}

/** `how many letters does hello have`. */
function lettersOf(q: string): TextCommand | null {
  const [, given = ''] =
    /^how many letters (?:does|do|has) (?:the (?:word|name) )?(\S{1,60}) (?:have|has|contain|got)(?: in it)?\?*$/i.exec(
      q,
    ) ?? [];
  const input = unquoted(given);
  return oneWord(given) && !/^(?:it|i|you|we|they|he|she)$/i.test(given)
    ? { op: 'letters', input, run: () => lettersIn(input) }
    : null;
}
