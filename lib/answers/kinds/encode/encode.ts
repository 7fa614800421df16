import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { inlineAnswer } from '../../kind.ts';
import { type Command, Commands, isSure, isText, type Names, unquoted } from '../../reading/command.ts';
import { oneLine } from '../../reading/folded.ts';
import { shifted } from './ciphers.ts';
import { type CodePart, codes, evidentCode, saidCode } from './codes.ts';
import { htmlWanted } from './html.ts';
import { namedUuid } from './named-uuid.ts';

const list = z.array(z.string());
const words = jsonFile(
  new URL('./data/codes.json', import.meta.url),
  z.object({
    names: z.record(z.string(), list),
    /** Names of functions in programs, with their code and direction. */
    functions: z.record(z.string(), z.tuple([z.string(), z.enum(['encode', 'decode'])])),
    verbs: z.object({ encode: list, decode: list }),
    /** Words for a text without a code. */
    plain: list,
    nouns: list,
  }),
);

/** The commands that name a code, a direction or both: `base64`, `decode`, `urlencode`, `text to morse`. */
const commands = new Commands<CodePart>(() => {
  const { names, functions, verbs, plain, nouns } = words();
  const others: Names<CodePart>[] = [
    [nouns, { isNoun: true }],
    [verbs.encode, { direction: 'encode' }],
    [verbs.decode, { direction: 'decode' }],
  ];
  return [
    ...others,
    [plain.map((text) => `${text} to`), { direction: 'encode', isFirst: true }],
    [plain.filter((text) => text !== 'ascii').map((text) => `to ${text}`), { direction: 'decode' }],
    ...Object.entries(names).flatMap(([op, all]): Names<CodePart>[] => [
      [[...all, ...all.map((name) => `the ${name}`)], { op }],
      [all.map((name) => `${name} to ascii`), { op, direction: 'decode' }],
      ...others.map(([list, part]): Names<CodePart> => [joined(all, list), { op, ...part }]),
    ]),
    ...Object.entries(functions).map(([name, [op, direction]]): Names<CodePart> => [[name], { op, direction }]),
  ];
});

/** Each name written together with each of the other words. */
const joined = (names: string[], others: readonly string[]) =>
  names
    .filter((name) => !name.includes(' '))
    .flatMap((name) => others.flatMap((other) => [name + other, other + name]));

const Data = z.object({
  op: z.string().describe('The code: base64, base32, url, html, rot13, morse, punycode, braille, binary, hex …'),
  input: z.string().describe('The text to encode or decode.'),
  value: z.string().describe('The result.'),
});
type Coded = z.infer<typeof Data>;

const coded = (op: string, input: string, value: string | null | undefined): Coded | null =>
  value ? { op, input, value } : null;

const decoded = (op: string | undefined, input: string) =>
  op === undefined ? null : coded(op, input, codes[op]?.decode(input));

function commanded(command: Command<CodePart>): Coded | null {
  const { part, typed, text, isQuoted, link } = command;
  const { op, direction = link === 'from' ? 'decode' : undefined, isNoun = false, isFirst } = part;
  if (isFirst && !command.isFront) return null;
  if (op === undefined) return direction === 'decode' ? decoded(saidCode(text), text) : null;
  if (op === 'caesar') return caesar(typed, direction, isNoun || direction !== undefined);
  const code = codes[op];
  if (!code) return null;
  if (op === 'html') {
    const html = htmlWanted(command, direction, isNoun);
    return html && coded(op, html.text, code[html.direction](html.text));
  }
  // `ascii A`, `ascii 65`, `0x6869 to ascii`
  if (op === 'ascii') {
    const hex = saidCode(text) === 'hex' ? 'hex' : undefined;
    return coded(op, text, code.encode(text) ?? code.decode(text)) ?? decoded(hex, text);
  }
  const { evident, said = evident, named = said, isMeant = isSure, isTyped } = code;
  if (direction === 'decode') return isQuoted || named?.test(text) ? decoded(op, text) : null;
  if (evident?.test(text)) return decoded(op, text);
  const input = isTyped ? typed : text;
  return isMeant(command) ? coded(op, input, code.encode(input)) : null;
}

/** `caesar cipher 3 abc`. `Caesar 3` is also a game, so that a text after the bare name needs a sign of its own. */
function caesar(typed: string, direction: string | undefined, isCalled: boolean): Coded | null {
  const [, shift = '', input = ''] = /^([-+]?\d{1,4}):? (.*[a-z].*)$/is.exec(typed) ?? [];
  const isMeant = isCalled || isText(input) || isText(unquoted(input)) || /[^\p{L}\s]|\p{Ll}\p{Lu}/u.test(input);
  if (input === '' || !isMeant || commands.isName(input)) return null;
  return coded('caesar', input, shifted(input, Number(shift) * (direction === 'decode' ? -1 : 1)));
}

/** `what does … mean in morse code`: answered only if the text is recognisably in a code. */
const MEANS = /^what do(?:es)? (\S.*?) mean\b/i;

/** Signs of a text whose code is evident. */
const EVIDENT = /[\u2801-\u28ff]|[.-] [.-]|%3a%2f|xn--|[01]{8} [01]|&#?\w{1,30};/;

/** Encodes and decodes texts in common codes. */
export const encode = inlineAnswer({
  type: 'encode',
  lasting: true,
  example: 'base64 encode hello',
  data: Data,
  words: () => [
    ...commands.words(({ op, direction }) => op !== undefined || direction === 'decode'),
    ...['uuidv3', 'uuidv5', 'guidv3', 'guidv5'],
  ],
  signs: EVIDENT,
  read({ q, reading }) {
    const [, meant] = MEANS.exec(q) ?? [];
    if (EVIDENT.test(reading.folded)) {
      const text = [unquoted(meant ?? q), reading.plain].find(evidentCode);
      if (text !== undefined) return decoded(evidentCode(text), text);
    }
    return meant === undefined ? (namedUuid(q) ?? commands.find(reading, commanded)) : null;
  },
  answer(data) {
    const answer = oneLine(data.value);
    return answer === '' ? null : { answer, data };
  },
});
