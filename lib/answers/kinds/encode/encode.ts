import { domainToUnicode } from 'node:url';
import { z } from 'zod';
import { type InstantQuery, inlineKind } from '../../answer.ts';
import { memoizeLast } from '../../memoize-last.ts';
import { isAboutTool, textAfter, unquoted } from '../../reading/command.ts';
import { oneLine } from '../../reading/folded.ts';
import { fromBraille, isBraille } from './braille.ts';
import { fromBase64, fromBits, fromHex } from './bytes.ts';
import { shifted } from './ciphers.ts';
import { codeCalled, urlDecoded } from './codes.ts';
import { htmlDecoded, htmlEncoded, htmlWanted } from './html.ts';
import { fromMorse, isMorse } from './morse.ts';
import { namedUuid } from './named-uuid.ts';

const BITS =
  /^(?:(?:translate|convert|decode) )?(?:bin(?:ary)?(?: code)?(?: to (?:text|ascii|english|words|string)| decode)?:? )?([01]{8}(?:\s?[01]{8})*)(?: (?:binary )?(?:to|in|into|as) (?:text|ascii|english|words|letters|string|utf-?8|unicode)| binary(?: code)?(?: to text)?)?$/i;
/** A single row of zeros and ones, alone or called binary, may also be a number. */
const BITS_WORDS = /translate|convert|decode|text|ascii|english|words|letters|string|utf|unicode/i;
const HEX_TO_TEXT =
  /^(?:convert |translate |decode )?(?:(?:ascii(?= 0x| \\x| [0-9a-f]{4}|.*[a-f])|hex to (?:text|ascii|string|english)|hex decode|(?<=^decode )hex) ((?:0x|\\x)?(?:[0-9a-f]{2}[\s:]?)+)|(?:hex )?((?:(?:0x|\\x)?[0-9a-f]{2}\s?)+) (?:hex )?(?:to|in|as) (?:ascii|text|string|english))$/i;
const CAESAR =
  /^(?:(?:en|de)?(?:code|crypt)? ?)?(?:c(?:ae|ea|e)s[ae]r(?:'s)?(?: cipher| shift| code)?|shift cipher|rot)(?: (?:shift|key|by))? ?([-+]?\d{1,4})(?: (?:of|for))?:? /i;
const ASCII_OF =
  /^(?:(?:the )?(?:ascii|ansi)(?: (?:code|value|number|decimal))?(?: (?:of|for))? ("?)(.)\1|(.) (?:in|to|as) ascii(?: code)?|(.) ascii (?:code|value))$/i;
/** Visible characters by their decimal codes. */
const CHARACTER_OF =
  /^(?:ascii(?: (?:code|character|char|value|number|decimal))*(?: (?:of|for))? (3[3-9]|[4-9]\d|1[01]\d|12[0-6]))$/;
/** At least three letters, to exclude a row of dots or a line. */
const BARE_MORSE = /^\.?[.-]{1,5}(?: {1,3}(?:\/ )?[.-]{1,6}){2,}$/;
const TO_TEXT = / (?:to|in|into) (?:text|english|letters|words)$/i;
const ENCODED_URL = /^[a-z][a-z0-9+.-]{1,9}%3a%2f%2f\S+$/i;

const DOMAIN = /^[a-z0-9.-]{5,253}$/i;

interface CodecCommand {
  op: string;
  input: string;
  run(): string | null;
}

/** `what does … mean in morse code`: answered only if the text is recognisably in a code. */
const MEANS =
  /^what (?:does|do) (\S.*?) mean(?: in (?:morse(?: code)?|binary(?: code)?|braille|ascii|html|english|text))?\s*\?*$/i;

const wantedIn = memoizeLast((query): CodecCommand | null => {
  const meant = /^what do/i.test(query.q) ? MEANS.exec(query.q)?.[1] : undefined;
  return meant === undefined ? called(query) : evident(unquoted(meant));
});

/** Recognises a code by the form of the text alone. */
function evident(q: string): CodecCommand | null {
  const cells = /[\u2801-\u28ff]/.test(q) ? q.replace(TO_TEXT, '') : '';
  if (isBraille(cells)) return { op: 'braille', input: cells, run: () => fromBraille(cells) };
  const marks = /^[.-]/.test(q) ? q.replace(TO_TEXT, '') : '';
  if (BARE_MORSE.test(marks) && marks.includes('-') && marks.includes('.'))
    return { op: 'morse', input: marks, run: () => fromMorse(marks) };
  if (q.includes('%') && ENCODED_URL.test(q)) return { op: 'url', input: q, run: () => urlDecoded(q) };
  if (/^(?:[\w-]{1,63}\.)*xn--/i.test(q) && DOMAIN.test(q))
    return { op: 'punycode', input: q, run: () => domainToUnicode(q) || null };
  return fromBitsIn(q);
}

function called({ q, plain }: InstantQuery): CodecCommand | null {
  const wanted = evident(q.replace(/^what(?:'s| is) /i, ''));
  if (wanted) return wanted;
  const html = htmlWanted(q);
  if (html) {
    const { direction, text: input } = html;
    return { op: 'html', input, run: () => (direction === 'decode' ? htmlDecoded(input) : htmlEncoded(input)) };
  }
  return namedUuid(q) ?? fromAscii(q, plain) ?? fromDigits(q) ?? codeCalled(q) ?? fromCaesar(q) ?? decoded(q);
}

function fromBitsIn(q: string): CodecCommand | null {
  const bits = /[01]{8}/.test(q) ? BITS.exec(q) : null;
  if (bits?.[1] && (BITS_WORDS.test(q) || bits[1].includes(' ')))
    return { op: 'binary', input: bits[1], run: () => fromBits(bits[1] as string) };
  return null;
}

function fromDigits(q: string): CodecCommand | null {
  const hex = /ascii|text|string|english|hex/i.test(q) ? HEX_TO_TEXT.exec(q) : null;
  const digits = (hex?.[1] ?? hex?.[2])?.trim();
  return digits ? { op: 'hex', input: digits, run: () => fromHex(digits) } : null;
}

function fromAscii(q: string, plain: string): CodecCommand | null {
  if (!plain.includes('ascii') || q.length > 60) return null;
  const code = CHARACTER_OF.exec(plain)?.[1];
  if (code) return { op: 'ascii', input: code, run: () => String.fromCharCode(Number(code)) };
  const parts = ASCII_OF.exec(q.replace(/^what(?:'s| is) |\?+$/gi, ''));
  const char = parts?.[2] ?? parts?.[3] ?? parts?.[4];
  if (!char || char > '\u007e') return null;
  return { op: 'ascii', input: char, run: () => String(char.charCodeAt(0)) };
}

function fromCaesar(q: string): CodecCommand | null {
  if (!/c(?:ae|ea|e)s[ae]r|shift cipher|rot/i.test(q)) return null;
  const found = textAfter(q, CAESAR);
  const by = Number(found?.parts[1]) * (/^de/i.test(q) ? -1 : 1);
  // A shift does not change digits, so `rot 5 12345` is not a Caesar cipher.
  return found && /[a-z]/i.test(found.text) && !isAboutTool(found.text, true)
    ? { op: 'caesar', input: found.text, run: () => shifted(found.text, by) }
    : null;
}

const DECODE = /^(?:decode|unescape) (\S.*)$|^(\S+) decoded?$/i;
/** Padded, or long with all sorts of characters: words do not look like this. */
const LIKE_BASE64 =
  /^(?=.*[a-z])(?=.*[A-Z])(?:[\w+/-]{4})*(?:[\w+/-]{2}==|[\w+/-]{3}=)$|^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?:[\w+/-]{4}){4,}$/;

/** Decodes a text if its form shows which code it is in. */
function decoded(q: string): CodecCommand | null {
  const parts = /deco|unesc/i.test(q) ? DECODE.exec(q) : null;
  const input = unquoted(parts?.[1] ?? parts?.[2] ?? '');
  if (/^\S*%[0-9a-f]{2}\S*$/i.test(input)) return { op: 'url', input, run: () => urlDecoded(input) };
  if (/&#?\w{2,30};/.test(input)) return { op: 'html', input, run: () => htmlDecoded(input) };
  const found = input === '' ? null : evident(input);
  if (found) return found;
  if (isMorse(input) && input.includes(' ')) return { op: 'morse', input, run: () => fromMorse(input) };
  if (/[a-f]/i.test(input) && /\d/.test(input) && /^(?:0x)?(?:[0-9a-f]{2}){4,}$/i.test(input))
    return { op: 'hex', input, run: () => fromHex(input) };
  return LIKE_BASE64.test(input) ? { op: 'base64', input, run: () => fromBase64(input) } : null;
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
