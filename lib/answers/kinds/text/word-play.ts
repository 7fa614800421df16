import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';

/** Games with letters: pig latin, leet, upside down, spelling alphabets. */

const spelling = jsonFile(
  new URL('./data/spelling.json', import.meta.url),
  z.object({
    /** The words of the NATO alphabet, in order. */
    alphabet: z.array(z.string()),
    digits: z.array(z.string()),
    /** Consonants that begin English words. */
    onsets: z.array(z.string()),
  }),
);

/** A word in the letter case of another: with a capital at its beginning only, or unchanged. */
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
  const onsets = [4, 3, 2, 1].filter((length) => length < core.length).map((length) => core.slice(-length));
  const onset = onsets.find((each) => spelling().onsets.includes(each.toLowerCase()));
  if (onset === undefined) return null;
  return casedAs(core.charAt(0), (onset + core.slice(0, -onset.length)).toLowerCase()) + marks;
}

/** Spells a text in the NATO alphabet, with dashes between letters; characters without a word are omitted. */
export function toNato(text: string): string {
  const { alphabet, digits } = spelling();
  const spelled = text.split(/\s+/).map((word) =>
    [...word.normalize('NFD').toLowerCase()]
      .map((char) => (/\d/.test(char) ? digits[Number(char)] : alphabet[char.charCodeAt(0) - 97]))
      .filter((code) => code !== undefined)
      .join('-'),
  );
  return spelled.filter((word) => word !== '').join(' ');
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const KEYS = '22233344455566677778889999';
const LEET = '48cd3f6h1jk1mn0pqr57uvwxy2';

const replaced = (text: string, by: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const other = by[LETTERS.indexOf(letter.toLowerCase())] as string;
    return other === letter.toLowerCase() ? letter : other;
  });

/** Letters as telephone keys. */
export const toPhoneKeys = (text: string) => replaced(text, KEYS);

/** Writes a text in leetspeak. */
export const toLeet = (text: string) => replaced(text, LEET);

const UPRIGHT = `${LETTERS}0123456789.,?!'"()[]{}<>_&`;
const TURNED = [..."ɐqɔpǝɟƃɥıɾʞןɯuodbɹsʇnʌʍxʎz0ƖᄅƐㄣϛ9ㄥ86˙'¿¡,„)(][}{><‾⅋"];

/** Writes a text upside down, from right to left. */
export function upsideDown(text: string): string {
  const turned = [...text.toLowerCase()].map((char) => TURNED[UPRIGHT.indexOf(char)] ?? char);
  return turned.reverse().join('');
}
