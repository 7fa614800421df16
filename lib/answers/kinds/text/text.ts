import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { inlineAnswer } from '../../kind.ts';
import { yesOrNo } from '../../phrases.ts';
import { type Command, Commands, isSpoken, isSure } from '../../reading/command.ts';
import { oneLine } from '../../reading/folded.ts';
import { letterCases } from './letter-case.ts';
import { charactersIn, letterCount, reversed, sorted, sortedLetters, soundCount, wordCount } from './measures.ts';
import { COUNTED, textQuestionIn } from './text-questions.ts';
import { fromPigLatin, toLeet, toNato, toPhoneKeys, toPigLatin, upsideDown } from './word-play.ts';

/** The key of an operation. */
interface Named {
  key: string;
}

/** An operation on a text, and whether the text of a command is meant for it. */
type Operation = [run: (text: string) => string | number | null, isMeant: (command: Command<Named>) => boolean];

/** For commands that are ordinary words: the text is in quotes or introduced by a colon or `the word`. */
const isMarked = ({ isQuoted, link }: Command<Named>) => isQuoted || link === ':';

const isWord = (text: string) => /^\p{L}[\p{L}\p{M}'\u2019-]{1,44}$/u.test(text);

/** Letters are changed in a word with capitals inside, and in words that are all capitals. */
const isCased = (command: Command<Named>) =>
  isSure(command) ||
  ((command.isFront || command.link !== undefined) &&
    /^\S*\p{Ll}\p{Lu}\S*$|^\p{Lu}+(?:\s\p{Lu}+){2,}$/u.test(command.text));

/** `what is hello backwards`: one word in a question. */
const isBackwards = (command: Command<Named>) =>
  isMarked(command) || (!command.isFront && command.isAsked && isWord(command.text) && command.text.length > 2);

/** One word to count in. The name of a language asks for its alphabet. */
const isCounted = (command: Command<Named>) =>
  isMarked(command) || (isWord(command.text) && !isLanguage(command.text.toLowerCase()));

let languages: ReadonlySet<string> | undefined;

function isLanguage(name: string): boolean {
  if (!languages) {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const names = new Intl.DisplayNames('en', { type: 'language' });
    languages = new Set(letters.flatMap((one) => letters.map((two) => names.of(one + two)?.toLowerCase() ?? '')));
  }
  return languages.has(name);
}

/** Items to sort are separated by commas. Two may also be a sentence, and long ones are not a list. */
function isList(command: Command<Named>): boolean {
  const items = command.text.split(',');
  return isMarked(command) || (items.length > 2 && items.every((item) => item.trim().split(/\s+/).length <= 3));
}

/** A telephone number with letters in it. */
const isVanityNumber = ({ text, link }: Command<Named>) =>
  link === 'to' && /^[+(]?\d[\w().-]{3,30}$/.test(text) && /[a-z]{2}/i.test(text);

const { capitalize, slug, ...cases } = letterCases;

/** Operations by the key of their names. The first word of the key is the operation. */
const operations = new Map<string, Operation>([
  ...Object.entries(cases).map(([op, run]): [string, Operation] => [op, [run, isCased]]),
  ['capitalize', [capitalize, isMarked]],
  ['slug', [slug, isCased]],
  ['slug of', [slug, isMarked]],
  ['pig-latin', [toPigLatin, isSpoken]],
  ['from-pig-latin', [fromPigLatin, () => true]],
  ['leet', [toLeet, isSpoken]],
  ['nato alphabet', [toNato, isSpoken]],
  ['nato', [toNato, isSure]],
  ['phone', [toPhoneKeys, isVanityNumber]],
  ['reverse', [reversed, isBackwards]],
  ['reverse text', [reversed, isSure]],
  ['upside-down', [upsideDown, isMarked]],
  ['upside-down text', [upsideDown, isSure]],
  ['sort', [sorted, isList]],
  ['sort-letters', [sortedLetters, isSure]],
  ['length', [(text) => charactersIn(text).length, isMarked]],
  ['words', [wordCount, isMarked]],
  ['letters', [letterCount, isSure]],
  ['letters in', [letterCount, isCounted]],
  ['vowels in', [(text) => soundCount(text, true), isCounted]],
  ['consonants in', [(text) => soundCount(text, false), isCounted]],
]);

const names = jsonFile(
  new URL('./data/operations.json', import.meta.url),
  z.record(
    z.string().refine((key) => operations.has(key)),
    z.array(z.string()),
  ),
);
const commands = new Commands<Named>(() => Object.entries(names()).map(([key, all]) => [all, { key }]));

const Data = z.object({
  op: z
    .string()
    .describe('Operation: length, words, upper, lower, title, reverse, nato, sort, palindrome, repeat, slug …'),
  input: z.string().describe('The original text.'),
  value: z
    .union([z.string(), z.number(), z.boolean()])
    .describe('The resulting text; a number for counts; true or false for yes-or-no questions.'),
});

/** The result of the operation that a command names. */
function commanded(command: Command<Named>): z.infer<typeof Data> | null {
  const { key } = command.part;
  const [run, isMeant] = operations.get(key) as Operation;
  const input = command.text.replace(key.endsWith(' in') ? /\?+$/ : '', '');
  const value = isMeant({ ...command, text: input }) ? run(input) : null;
  return value === null ? null : { op: key.split(' ')[0] as string, input, value };
}

/** Transforms texts and answers questions about them. */
export const text = inlineAnswer({
  type: 'text',
  lasting: true,
  example: 'uppercase hello',
  data: Data,
  words: () => [
    ...commands.words(() => true),
    ...['palindrome', 'palindromic', 'anagram', 'anagrams', 'manyletters', 'repeat', 'write'],
  ],
  signs: COUNTED,
  read: ({ reading }) => textQuestionIn(reading) ?? commands.find(reading, commanded),
  answer(data, { lang }) {
    const { value } = data;
    const answer = typeof value === 'boolean' ? yesOrNo(value, lang) : oneLine(String(value));
    return answer === '' ? null : { answer, data };
  },
});
