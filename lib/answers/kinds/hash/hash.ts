import { z } from 'zod';
import { type InstantQuery, threadKind } from '../../answer.ts';
import { jsonFile } from '../../data-file.ts';
import { memoizeLast } from '../../kind.ts';
import { type Commanded, Commands, isSure } from '../../reading/command.ts';
import { digestNames, digestOf, digestsOfLength, isNative } from './digests.ts';

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

const list = z.array(z.string());
const names = jsonFile(
  new URL('./data/names.json', import.meta.url),
  z.object({
    aliases: z.record(z.string(), list),
    /** Names that mean something else to most people: the query has to call them a hash, or to quote the text. */
    ambiguous: list,
    nouns: list,
    hex: list,
    base64: list,
  }),
);

interface Part {
  algorithm?: string;
  isAmbiguous?: boolean;
  encoding?: 'hex' | 'base64';
  isNoun?: boolean;
}

const commands = new Commands<Part>(function* () {
  const { aliases, ambiguous, nouns, hex, base64 } = names();
  for (const algorithm of digestNames()) {
    for (const name of [algorithm, ...(aliases[algorithm] ?? [])]) {
      yield [name, { algorithm, isAmbiguous: ambiguous.includes(name) }];
      yield [`${name} sum`, { algorithm }];
    }
  }
  for (const name of nouns) yield [name, { isNoun: true }];
  for (const name of hex) yield [name, { encoding: 'hex' }];
  for (const name of base64) yield [name, { encoding: 'base64' }];
});

interface HashCommand {
  algorithm: string;
  encoding: 'hex' | 'base64';
  text: string;
}

/** Ways to write the empty text. */
const EMPTY = /^(?:["'`]{2}|“”|(?:an? |the )?empty string)$/i;

const wantedIn = memoizeLast(({ reading }): HashCommand | null => {
  for (const command of commands.in(reading)) {
    const { algorithm, isAmbiguous, encoding = 'hex', isNoun } = Object.assign({}, ...command.parts) as Part;
    if (algorithm === undefined || (isAmbiguous && !isNoun && !command.isQuoted)) continue;
    if (EMPTY.test(command.text)) return { algorithm, encoding, text: '' };
    if (isMeant(command)) return { algorithm, encoding, text: command.text };
  }
  return null;
});

/** Digests have no verb, so that `the …` after the bare name of one begins a text rather than an instruction. */
function isMeant(command: Commanded<Part>): boolean {
  return isSure(command) || (command.isFront && !command.link && /^the \S+ \S/i.test(command.text));
}

/** Words of questions about a digest. */
const ABOUT_DIGEST = new Set(
  'hash type kind sort of identify identifier detect guess check for what which is this'.split(' '),
);

function identified({ reading }: InstantQuery): z.infer<typeof Data> | null {
  if (!reading.folded.includes('hash')) return null;
  const words = reading.folded.split(/:? /);
  const input = [words.at(-1), words[0]].find((word) => /^[0-9a-f]{8,128}$/.test(word ?? '')) ?? '';
  const algorithms = digestsOfLength(input.length);
  if (!algorithms?.[0] || !words.includes('hash')) return null;
  if (!words.every((word) => word === input || ABOUT_DIGEST.has(word))) return null;
  // Eight or sixteen letters and digits may also be a word or a number.
  if (input.length <= 16 && !/\d.*[a-f]|[a-f].*\d/.test(input)) return null;
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
    if (!asked) return null;
    const { algorithm, encoding, text: input } = asked;
    const value = (await digestOf(algorithm, Buffer.from(input, 'utf8'))).toString(encoding);
    return { answer: value, data: { algorithm, encoding, input, value } };
  },
});
