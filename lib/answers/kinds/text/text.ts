import { z } from 'zod';
import { jsonFile, once } from '../../data-file.ts';
import { inlineAnswer } from '../../kind.ts';
import { yesOrNo } from '../../phrases.ts';
import { type Command, Commands, isSpoken, isSure } from '../../reading/command.ts';
import { oneLine } from '../../reading/folded.ts';
import { operations } from './operations.ts';
import { COUNTED, textQuestionIn } from './text-questions.ts';

/** For commands that are ordinary words: the text is in quotes or introduced by a colon or `the word`. */
const marked = ({ isQuoted, link }: Command<unknown>) => isQuoted || link === ':';
const isWord = (text: string) => /^\p{L}[\p{L}\p{M}'\u2019-]{1,44}$/u.test(text);

/** The English names of languages. */
const languages = once(() => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return new Set(letters.flatMap((one) => letters.map((two) => names.of(one + two)?.toLowerCase())));
});

/** Whether the text of a command is meant for it, by the rule of its name. */
const rules = {
  any: () => true,
  sure: isSure,
  spoken: isSpoken,
  marked,
  /** Letters are changed in a word with capitals inside, and in words that are all capitals. */
  cased: (command) =>
    isSure(command) ||
    ((command.isFront || command.link !== undefined) &&
      /^\S*\p{Ll}\p{Lu}\S*$|^\p{Lu}+(?:\s\p{Lu}+){2,}$/u.test(command.text)),
  /** `what is hello backwards`: one word in a question. */
  backwards: (command) =>
    marked(command) || (!command.isFront && command.isAsked && isWord(command.text) && command.text.length > 2),
  /** One word to count in. The name of a language asks for its alphabet. */
  counted: (command) => marked(command) || (isWord(command.text) && !languages().has(command.text.toLowerCase())),
  /** Items to sort are separated by commas. Two may also be a sentence, and long ones are not a list. */
  list: (command) =>
    marked(command) || /^[^\s,]+(?: [^\s,]+){0,2}(?:, ?[^\s,]+(?: [^\s,]+){0,2}){2,}$/.test(command.text),
  /** A telephone number with letters in it. */
  vanity: ({ text, link }) => link === 'to' && /^[+(]?\d[\w().-]{3,30}$/.test(text) && /[a-z]{2}/i.test(text),
} satisfies Record<string, (command: Command<unknown>) => boolean>;

const keysOf = <Key extends string>(table: Record<Key, unknown>) => z.enum(Object.keys(table) as Key[]);
const Part = z.object({ op: keysOf(operations), rule: keysOf(rules), names: z.array(z.string()) });
const commands = jsonFile(
  new URL('./data/operations.json', import.meta.url),
  z.array(Part).transform((parts) => new Commands(parts)),
);

function commanded({ part: { op, rule }, ...command }: Command<z.infer<typeof Part>>) {
  const input = rule === 'counted' ? command.text.replace(/\?+$/, '') : command.text;
  const value = rules[rule]({ ...command, part: op, text: input }) ? operations[op](input) : '';
  return value === '' ? null : { op, input, value };
}

/** Transforms texts and answers questions about them. */
export const text = inlineAnswer({
  type: 'text',
  lasting: true,
  example: 'uppercase hello',
  data: z.object({ op: z.string(), input: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }),
  words: () => [
    ...commands().words,
    ...['palindrome', 'palindromic', 'anagram', 'anagrams', 'manyletters', 'repeat', 'write'],
  ],
  signs: COUNTED,
  read: ({ reading }) => textQuestionIn(reading) ?? commands().find(reading, commanded),
  answer(data, { lang }) {
    const { value } = data;
    const answer = typeof value === 'boolean' ? yesOrNo(value, lang) : oneLine(String(value));
    return answer === '' ? null : { answer, data };
  },
});
