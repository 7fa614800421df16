import { isAboutTool, isQuoted, isRemark, textAfter, textBefore, unquoted } from '../command.ts';
import { namesTool } from '../tool-names.ts';

/** What every wording about a text is made of. */

/** What is asked of a text. */
export interface TextCommand {
  op: string;
  input: string;
  run(): string | number | boolean | null;
}
/** Reads a query as one wording; null when it is another. */
export type Form = (q: string) => TextCommand | null;

type Run = (text: string, parts: RegExpExecArray) => ReturnType<TextCommand['run']>;

/** A command, wherever it stands. What is about the command itself is not meant. */
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

/** `command` behind the text, which is then more often a remark about something. */
export const back = commanded((q, command) => {
  const found = textBefore(q, command);
  return found && !isRemark(found.text) ? found : null;
});

/**
 * Any words may be written in capitals or said in pig latin; these ask about the way of writing itself: `lowercase letters`,
 * `title case converter`, `uppercase in excel`.
 */
const ABOUT =
  /^(?:(?:letters?|alphabets?|characters?|numbers?|cursive|greek|rules?|fonts?|text|strings?|words?|keyboard|meaning|definition|convert(?:er|or)?|generator|translator|translate|online|code|symbols?|python|javascript|java|excel|php|c#|sql|css|examples?|names?|naming|convention|titles?|messages?|speak|order|search|programs?|without|horizontally|vertically|regex|variables?|class|capitalization|first letter|songs?|worksheets?|kids|beginners|magazine|study|studies|fan|law|rapper|checker|apa|mla|leetcode|(?:to )?(?:upper|lower|title|sentence|camel|pascal|snake|kebab)[-_ ]?case)(?:$| )|(?:apps?|games?|download|tools?)$|(?:vs|versus|by|in|with|using|on|from|and|or|for) )|[ -](?:converter|generator|translator|online|convention|letters|alphabet|meaning|definition|tool|python|javascript|java|excel|names|style|requirements?|keyboard|cursive|tattoos?|fonts?|leetcode)$/i;
/** `"abc" in javascript`: more is said about the text than to take it. */
const IS_MORE = /^(?:"[^"]+"|\u201c[^\u201d]+\u201d) \S/;
export const notAbout = (text: string) => isQuoted(text) || !(ABOUT.test(text) || IS_MORE.test(text));
/** `lowercase sigma` asks for the letter. */
const GREEK =
  /^(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|omicron|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega)(?: (?:symbol|sign|letter))?$/i;
export const notGreek = (text: string) => notAbout(text) && !GREEK.test(text);
/** What letters are typed into, and how: all of `uppercase shortcut word` is about it, but not `uppercase email me`. */
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

/** Whether nothing but a place to write, or a way to do it there, comes with the command. */
export function isCaseTopic(text: string): boolean {
  const words = text.toLowerCase().split(/\s+/, MAX_TOPIC_WORDS + 1);
  // `lowercase GitHub`: the name of a program alone is as good a word as any.
  const isTopic = (word: string) => CASE_TOPICS.has(word) || (words.length > 1 && namesTool([word]));
  return words.length <= MAX_TOPIC_WORDS && words.every(isTopic);
}
/** For commands that are ordinary words: only a text in quotation marks, or one word that is called a word. */
export const quoted = (text: string) => isQuoted(text);

/** What has letters of its own, and words that stand for any: they are not the word that is counted or spelled. */
export const LANGUAGE =
  /^(?:the |an? )?(?:alphabets?|word|words|name|names|english|spanish|french|german|italian|portuguese|dutch|hindi|bangla|bengali|arabic|chinese|japanese|korean|hangul|russian|cyrillic|greek|hebrew|latin|turkish|polish|swedish|danish|norwegian|finnish|icelandic|hawaiian|welsh|irish|ukrainian|tamil|telugu|urdu|nepali|marathi|malayalam|kannada|punjabi|gujarati|persian|farsi|thai|vietnamese|armenian|georgian|khmer|amharic|sanskrit|swahili|tagalog|filipino|braille|scrabble|wordle|bible)\b/i;
/** One word, or a text in quotation marks. */
export const oneWord = (text: string) =>
  isQuoted(text) ||
  (/^\p{L}[\p{L}\p{M}'\u2019-]{1,44}$/u.test(text) && !LANGUAGE.test(text) && notAbout(text) && !isAboutTool(text));

/** These forms one after the other, for queries that have any of their words: most have none. */
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
