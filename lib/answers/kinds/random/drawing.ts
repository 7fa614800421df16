import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { withDigits } from '../../reading/numbers/with-digits.ts';
import type { Reading } from '../../reading/reading.ts';

/** The schema of all draws. */
export const RandomData = z.object({
  kind: z
    .enum(['coin', 'dice', 'number', 'uuid', 'password', 'passphrase', 'colour', 'string', 'choice'])
    .describe('Type of draw.'),
  values: z.array(z.union([z.string(), z.number()])).describe('Each draw.'),
  value: z.union([z.string(), z.number()]).describe('The draw; several draws are joined into one string.'),
  total: z.number().optional().describe('Sum of the dice, including the modifier.'),
});
export type RandomData = z.infer<typeof RandomData>;

/** Draws when called. A query that asks for no draw gets null instead. */
export type Draw = () => Omit<RandomData, 'value'>;

/** Maximum number of draws per query. */
export const MAX_DRAWS = 100;
const MAX_CHARACTERS = 100;
const MAX_PHRASE_WORDS = 7;

const meaningsOf = jsonFile(
  new URL('./data/draw-words.json', import.meta.url),
  z
    .record(z.string(), z.array(z.string()))
    .transform(
      (all) => new Map(Object.entries(all).flatMap(([meaning, words]) => words.map((word) => [word, meaning]))),
    ),
);

/** Dice such as 2d6, numbers, words with what is written into them, and single marks. */
const TOKEN = /\d*d\d+(?![\p{L}\d])|\d[\d,]*(?:\.\d+)?|\p{L}[\p{L}\p{M}\d'/-]*|\.\.|\S/gu;

const UNIMPORTANT = ['filler', 'one', 'between', 'and'];

let drawn: ReadonlySet<string> | undefined;

/** The words of all phrases that ask for a draw. */
function drawWords(): ReadonlySet<string> {
  drawn ??= new Set(
    [...meaningsOf()].flatMap(([phrase, meaning]) => (UNIMPORTANT.includes(meaning) ? [] : phrase.split(' '))),
  );
  return drawn;
}

/** A word of a draw: what it means, and how it is written. */
interface Word {
  meaning: string;
  text: string;
}

/** What a query for a draw says. */
export class Said {
  readonly words: readonly Word[];

  constructor(words: readonly Word[]) {
    this.words = words;
  }

  has(...meanings: readonly string[]): boolean {
    return meanings.some((meaning) => this.words.some((word) => word.meaning === meaning));
  }

  /** Whether it says nothing but this, apart from words that make no difference. */
  only(...meanings: readonly string[]): boolean {
    return this.words.every(({ meaning }) => ['filler', 'one', 'count', ...meanings].includes(meaning));
  }

  /** The numbers, with the meaning of the word that follows each. */
  get counts(): { value: number; before: string | undefined }[] {
    return this.words.flatMap(({ meaning, text }, at) => {
      const next = this.words.slice(at + 1).find((word) => word.text !== '-');
      return meaning === 'count' ? [{ value: Number(text.replaceAll(',', '')), before: next?.meaning }] : [];
    });
  }

  /** The only number, or `otherwise` if there is none; null if it is zero or too high. */
  count(otherwise = 1, most = MAX_DRAWS): number | null {
    const count = this.counts.at(-1)?.value ?? otherwise;
    return Number.isInteger(count) && count >= 1 && count <= most ? count : null;
  }
}

/** Reads a query if every one of its words is a word of draws: `random access memory` is about something else. */
export function saidIn({ folded, lang }: Reading): Said | null {
  if (folded.length > MAX_CHARACTERS) return null;
  const meanings = meaningsOf();
  const words = folded.match(TOKEN) ?? [];
  // Most queries have no word of a draw, and reading numbers in words takes longer than the rest.
  if (!words.some((word) => drawWords().has(word) || /^\d*d\d/.test(word))) return null;
  const isDraw = words.some((word) => !UNIMPORTANT.includes(meanings.get(word) ?? 'filler'));
  const said: Word[] = [];
  for (let at = 0; at < words.length; ) {
    let length = Math.min(MAX_PHRASE_WORDS, words.length - at);
    while (length > 1 && !meanings.has(words.slice(at, at + length).join(' '))) length--;
    const text = words.slice(at, at + length).join(' ');
    const number = isDraw && !meanings.has(text) ? withDigits(text, lang) : text;
    const meaning = /^\d*d\d+$/.test(text) ? 'ndm' : /^\d/.test(number) ? 'count' : meanings.get(text);
    if (meaning === undefined) return null;
    for (const each of meaning.split(' ')) said.push({ meaning: each, text: meaning === 'count' ? number : text });
    at += length;
  }
  return new Said(said);
}
