import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { type TimeOfDay, timeAtStart } from '../../kinds/clock/time-of-day.ts';
import { foldedWord } from '../folded.ts';
import { findPlace } from '../places/gazetteer.ts';
import { holidays } from './holidays.ts';

/**
 * The words of a date question in any of seven languages as the same few words: `how many days are there until June` and
 * `wie viele Tage sind es noch bis Juni` are both `how-many days until m6`. The lexicon has the phrases of each word;
 * `-` stands for phrases without meaning, and `?` for those that ask.
 */
const lexicon = jsonFile(
  new URL('./data/date-words.json', import.meta.url),
  z.record(z.string(), z.record(z.string(), z.array(z.string()))),
);

/** A question in these words. */
export interface DateLine {
  language: string;
  /** Months are `m1` to `m12`, weekdays `w1` to `w7`, holidays `H` and a number, times `T15:30:00`, countries `C:US`. */
  words: string[];
  /** The question has a word that asks. */
  isAsked: boolean;
}

type Phrases = ReadonlyMap<string, string>;
const MAX_PHRASE_WORDS = 6;
const MAX_TIME_WORDS = 4;
let lexicons: [language: string, phrases: Phrases][] | undefined;

/** The phrases of every language, each with the names of all languages and with English words. */
function allLexicons() {
  if (lexicons) return lexicons;
  const languages = Object.keys(lexicon());
  const names: [phrase: string, word: string][] = holidays().flatMap(({ names: list }, at) =>
    list.map((name): [string, string] => [name, `H${at}`]),
  );
  for (const style of ['long', 'short'] as const) {
    for (const language of languages) {
      const [month, weekday] = [{ month: style }, { weekday: style }].map(
        (options) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }),
      );
      for (let at = 1; at <= 12; at++) names.push([month?.format(Date.UTC(2024, at - 1)) ?? '', `m${at}`]);
      // A short name counts only before a date: `Sat, 13 Mar`.
      const letter = style === 'long' ? 'w' : 'v';
      for (let at = 1; at <= 7; at++) names.push([weekday?.format(Date.UTC(2024, 0, at)) ?? '', `${letter}${at}`]);
    }
  }
  const wordsOf = (language: string) =>
    Object.entries(lexicon()[language] ?? {}).flatMap(([word, list]) =>
      list.map((phrase): [string, string] => [phrase, word]),
    );
  lexicons = languages.map((language) => {
    const phrases = new Map<string, string>();
    for (const [phrase, word] of [...wordsOf(language), ...names, ...wordsOf('en')]) {
      const key = wordsIn(phrase).join(' ');
      if (!phrases.has(key)) phrases.set(key, word);
    }
    return [language, phrases];
  });
  return lexicons;
}

/** The readings of a text, one for each language of which it has only known words. */
export function* dateLines(text: string): Generator<DateLine> {
  const words = wordsIn(text);
  for (const [language, phrases] of allLexicons()) {
    const line: DateLine = { language, words: [], isAsked: false };
    let at = 0;
    for (let length = 1; at < words.length && length > 0; at += length) length = read(words, at, phrases, line);
    if (at >= words.length) yield line;
  }
}

/** Adds what begins at a word to the line. Returns its number of words; 0 if it is not known. */
function read(words: readonly string[], at: number, phrases: Phrases, line: DateLine): number {
  const time = timeAt(words, at);
  if (time) {
    line.words.push(time.word);
    return time.length;
  }
  for (let length = Math.min(MAX_PHRASE_WORDS, words.length - at); length > 0; length--) {
    const found = phrases.get(words.slice(at, at + length).join(' '));
    if (found === undefined) continue;
    if (found === '?') line.isAsked = true;
    else if (found !== '-') line.words.push(...found.split(' '));
    return length;
  }
  if (/\d/.test(words[at] as string)) {
    line.words.push(words[at] as string);
    return 1;
  }
  // `mother's day in the us`
  const place = line.words.some((word) => /^H\d/.test(word))
    ? findPlace(words.slice(at).join(' '), { bare: false })
    : null;
  if (place?.kind !== 'country') return 0;
  line.words.push(`C:${place.countryCode}`);
  return words.length - at;
}

/** A time of day with a colon or a word: `5:30`, `5 pm`. A bare number is none, and `5 h` is a span. */
function timeAt(words: readonly string[], at: number): { word: string; length: number } | null {
  const some = words.slice(at, at + MAX_TIME_WORDS);
  const found = /^(?:\d|noon|mid)/.test(some[0] ?? '') ? timeAtStart(some.join(' ')) : null;
  const length = some.length - (found?.rest ? found.rest.split(' ').length : 0);
  const isCertain = found?.time.sure && /:|[a-z]{2}/.test(some.slice(0, length).join(' '));
  return isCertain ? { word: `T${clockText(found.time)}`, length } : null;
}

function clockText({ hour, minute, second }: TimeOfDay): string {
  return [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The words of a text without accents, apostrophes and marks that only separate: `22-jan-2020` is three words. */
function wordsIn(text: string): string[] {
  return foldedWord(text)
    .replace(/(?<=^| )([dl])'(?=\p{L})/gu, '$1 ')
    .replace(/(?<=\p{L})['’]/gu, '')
    .replace(/(?<=\p{L})-(?=[\p{L}\d])|(?<=\d)-(?=\p{L})|(?<=\d)t(?=\d)/gu, ' ')
    .replace(/(?<=\d)(?=(?!st|nd|rd|th|er)[a-z])/g, ' ')
    .replace(/["“”()¿?=_]|[,;:](?= |$)|(?<=\p{L})\.(?= |$)/gu, ' ')
    .replaceAll('+', ' + ')
    .split(/\s+/)
    .filter(Boolean);
}
