import { z } from 'zod';
import { type InstantQuery, threadKind } from '../../answer.ts';
import { memoizeLast } from '../../memoize-last.ts';
import {
  FOREIGN_OF,
  isAboutTool,
  isForeignTalk,
  isQuoted,
  isTopic,
  textAfter,
  textBefore,
  unquoted,
} from '../../reading/command.ts';
import { digestNamed, digests, digestsOfLength, isNative } from './digests.ts';

const NAME =
  '(?:md[45]|sha-?3(?:[-_ ](?:224|256|384|512))?|sha[-_ ]?(?:512[-_/](?:224|256)|1|224|256|384|512)|sha|keccak(?:[-_ ]?(?:224|256|384|512))?|shake[-_ ]?(?:128|256)|ripemd(?:[-_ ]?160)?|rmd[-_ ]?160|crc[-_ ]?32c?|adler[-_ ]?32|blake[-_]?2[bs]?(?:[-_]?(?:256|384|512))?|blake[-_]?3|b[23](?=sum)|xxh(?:ash)?[-_ ]?(?:32|64|3|128)|xxhash|whirlpool|sm3)';
const ENCODED = '(?:(hex(?:adecimal)?|base[- ]?64|b64)(?:[- ]encoded)? )?';
const NOUN = '(?:(hash(?:sum|wert|ed)?|checksum|digest|sum|encod(?:e|ed|ing)|encrypt(?:ed|ion)?) )?';
const ANY = new RegExp(`(?:^|[^a-z])${NAME}(?:sum)?(?![a-z0-9])|hash`, 'i');
const FRONT = new RegExp(
  `^(?:hash )?${ENCODED}(${NAME})(sum)? ${NOUN}${ENCODED}${NOUN}(?:(of|for|from|${FOREIGN_OF}) )?(?:the (?:text|string|word) )?`,
  'i',
);
const COLON = new RegExp(`^(${NAME})(?:sum)?(?: hash)?: ?`, 'i');
const CALL = new RegExp(`^(${NAME})(?:sum)?\\((.*)\\)$`, 'is');
const BACK = new RegExp(
  ` (?:(to|into|in|as|with|using|by|->|=>) )?(?:an? )?${ENCODED}(${NAME})(?:sum)?(?: (hash(?:sum)?|checksum|digest))?$`,
  'i',
);
const LAST = / (?:in|as|to) (hex(?:adecimal)?|base[- ]?64)$/i;
/** `md5 "x" hash` */
const QUOTED_NOUN = /^("[^"]+"|'[^']+'|\u201c[^\u201d]+\u201d) (?:hash(?:sum)?|checksum|digest)$/i;
/** Ways to write the empty text. */
const EMPTY = /^(?:["'`]{2}|“”|(?:an? |the )?empty string)$/i;
const HASH_OF = /^(?:hash (?:of )?|encrypt )/i;
const IDENTIFY =
  /^(?:(?:identify|detect|guess|check)(?: this)?(?: hash)?|hash(?: (?:type|identifier|identify))?(?: of| for)?|(?:which|what)(?: (?:type|kind|sort))?(?: of)? hash is(?: this)?):? ([0-9a-f]{8,128})$|^([0-9a-f]{8,128}) hash(?: (?:type|identifier))?$/;
/** Names that mean something else to most people: the query has to call them a hash. */
const AMBIGUOUS = /^(?:sha|whirlpool|sm3|keccak|xxhash|adler-?32)$/i;

const Data = z.union([
  z.object({
    algorithm: z.string().describe('Algorithm, such as sha256.'),
    encoding: z.enum(['hex', 'base64']).describe('Encoding of `value`.'),
    input: z.string().describe('The text, hashed as UTF-8.'),
    value: z.string().describe('The digest.'),
  }),
  z.object({
    kind: z.literal('identify'),
    input: z.string().describe('The digest to identify.'),
    bits: z.number().describe('Length of the digest.'),
    algorithms: z.array(z.string()).describe('Algorithms with digests of this length, most likely first.'),
    value: z.string().describe('The most likely algorithm.'),
  }),
]);

interface HashCommand {
  algorithm: string;
  encoding: 'hex' | 'base64';
  text: string;
}

const wantedIn = memoizeLast(({ q }): HashCommand | null => {
  if (!ANY.test(q)) return null;
  return fromCall(q) ?? fromFront(q) ?? fromBack(q);
});

function fromCall(q: string): HashCommand | null {
  const [, name, inside = ''] = CALL.exec(q) ?? [];
  if (name && inside.trim() !== '') return wanted(name, undefined, inside.trim());
  const colon = textAfter(q, COLON);
  return colon ? wanted(colon.parts[1] as string, undefined, colon.text) : null;
}

function fromFront(q: string): HashCommand | null {
  const found = textAfter(q, FRONT);
  if (!found) return null;
  const { parts } = found;
  const text = QUOTED_NOUN.exec(found.text)?.[1] ?? found.text;
  const [, before, name = '', sum, noun, encoding, otherNoun, of] = parts;
  // `md5 for passwords` asks about the purpose of MD5.
  const isTold = Boolean(sum ?? encoding ?? before) || (of !== undefined && !/^(?:for|für|voor|para|pour)$/i.test(of));
  const called = Boolean(sum ?? noun ?? otherNoun ?? encoding ?? before);
  if (isForeignTalk(parts[0], text)) return null;
  if (!isQuoted(text) && ((AMBIGUOUS.test(name) && !called) || isAboutTool(text, isTold))) return null;
  if (of === undefined && isTopic(text)) return null;
  // `sha256 of x in base64`: the encoding can come last.
  const last = of ? LAST.exec(text.slice(-30)) : null;
  if (last) return wanted(name, last[1], text.slice(0, -last[0].length));
  return wanted(name, encoding ?? before, text);
}

function fromBack(q: string): HashCommand | null {
  const found = textBefore(q, BACK);
  if (!found) return null;
  const [, connector, encoding, name = '', noun] = found.parts;
  const text = found.text.replace(HASH_OF, '').trim();
  const explicit = connector !== undefined || isQuoted(text);
  if (text === '' || isAboutTool(text) || (!explicit && (/\s/.test(text) || isTopic(text)))) return null;
  if (AMBIGUOUS.test(name) && !(noun && explicit)) return null;
  return wanted(name, encoding, text);
}

function wanted(name: string, encoding: string | undefined, text: string): HashCommand | null {
  const algorithm = digestNamed(name);
  if (algorithm === null) return null;
  const bare = EMPTY.test(text) ? '' : unquoted(text);
  return { algorithm, encoding: /64/.test(encoding ?? '') ? 'base64' : 'hex', text: bare };
}

function identified({ plain }: InstantQuery): z.infer<typeof Data> | null {
  const parts = IDENTIFY.exec(plain);
  const input = parts?.[1] ?? parts?.[2] ?? '';
  const algorithms = digestsOfLength[input.length];
  // Eight or sixteen letters and digits may also be a word or a number.
  if (!algorithms?.[0] || (input.length <= 16 && !/\d.*[a-f]|[a-f].*\d/.test(input))) return null;
  return { kind: 'identify', input, bits: input.length * 4, algorithms: [...algorithms], value: algorithms[0] };
}

/** Computes the digest of a text, or identifies the algorithm of a digest. */
export const hash = threadKind<z.infer<typeof Data>>({
  type: 'hash',
  lasting: true,
  example: 'md5 of hello',
  data: Data,
  match: (asked) => identified(asked) !== null || wantedIn(asked) !== null,
  isCheap: (asked) => identified(asked) !== null || isNative(wantedIn(asked)?.algorithm ?? ''),
  async work(of) {
    const known = identified(of);
    if (known && 'bits' in known) return { answer: `${known.bits} bits: ${known.algorithms.join(', ')}`, data: known };
    const asked = wantedIn(of);
    const digest = asked && digests[asked.algorithm];
    if (!asked || !digest) return null;
    const value = (await digest(Buffer.from(asked.text, 'utf8'))).toString(asked.encoding);
    return { answer: value, data: { algorithm: asked.algorithm, encoding: asked.encoding, input: asked.text, value } };
  },
});
