import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';

/** A notation that the query can ask for. */
export type Format = 'hex' | 'rgb' | 'hsl' | 'hsv' | 'cmyk' | 'oklch';

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['hex', 'hex'],
  ['hexadecimal', 'hex'],
  ['rgb', 'rgb'],
  ['rgba', 'rgb'],
  ['hsl', 'hsl'],
  ['hsla', 'hsl'],
  ['hsv', 'hsv'],
  ['hsb', 'hsv'],
  ['cmyk', 'cmyk'],
  ['oklch', 'oklch'],
]);

/** The notation that a word names. */
export const formatOf = (word: string | undefined): Format | null => FORMATS.get(word ?? '') ?? null;

const roles = ['colour', 'code', 'to', 'inverse', 'complement', 'mix', 'and', 'filler'] as const;
type Role = (typeof roles)[number];

const words = jsonFile(
  new URL('./data/colour-words.json', import.meta.url),
  z.record(z.enum(roles), z.array(z.string())).transform((lists) => {
    const rolesOf = new Map<string, Role[]>();
    for (const role of roles) for (const word of lists[role]) rolesOf.set(word, [...(rolesOf.get(word) ?? []), role]);
    return rolesOf;
  }),
);

/** Whether a word has this role next to a colour. */
export const isA = (role: Role, word: string | undefined): boolean =>
  !!words()
    .get(word ?? '')
    ?.includes(role);

/** Whether a word may appear next to a colour. Any other word means that the query is not about the colour itself. */
export const isColourWord = (word: string): boolean => words().has(word) || formatOf(word) !== null;
