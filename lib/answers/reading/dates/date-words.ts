import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { foldedWord } from '../folded.ts';
import { callingWords } from '../phrase-matching.ts';
import { findPlace } from '../places/gazetteer.ts';
import { holidays } from './holidays.ts';
import { namedHours, timeAtStart } from './time-of-day.ts';

/**
 * The words of a date question in any of seven languages as the same few words: `how many days are there until June` and
 * `wie viele Tage sind es noch bis Juni` are both `how-many days until m6`. The lexicon has the word of each phrase, which
 * is written as `wordsIn` does; `-` stands for phrases without meaning, and `?` for those that ask. `names` are known in
 * every language; short names of weekdays, `v1` to `v7`, count only before a date: `Sat, 13 Mar`.
 */
const lexicons = jsonFile(
  new URL('./data/date-words.json', import.meta.url),
  z.record(z.string(), z.record(z.string(), z.array(z.string()))).transform(({ names = {}, ...languages }) => {
    const wordOf = (lists: Readonly<Record<string, string[]>>) =>
      new Map(Object.entries(lists).flatMap(([word, list]) => list.map((phrase) => [phrase, word] as const)));
    const named = wordOf(names);
    for (const [at, holiday] of holidays().entries()) {
      for (const name of [wordsIn(holiday.name).join(' '), ...holiday.otherNames]) named.set(name, `H${at}`);
    }
    return {
      names: named,
      languages: new Map(Object.entries(languages).map(([name, lists]) => [name, wordOf(lists)])),
    };
  }),
);

/** A question in these words. */
export interface DateLine {
  language: string;
  /** Months are `m1` to `m12`, weekdays `w1` to `w7`, holidays `H` and a number, times `T15:30:00`, countries `C:US`. */
  words: string[];
  /** The question has a word that asks. */
  isAsked: boolean;
}

const MAX_WORDS = 24;
const MAX_PHRASE_WORDS = 7;
const MAX_TIME_WORDS = 4;
/** Units that are written without a space: `5d` is a span, `5 d` is a musical note. */
const LETTERS: Readonly<Record<string, string>> = { s: 'seconds', h: 'hours', d: 'days', w: 'weeks', y: 'years' };
/** Words that no date question has without others: links, numbers, and those of any question. */
const LINKS =
  /^(?:[-?]|[\d.]+(?:st|[nr]d|th)?|v\d|to|from|and|in|of|between|until|since|before|after|past|plus|minus)$/;
const OTHERS = /^(?:next|last|left|later|earlier|who|current|time|when|how-many|how-long|difference|inclusive)$/;

/** The words of which every date question has one, if it does not have digits with a mark. */
export function dateCallers(): string[] {
  const { names, languages } = lexicons();
  const meant = [names, ...languages.values()].flatMap((words) =>
    [...words].filter(([, word]) => !LINKS.test(word) && !OTHERS.test(word)),
  );
  return callingWords([...meant.map(([phrase]) => phrase), ...namedHours().keys()]);
}

/** The different readings of a text, in the languages of which it has only known words. */
export function* dateLines(text: string): Generator<DateLine> {
  const words = wordsIn(text);
  if (words.length > MAX_WORDS) return;
  const seen = new Set<string>();
  const phrases = words.map((_, at) => phrasesFrom(words, at));
  for (const [language, own] of lexicons().languages) {
    // Without a phrase of its own, a language reads the same as English.
    if (language !== 'en' && !phrases.some((some) => some.some((phrase) => own.has(phrase)))) continue;
    const line: DateLine = { language, words: [], isAsked: false };
    let at = 0;
    for (let length = 1; at < words.length && length > 0; at += length) {
      length = readTime(words, at, line) || readPhrase(phrases[at] ?? [], own, line) || readOther(words, at, line);
    }
    const isNew = at >= words.length && !seen.has(line.words.join());
    seen.add(line.words.join());
    if (isNew) yield line;
  }
}

/** The phrases that begin at a word. */
function phrasesFrom(words: readonly string[], from: number): string[] {
  const phrases = [words[from] ?? ''];
  for (const word of words.slice(from + 1, from + MAX_PHRASE_WORDS)) phrases.push(`${phrases.at(-1)} ${word}`);
  return phrases;
}

/** Adds a time of day with a colon or a word: `5:30`, `5 pm`. A bare number is none, and `5 h` is a span. */
function readTime(words: readonly string[], at: number, line: DateLine): number {
  const { [at]: word = '' } = words;
  if (!/^\d/.test(word) && !namedHours().has(word)) return 0;
  const some = words.slice(at, at + MAX_TIME_WORDS);
  const found = timeAtStart(some.join(' '));
  const length = some.length - (found?.rest ? found.rest.split(' ').length : 0);
  if (!found?.sure || !/:|[a-z]{2}/.test(some.slice(0, length).join(' '))) return 0;
  line.words.push(`T${found.time}`);
  return length;
}

/** Adds the word of the longest known phrase. */
function readPhrase(phrases: readonly string[], own: ReadonlyMap<string, string>, line: DateLine): number {
  const { names, languages } = lexicons();
  const words = phrases.map((phrase) => own.get(phrase) ?? languages.get('en')?.get(phrase) ?? names.get(phrase));
  const length = words.findLastIndex((word) => word !== undefined) + 1;
  const word = words[length - 1];
  if (word === '?') line.isAsked = true;
  else if (word !== undefined && word !== '-') line.words.push(...word.split(' '));
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
  if (/^(?:[a-z]+|\d+)(?: (?:[a-z]+|\d+))*$/.test(text)) return text.split(' ');
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
