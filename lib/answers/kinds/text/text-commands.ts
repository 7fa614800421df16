import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { type Commanded, Commands, isSpoken, isSure } from '../../reading/command.ts';
import type { Reading } from '../../reading/reading.ts';
import { letterCases } from './letter-case.ts';
import { charactersIn, letterCount, reversed, sorted, sortedLetters, soundCount, wordCount } from './measures.ts';
import { fromPigLatin, toLeet, toNato, toPhoneKeys, toPigLatin, upsideDown } from './word-play.ts';

/** An operation on a text. */
export interface TextCommand {
  op: string;
  input: string;
  run(): string | number | boolean | null;
}

interface Operation {
  run(text: string): string | number | null;
  /** Whether the text of a command is meant for it. */
  isMeant(command: Commanded<string>): boolean;
}

/** For commands that are ordinary words: the text is in quotes or introduced by a colon or `the word`. */
const isMarked = ({ isQuoted, link }: Commanded<string>) => isQuoted || link === ':';

const isWord = (text: string) => /^\p{L}[\p{L}\p{M}'\u2019-]{1,44}$/u.test(text);

/** Letters are changed in a word with capitals inside, and in words that are all capitals. */
const isCased = (command: Commanded<string>) =>
  isSure(command) ||
  ((command.isFront || command.link !== undefined) &&
    /^\S*\p{Ll}\p{Lu}\S*$|^\p{Lu}+(?:\s\p{Lu}+){2,}$/u.test(command.text));

/** `what is hello backwards`: one word in a question. */
const isBackwards = (command: Commanded<string>) =>
  isMarked(command) || (!command.isFront && command.isAsked && isWord(command.text) && command.text.length > 2);

/** One word to count in. The name of a language asks for its alphabet. */
const isCounted = (command: Commanded<string>) =>
  isMarked(command) || (isWord(command.text) && !languageNames().has(command.text.toLowerCase()));

let languages: ReadonlySet<string> | undefined;

function languageNames(): ReadonlySet<string> {
  if (languages) return languages;
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const names = new Intl.DisplayNames('en', { type: 'language' });
  languages = new Set(codes.map((code) => names.of(code)?.toLowerCase() ?? code));
  return languages;
}

/** Items to sort are separated by commas. Two may also be a sentence, and long ones are not a list. */
function isList(command: Commanded<string>): boolean {
  const items = command.text.split(',');
  return isMarked(command) || (items.length > 2 && items.every((item) => item.trim().split(/\s+/).length <= 3));
}

/** A telephone number with letters in it. */
const isVanityNumber = ({ text, link }: Commanded<string>) =>
  link === 'to' && /^[+(]?\d[\w().-]{3,30}$/.test(text) && /[a-z]{2}/i.test(text);

const cased = Object.entries(letterCases).map(([op, run]): [string, Operation] => [op, { run, isMeant: isCased }]);
const lengthOf = (text: string) => charactersIn(text).length;

/** Operations by the key of their names. The first word of the key is the operation. */
const operations = new Map<string, Operation>([
  ...cased,
  ['capitalize', { run: letterCases.capitalize as (text: string) => string, isMeant: isMarked }],
  ['slug of', { run: letterCases.slug as (text: string) => string, isMeant: isMarked }],
  ['pig-latin', { run: toPigLatin, isMeant: isSpoken }],
  ['from-pig-latin', { run: fromPigLatin, isMeant: ({ text }) => fromPigLatin(text) !== null }],
  ['leet', { run: toLeet, isMeant: isSpoken }],
  ['nato alphabet', { run: toNato, isMeant: isSpoken }],
  ['nato', { run: toNato, isMeant: isSure }],
  ['phone', { run: toPhoneKeys, isMeant: isVanityNumber }],
  ['reverse', { run: reversed, isMeant: isBackwards }],
  ['reverse text', { run: reversed, isMeant: isSure }],
  ['upside-down', { run: upsideDown, isMeant: isMarked }],
  ['upside-down text', { run: upsideDown, isMeant: isSure }],
  ['sort', { run: sorted, isMeant: isList }],
  ['sort-letters', { run: sortedLetters, isMeant: isSure }],
  ['length', { run: lengthOf, isMeant: isMarked }],
  ['words', { run: wordCount, isMeant: isMarked }],
  ['letters', { run: letterCount, isMeant: isSure }],
  ['letters in', { run: letterCount, isMeant: isCounted }],
  ['vowels in', { run: (text) => soundCount(text, true), isMeant: isCounted }],
  ['consonants in', { run: (text) => soundCount(text, false), isMeant: isCounted }],
]);

const names = jsonFile(
  new URL('./data/operations.json', import.meta.url),
  z.record(
    z.string().refine((key) => operations.has(key)),
    z.array(z.string()),
  ),
);
const commands = new Commands<string>(function* () {
  for (const [key, all] of Object.entries(names())) for (const name of all) yield [name, key];
});

/** The operation that a query names, and its text. */
export function textCommandIn(reading: Reading): TextCommand | null {
  for (const command of commands.in(reading)) {
    const [key = ''] = command.parts;
    const operation = operations.get(key);
    const input = command.text.replace(key.endsWith(' in') ? /\?+$/ : '', '');
    if (operation?.isMeant({ ...command, text: input }))
      return { op: key.split(' ')[0] as string, input, run: () => operation.run(input) };
  }
  return null;
}
