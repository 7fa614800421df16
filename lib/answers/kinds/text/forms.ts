import { isAboutTool, isQuoted, unquoted } from '../../reading/command.ts';
import { counting } from './counting-forms.ts';
import {
  back,
  type Form,
  front,
  isCaseTopic,
  LANGUAGE,
  notAbout,
  notGreek,
  oneWord,
  onlyWith,
  quoted,
  type TextCommand,
} from './form.ts';
import { letterCases } from './letter-case.ts';
import { areAnagrams, isPalindrome, reversed, sorted, sortedLetters } from './measures.ts';
import { fromPigLatin, toLeet, toNato, toPhoneKeys, toPigLatin, upsideDown } from './word-play.ts';

/** Wordings that transform a text. */

const MAX_REPEATED = 1000;
/** Two items with a comma between them may also be a sentence. */
const MIN_LISTED = 3;

/** `nato alphabet pdf` is about the alphabet. */
const isSpelled = (text: string) =>
  oneWord(text) &&
  !/^(?:pdf|quiz|games?|printable|posters?|songs?|list|history|funny|cards?|flashcards|apps?|wiki|military|police|british|us|uk|ipa|sounds?|vowels|cheat)$/i.test(
    text,
  );
const CASES: readonly [op: string, names: string][] = [
  ['upper', 'upper[-_ ]?case|all[- ]?caps|(?:str)?to ?upper(?: ?case)?'],
  ['lower', 'lower[-_ ]?case|(?:str)?to ?lower(?: ?case)?'],
  ['title', 'title[-_ ]?case'],
  ['sentence', 'sentence[-_ ]?case'],
  ['camel', '(?:lower )?camel[-_ ]?case'],
  ['pascal', '(?:pascal|upper camel)[-_ ]?case'],
  ['snake', 'snake[-_ ]?case'],
  ['constant', '(?:constant|screaming snake|upper snake)[-_ ]?case'],
  ['kebab', '(?:kebab|dash|spinal|hyphen)[-_ ]?case'],
  ['swap', '(?:swap|toggle|invert)[-_ ]?case'],
  ['slug', 'slugify|url slug'],
];
const caseForms = CASES.flatMap(([op, names]) => {
  const run = letterCases[op] as (text: string) => string;
  // The other cases are for identifiers in programs, where any word can be a name.
  const isProse = /^(?:upper|lower|title|sentence)$/.test(op);
  return [
    front(
      op,
      new RegExp(`^(?:to |in )?(?:${names})(?: of\\b|:)? (?:the (?:text|string|word|phrase) )?`, 'i'),
      run,
      // `uppercase the word email` marks the text explicitly.
      (text, said) => notGreek(text) && !(isProse && !/:|\b(?:of|the)\b/i.test(said) && isCaseTopic(text)),
    ),
    back(
      op,
      new RegExp(` (?:to|in|into|as) (?:${names})$`, 'i'),
      run,
      (text) => notAbout(text) && !(isProse && isCaseTopic(text)),
    ),
    back(op, new RegExp(` (?:${names})$`, 'i'), run, quoted),
  ];
});

const slugOf = letterCases.slug as (text: string) => string;
const PIG = 'pig[- ]?latin';
const LEET = '(?:leet ?speak|l33t(?: ?sp(?:ea|34)k)?|1337 ?speak|leet)';
const NATO = '(?:(?:the )?(?:nato(?: phonetic)?|phonetic|military|icao)(?: alphabet)?|nato spelling)';

/** All wordings, in the order in which they are tried. */
export const forms: readonly Form[] = [
  onlyWith(/case|caps|upper|lower|slug/i, caseForms),
  front(
    'capitalize',
    /^capitali[sz]e (?:(?:the )?(?:words?|text|string|phrase) )?/i,
    letterCases.capitalize as (text: string) => string,
    quoted,
  ),
  front('slug', /^slug(?: (?:of|for)|:)? /i, slugOf, quoted),
  back('slug', / (?:(?:to|as|into) (?:an? )?)?slug$/i, slugOf, quoted),
  // The form with the command at the end comes first: in `piglatin in piglatin`, the first word is the text.
  back('pig-latin', new RegExp(` (?:in|to|into|as) ${PIG}$`, 'i'), toPigLatin),
  back('from-pig-latin', new RegExp(` from ${PIG}(?: to english)?$`, 'i'), fromPigLatin),
  front('from-pig-latin', new RegExp(`^(?:from|decode|un) ?${PIG}(?: to english)?:? `, 'i'), fromPigLatin),
  front('pig-latin', new RegExp(`^(?:in |to )?${PIG}(?: (?:of|for)|:)? `, 'i'), toPigLatin),
  back('leet', new RegExp(` (?:in|to|into|as) ${LEET}$`, 'i'), toLeet),
  front('leet', new RegExp(`^(?:in |to )?${LEET}(?: (?:of|for)|:)? `, 'i'), toLeet),
  back('nato', new RegExp(` (?:in|to|into|using|with) ${NATO}$`, 'i'), toNato),
  front('nato', /^(?:nato(?: phonetic)?(?: alphabet)?|phonetic alphabet) (?:of|for|:) /i, toNato),
  front(
    'nato',
    /^(?:nato(?: phonetic)? alphabet|nato phonetic|nato spelling|phonetic alphabet):? /i,
    toNato,
    isSpelled,
  ),
  front(
    'nato',
    /^phonetic(?: of| for|:)? /i,
    toNato,
    (text) =>
      notAbout(text) &&
      !LANGUAGE.test(text) &&
      !/^(?:keyboard|spelling|transcription|sounds?|awareness|pronunciations?|alphabets?|writing|scripts?|notation|typing|similarity|inventory|reading|engraver)\b/i.test(
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
    /^(?:reverse|flip|invert|mirror) (?:the )?(?:text|string|word|letters|phrase|sentence)(?: of|:)? (?:of )?/i,
    reversed,
    (text) => notAbout(text),
  ),
  front('reverse', /^(?:reverse|mirror)(?: of)? /i, reversed, quoted),
  back(
    'reverse',
    / (?:reversed|backwards?|in reverse|(?:spelled|written|spelt) (?:backwards?|in reverse))$/i,
    reversed,
    quoted,
  ),
  back(
    'reverse',
    / (?:spelled|written|spelt) (?:backwards?|in reverse)$/i,
    reversed,
    (text) => notAbout(text) && !/^(?:what|which|how|who)\b/i.test(text),
  ),
  front('upside-down', /^(?:upside[- ]down text|flip text|flipped text)(?: of|:)? /i, upsideDown),
  front('upside-down', /^upside[- ]down:? /i, upsideDown, quoted),
  counting,
  front(
    'sort-letters',
    /^(?:sort|alphabeti[sz]e|order|arrange) (?:the )?letters (?:of|in) (?:the )?(?:word )?/i,
    (text) => sortedLetters(text),
    oneWord,
  ),
  front(
    'sort',
    /^(?:alphabeti[sz]e|sort (?:words|alphabetically|text|letters|strings?|list|(?:in )?alphabetical(?: order)?))(?: (desc(?:ending)?|asc(?:ending)?))?:? /i,
    (text, [, order]) => sorted(text, /^desc/i.test(order ?? '')),
    (text) => notAbout(text) && !isAboutTool(text) && /[\s,]/.test(text),
  ),
  sortedList,
  spelledBackwards,
  repeated,
  palindrome,
  anagrams,
];

const SORTING = /^(?:sort|order|arrange|alphabeti[sz]e|put)(?: the (?:words|list|following))?:? /i;
const ALPHABETICALLY = /,? (?:alphabetically|in(?:to)? (?:an )?alphabetical order)$/i;
const IN_ORDER = /^(?:in )?alphabetical order(?: of)?:? /i;

/** `put pear, fig in alphabetical order`: several items with commas between them are a list to sort. */
function sortedList(q: string): TextCommand | null {
  if (!q.includes(',') || !/alphabetical/i.test(q)) return null;
  const isBehind = ALPHABETICALLY.test(q.slice(-40));
  if (!isBehind && !IN_ORDER.test(q)) return null;
  const input = q.replace(isBehind ? ALPHABETICALLY : IN_ORDER, '').replace(isBehind ? SORTING : '', '');
  const isList = input.split(',').length >= MIN_LISTED && !/^(?:by|how|what|which|where|can)\b/i.test(input);
  return isList && notAbout(input) ? { op: 'sort', input, run: () => sorted(input, false) } : null;
}

/** `spell hello backwards`, `what is hello backwards`: a single word to reverse. */
function spelledBackwards(q: string): TextCommand | null {
  if (!/backward|reverse/i.test(q)) return null;
  const [, input = ''] =
    /^(?:how (?:do you|to|would you) )?(?:spell|write|say|type|what(?:'s|\u2019s| is)) (?:the word )?["'\u201c]?([\p{L}\p{M}]{2,45})["'\u201d]? (?:spelled |spelt |written )?(?:backwards?|in reverse|reversed)\?*$/iu.exec(
      q,
    ) ?? [];
  return oneWord(input) &&
    !/^(?:this|that|it|them|things|text|everything|your|going|walking|running|driving|writing|written|spelled|spelt|said|always|something)$/i.test(
      input,
    )
    ? { op: 'reverse', input, run: () => reversed(input) }
    : null;
}

function repeated(q: string): TextCommand | null {
  const [, given = '', count = ''] = /^(?:repeat|write) (.{1,300}?) (\d{1,4})(?: times|x)$/i.exec(q) ?? [];
  const input = unquoted(given.replace(/^(?:the )?(?:text|string|word|phrase) /i, ''));
  const times = Number(count);
  if (times === 0 || (!isQuoted(given) && input === given) || input.length * times > MAX_REPEATED) return null;
  return { op: 'repeat', input, run: () => input.repeat(times) };
}

function palindrome(q: string): TextCommand | null {
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

function anagrams(q: string): TextCommand | null {
  if (!/anagram/i.test(q)) return null;
  const found =
    /^is ["']?(\p{L}[\p{L} ]{0,60}?)["']? (?:an )?anagram of ["']?(\p{L}[\p{L} ]{0,60}?)["']?\?*$/iu.exec(q) ??
    /^are ["']?(\p{L}[\p{L} ]{0,60}?)["']? and ["']?(\p{L}[\p{L} ]{0,60}?)["']? anagrams(?: of each other)?\?*$/iu.exec(
      q,
    );
  const [, one = '', other = ''] = found ?? [];
  return found ? { op: 'anagram-of', input: `${one}, ${other}`, run: () => areAnagrams(one, other) } : null;
}
