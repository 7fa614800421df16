import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';
import { type Command, isSpoken, isSure } from '../../reading/command.ts';
import { atbash, fromBraille, fromMorse, rot5, rot13, rot47, toBraille, toMorse } from './alphabets.ts';
import { fromBase32, fromBase64, fromBits, fromHex, toBase32, toBase64, toBits, toHex } from './bytes.ts';
import { characterNamed } from './character-names.ts';
import { htmlDecoded, htmlEncoded } from './html.ts';

type Coder = (text: string) => string | null;
const both = (coder: Coder) => ({ encode: coder, decode: coder });

/** The codes that can be asked for by name: how to write a text, and how to read it. */
export const codes: Readonly<Record<string, { encode: Coder; decode: Coder }>> = {
  base64: { encode: toBase64, decode: fromBase64 },
  base32: { encode: toBase32, decode: fromBase32 },
  binary: { encode: toBits, decode: fromBits },
  hex: { encode: toHex, decode: fromHex },
  url: { encode: urlEncoded, decode: urlDecoded },
  html: { encode: htmlEncoded, decode: htmlDecoded },
  punycode: { encode: domainToASCII, decode: domainToUnicode },
  morse: { encode: toMorse, decode: fromMorse },
  braille: { encode: toBraille, decode: fromBraille },
  rot5: both(rot5),
  rot13: both(rot13),
  rot18: both((text) => rot5(rot13(text))),
  rot47: both(rot47),
  atbash: both(atbash),
};

type Forms = Readonly<Record<string, RegExp>>;

/** Forms of texts that show their code without a word about it. */
const evident: Forms = {
  braille: /^[\u2800-\u28ff\s]*[\u2801-\u28ff][\u2800-\u28ff\s]*$/,
  // At least three letters with both marks, to exclude a row of dots or a line.
  morse: /^(?=[.-])(?=.*-)(?=.*\.)[.-]{1,6}(?: {1,3}(?:\/ )?[.-]{1,6}){2,}$/,
  url: /^[a-z][a-z0-9+.-]{1,9}%3a%2f%2f\S+$/i,
  punycode: /^(?:[\w-]{1,63}\.)*xn--[a-z0-9.-]{1,253}$/i,
  // A single row of zeros and ones may also be a number.
  binary: /^[01]{8}(?:\s[01]{8})+$/,
  html: /^&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});$/i,
};

/** Forms of texts that are said to be in a code. */
const said: Forms = {
  ...evident,
  morse: /^[.-]{1,6}(?: {1,3}(?:\/ )?[.-]{1,6})+$/,
  url: /^\S*%[0-9a-f]{2}\S*$/i,
  binary: /^[01]{8}(?:\s?[01]{8})*$/,
  html: /&#?\w{1,30};/,
  hex: /^(?:(?:0x|\\x)[0-9a-f]{2}(?:(?:\\x)?[0-9a-f]{2})*|(?=.*[a-f])(?=.*\d)(?:[0-9a-f]{2}){4,})$/i,
  base64: /^(?=.*[a-z])(?=.*[A-Z])(?:(?:[\w+/-]{4})*(?:[\w+/-]{2}==|[\w+/-]{3}=)|(?=.*\d)(?:[\w+/-]{4}){4,})$/,
};

/** Forms of texts that are said to be in this code. */
export const named: Forms = {
  ...said,
  morse: /^[.\-·•−–—_/|\s]+$/,
  hex: /^(?:(?:0x|\\x)?[0-9a-f]{2}[\s:]?)+$/i,
  // A word in small letters can be read as base64 too, but is not meant as such.
  base64: /^\S*[A-Z\d=]\S*$/,
  base32: /^[A-Z2-7]+=*$/,
};

const codeIn = (forms: Forms) => (text: string) => Object.keys(forms).find((op) => forms[op]?.test(text));
export const evidentCode = codeIn(evident);
export const saidCode = codeIn(said);

/** What a word of a command about codes means. */
export const CodePart = z.object({
  names: z.array(z.string()),
  op: z.string().optional(),
  direction: z.enum(['encode', 'decode']).optional(),
  /** A word for what the code writes, such as `string` or `entity`. */
  isNoun: z.literal(true).optional(),
  /** `text to morse` comes before the text. */
  isFirst: z.literal(true).optional(),
});
export type CodeCommand = Command<z.infer<typeof CodePart>>;

/** Numbers and sums in binary or hexadecimal are answered elsewhere, or not at all. Words in another script are not a topic: `한글 in binary`. */
const isNoNumber = (command: CodeCommand) =>
  !/^[\d.,\s()*/^+-]+$/.test(command.text) &&
  (isSure(command) || (!command.isFront && command.link !== undefined && /^[^ -~]+$/.test(command.text)));

/** Whether the text of a command is to be encoded, for the codes with a rule of their own. Others need a sure text. */
export const isMeantFor: Readonly<Record<string, (command: CodeCommand) => boolean>> = {
  binary: isNoNumber,
  hex: isNoNumber,
  // An address or the name of a character needs no quotes, but the query has to say what to do.
  url: (command) =>
    command.part.direction !== undefined &&
    (isSure(command) || /^\S*\/\S*$/.test(command.text) || characterNamed(command.text) !== null),
  punycode: ({ text }) => /^\S*[^ -~]\S*$/.test(text),
  rot5: ({ text }) => /\d/.test(text),
  morse: isSpoken,
  // `books in braille` is about books; nothing is printed in Morse code.
  braille: (command) => isSpoken(command) && (command.link !== 'in' || command.isAsked || isSure(command)),
};

/** The number of a character, or the character of a number. Other characters are invisible. */
export function asciiOf(text: string): string | null {
  if (/^[!-~]$/.test(text)) return String(text.charCodeAt(0));
  return /^(?:3[3-9]|[4-9]\d|1[01]\d|12[0-6])$/.test(text) ? String.fromCharCode(Number(text)) : null;
}

function urlEncoded(text: string): string | null {
  const char = characterNamed(text);
  // Half a surrogate pair cannot be encoded.
  return text.isWellFormed() ? encodeURIComponent(char === '\u00a0' ? ' ' : (char ?? text)) : null;
}

function urlDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // A % that is not part of an encoded character.
    return null;
  }
}
