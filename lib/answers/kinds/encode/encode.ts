import { z } from 'zod';
import { type InstantQuery, inlineKind } from '../../answer.ts';
import { memoizeLast } from '../../kind.ts';
import { type Commanded, isSpoken, isSure, isText, unquoted } from '../../reading/command.ts';
import { oneLine } from '../../reading/folded.ts';
import { characterNamed } from './character-names.ts';
import { shifted } from './ciphers.ts';
import { type CodePart, codeCommands } from './code-commands.ts';
import { codes, decodableCode, evidentCode } from './codes.ts';
import { htmlEncoded, htmlWanted } from './html.ts';
import { namedUuid } from './named-uuid.ts';

interface CodecCommand {
  op: string;
  input: string;
  run(): string | null;
}

/** `what does … mean in morse code`: answered only if the text is recognisably in a code. */
const MEANS = /^what do(?:es)? (\S.*?) mean\b/i;

const wantedIn = memoizeLast(({ q, reading }: InstantQuery): CodecCommand | null => {
  const whole = MEANS.exec(q)?.[1] ?? q;
  const alone = [unquoted(whole), reading.plain].find((text) => evidentCode(text) !== undefined);
  if (alone !== undefined) return decoding(evidentCode(alone), alone);
  if (whole !== q) return null;
  const uuid = namedUuid(q);
  if (uuid) return uuid;
  for (const command of codeCommands.in(reading)) {
    const wanted = commandedCode(command);
    if (wanted) return wanted;
  }
  return null;
});

function decoding(op: string | undefined, input: string): CodecCommand | null {
  const code = op === undefined ? undefined : codes[op];
  return op && code ? { op, input, run: () => code.decode(input) } : null;
}

function commandedCode(command: Commanded<CodePart>): CodecCommand | null {
  const { parts, typed, text, isQuoted, link } = command;
  const {
    op,
    direction = link === 'from' ? 'decode' : undefined,
    isNoun,
    isFirst,
  } = Object.assign({}, ...parts) as CodePart;
  if (isFirst && !command.isFront) return null;
  if (op === undefined) return direction === 'decode' ? decoding(decodableCode(text), text) : null;
  if (op === 'html') {
    const html = htmlWanted(command, direction, isNoun === true);
    if (!html || html.isDecoded) return html && decoding(op, html.text);
    return { op, input: html.text, run: () => htmlEncoded(html.text) };
  }
  if (op === 'ascii') return asciiCode(text);
  if (op === 'caesar') return caesar(typed, direction, isNoun || direction !== undefined);
  const code = codes[op];
  if (!code) return null;
  if (direction === 'decode') return isQuoted || code.isCoded(text) ? decoding(op, text) : null;
  if (evidentCode(text) === op) return decoding(op, text);
  if (!isMeant(op, command, direction)) return null;
  // The marks around a text are part of what a cipher is tried with.
  const input = /^rot|^atbash/.test(op) ? typed : text;
  return { op, input, run: () => code.encode(input) };
}

/** Whether the text of a command is to be encoded: it surely is a text (`isSure`), or the code has a rule of its own. */
function isMeant(op: string, command: Commanded<CodePart>, direction: string | undefined): boolean {
  const { text, link, isAsked } = command;
  const isWord = !/\s/.test(text);
  switch (op) {
    // Numbers in binary or hexadecimal are answered elsewhere.
    case 'binary':
    case 'hex':
      return !/^[\d.,\s-]+$/.test(text) && (isSure(command) || isForeign(command));
    // An address or the name of a character needs no quotes, but the query has to say what to do.
    case 'url':
      return (
        direction !== undefined && (isSure(command) || (isWord && text.includes('/')) || characterNamed(text) !== null)
      );
    case 'punycode':
      return isWord && /[^\u0020-\u007e]/.test(text);
    case 'rot5':
      return /\d/.test(text);
    case 'morse':
      return isSpoken(command);
    // `books in braille` is about books; nothing is printed in Morse code.
    case 'braille':
      return isSpoken(command) && (link !== 'in' || isAsked || isSure(command));
    default:
      return isSure(command);
  }
}

/** `한글 in binary`: the words of a search for a topic would be in the language of the command. */
const isForeign = ({ text, link, isFront }: Commanded<CodePart>) => !isFront && !!link && /^[^ -~]+$/.test(text);

/** `ascii A`, `ascii 65`, `0x6869 to ascii` */
function asciiCode(text: string): CodecCommand | null {
  if (/^[!-~]$/.test(text)) return { op: 'ascii', input: text, run: () => String(text.charCodeAt(0)) };
  const code = /^\d{2,3}$/.test(text) ? Number(text) : 0;
  // Other characters are invisible.
  if (code > 32 && code < 127) return { op: 'ascii', input: text, run: () => String.fromCharCode(code) };
  return decodableCode(text) === 'hex' ? decoding('hex', text) : null;
}

/** `caesar cipher 3 abc`. `Caesar 3` is also a game, so that a text after the bare name needs a sign of its own. */
function caesar(typed: string, direction: string | undefined, isCalled: boolean): CodecCommand | null {
  const [, shift = '', input = ''] = /^([-+]?\d{1,4}):? (.*[a-z].*)$/is.exec(typed) ?? [];
  const isMeantHere = isCalled || isText(input) || isText(unquoted(input)) || /[^\p{L}\s]|\p{Ll}\p{Lu}/u.test(input);
  if (input === '' || !isMeantHere || codeCommands.isName(input)) return null;
  return { op: 'caesar', input, run: () => shifted(input, Number(shift) * (direction === 'decode' ? -1 : 1)) };
}

const Data = z.object({
  op: z.string().describe('The code: base64, base32, url, html, rot13, morse, punycode, braille, binary, hex …'),
  input: z.string().describe('The text to encode or decode.'),
  value: z.string().describe('The result.'),
});

/** Encodes and decodes texts in common codes. */
export const encode = inlineKind<z.infer<typeof Data>>({
  type: 'encode',
  lasting: true,
  example: 'base64 encode hello',
  data: Data,
  match: (query) => wantedIn(query) !== null,
  work(query) {
    const wanted = wantedIn(query);
    const value = wanted?.run();
    if (!wanted || value === null || value === undefined || oneLine(value) === '') return null;
    return { answer: oneLine(value), data: { op: wanted.op, input: wanted.input, value } };
  },
});
