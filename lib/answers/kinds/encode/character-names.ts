import { z } from 'zod';
import { jsonFile, meaningsSchema } from '../../data-file.ts';

const strings = z.record(z.string(), z.string()).transform((all) => new Map(Object.entries(all)));
export const characters = jsonFile(
  new URL('./data/characters.json', import.meta.url),
  z.object({
    /** Common names of characters that are hard to type. */
    names: meaningsSchema,
    /** Combining marks by name. */
    accents: strings,
    /** Letters with a stroke, which is part of the letter rather than a combining mark. */
    stroked: strings,
    /** The names of entities from HTML 4, which every table lists, for the shorter names that HTML 5 added. */
    entities: strings,
  }),
);

const ENDING = /[ -](?:character|char|symbol|sign|letter|entity|accent)s?$/i;

/** The character that a name means: `em-dash`, `greater than symbol`, `E Grave`, `o with umlaut`; null if unknown. */
export function characterNamed(name: string): string | null {
  if (name.length > 40) return null;
  const plain = name.replace(/[-_\s]+/g, ' ').trim();
  const found = characters().names.get(plain.toLowerCase()) ?? accented(plain);
  const shorter = plain.replace(ENDING, '');
  if (found || shorter === plain || shorter === '') return found;
  return [...shorter].length === 1 ? shorter : characterNamed(shorter);
}

/** A letter with the name of its accent: `eacute`, `E acute`, `o with an umlaut`; null if there is none. */
export function accented(name: string): string | null {
  const { accents, stroked } = characters();
  const [, letter = '', accent = ''] = /^([a-z]) ?(?:with )?(?:an? )?([a-z]+)$/i.exec(name) ?? [];
  if (/^(?:slash|stroke)$/i.test(accent)) return stroked.get(letter) ?? null;
  const mark = accents.get(accent.toLowerCase()) ?? '';
  const composed = (letter + mark).normalize('NFC');
  return mark !== '' && composed.length === 1 ? composed : null;
}
