import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { foldedWord } from '../../reading/folded.ts';
import { withDigits } from '../../reading/numbers/with-digits.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import type { Reading } from '../../reading/reading.ts';

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

/** Every query for a draw has a word with one of these meanings, or names its dice. */
const CALLING = ['throw', 'random', 'generate', 'pick', 'uuid', 'password', 'passphrase'];

/** The words that call draws. */
export function drawWords(): string[] {
  const phrases = [...meaningsOf()].filter(([, meaning]) => CALLING.some((each) => meaning.split(' ').includes(each)));
  return callingWords(phrases.map(([phrase]) => foldedWord(phrase)));
}

/** A word of a draw: what it means, and how it is written. */
interface Word {
  meaning: string;
  text: string;
}

/** What a query for a draw says. */
export class Said {
  readonly words: readonly Word[];
  readonly counts: readonly number[];

  constructor(words: readonly Word[]) {
    this.words = words;
    this.counts = words.filter(({ meaning }) => meaning === 'count').map(({ text }) => Number(text));
  }

  has(...meanings: readonly string[]): boolean {
    return this.words.some(({ meaning }) => meanings.includes(meaning));
  }
}

/** Reads a query if every one of its words is a word of draws: `random access memory` is about something else. */
export function saidIn({ folded, lang }: Reading): Said | null {
  if (folded.length > MAX_CHARACTERS) return null;
  const meanings = meaningsOf();
  const words = folded.match(TOKEN) ?? [];
  const said: Word[] = [];
  for (let at = 0; at < words.length; ) {
    let length = Math.min(MAX_PHRASE_WORDS, words.length - at);
    while (length > 1 && !meanings.has(words.slice(at, at + length).join(' '))) length--;
    const text = words.slice(at, at + length).join(' ');
    const number = meanings.has(text) ? text : withDigits(text, lang);
    const meaning = /^\d*d\d+$/.test(text) ? 'ndm' : /^\d/.test(number) ? 'count' : meanings.get(text);
    if (meaning === undefined) return null;
    const written = meaning === 'count' ? number.replaceAll(',', '') : text;
    for (const each of meaning.split(' ')) said.push({ meaning: each, text: written });
    at += length;
  }
  return new Said(said);
}
