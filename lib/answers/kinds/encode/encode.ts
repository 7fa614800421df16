import { createHash } from 'node:crypto';
import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { optionalNumbers, texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { Commands, isSure, isText, unquoted } from '../../reading/command.ts';
import { oneLine } from '../../reading/folded.ts';
import { identifier } from '../random/uuid.ts';
import { shifted } from './alphabets.ts';
import { asciiOf, type CodeCommand, CodePart, codes, evidentCode, isMeantFor, named, saidCode } from './codes.ts';
import { htmlWanted } from './html.ts';

/** The commands that name a code, a direction or both: `base64`, `decode`, `urlencode`, `text to morse`. */
const commands = jsonFile(
  new URL('./data/codes.json', import.meta.url),
  z
    .object({
      codes: z.array(CodePart),
      /** Functions in programs. */
      functions: z.array(CodePart),
      /** Verbs, and nouns for what a code writes. */
      others: z.array(CodePart),
      /** Words for a text without a code. */
      plain: z.array(z.string()),
    })
    .transform(({ codes, functions, others, plain }) => {
      const parts: z.infer<typeof CodePart>[] = [
        ...others,
        ...functions,
        { names: plain.map((text) => `${text} to`), direction: 'encode', isFirst: true },
        { names: plain.filter((text) => text !== 'ascii').map((text) => `to ${text}`), direction: 'decode' },
      ];
      for (const { op, names } of codes) {
        parts.push({ op, names: names.flatMap((name) => [name, `the ${name}`]) });
        parts.push({ op, names: names.map((name) => `${name} to ascii`), direction: 'decode' });
        for (const other of others) {
          const joined = names.flatMap((name) => other.names.flatMap((word) => [name + word, word + name]));
          parts.push({ ...other, op, names: joined });
        }
      }
      return new Commands(parts, ({ op, direction }) => op !== undefined || direction === 'decode');
    }),
);

const Data = z.object({ ...texts('op', 'input', 'value'), ...optionalNumbers('number') });
type Coded = z.infer<typeof Data>;

const coded = (op: string, input: string, value: string | null | undefined): Coded | null =>
  value ? { op, input, value, ...(op === 'ascii' && input.length === 1 && { number: Number(value) }) } : null;

const decoded = (op: string | undefined, input: string) => (op ? coded(op, input, codes[op]?.decode(input)) : null);

function commanded(command: CodeCommand): Coded | null {
  const { part, typed, text, isQuoted, link, isFront } = command;
  const { op, direction = link === 'from' ? 'decode' : undefined, isNoun = false, isFirst } = part;
  if (isFirst && !isFront) return null;
  if (op === undefined) return direction === 'decode' ? decoded(saidCode(text), text) : null;
  if (op === 'caesar') return caesar(typed, direction, isNoun || direction !== undefined);
  if (op === 'html') {
    const html = htmlWanted(command, direction, isNoun);
    return html && coded(op, html.text, codes.html?.[html.direction](html.text));
  }
  // `ascii A`, `ascii 65`, `0x6869 to ascii`
  if (op === 'ascii') return coded(op, text, asciiOf(text)) ?? (saidCode(text) === 'hex' ? decoded('hex', text) : null);
  if (direction === 'decode') return isQuoted || named[op]?.test(text) ? decoded(op, text) : null;
  if (evidentCode(text) === op) return decoded(op, text);
  if (!(isMeantFor[op] ?? isSure)(command)) return null;
  return coded(op, text, codes[op]?.encode(text));
}

/** `caesar cipher 3 abc`. `Caesar 3` is also a game, so that a text after the bare name needs a sign of its own. */
function caesar(typed: string, direction: string | undefined, isCalled: boolean): Coded | null {
  const [, shift = '', link, given = ''] = /^([-+]?\d{1,4}):? (of |for |on )?(.*[a-z].*)$/is.exec(typed) ?? [];
  const input = link ? unquoted(given) : given;
  const isMeant = isCalled || isText(input) || /[^\p{L}\s]|\p{Ll}\p{Lu}/u.test(input);
  if (input === '' || !isMeant || commands().isName(input)) return null;
  return coded('caesar', input, shifted(input, Number(shift) * (direction === 'decode' ? -1 : 1)));
}

/** The namespaces of the standard, which differ in one digit. */
const NAMESPACES: Readonly<Record<string, string>> = { dns: '0', url: '1', oid: '2', x500: '4' };
const NAMED_UUID = /^(?:uuid|guid)[- ]?v([35]) (?:ns:)?([a-z0-9-]{3,36})[ :,] ?(\S.*)$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `uuidv5 ns:dns example.com`: a UUID that is derived from a name, and so the same for everyone (RFC 9562). */
function namedUuid(q: string): Coded | null {
  const [, version = '', given = '', input = ''] = NAMED_UUID.exec(q) ?? [];
  const digit = NAMESPACES[given.toLowerCase()];
  const space = digit === undefined ? given : `6ba7b81${digit}-9dad-11d1-80b4-00c04fd430c8`;
  if (!UUID.test(space)) return null;
  const name = Buffer.concat([Buffer.from(space.replaceAll('-', ''), 'hex'), Buffer.from(input)]);
  const digest = createHash(version === '3' ? 'md5' : 'sha1')
    .update(name)
    .digest();
  return { op: `uuid v${version}`, input, value: identifier(digest, Number(version)) };
}

/** `what does … mean in morse code`: answered only if the text is recognisably in a code. */
const MEANS = /^what do(?:es)? (\S.*?) mean\b/i;

/** Signs of a text whose code is evident. */
const EVIDENT = /[\u2801-\u28ff]|[.-] [./-]|%3a%2f|xn--|[01]{8} [01]|&#?\w{1,30};/;

/** Encodes and decodes texts in common codes. */
export const encode = inlineAnswer({
  type: 'encode',
  lasting: true,
  example: 'base64 encode hello',
  data: Data,
  words: () => [...commands().words, 'uuidv3', 'uuidv5', 'guidv3', 'guidv5'],
  signs: EVIDENT,
  read({ q, reading }) {
    const [, meant] = MEANS.exec(q) ?? [];
    const text = EVIDENT.test(reading.folded) ? [unquoted(meant ?? q), reading.plain].find(evidentCode) : undefined;
    if (text !== undefined) return decoded(evidentCode(text), text);
    return meant === undefined ? (namedUuid(q) ?? commands().find(reading, commanded)) : null;
  },
  answer(data) {
    const answer = oneLine(data.value);
    return answer === '' ? null : { answer, data };
  },
});
