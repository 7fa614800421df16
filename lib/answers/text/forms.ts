import { isQuoted, textAfter, textBefore, unquoted } from '../command.ts';
import { letterCases } from './letter-case.ts';
import { areAnagrams, charactersIn, isPalindrome, reversed, sorted, wordCount } from './measures.ts';
import { fromPigLatin, toLeet, toNato, toPhoneKeys, toPigLatin, upsideDown } from './word-play.ts';

/** The wordings that ask for something to be done to a text. */

const MAX_REPEATED = 1000;

/** What is asked of a text. */
export interface Wanted {
  op: string;
  input: string;
  run(): string | number | boolean | null;
}
type Form = (q: string) => Wanted | null;

/** `command` before the text; what is about the command itself is not meant. */
const front =
  (
    op: string,
    command: RegExp,
    run: (text: string, parts: RegExpExecArray) => ReturnType<Wanted['run']>,
    means = notAbout,
  ): Form =>
  (q) => {
    const found = textAfter(q, command);
    if (!found || !means(found.text)) return null;
    const input = unquoted(found.text);
    return { op, input, run: () => run(input, found.parts) };
  };

const back =
  (
    op: string,
    command: RegExp,
    run: (text: string, parts: RegExpExecArray) => ReturnType<Wanted['run']>,
    means = notAbout,
  ): Form =>
  (q) => {
    const found = textBefore(q, command);
    if (!found || !means(found.text)) return null;
    const input = unquoted(found.text);
    return { op, input, run: () => run(input, found.parts) };
  };

/**
 * Any words may be written in capitals or said in pig latin; these ask about the way of writing itself: `lowercase letters`,
 * `title case converter`, `uppercase in excel`.
 */
const ABOUT =
  /^(?:(?:letters?|alphabets?|characters?|numbers?|cursive|greek|rules?|fonts?|text|strings?|words?|keyboard|meaning|definition|convert(?:er|or)?|generator|translator|translate|online|code|symbols?|python|javascript|java|excel|php|c#|sql|css|examples?|names?|naming|convention|titles?|messages?|speak|study|studies|fan|law|rapper)(?:$| )|(?:vs|versus|in|with|using|on|from|and|or|for) )|[ -](?:converter|generator|translator|online|convention|letters|alphabet|meaning|definition|tool)$/i;
const notAbout = (text: string) => isQuoted(text) || !ABOUT.test(text);
/** For commands that are ordinary words: only a text in quotation marks, or one word that is called a word. */
const quoted = (text: string) => isQuoted(text);

const CASES: readonly [op: string, names: string][] = [
  ['upper', 'upper[- ]?case|all[- ]?caps|to ?upper'],
  ['lower', 'lower[- ]?case|to ?lower'],
  ['title', 'title[- ]?case'],
  ['sentence', 'sentence[- ]case'],
  ['camel', 'camel[- ]?case'],
  ['pascal', 'pascal[- ]?case'],
  ['snake', 'snake[- ]?case'],
  ['constant', '(?:constant|screaming snake)[- ]?case'],
  ['kebab', 'kebab[- ]?case|dash[- ]?case'],
  ['swap', '(?:swap|toggle)[- ]?case'],
  ['slug', 'slugify|url slug'],
];
const caseForms = CASES.flatMap(([op, names]) => {
  const run = letterCases[op] as (text: string) => string;
  return [
    front(
      op,
      new RegExp(`^(?:to |in )?(?:${names})(?: (?:of|for)\\b|:)? (?:the (?:text|string|word|phrase) )?`, 'i'),
      run,
    ),
    back(op, new RegExp(` (?:to|in|into|as) (?:${names})$`, 'i'), run),
  ];
});

const PIG = 'pig[- ]?latin';
const LEET = '(?:leet ?speak|l33t(?: ?sp(?:ea|34)k)?|1337 ?speak|leet)';
const NATO = '(?:(?:the )?(?:nato(?: phonetic)?|phonetic|military|icao)(?: alphabet)?|nato spelling)';

/** Every wording, in the order in which they are tried. */
export const forms: readonly Form[] = [
  ...caseForms,
  front(
    'capitalize',
    /^capitali[sz]e (?:(?:the )?(?:words?|text|string|phrase) )?/i,
    letterCases.capitalize as (text: string) => string,
    quoted,
  ),
  // A text that ends in its own command is about the text: `piglatin in piglatin`.
  back('pig-latin', new RegExp(` (?:in|to|into|as) ${PIG}$`, 'i'), toPigLatin),
  back('from-pig-latin', new RegExp(` from ${PIG}(?: to english)?$`, 'i'), fromPigLatin),
  front('from-pig-latin', new RegExp(`^(?:from|decode|un) ?${PIG}(?: to english)?:? `, 'i'), fromPigLatin),
  front('pig-latin', new RegExp(`^(?:in |to )?${PIG}(?: (?:of|for)|:)? `, 'i'), toPigLatin),
  back('leet', new RegExp(` (?:in|to|into|as) ${LEET}$`, 'i'), toLeet),
  front('leet', new RegExp(`^(?:in |to )?${LEET}(?: (?:of|for)|:)? `, 'i'), toLeet),
  back('nato', new RegExp(` (?:in|to|into|using|with) ${NATO}$`, 'i'), toNato),
  front('nato', /^(?:nato(?: phonetic)?(?: alphabet)?|phonetic alphabet|spell(?:ing)?) (?:of|for|:) /i, toNato),
  front(
    'nato',
    /^phonetic(?: of| for|:)? /i,
    toNato,
    (text) =>
      notAbout(text) &&
      !/^(?:english|spanish|french|german|hindi|bangla|bengali|arabic|chinese|japanese|korean|russian|tamil|urdu|nepali|marathi|keyboard|spelling|transcription|sounds?|awareness|pronunciations?|alphabets?|writing|scripts?|notation|typing|similarity|inventory|reading|engraver)\b/i.test(
        text,
      ),
  ),
  back(
    'phone',
    / (?:to|in|as|into) (?:a )?(?:phone ?numbers?|phone|numbers|digits|telephone(?: number)?)$/i,
    toPhoneKeys,
    (text) => /^[+(]?\d[\d\-.()\sA-Za-z]{3,30}$/.test(text) && /[a-z]{2}/i.test(text) && !/^\d+ [a-z]+$/i.test(text),
  ),
  front(
    'reverse',
    /^(?:reverse|flip|invert|mirror) (?:the )?(?:text|string|word|letters|phrase|sentence)(?: (?:of|for)|:)? (?:of )?/i,
    reversed,
    (text) => notAbout(text),
  ),
  front('reverse', /^(?:reverse|mirror) /i, reversed, quoted),
  back(
    'reverse',
    / (?:reversed|backwards?|in reverse|(?:spelled|written|spelt) (?:backwards?|in reverse))$/i,
    reversed,
    quoted,
  ),
  back('reverse', / (?:spelled|written|spelt) (?:backwards?|in reverse)$/i, reversed),
  front('upside-down', /^(?:upside[- ]down(?: text)?|flip text|flipped text)(?: (?:of|for)|:)? /i, upsideDown),
  front(
    'length',
    /^(?:(?:string |text |character |char )?length(?: in (?:chars?|characters|letters))?|num(?:ber)?(?: of)? (?:chars?|characters|letters)|(?:char(?:acter)?|letter) counts?|count (?:the )?(?:chars?|characters|letters)|how many (?:chars?|characters|letters)(?: are)?(?: there)?|strlen|chars?|characters|letters|(?:char(?:acter)?|letter) length|count)(?: (?:in|of|for)|:)? /i,
    (text) => charactersIn(text).length,
    quoted,
  ),
  front(
    'length',
    /^(?:how many (?:chars?|characters|letters)(?: are| does)?(?: there)?|(?:number|count) of (?:characters|letters)|length) (?:in|of) (?:the )?(?:word|text|string|phrase):? /i,
    (text) => charactersIn(text).length,
  ),
  front(
    'words',
    /^(?:(?:num(?:ber)?(?: of)?|how many) words(?: are)?(?: there)?|word counts?|count (?:the )?words)(?: (?:in|of|for)|:)? /i,
    wordCount,
    quoted,
  ),
  front('words', /^(?:word count|count words): /i, wordCount),
  front(
    'count',
    /^how many (?:(?:letters? )?([a-z])['\u2019]?s|(?:times (?:does|is) )?(?:the )?letters? ([a-z])s?)(?: are| does| appear)?(?: there)? in (?:the )?(?:word )?/i,
    (text, [, one, other]) => [...text.toLowerCase()].filter((char) => char === (one ?? other)?.toLowerCase()).length,
    (text) => /^["']?\p{L}+["']?$/u.test(text) && notAbout(text),
  ),
  front(
    'sort',
    /^(?:alphabeti[sz]e|sort (?:words|alphabetically|text|letters|strings?|list|(?:in )?alphabetical(?: order)?))(?: (desc(?:ending)?|asc(?:ending)?))?:? /i,
    (text, [, order]) => sorted(text, /^desc/i.test(order ?? '')),
    (text) => notAbout(text) && /[\s,]/.test(text),
  ),
  repeated,
  palindrome,
  anagrams,
];

function repeated(q: string): Wanted | null {
  const [, given = '', count = ''] = /^(?:repeat|write) (.{1,300}?) (\d{1,4})(?: times|x)$/i.exec(q) ?? [];
  const input = unquoted(given.replace(/^(?:the )?(?:text|string|word|phrase) /i, ''));
  const times = Number(count);
  if (times === 0 || (!isQuoted(given) && input === given) || input.length * times > MAX_REPEATED) return null;
  return { op: 'repeat', input, run: () => input.repeat(times) };
}

function palindrome(q: string): Wanted | null {
  if (!/palindrom/i.test(q)) return null;
  const found =
    /^(?:is )?(?:the (?:word|phrase|number) )?(.{1,300}?) (?:an? )?palindrom(?:e|ic)(?: word| number| phrase)?\s*\?*$/i.exec(
      q,
    );
  const isQuestion = /^is /i.test(q) || / an? palindrome/i.test(q);
  const input = unquoted(found?.[1] ?? '');
  if (
    !isQuestion ||
    input === '' ||
    /^(?:what|what's|whats|who|how|why|there|it|this|that|is|longest|find|make|define|not)\b/i.test(input)
  )
    return null;
  return { op: 'palindrome', input, run: () => isPalindrome(input) };
}

function anagrams(q: string): Wanted | null {
  if (!/anagram/i.test(q)) return null;
  const found =
    /^is ["']?(\p{L}[\p{L} ]{0,60}?)["']? an anagram of ["']?(\p{L}[\p{L} ]{0,60}?)["']?\?*$/iu.exec(q) ??
    /^are ["']?(\p{L}[\p{L} ]{0,60}?)["']? and ["']?(\p{L}[\p{L} ]{0,60}?)["']? anagrams(?: of each other)?\?*$/iu.exec(
      q,
    );
  const [, one = '', other = ''] = found ?? [];
  return found ? { op: 'anagram-of', input: `${one}, ${other}`, run: () => areAnagrams(one, other) } : null;
}
