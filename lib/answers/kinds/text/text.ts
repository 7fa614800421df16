import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { inlineAnswer } from '../../kind.ts';
import { yesOrNo } from '../../phrases.ts';
import { type Command, Commands, isSpoken, isSure } from '../../reading/command.ts';
import { oneLine } from '../../reading/folded.ts';
import { letterCases } from './letter-case.ts';
import { charactersIn, isLanguage, letterCount, reversed, sorted, soundCount, wordCount } from './measures.ts';
import { COUNTED, textQuestionIn } from './text-questions.ts';
import { fromPigLatin, toLeet, toNato, toPhoneKeys, toPigLatin, upsideDown } from './word-play.ts';

const operations: Readonly<Record<string, (text: string) => string | number | null>> = {
  ...letterCases,
  'pig-latin': toPigLatin,
  'from-pig-latin': fromPigLatin,
  leet: toLeet,
  nato: toNato,
  phone: toPhoneKeys,
  reverse: reversed,
  'upside-down': upsideDown,
  // Items between commas, or words if there are no commas.
  sort: (text) => (text.includes(',') ? sorted(text.split(/\s*,\s*/), ', ') : sorted(text.split(/\s+/), ' ')),
  'sort-letters': (text) => sorted(charactersIn(text.replace(/\s/g, '')), ''),
  length: (text) => charactersIn(text).length,
  words: wordCount,
  letters: letterCount,
  vowels: (text) => soundCount(text, true),
  consonants: (text) => soundCount(text, false),
};

/** For commands that are ordinary words: the text is in quotes or introduced by a colon or `the word`. */
const marked = ({ isQuoted, link }: Command<object>) => isQuoted || link === ':';
const isWord = (text: string) => /^\p{L}[\p{L}\p{M}'\u2019-]{1,44}$/u.test(text);

/** Whether the text of a command is meant for it, by the rule of its name. */
const rules = {
  any: () => true,
  sure: isSure,
  spoken: isSpoken,
  marked,
  /** Letters are changed in a word with capitals inside, and in words that are all capitals. */
  cased: (command: Command<object>) =>
    isSure(command) ||
    ((command.isFront || command.link !== undefined) &&
      /^\S*\p{Ll}\p{Lu}\S*$|^\p{Lu}+(?:\s\p{Lu}+){2,}$/u.test(command.text)),
  /** `what is hello backwards`: one word in a question. */
  backwards: (command: Command<object>) =>
    marked(command) || (!command.isFront && command.isAsked && isWord(command.text) && command.text.length > 2),
  /** One word to count in. The name of a language asks for its alphabet. */
  counted: (command: Command<object>) =>
    marked(command) || (isWord(command.text) && !isLanguage(command.text.toLowerCase())),
  /** Items to sort are separated by commas. Two may also be a sentence, and long ones are not a list. */
  list: (command: Command<object>) =>
    marked(command) || /^[^\s,]+(?: [^\s,]+){0,2}(?:, ?[^\s,]+(?: [^\s,]+){0,2}){2,}$/.test(command.text),
  /** A telephone number with letters in it. */
  vanity: ({ text, link }: Command<object>) =>
    link === 'to' && /^[+(]?\d[\w().-]{3,30}$/.test(text) && /[a-z]{2}/i.test(text),
};

const rule = z.enum(Object.keys(rules) as (keyof typeof rules)[]);
const Part = z.object({ op: z.string(), rule, names: z.array(z.string()) });
const commands = jsonFile(
  new URL('./data/operations.json', import.meta.url),
  z.array(Part).transform((parts) => new Commands(parts)),
);

const Data = z.object({
  op: z
    .string()
    .describe('Operation: length, words, upper, lower, title, reverse, nato, sort, palindrome, repeat, slug …'),
  input: z.string().describe('The original text.'),
  value: z
    .union([z.string(), z.number(), z.boolean()])
    .describe('The resulting text; a number for counts; true or false for yes-or-no questions.'),
});

/** Transforms texts and answers questions about them. */
export const text = inlineAnswer({
  type: 'text',
  lasting: true,
  example: 'uppercase hello',
  data: Data,
  words: () => [
    ...commands().words,
    'palindrome',
    'palindromic',
    'anagram',
    'anagrams',
    'manyletters',
    'repeat',
    'write',
  ],
  signs: COUNTED,
  read({ reading }) {
    const question = textQuestionIn(reading);
    return (
      question ??
      commands().find(reading, (command) => {
        const { op, rule } = command.part;
        const input = rule === 'counted' ? command.text.replace(/\?+$/, '') : command.text;
        const value = rules[rule]({ ...command, text: input }) ? (operations[op]?.(input) ?? null) : null;
        return value === null ? null : { op, input, value };
      })
    );
  },
  answer(data, { lang }) {
    const { value } = data;
    const answer = typeof value === 'boolean' ? yesOrNo(value, lang) : oneLine(String(value));
    return answer === '' ? null : { answer, data };
  },
});
