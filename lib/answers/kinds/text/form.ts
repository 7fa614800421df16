import { isAboutTool, isQuoted, isRemark, textAfter, textBefore, unquoted } from '../../reading/command.ts';
import { namesTool } from '../../reading/tool-names.ts';

/** Building blocks of wordings about a text. */

/** An operation on a text. */
export interface TextCommand {
  op: string;
  input: string;
  run(): string | number | boolean | null;
}
/** Matches a query against one wording; returns null if it does not match. */
export type Form = (q: string) => TextCommand | null;

type Run = (text: string, parts: RegExpExecArray) => ReturnType<TextCommand['run']>;

/** A command at either end of the query. Texts about the command itself are excluded. */
const commanded =
  (read: typeof textAfter) =>
  (op: string, command: RegExp, run: Run, means: (text: string, said: string) => boolean = notAbout): Form =>
  (q) => {
    const found = read(q, command);
    if (!found || !means(found.text, found.parts[0])) return null;
    const input = unquoted(found.text);
    return { op, input, run: () => run(input, found.parts) };
  };

/** `command` before the text. */
export const front = commanded(textAfter);

/** `command` after the text, which is then more often a remark. */
export const back = commanded((q, command) => {
  const found = textBefore(q, command);
  return found && !isRemark(found.text) ? found : null;
});

/**
 * Texts about the way of writing itself: `lowercase letters`, `title case converter`, `uppercase in excel`. All other
 * words can be the text.
 */
const ABOUT =
  /^(?:(?:letters?|alphabets?|characters?|numbers?|cursive|greek|rules?|fonts?|text|strings?|words?|keyboard|meaning|definition|convert(?:er|or)?|generator|translator|translate|online|code|symbols?|python|javascript|java|excel|php|c#|sql|css|examples?|names?|naming|convention|titles?|messages?|speak|order|search|programs?|without|horizontally|vertically|regex|variables?|class|capitalization|first letter|songs?|worksheets?|kids|beginners|magazine|study|studies|fan|law|rapper|checker|apa|mla|leetcode|(?:to )?(?:upper|lower|title|sentence|camel|pascal|snake|kebab)[-_ ]?case)(?:$| )|(?:apps?|games?|download|tools?)$|(?:vs|versus|by|in|with|using|on|from|and|or|for) )|[ -](?:converter|generator|translator|online|convention|letters|alphabet|meaning|definition|tool|python|javascript|java|excel|names|style|requirements?|keyboard|cursive|tattoos?|fonts?|leetcode)$/i;
/** `"abc" in javascript`: the query says more than the text. */
const IS_MORE = /^(?:"[^"]+"|\u201c[^\u201d]+\u201d) \S/;
/** Whether a text is not about the way of writing itself. */
export const notAbout = (text: string) => isQuoted(text) || !(ABOUT.test(text) || IS_MORE.test(text));
/** `lowercase sigma` asks for the letter. */
const GREEK =
  /^(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|omicron|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega)(?: (?:symbol|sign|letter))?$/i;
/** The text is not a remark about text (see `notAbout`), and not the name of a Greek letter. */
export const notGreek = (text: string) => notAbout(text) && !GREEK.test(text);
/**
 * Words about typing and text fields: `uppercase shortcut word` consists only of these, but `uppercase email me` does
 * not.
 */
const CASE_TOPICS = new Set(
  `address addresses array attribute attributes box boxes brand brands bubble button buttons calligraphy cell cells char check
  checkbox clipart column columns command commands count counter detection detector doc docs document documents domain domains
  email emails emoji field fields filename filenames file files flashcards folder form format formatting forms formula formulas
  function functions gmail google gothic handwriting header headers hebrew hex hostname hotkey hotkeys indesign input inputs ipad
  iphone key keys latin link links list lock login logo logos mac macro macros mail method methods microsoft mode ms numerals object
  office outlook password passwords poster practice printable printables property properties roman row rows russian setting
  settings sheet sheets shortcut shortcuts slug spreadsheet stencil stencils string table tables template templates textbox
  tracing transform tutorial type unicode uri url urls user username usernames validation validator word wordpad`.split(
    /\s+/,
  ),
);
const MAX_TOPIC_WORDS = 4;

/** Whether the text consists only of places to write and ways to do it there. */
export function isCaseTopic(text: string): boolean {
  const words = text.toLowerCase().split(/\s+/, MAX_TOPIC_WORDS + 1);
  // `lowercase GitHub`: the name of a program alone can be the text.
  const isTopic = (word: string) => CASE_TOPICS.has(word) || (words.length > 1 && namesTool([word]));
  return words.length <= MAX_TOPIC_WORDS && words.every(isTopic);
}
/** For commands that are ordinary words: accepts only a text in quotation marks. */
export const quoted = (text: string) => isQuoted(text);

/** Alphabets, languages and generic words: these are not the word to count or spell. */
export const LANGUAGE =
  /^(?:the |an? )?(?:alphabets?|word|words|name|names|english|spanish|french|german|italian|portuguese|dutch|hindi|bangla|bengali|arabic|chinese|japanese|korean|hangul|russian|cyrillic|greek|hebrew|latin|turkish|polish|swedish|danish|norwegian|finnish|icelandic|hawaiian|welsh|irish|ukrainian|tamil|telugu|urdu|nepali|marathi|malayalam|kannada|punjabi|gujarati|persian|farsi|thai|vietnamese|armenian|georgian|khmer|amharic|sanskrit|swahili|tagalog|filipino|braille|scrabble|wordle|bible)\b/i;
/** One word, or a text in quotation marks. */
export const oneWord = (text: string) =>
  isQuoted(text) ||
  (/^\p{L}[\p{L}\p{M}'\u2019-]{1,44}$/u.test(text) && !LANGUAGE.test(text) && notAbout(text) && !isAboutTool(text));

/** Tries these forms in order, for queries that contain one of their words. Most queries contain none. */
export const onlyWith =
  (words: RegExp, forms: readonly Form[]): Form =>
  (q) => {
    if (!words.test(q)) return null;
    for (const form of forms) {
      const wanted = form(q);
      if (wanted) return wanted;
    }
    return null;
  };
