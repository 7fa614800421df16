import { createHash, hash as digest } from 'node:crypto';
import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { texts } from '../../fields.ts';
import { threadAnswer } from '../../kind.ts';
import { type Command, Commands, isSure } from '../../reading/command.ts';

const table = jsonFile(
  new URL('./data/digests.json', import.meta.url),
  z.object({
    /** Digests that Node computes itself, synchronously. */
    native: z.record(z.string(), z.object({ outputLength: z.number().optional() })),
    /** Functions of hash-wasm, with the parameter that makes the digest. */
    library: z.record(z.string(), z.tuple([z.string()]).rest(z.number())),
    /** Digests by number of hexadecimal digits, most likely first. */
    byDigits: z.record(z.string(), z.tuple([z.string()]).rest(z.string())),
  }),
);

const Encoding = z.enum(['hex', 'base64']);
const Part = z.object({
  names: z.array(z.string()),
  algorithm: z.string().optional(),
  encoding: Encoding.optional(),
  isNoun: z.literal(true).optional(),
  /** The name means something else to most people: the query has to call it a hash, or to quote the text. */
  isAmbiguous: z.literal(true).optional(),
});
const commands = jsonFile(
  new URL('./data/names.json', import.meta.url),
  z.array(Part).transform((parts) => new Commands(parts, ({ algorithm }) => algorithm !== undefined)),
);

const Digest = z.object({ kind: z.literal('digest'), encoding: Encoding, ...texts('algorithm', 'input', 'value') });
type Asked = Omit<z.infer<typeof Digest>, 'kind' | 'value'>;

/** Ways to write the empty text. */
const EMPTY = /^(?:["'`]{2}|“”|(?:an? |the )?empty string)$/i;

/** Digests have no verb, so that `the …` after the bare name of one begins a text rather than an instruction. */
function commanded(command: Command<z.infer<typeof Part>>): Asked | null {
  const { part, typed, text, isQuoted, isFront, link } = command;
  const { algorithm, isAmbiguous, encoding = 'hex', isNoun } = part;
  if (algorithm === undefined || (isAmbiguous && !isNoun && !isQuoted)) return null;
  if (EMPTY.test(typed)) return { algorithm, encoding, input: '' };
  const isMeant = isSure(command) || (isFront && !link && /^the \S+ \S/i.test(text));
  return isMeant ? { algorithm, encoding, input: text } : null;
}

type DigestFunction = (text: string, ...parameters: number[]) => Promise<string>;

/** Computes a digest. hash-wasm embeds its WebAssembly programs, so it is loaded only when a digest needs it. */
export function digestOf({ algorithm, encoding, input }: Asked): string | Promise<string> {
  const { native, library } = table();
  const options = native[algorithm];
  if (options?.outputLength) return createHash(algorithm, options).update(input).digest(encoding);
  if (options) return digest(algorithm, input, encoding);
  const [name, ...parameters] = library[algorithm] as [string, ...number[]];
  return import('hash-wasm')
    .then((functions) => (functions[name as keyof typeof functions] as DigestFunction)(input, ...parameters))
    .then((hex) => Buffer.from(hex, 'hex').toString(encoding));
}

/** Words of questions about a digest. */
const ABOUT_DIGEST = new Set(
  'hash type kind sort of identify identifier detect guess check for what which is this'.split(' '),
);

/** The digest that a query asks to identify. Eight or sixteen letters and digits may also be a word or a number. */
function identified(folded: string): z.infer<typeof Identity> | null {
  const words = folded.split(/:? /);
  if (!words.includes('hash')) return null;
  const input = [words.at(-1), words[0]].find((word) => /^[0-9a-f]{8,128}$/.test(word ?? '')) ?? '';
  const algorithms = table().byDigits[input.length];
  if (!algorithms || !words.every((word) => word === input || ABOUT_DIGEST.has(word))) return null;
  if (input.length <= 16 && !/\d.*[a-f]|[a-f].*\d/.test(input)) return null;
  return { kind: 'identify', input, bits: input.length * 4, algorithms, values: algorithms, value: algorithms[0] };
}

const algorithms = z.array(z.string());
const Identity = z.object({
  ...{ kind: z.literal('identify'), bits: z.number(), algorithms, values: algorithms, ...texts('input', 'value') },
});

/** Computes the digest of a text, or identifies the algorithm of a digest. */
export const hash = threadAnswer({
  type: 'hash',
  lasting: true,
  example: 'md5 of hello',
  data: z.union([Digest, Identity]),
  words: () => ['hash', ...commands().words],
  read: ({ reading }) => identified(reading.folded) ?? commands().find(reading, commanded),
  isCheap: (asked) => 'kind' in asked || asked.algorithm in table().native,
  answer(asked) {
    if ('kind' in asked) return { answer: `${asked.bits} bits: ${asked.algorithms.join(', ')}`, data: asked };
    const answered = (value: string) => ({ answer: value, data: { kind: 'digest' as const, ...asked, value } });
    const value = digestOf(asked);
    return typeof value === 'string' ? answered(value) : value.then(answered);
  },
});
