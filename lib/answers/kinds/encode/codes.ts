import { domainToASCII, domainToUnicode } from 'node:url';
import {
  asSpoken,
  FOREIGN_OF,
  isAboutTool,
  isForeignTalk,
  isQuoted,
  isRemark,
  isTopic,
  textAfter,
  textBefore,
  unquoted,
} from '../../reading/command.ts';
import { withDigits } from '../../reading/numbers/with-digits.ts';
import { namesTool } from '../../reading/tool-names.ts';
import { fromBraille, isBraille, toBraille } from './braille.ts';
import { fromBase32, fromBase64, toBase32, toBase64, toBits, toHex } from './bytes.ts';
import { characterNamed } from './character-names.ts';
import { atbash, rot5, rot47, shifted } from './ciphers.ts';
import { fromMorse, isMorse, toMorse } from './morse.ts';

/** Codes with a name, and the phrases that name them. */
type Direction = 'encode' | 'decode';

/** The wording around the name of a code, and the text that goes with it. */
interface Phrase {
  /** The text as typed, with its quotation marks. */
  text: string;
  direction?: Direction | undefined;
  /** `to`, `in`, `for`, a colon … between the name of the code and the text. */
  link?: string | undefined;
  /** The name comes before the text. */
  front: boolean;
  /** `text to binary …`, `url encoded …`: the name of a tool, which people also search for as such. */
  isTool: boolean;
  /** `in hex fiend`, `to binary or not`: nothing else marks the rest as a text. */
  isLoose: boolean;
}

interface Code {
  op: string;
  name: string;
  /**
   * Whether a phrase means this code. By default, a name after a text of several words needs a verb, a link or
   * quotation marks.
   */
  means?(phrase: Phrase): boolean;
  run(text: string, direction: Direction | undefined): string | null;
  /** Quotation marks are part of the text. */
  keepsQuotes?: boolean;
}

const both =
  (encode: (text: string) => string | null, decode: (text: string) => string | null): Code['run'] =>
  (text, direction) =>
    direction === 'decode' ? decode(text) : encode(text);

/** A number, or a number with its base: other kinds answer these. */
const isNumber = (text: string) =>
  /^[-+]?(?:0[xbo]|x)?[0-9a-f.,\s]+$/i.test(text) ||
  /\bbase[- ]?\d|^(?:hex|dec|oct|bin)[a-z]* (?:0x)?[0-9a-f]+$/i.test(text);
/** `twelve in binary` asks for the number. */
const isNumberWords = (text: string) => text.length < 60 && /^\d+$/.test(withDigits(text.toLowerCase(), ''));
/** Values that are commonly written in binary or hexadecimal; the query asks about them in general. */
const isType = (text: string) =>
  /^(?:(?:an? |the |my )?(?:ip|ip address|mac address|date|time|timestamp|colou?r|guid|uuid|pixel|bitmap|photo|picture)|.*\b\d+[- ]?bits?\b.*)$/i.test(
    text,
  );
/** Formats of numbers and colours: `css rgb to hex`, `java int to hex`, `gray code to binary`. */
const FORMAT_END =
  /(?:^|\s)(?:a?rgba?|hs[lvb]a?|cmyk?|cie(?:lab|xyz)|ok(?:lab|lch)|yuv|ycbcr|pantone|ral|(?:ui|ns)?colou?rs?|palettes?|hex(?:adecimals?)?|bin(?:ary)?|dec(?:imals?)?|denary|octals?|oct|floats?|doubles?|u?int(?:8|16|32|64)?|integers?|numbers?|numerals?|fractions?|percentages?|chars?|characters?|string|booleans?|enums?|bytes?|bits?|nibbles?|bytearrays?|byte arrays?|arrays?|buffers?|blobs?|bcd|ebcdic|ascii|unicode|utf-?(?:8|16|32)|(?:gray|grey|machine|assembly|source|hamming|excess-3|color|colour) codes?|complement|base-?\d+|json|csv|xml|pdf|guid|uuid|objectid|ipv[46]|(?:ip|mac|memory) address(?:es)?|timestamps?|epoch|files?|images?|pictures?|photos?|(?:video|computer|board|card|pc) games?|instructions?|from (?:text|words|letters|english))$/i;
/** `this string to hex` is a text to try the code with. */
const THIS = /^(?:this|that|some|hello) (?:string|number|file|image|picture|photo|color|colour)$/i;
/** Whether the text only names what to convert, so that there is nothing to convert. */
function isFormat(text: string): boolean {
  if (isQuoted(text)) return false;
  const words = text.toLowerCase().split(/\s+/);
  if (words.includes('binary') || words.includes('hex') || words.includes('hexadecimal')) return true;
  return namesTool(words) || (FORMAT_END.test(text.slice(-40)) && !THIS.test(text));
}
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
  { op: 'rot5', name: 'rot[- ]?5', means: ({ text }) => /\d/.test(text), run: rot5, keepsQuotes: true },
  { op: 'rot18', name: 'rot[- ]?18', run: (text) => rot5(shifted(text, 13)), keepsQuotes: true },
  { op: 'rot13', name: 'rot[- ]?13', run: (text) => shifted(text, 13), keepsQuotes: true },
  { op: 'rot47', name: 'rot[- ]?47', run: rot47, keepsQuotes: true },
  { op: 'atbash', name: 'atbash', run: atbash, keepsQuotes: true },
  {
    op: 'morse',
    name: 'morse(?: ?code)?',
    means: meansMorse,
    run: (text, direction) => (isMorse(text) ? fromMorse(text) : direction === 'decode' ? null : toMorse(text)),
  },
  {
    op: 'braille',
    name: 'braille',
    means: (phrase) => linked(phrase) || isBraille(phrase.text),
    run: (text, direction) => (isBraille(text) ? fromBraille(text) : direction === 'decode' ? null : toBraille(text)),
  },
  {
    op: 'punycode',
    name: 'idn|punycode|international(?:i[sz]ed?)?[- ]domain(?: names?)?|idna',
    means: ({ text }) => /^\S+$/.test(text) && /[^\u0020-\u007e]|xn--/i.test(text),
    run: (text) => (/xn--/i.test(text) ? domainToUnicode(text) : domainToASCII(text)) || null,
  },
  {
    op: 'binary',
    name: 'binary(?: code| text)?',
    means: meansDigits,
    run: toBits,
  },
  {
    op: 'hex',
    name: 'hex(?:adecimal)?(?: code| text)?',
    means: (phrase) => meansDigits(phrase) && phrase.link !== 'for',
    run: toHex,
  },
];

const VERB =
  '(?:(en|de)(?:cod(?:e[dr]?|ing)|crypt(?:ed|ing)?|cipher)|(un)?escap(?:ed?|ing)|(?:en|de)?[ck]odier(?:en|t)|(?:de)?codificar?e?|décoder)';
const VERBS = new RegExp(VERB, 'i');
/** Words for a text without a code. */
const PLAIN = '(?:(?:plain ?)?text|ascii|english|letters|words)';
const FROM_PLAIN = new RegExp(`^ ?${PLAIN} (?:to|2) `, 'i');
const TO_PLAIN = new RegExp(` (?:to|2) (?:${PLAIN}|string)\\b`, 'i');
const forms = codes.map((code) => ({
  code,
  front: new RegExp(
    `^(?:${PLAIN} (to|2) |${VERB}[- ]?)?(?:(?:to|from|in|into|as) )?(?:(?:this|the) )?(?:${code.name})(?:[- ]?${VERB}| -d| --decode)?(?: (?:string|message)\\b)?(?: (?:to|2) (?:${PLAIN}|string)\\b)?(?: cipher)?(?: (of|for|from|${FOREIGN_OF})(?=\\s)|(:))? ?(?:the (?:text|word|string|phrase) )?(?<=[\\s:])`,
    'i',
  ),
  back: new RegExp(
    ` (?:(to|from|in|into|as|for|with|using|->|=>|→) )?(?:an? )?(?:${VERB}[- ]?)?(?:${code.name})(?:[- ]?${VERB}| (?:to|2) (?:${PLAIN}|string))?$`,
    'i',
  ),
}));
const ANY = new RegExp(`${codes.map(({ name }) => name).join('|')}|btoa|atob`, 'i');

/** `base64 Zm9v decode`: the verb comes last. */
const LAST_VERB = / (?:en|de)code$/i;
/** `url parameter decode` is about the tool. */
const PLAIN_WORD = /^[a-z]+$/;
/**
 * `encode bonjour en base64`: if the query has a verb, the word before the name of the code is not part of the text.
 */
const FOREIGN_LINK = / (?:en|em|zu|naar)$/i;

/** `the letter q` means q. */
const CALLED_LETTER = /^(?:the )?(?:letter|number|digit) (?=\S$)/i;

/** The names that programmers use for codes. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  btoa: 'base64 encode',
  atob: 'base64 decode',
  base64_encode: 'base64 encode',
  base64_decode: 'base64 decode',
  encodeuricomponent: 'url encode',
  decodeuricomponent: 'url decode',
  rawurlencode: 'url encode',
  rawurldecode: 'url decode',
  base64d: 'base64 decode',
  urld: 'url decode',
};

/** Replaces the name of a function with the name of its code. */
function named(q: string): string {
  const [name = ''] = /^[a-z]\w{3,17}(?= )/i.exec(q) ?? [];
  const code = Object.hasOwn(FUNCTIONS, name.toLowerCase()) ? FUNCTIONS[name.toLowerCase()] : undefined;
  return code === undefined ? q : code + q.slice(name.length);
}

/** The code that a query names, and its text. */
export function codeCalled(typed: string): { op: string; input: string; run(): string | null } | null {
  if (!ANY.test(typed)) return null;
  const spoken = asSpoken(typed);
  const q = named(spoken);
  const isFunction = q !== spoken;
  for (const { code, front, back } of forms) {
    for (const phrase of [phraseOf(q, front, true), isFunction ? null : phraseOf(q, back, false)]) {
      if (!phrase) continue;
      const isTold = code.keepsQuotes || (linked(phrase) && !phrase.isTool && !isFunction);
      if (isAboutTool(phrase.text, isTold) || (!isTold && isTopic(phrase.text))) continue;
      if (!phrase.front && isRemark(phrase.text)) continue;
      // `hello rot13`: a code without `means` has an unambiguous name, so a single word needs no link.
      const means = code.means ?? ((it: Phrase) => it.front || linked(it) || !/\s/.test(it.text));
      if (!means(phrase)) continue;
      const given = phrase.text.replace(CALLED_LETTER, '');
      const input = code.keepsQuotes ? given : unquoted(given);
      return { op: code.op, input, run: () => code.run(input, phrase.direction) };
    }
  }
  return null;
}

function phraseOf(q: string, form: RegExp, front: boolean): Phrase | null {
  const found = front ? textAfter(q, form) : textBefore(q, form);
  if (!found) return null;
  const { parts } = found;
  const [whole] = parts;
  const last = front && !VERBS.test(whole) ? (LAST_VERB.exec(found.text)?.[0] ?? '') : '';
  const text = last === '' ? found.text : found.text.slice(0, -last.length);
  if (last !== '' && PLAIN_WORD.test(text)) return null;
  if (front && isForeignTalk(whole, text)) return null;
  const verb = whole + last;
  const decodes =
    /(?:^|[^a-z])de(?:crypt|cipher)|\bfrom\b|unescap|d[eé][ck]od| -d /i.test(verb) ||
    TO_PLAIN.test(whole) ||
    /^de(?:code|crypt)\b/i.test(q);
  const encodes =
    /en(?:cod|crypt|cipher)|escap|[ck]odi/i.test(verb) || FROM_PLAIN.test(whole) || /^en(?:code|crypt)\b/i.test(q);
  const isLoose = front && !/:|\bof\b/i.test(whole);
  const link = front ? /\b(of|for|from|to|2|in|into|as)\b|:/i.exec(whole.slice(whole.search(/\S/)))?.[0] : parts[1];
  return {
    text: !front && (decodes || encodes) ? text.replace(FOREIGN_LINK, '') : text,
    front,
    link,
    isTool: FROM_PLAIN.test(whole) || (isLoose && /encod(?:ed|ing) /i.test(whole)),
    isLoose: isLoose && /^(?:to|in|into|as) /i.test(whole),
    direction: decodes ? 'decode' : encodes ? 'encode' : undefined,
  };
}

/** `52 to base 32` is a number in another base. */
function meansBytes(phrase: Phrase): boolean {
  return phrase.front || (linked(phrase) && !/^[\d.,]+$|\bbase[- ]?\d/.test(phrase.text));
}

/** A number in binary is a number in another base. */
function meansDigits(phrase: Phrase): boolean {
  const { text, direction, isLoose } = phrase;
  if (!linked(phrase) || direction === 'decode' || (isLoose && direction === undefined && !isQuoted(text)))
    return false;
  return !isNumber(text) && !isNumberWords(text) && !isType(text) && !isFormat(text);
}

/** `morse` alone is also a surname. The query needs dots, a link, or a text that people often try. */
function meansMorse({ text, link, front, direction }: Phrase): boolean {
  if (isMorse(text) || isQuoted(text) || direction !== undefined) return true;
  if (/^(?:sos|hello(?: world)?|i love you|help)$/i.test(text)) return true;
  return link !== undefined && !(front && /^(?:beginners|kids|dummies|cheat)/i.test(text));
}

function urlEncoded(text: string): string | null {
  const named = characterNamed(text);
  // Half a surrogate pair cannot be encoded.
  return text.isWellFormed() ? encodeURIComponent(named === '\u00a0' ? ' ' : (named ?? text)) : null;
}

/** Decodes percent-encoding; returns null if it is malformed. */
export function urlDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
