import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { rational } from '../numbers/rational.ts';

const prefixRow = z
  .object({
    letter: z.string().min(1),
    names: z.string().transform((names) => names.split(', ')),
    base: z.enum(['10', '1024']),
    power: z.coerce.number().int(),
  })
  .transform(({ letter, names, base, power }) => {
    const times = BigInt(base) ** BigInt(Math.abs(power));
    const size = power < 0 ? rational(1n, times) : rational(times);
    // Powers of 1,024 are only for data, and so are great prefixes alone: fractions of a bit do not exist.
    return { letter, names, size, isBinary: base === '1024', isGreat: base === '1024' || power > 2 };
  });

/** The prefixes that multiply a unit. */
export const prefixes = tableFile(new URL('./data/prefixes.tsv', import.meta.url), prefixRow);
export type Prefix = ReturnType<typeof prefixes>[number];

/** Whether a word is a prefix on its own: `centi meter`. */
export const isPrefixWord = (word: string) => prefixes().some(({ names }) => names.includes(word));
