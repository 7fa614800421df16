import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { timeAtStart } from '../../kinds/clock/time-of-day.ts';
import { foldedWord } from '../folded.ts';
import { PhraseSet, phraseLength } from '../phrase-matching.ts';
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

type Phrase = readonly [phrase: string, word: string];
const MAX_WORDS = 24;
const MAX_TIME_WORDS = 4;
/** Units that are written without a space: `5d` is a span, `5 d` is a musical note. */
const LETTERS: Readonly<Record<string, string>> = { s: 'seconds', h: 'hours', d: 'days', w: 'weeks', y: 'years' };
/** All words of all phrases. */
const known = new Set(['noon', 'midnight', 'midday', 'oclock', 'am', 'pm', 'uhr']);
/** All words of the names of holidays. */
const holidayWords = new Set<string>();
let lexicons: Lexicon[] | undefined;

/** The phrases of a language, with the words that stand for them. */
interface Lexicon {
  language: string;
  phrases: ReadonlyMap<string, string>;
  names: PhraseSet;
}

/** The phrases of each language, then English phrases, then the names of all languages. */
function allLexicons(): Lexicon[] {
  const languages = Object.keys(lexicon());
  const names = [
    ...languages.flatMap((language) => calendarNames(language, 'long')),
    ...holidays().flatMap((holiday, at) => holiday.names.map((name): Phrase => [name, `H${at}`])),
    ...languages.flatMap((language) => calendarNames(language, 'short')),
  ];
  return languages.map((language) => {
    const phrases = new Map<string, string>();
    for (const [phrase, word] of [...phrasesOf(language), ...phrasesOf('en'), ...names]) {
      const words = wordsIn(phrase);
      if (!phrases.has(words.join(' '))) phrases.set(words.join(' '), word);
      for (const each of words) {
        known.add(each);
        if (/^H\d/.test(word)) holidayWords.add(each);
      }
    }
    return { language, phrases, names: new PhraseSet(phrases.keys()) };
  });
}

function phrasesOf(language: string): Phrase[] {
  const entries = Object.entries(lexicon()[language] ?? {});
  return entries.flatMap(([word, list]) => list.map((phrase): Phrase => [phrase, word]));
}

/** Short names of weekdays count only before a date, as `v1` to `v7`: `Sat, 13 Mar`. */
function calendarNames(language: string, style: 'long' | 'short'): Phrase[] {
  const month = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' });
  const letter = style === 'long' ? 'w' : 'v';
  return [
    ...Array.from({ length: 12 }, (_, at): Phrase => [month.format(Date.UTC(2024, at)), `m${at + 1}`]),
    ...Array.from({ length: 7 }, (_, at): Phrase => [weekday.format(Date.UTC(2024, 0, at + 1)), `${letter}${at + 1}`]),
  ];
}

/** The different readings of a text, in the languages of which it has only known words. */
export function* dateLines(text: string): Generator<DateLine> {
  lexicons ??= allLexicons();
  // Most queries have a word that is not about dates. Only the country of a holiday may be one.
  const typed = text.split(' ');
  const unknown = typed.findIndex((word) => /^[a-z]+$/.test(word) && !known.has(word));
  if (unknown >= 0 && !typed.slice(0, unknown).some((word) => holidayWords.has(word.replace("'", '')))) return;
  const words = wordsIn(text);
  if (words.length > MAX_WORDS) return;
  const seen = new Set<string>();
  for (const each of lexicons) {
    const line: DateLine = { language: each.language, words: [], isAsked: false };
    let at = 0;
    for (let length = 1; at < words.length && length > 0; at += length) {
      length = readTime(words, at, line) || readPhrase(words, at, each, line) || readOther(words, at, line);
    }
    const isNew = at >= words.length && !seen.has(line.words.join());
    seen.add(line.words.join());
    if (isNew) yield line;
  }
}

/** Adds a time of day with a colon or a word: `5:30`, `5 pm`. A bare number is none, and `5 h` is a span. */
function readTime(words: readonly string[], at: number, line: DateLine): number {
  const some = words.slice(at, at + MAX_TIME_WORDS);
  const found = /^(?:\d|noon|mid)/.test(some[0] ?? '') ? timeAtStart(some.join(' ')) : null;
  const length = some.length - (found?.rest ? found.rest.split(' ').length : 0);
  if (!found?.sure || !/:|[a-z]{2}/.test(some.slice(0, length).join(' '))) return 0;
  line.words.push(`T${found.time}`);
  return length;
}

function readPhrase(words: readonly string[], at: number, { phrases, names }: Lexicon, line: DateLine): number {
  const length = phraseLength(words, at, names);
  const found = phrases.get(words.slice(at, at + length).join(' ')) ?? '-';
  if (found === '?') line.isAsked = true;
  else if (found !== '-') line.words.push(...found.split(' '));
  return length;
}

/** Adds a number, a short span, or the country at the end of a question about a holiday: `mother's day in the us`. */
function readOther(words: readonly string[], at: number, line: DateLine): number {
  const { [at]: word = '' } = words;
  const [, number, letter = ''] = /^(\d[\d.,]*)([a-z])$/.exec(word) ?? [];
  if (number && LETTERS[letter]) return line.words.push(number, LETTERS[letter]) && 1;
  if (/\d/.test(word)) return line.words.push(word) && 1;
  if (!line.words.some((each) => /^H\d/.test(each))) return 0;
  const place = findPlace(words.slice(at).join(' '), { said: true });
  return place?.kind === 'country' && line.words.push(`C:${place.countryCode}`) ? words.length - at : 0;
}

/** The words of a text without accents, apostrophes and marks that only separate: `22-jan-2020` is three words. */
function wordsIn(text: string): string[] {
  return foldedWord(text)
    .replace(/(?<=^| )([dl])'(?=\p{L})/gu, '$1 ')
    .replace(/(?<=\p{L})['’]/gu, '')
    .replace(/(?<=\p{L})-(?=[\p{L}\d])|(?<=\d)-(?=\p{L})|(?<=\d)t(?=\d)/gu, ' ')
    .replace(/(?<=\d)(?=(?!st|nd|rd|th|er)[a-z]{2})/g, ' ')
    .replace(/["“”()¿?=_]|[,;:](?= |$)|(?<=\p{L})\.(?= |$)/gu, ' ')
    .replaceAll('+', ' + ')
    .split(/\s+/)
    .filter(Boolean);
}
