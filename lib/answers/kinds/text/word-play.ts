import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';

/** Games with letters: pig latin, leet, upside down, spelling alphabets. */

const letters = z.record(z.string(), z.string()).transform((all) => new Map(Object.entries(all)));
const spelling = jsonFile(
  new URL('./data/spelling.json', import.meta.url),
  // The onsets are consonants that begin English words.
  z.object({ nato: letters, phone: letters, leet: letters, turned: letters, onsets: z.array(z.string()) }),
);

/** A word with a capital at its beginning if that is how the model is written. */
const casedAs = (model: string, word: string) =>
  /^[A-Z][^A-Z]*$/.test(model) ? word.charAt(0).toUpperCase() + word.slice(1).toLowerCase() : word;

/** Translates a text into pig latin. */
export function toPigLatin(text: string): string {
  return text.replace(/[a-z']+/gi, (word) => {
    const [onset = ''] = /^(?:[^aeiou]*qu|y?[^aeiouy]*)/i.exec(word) ?? [];
    if (onset === '') return `${word}way`;
    return onset === word ? `${word}ay` : casedAs(word, `${word.slice(onset.length)}${onset}ay`);
  });
}

/**
 * Decodes pig latin; returns null if the text is not pig latin. The moved letters are ambiguous, so this takes the
 * longest ending that can begin an English word.
 */
export function fromPigLatin(text: string): string | null {
  const plain = text.split(/(\s+)/).map((word) => (/\S/.test(word) ? unpigged(word) : word));
  return plain.includes(null) ? null : plain.join('');
}

function unpigged(word: string): string | null {
  const [, core = '', marks = ''] = /^([a-z']+?)ay([^a-z]*)$/i.exec(word) ?? [];
  if (/^[aeiou].*w$/i.test(core)) return core.slice(0, -1) + marks;
  const endings = [4, 3, 2, 1].filter((length) => length < core.length).map((length) => core.slice(-length));
  const onset = endings.find((ending) => spelling().onsets.includes(ending.toLowerCase()));
  if (onset === undefined) return null;
  return casedAs(core.charAt(0), (onset + core.slice(0, -onset.length)).toLowerCase()) + marks;
}

/** Spells a text in the NATO alphabet, with dashes between letters; characters without a word are omitted. */
export function toNato(text: string): string {
  const words = text.normalize('NFD').toLowerCase().split(/\s+/);
  const spelled = words.map((word) =>
    Array.from(word, (char) => spelling().nato.get(char) ?? [])
      .flat()
      .join('-'),
  );
  return spelled.filter((word) => word !== '').join(' ');
}

/** Replaces characters, in lower or upper case, by those of a table. */
const replaced = (text: string, table: 'phone' | 'leet' | 'turned') =>
  Array.from(text, (char) => spelling()[table].get(char.toLowerCase()) ?? char);

/** Letters as telephone keys. */
export const toPhoneKeys = (text: string) => replaced(text, 'phone').join('');

/** Writes a text in leetspeak. */
export const toLeet = (text: string) => replaced(text, 'leet').join('');

/** Writes a text upside down, from right to left. */
export const upsideDown = (text: string) => replaced(text.toLowerCase(), 'turned').reverse().join('');
