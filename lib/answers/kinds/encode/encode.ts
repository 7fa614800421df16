import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { inlineAnswer } from '../../kind.ts';
import { type Command, Commands, isSure, isText, unquoted } from '../../reading/command.ts';
import { oneLine } from '../../reading/folded.ts';
import { shifted } from './ciphers.ts';
import { type CodePart, codeOf, codes } from './codes.ts';
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
const commands = new Commands<CodePart>(function* () {
  const { names, functions, verbs, plain, nouns } = words();
  const directed = (['encode', 'decode'] as const).flatMap((direction) =>
    verbs[direction].map((verb) => ({ verb, direction })),
  );
  for (const noun of nouns) yield [noun, { isNoun: true }];
  for (const text of plain) if (text !== 'ascii') yield [`to ${text}`, { direction: 'decode' }];
  for (const { verb, direction } of directed) yield [verb, { direction }];
  for (const [op, all] of Object.entries(names)) {
    for (const name of all) {
      yield [name, { op }];
      yield [`the ${name}`, { op }];
      for (const noun of nouns) yield [`${name} ${noun}`, { op, isNoun: true }];
      for (const { verb, direction } of directed) {
        yield [`${name} ${verb}`, { op, direction }];
        yield [`${verb} ${name}`, { op, direction }];
      }
      for (const text of plain) {
        yield [`${text} to ${name}`, { op, direction: 'encode', isFirst: true }];
        yield [`${name} to ${text}`, { op, direction: 'decode' }];
      }
    }
  }
  for (const [name, [op, direction]] of Object.entries(functions)) yield [name, { op, direction }];
});

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
  if (op === undefined) return direction === 'decode' ? decoded(codeOf(text, true), text) : null;
  if (op === 'caesar') return caesar(typed, direction, isNoun || direction !== undefined);
  const code = codes[op];
  if (!code) return null;
  if (op === 'html') {
    const html = htmlWanted(command, direction, isNoun);
    return html && coded(op, html.text, code[html.direction](html.text));
  }
  // `ascii A`, `ascii 65`, `0x6869 to ascii`
  if (op === 'ascii') {
    const hex = codeOf(text, true) === 'hex' ? 'hex' : undefined;
    return coded(op, text, code.encode(text) ?? code.decode(text)) ?? decoded(hex, text);
  }
  const { evident, said = evident, named = said, isMeant = isSure, isTyped } = code;
  if (direction === 'decode') return isQuoted || named?.test(text) ? decoded(op, text) : null;
  if (codeOf(text, false) === op) return decoded(op, text);
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
  signs: /[\u2801-\u28ff]|[.-] [.-]|%3a%2f|xn--|[01]{8} [01]|&#?\w{1,30};/,
  read({ q, reading }) {
    const whole = MEANS.exec(q)?.[1] ?? q;
    for (const text of [unquoted(whole), reading.plain]) {
      const op = codeOf(text, false);
      if (op !== undefined) return decoded(op, text);
    }
    return whole === q ? (namedUuid(q) ?? commands.find(reading, commanded)) : null;
  },
  answer(data) {
    const answer = oneLine(data.value);
    return answer === '' ? null : { answer, data };
  },
});
