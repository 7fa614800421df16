import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import type { Draw, Said } from './drawing.ts';
import { alphanumeric, chosen, hexDigits, letter, password, times } from './draws.ts';
import { uuidV1, uuidV7 } from './uuid.ts';

/** Unguessable strings: identifiers, passwords, passphrases. */

const MAX_PASSWORD = 128;
const MIN_PASSWORD = 4;
const MAX_WORDS = 50;

/** Words for passphrases: short, plain and inoffensive. */
export const passphraseWords = jsonFile(new URL('./data/passphrase-words.json', import.meta.url), z.array(z.string()));

/** `3 guids`, `uuid v7` */
export function uuid(said: Said, now: number): Draw | null {
  const count = said.count();
  if (!said.has('uuid') || !said.only('uuid', 'version', 'random', 'generate') || !count) return null;
  const [version] = said.words.flatMap(({ text }) => /[147]$/.exec(text.replace(/^\d+$/, ''))?.[0] ?? []);
  const draw = () => (version === '7' ? uuidV7(now) : version === '1' ? uuidV1(now) : randomUUID());
  return () => ({ kind: 'uuid', values: times(count, draw) });
}

const STRENGTHS = ['weak', 'average', 'strong'] as const;
const LENGTHS = ['character', 'letter', 'digit'];

/** `random password`, `password 20 characters`: without a verb, the query has to say how long or how strong. */
export function newPassword(said: Said): Draw | null {
  const length = said.count(16, MAX_PASSWORD);
  const isSized = said.has('count') && said.has(...LENGTHS, ...STRENGTHS);
  if (!said.has('password') || !(isSized || said.has('random', 'generate'))) return null;
  if (!said.only('password', 'random', 'generate', ...LENGTHS, ...STRENGTHS) || !length || length < MIN_PASSWORD)
    return null;
  const strength = STRENGTHS.find((each) => said.has(each)) ?? 'strong';
  return () => ({ kind: 'password', values: [password(length, strength)] });
}

/** `4 word passphrase` */
export function passphrase(said: Said): Draw | null {
  const count = said.count(4, MAX_WORDS);
  const isAsked = said.has('passphrase') && said.has('random', 'generate', 'word', 'count');
  if (!isAsked || !said.only('passphrase', 'random', 'generate', 'word', 'strong') || !count) return null;
  return () => ({ kind: 'passphrase', values: [times(count, () => chosen(passphraseWords())).join(' ')] });
}

/** Hexadecimal digits of each digest. */
const DIGITS: Readonly<Record<string, number>> = { md5: 32, sha1: 40, sha224: 56, sha256: 64, sha384: 96, sha512: 128 };

/** `random colour`, `random sha256`, `random hex 32`, `random letter` */
export function string(said: Said): Draw | null {
  // `sha256 of random` is the digest of a word.
  if (!said.has('random') || said.words[0]?.meaning === 'digest') return null;
  const only = (...meanings: string[]) => said.only('random', 'generate', 'pick', ...meanings);
  const drawn =
    (value: () => string): Draw =>
    () => ({ kind: 'string', values: [value()] });
  if (said.has('colour') && only('colour', 'hex', 'pin')) {
    return () => ({ kind: 'colour', values: [`#${hexDigits(6)}`] });
  }
  const digest = said.words.find(({ meaning }) => meaning === 'digest')?.text.replace('-', '');
  if (digest && only('digest')) return digest in DIGITS ? drawn(() => hexDigits(DIGITS[digest] as number)) : null;
  const size = said.count(16, MAX_PASSWORD);
  if (said.has('string', 'hex') && size && only('string', 'hex', ...LENGTHS)) {
    return drawn(() => (said.has('hex') ? hexDigits(size) : alphanumeric(size)));
  }
  if (said.has('count') || !only(...LENGTHS) || !said.has(...LENGTHS)) return null;
  return drawn(() => (said.has('digit') ? String(randomInt(10)) : letter()));
}
