import { domainToASCII, domainToUnicode } from 'node:url';
import { isAboutTool, isQuoted, textAfter, textBefore, unquoted } from '../command.ts';
import { fromBraille, isBraille, toBraille } from './braille.ts';
import { fromBase32, fromBase64, toBase32, toBase64, toBits, toHex } from './bytes.ts';
import { characterNamed } from './character-names.ts';
import { atbash, rot47, shifted } from './ciphers.ts';
import { fromMorse, isMorse, toMorse } from './morse.ts';

/** The codes that are called by a name, and the phrases that call them. */
type Direction = 'encode' | 'decode';

/** How a query names a code, and the text that goes with it. */
interface Phrase {
  /** As typed, with its quotation marks. */
  text: string;
  direction?: Direction | undefined;
  /** `to`, `in`, `for`, a colon … between the code's name and the text. */
  link?: string | undefined;
  /** The name comes first. */
  front: boolean;
}

interface Code {
  op: string;
  name: string;
  /** Whether this phrase is meant; without it, a verb, a link or quotation marks are needed behind the text. */
  means?(phrase: Phrase): boolean;
  run(text: string, direction: Direction | undefined): string | null;
  /** Quotation marks are part of the text. */
  keepsQuotes?: boolean;
}

const both =
  (encode: (text: string) => string | null, decode: (text: string) => string | null): Code['run'] =>
  (text, direction) =>
    direction === 'decode' ? decode(text) : encode(text);

/** A number, or a number with its base: those are of another kind. */
const isNumber = (text: string) =>
  /^[-+]?(?:0[xbo]|x)?[0-9a-f.,\s]+$/i.test(text) ||
  /\bbase[- ]?\d|^(?:hex|dec|oct|bin)[a-z]* (?:0x)?[0-9a-f]+$/i.test(text);
const linked = ({ link, direction, text }: Phrase) => link !== undefined || direction !== undefined || isQuoted(text);

const codes: readonly Code[] = [
  { op: 'base64', name: 'base[- ]?64|b64', means: meansBytes, run: both(toBase64, fromBase64) },
  { op: 'base32', name: 'base[- ]?32', means: meansBytes, run: both(toBase32, fromBase32) },
  {
    op: 'url',
    name: 'ur[li](?:[- ]component)?|percent',
    means: ({ direction }) => direction !== undefined,
    run: both(urlEncoded, urlDecoded),
  },
  { op: 'rot13', name: 'rot[- ]?13', run: (text) => shifted(text, 13), keepsQuotes: true },
  { op: 'rot47', name: 'rot[- ]?47', run: rot47, keepsQuotes: true },
  { op: 'atbash', name: 'atbash', run: atbash, keepsQuotes: true },
  {
    op: 'morse',
    name: 'morse(?: code)?',
    means: meansMorse,
    run: (text) => (isMorse(text) ? fromMorse(text) : toMorse(text)),
  },
  {
    op: 'braille',
    name: 'braille',
    means: linked,
    run: (text) => (isBraille(text) ? fromBraille(text) : toBraille(text)),
  },
  {
    op: 'punycode',
    name: 'idn|punycode|internationali[sz]ed?[- ]domain(?: names?)?|idna',
    means: ({ text }) => /^\S+$/.test(text) && /[^\u0020-\u007e]|xn--/i.test(text),
    run: (text) => (/xn--/i.test(text) ? domainToUnicode(text) : domainToASCII(text)) || null,
  },
  {
    op: 'binary',
    name: 'binary(?: code| text)?',
    // A number in binary is a number in another base.
    means: (phrase) => linked(phrase) && !isNumber(phrase.text) && phrase.direction !== 'decode',
    run: toBits,
  },
  {
    op: 'hex',
    name: 'hex(?:adecimal)?(?: code| text)?',
    means: (phrase) =>
      linked(phrase) && !isNumber(phrase.text) && phrase.direction !== 'decode' && phrase.link !== 'for',
    run: toHex,
  },
];

const VERB = '(?:(en|de)(?:code|crypt|cipher)|(un)?escape)(?:d|r|ing)?';
const forms = codes.map((code) => ({
  code,
  front: new RegExp(
    `^(?:${VERB}[- ]?)?(?:(?:to|from|in|into|as) )?(?:${code.name})(?:[- ]?${VERB})?(?: cipher)?(?: (of|for|from)\\b|(:))? ?(?:the (?:text|word|string|phrase) )?(?<=[\\s:])`,
    'i',
  ),
  back: new RegExp(
    ` (?:(to|from|in|into|as|with|using|->|=>) )?(?:${VERB}[- ]?)?(?:${code.name})(?:[- ]?${VERB})?$`,
    'i',
  ),
}));
const ANY = new RegExp(codes.map(({ name }) => name).join('|'), 'i');

/** The code that a query calls, and what becomes of its text. */
export function codeCalled(q: string): { op: string; input: string; run(): string | null } | null {
  if (!ANY.test(q)) return null;
  for (const { code, front, back } of forms) {
    for (const phrase of [phraseOf(q, front, true), phraseOf(q, back, false)]) {
      if (!phrase || isAboutTool(phrase.text, code.keepsQuotes || linked(phrase))) continue;
      const means = code.means ?? ((it: Phrase) => it.front || linked(it));
      if (!means(phrase)) continue;
      const input = code.keepsQuotes ? phrase.text : unquoted(phrase.text);
      return { op: code.op, input, run: () => code.run(input, phrase.direction) };
    }
  }
  return null;
}

function phraseOf(q: string, form: RegExp, front: boolean): Phrase | null {
  const found = front ? textAfter(q, form) : textBefore(q, form);
  if (!found) return null;
  const { text, parts } = found;
  const [whole] = parts;
  const decodes =
    /(?:^|[^a-z])(?:un|de)(?:code|crypt|cipher|escape)|\bfrom\b/i.test(whole) ||
    /unescape|decode/i.test(whole) ||
    /^de(?:code|crypt)\b/i.test(q);
  const encodes = /en(?:code|crypt|cipher)|escape/i.test(whole) || /^en(?:code|crypt)\b/i.test(q);
  const link = front ? /\b(of|for|from|to|in|into|as)\b|:/i.exec(whole.slice(whole.search(/\S/)))?.[0] : parts[1];
  return { text, front, link, direction: decodes ? 'decode' : encodes ? 'encode' : undefined };
}

/** `52 to base 32` is a number in another base. */
function meansBytes(phrase: Phrase): boolean {
  return phrase.front || (linked(phrase) && !/^[\d.,]+$|\bbase[- ]?\d/.test(phrase.text));
}

/** `morse` alone is also a man: dots, a link, or the words that everybody tries. */
function meansMorse({ text, link, front, direction }: Phrase): boolean {
  if (isMorse(text) || isQuoted(text) || direction !== undefined) return true;
  if (/^(?:sos|hello(?: world)?|i love you|help)$/i.test(text)) return true;
  return link !== undefined && !(front && /^(?:beginners|kids|dummies|cheat)/i.test(text));
}

function urlEncoded(text: string): string | null {
  const named = characterNamed(text);
  // Half of a surrogate pair cannot be encoded.
  return text.isWellFormed() ? encodeURIComponent(named === '\u00a0' ? ' ' : (named ?? text)) : null;
}

export function urlDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
