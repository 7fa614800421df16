import { domainToASCII, domainToUnicode } from 'node:url';
import { type Command, isSpoken, isSure } from '../../reading/command.ts';
import { fromBraille, fromMorse, toBraille, toMorse } from './alphabets.ts';
import { fromBase32, fromBase64, fromBits, fromHex, toBase32, toBase64, toBits, toHex } from './bytes.ts';
import { characterNamed } from './character-names.ts';
import { atbash, rot5, rot47, shifted } from './ciphers.ts';
import { htmlDecoded, htmlEncoded } from './html.ts';

/** What a word of a command about codes means. */
export interface CodePart {
  op?: string;
  direction?: 'encode' | 'decode';
  /** A word for what the code writes, such as `string` or `entity`. */
  isNoun?: true;
  /** `text to morse` comes before the text. */
  isFirst?: true;
}

/** A code: how to write a text in it, how to read it, and what it looks like. */
interface Code {
  encode(text: string): string | null;
  decode(text: string): string | null;
  /** The form of texts that need no word about the code, of texts that are said to be in a code, and in this one. */
  evident?: RegExp;
  said?: RegExp;
  named?: RegExp;
  /** Whether the text of a command is to be encoded. Without a rule of its own, it surely is a text. */
  isMeant?(command: Command<CodePart>): boolean;
  /** Whether quotation marks are part of the text. */
  isTyped?: true;
}

/** A cipher that is its own inverse. Its texts look like any other, and the marks around them are encoded too. */
const cipher = (run: (text: string) => string): Code => ({ encode: run, decode: run, isTyped: true });

/** Numbers in binary or hexadecimal are answered elsewhere. Words in another script are not a topic: `한글 in binary`. */
const isNoNumber = (command: Command<CodePart>) =>
  !/^[\d.,\s-]+$/.test(command.text) &&
  (isSure(command) || (!command.isFront && command.link !== undefined && /^[^ -~]+$/.test(command.text)));

/** The codes that can be asked for by name. The form of a text is compared in this order. */
export const codes: Readonly<Record<string, Code>> = {
  braille: {
    encode: toBraille,
    decode: fromBraille,
    evident: /^[\u2800-\u28ff\s]*[\u2801-\u28ff][\u2800-\u28ff\s]*$/,
    // `books in braille` is about books; nothing is printed in Morse code.
    isMeant: (command) => isSpoken(command) && (command.link !== 'in' || command.isAsked || isSure(command)),
  },
  morse: {
    encode: toMorse,
    decode: fromMorse,
    // At least three letters with both marks, to exclude a row of dots or a line.
    evident: /^(?=[.-])(?=.*-)(?=.*\.)[.-]{1,6}(?: {1,3}(?:\/ )?[.-]{1,6}){2,}$/,
    said: /^[.-]{1,6}(?: {1,3}(?:\/ )?[.-]{1,6})+$/,
    named: /^[.\-·•−–—_/|\s]+$/,
    isMeant: isSpoken,
  },
  url: {
    encode: urlEncoded,
    decode: urlDecoded,
    evident: /^[a-z][a-z0-9+.-]{1,9}%3a%2f%2f\S+$/i,
    said: /^\S*%[0-9a-f]{2}\S*$/i,
    // An address or the name of a character needs no quotes, but the query has to say what to do.
    isMeant: ({ part, ...command }) =>
      part.direction !== undefined &&
      (isSure({ part, ...command }) || /^\S*\/\S*$/.test(command.text) || characterNamed(command.text) !== null),
  },
  punycode: {
    encode: domainToASCII,
    decode: domainToUnicode,
    evident: /^(?:[\w-]{1,63}\.)*xn--[a-z0-9.-]{1,253}$/i,
    isMeant: ({ text }) => !/\s/.test(text) && /[^ -~]/.test(text),
  },
  binary: {
    encode: toBits,
    decode: fromBits,
    // A single row of zeros and ones may also be a number.
    evident: /^[01]{8}(?:\s[01]{8})+$/,
    said: /^[01]{8}(?:\s?[01]{8})*$/,
    isMeant: isNoNumber,
  },
  html: {
    encode: htmlEncoded,
    decode: htmlDecoded,
    evident: /^&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});$/i,
    said: /&#?\w{1,30};/,
  },
  hex: {
    encode: toHex,
    decode: fromHex,
    said: /^(?:(?:0x|\\x)[0-9a-f]{2}(?:(?:\\x)?[0-9a-f]{2})*|(?=.*[a-f])(?=.*\d)(?:[0-9a-f]{2}){4,})$/i,
    named: /^(?:(?:0x|\\x)?[0-9a-f]{2}[\s:]?)+$/i,
    isMeant: isNoNumber,
  },
  base64: {
    encode: toBase64,
    decode: fromBase64,
    said: /^(?=.*[a-z])(?=.*[A-Z])(?:(?:[\w+/-]{4})*(?:[\w+/-]{2}==|[\w+/-]{3}=)|(?=.*\d)(?:[\w+/-]{4}){4,})$/,
    // A word in small letters can be read as base64 too, but is not meant as such.
    named: /^\S*[A-Z\d=]\S*$/,
  },
  base32: { encode: toBase32, decode: fromBase32, named: /^[A-Z2-7]+=*$/ },
  // Other characters are invisible.
  ascii: {
    encode: (text) => (/^[!-~]$/.test(text) ? String(text.charCodeAt(0)) : null),
    decode: (text) => (/^(?:3[3-9]|[4-9]\d|1[01]\d|12[0-6])$/.test(text) ? String.fromCharCode(Number(text)) : null),
  },
  rot5: { ...cipher(rot5), isMeant: ({ text }) => /\d/.test(text) },
  rot13: cipher((text) => shifted(text, 13)),
  rot18: cipher((text) => rot5(shifted(text, 13))),
  rot47: cipher(rot47),
  atbash: cipher(atbash),
};

const forms = Object.entries(codes).map(([op, { evident, said = evident }]) => ({ op, evident, said }));

/** The code of a text that needs no word about it. */
export const evidentCode = (text: string) => forms.find(({ evident }) => evident?.test(text))?.op;

/** The code of a text that is said to be in one. */
export const saidCode = (text: string) => forms.find(({ said }) => said?.test(text))?.op;

function urlEncoded(text: string): string | null {
  const named = characterNamed(text);
  // Half a surrogate pair cannot be encoded.
  return text.isWellFormed() ? encodeURIComponent(named === '\u00a0' ? ' ' : (named ?? text)) : null;
}

function urlDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
