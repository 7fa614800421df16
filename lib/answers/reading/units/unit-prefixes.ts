import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { exact, type Scalar } from '../../sums/scalar.ts';
import { rational } from '../numbers/rational.ts';

/** A prefix that multiplies a unit. */
export interface Prefix {
  letter: string;
  names: readonly string[];
  size: Scalar;
  /** Powers of 1,024, only for data. */
  binary: boolean;
  /** A thousand or more: fractions of a bit do not exist. */
  great: boolean;
}

const prefixRow = z
  .object({
    letter: z.string().min(1),
    names: z.string().transform((names) => names.split(', ')),
    base: z.enum(['10', '1024']),
    power: z.coerce.number().int(),
  })
  .transform(({ letter, names, base, power }): Prefix => {
    const times = BigInt(base) ** BigInt(Math.abs(power));
    const binary = base === '1024';
    const size = exact(power < 0 ? rational(1n, times) : rational(times));
    return { letter, names, size, binary, great: binary || power > 2 };
  });
const prefixes = tableFile(new URL('./data/prefixes.tsv', import.meta.url), prefixRow)();

/** Finds the prefixes with which a word begins. */
export type PrefixesOf = (word: string) => readonly (readonly [written: string, prefix: Prefix])[];

function prefixesBy(formsOf: (prefix: Prefix) => readonly string[]): PrefixesOf {
  const forms = prefixes.flatMap((prefix) => formsOf(prefix).map((form) => [form, prefix] as const));
  return (word) => forms.filter(([form]) => word.startsWith(form) && word.length > form.length);
}

/** The possible prefixes of a word: by exact letter, by letter in any case, and by name. */
export const lettersOf = prefixesBy(({ letter }) => [letter]);
export const foldedLettersOf = prefixesBy(({ letter }) => [letter.toLowerCase()]);
export const namesOf = prefixesBy(({ names }) => names);

/** Whether a word is a prefix on its own: `centi meter`. */
export const isPrefixWord = (word: string) => prefixNames.has(word);
const prefixNames: ReadonlySet<string> = new Set(prefixes.flatMap(({ names }) => names));
