import { domainToASCII, domainToUnicode } from 'node:url';
import { fromBraille, isBraille, toBraille } from './braille.ts';
import { fromBase32, fromBase64, fromBits, fromHex, toBase32, toBase64, toBits, toHex } from './bytes.ts';
import { characterNamed } from './character-names.ts';
import { atbash, rot5, rot47, shifted } from './ciphers.ts';
import { htmlDecoded } from './html.ts';
import { fromMorse, isMorse, toMorse } from './morse.ts';

/** A code: how to write a text in it, how to read it, and what it looks like. */
export interface Code {
  encode(text: string): string | null;
  decode(text: string): string | null;
  /** Whether a text looks like this code, so that there is something to decode. */
  isCoded(text: string): boolean;
}

/** A cipher that is its own inverse. Its texts look like any other. */
const cipher = (run: (text: string) => string): Code => ({ encode: run, decode: run, isCoded: () => false });

/** The codes that can be asked for by name. */
export const codes: Readonly<Record<string, Code>> = {
  // A word in small letters can be read as base64 too, but is not meant as such.
  base64: { encode: toBase64, decode: fromBase64, isCoded: (text) => /^\S*[A-Z\d=]\S*$/.test(text) },
  base32: { encode: toBase32, decode: fromBase32, isCoded: (text) => /^[A-Z2-7]+=*$/.test(text) },
  url: { encode: urlEncoded, decode: urlDecoded, isCoded: (text) => /^\S*%[0-9a-f]{2}\S*$/i.test(text) },
  html: { encode: () => null, decode: htmlDecoded, isCoded: (text) => /&#?\w{2,30};/.test(text) },
  rot5: cipher(rot5),
  rot13: cipher((text) => shifted(text, 13)),
  rot18: cipher((text) => rot5(shifted(text, 13))),
  rot47: cipher(rot47),
  atbash: cipher(atbash),
  morse: { encode: toMorse, decode: fromMorse, isCoded: isMorse },
  braille: { encode: toBraille, decode: fromBraille, isCoded: isBraille },
  punycode: {
    encode: (text) => domainToASCII(text) || null,
    decode: (text) => domainToUnicode(text) || null,
    isCoded: (text) => /^(?:[\w-]{1,63}\.)*xn--[a-z0-9.-]{1,253}$/i.test(text),
  },
  binary: { encode: toBits, decode: fromBits, isCoded: (text) => /^[01]{8}(?:\s?[01]{8})*$/.test(text) },
  hex: { encode: toHex, decode: fromHex, isCoded: (text) => /^(?:(?:0x|\\x)?[0-9a-f]{2}[\s:]?)+$/i.test(text) },
};

/** Codes that a text shows by its form alone, without a word about it. */
const EVIDENT: readonly (readonly [op: string, form: RegExp])[] = [
  ['braille', /^[\u2800-\u28ff\s]*[\u2801-\u28ff][\u2800-\u28ff\s]*$/],
  // At least three letters with both marks, to exclude a row of dots or a line.
  ['morse', /^(?=.*-)(?=.*\.)[.-]{1,6}(?: {1,3}(?:\/ )?[.-]{1,6}){2,}$/],
  ['url', /^[a-z][a-z0-9+.-]{1,9}%3a%2f%2f\S+$/i],
  ['punycode', /^(?:[\w-]{1,63}\.)*xn--[a-z0-9.-]{1,253}$/i],
  // A single row of zeros and ones may also be a number.
  ['binary', /^[01]{8}(?:\s[01]{8})+$/],
  ['html', /^&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});$/i],
];

/** Codes that a text shows by its form if the query says that it is in a code. */
const DECODABLE: readonly (readonly [op: string, form: RegExp])[] = [
  ...EVIDENT,
  ['url', /^\S*%[0-9a-f]{2}\S*$/i],
  ['html', /&#?\w{2,30};/],
  ['morse', /^[.-]{1,6}(?: {1,3}(?:\/ )?[.-]{1,6})+$/],
  ['binary', /^[01]{8}(?:\s?[01]{8})*$/],
  ['hex', /^(?:0x|\\x)[0-9a-f]{2}(?:(?:\\x)?[0-9a-f]{2})*$/i],
  ['hex', /^(?=.*[a-f])(?=.*\d)(?:[0-9a-f]{2}){4,}$/i],
  ['base64', /^(?=.*[a-z])(?=.*[A-Z])(?:[\w+/-]{4})*(?:[\w+/-]{2}==|[\w+/-]{3}=)$/],
  ['base64', /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?:[\w+/-]{4}){4,}$/],
];

const opOf = (text: string, forms: typeof EVIDENT) => forms.find(([, form]) => form.test(text))?.[0];

/** The code of a text that needs no word about it. */
export const evidentCode = (text: string) => opOf(text, EVIDENT);

/** The code of a text that is said to be in one. */
export const decodableCode = (text: string) => opOf(text, DECODABLE);

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
