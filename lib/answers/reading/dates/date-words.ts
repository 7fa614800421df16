import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { foldedWord } from '../folded.ts';
import { callingWords } from '../phrase-matching.ts';
import { findPlace } from '../places/gazetteer.ts';
import { holidays } from './holidays.ts';
import { namedHours, timeAtStart } from './time-of-day.ts';

/**
 * The words of a date question in any of seven languages as the same few words: `how many days are there until June` and
 * `wie viele Tage sind es noch bis Juni` are both `how-many days until m6`. The lexicon has the phrases of each word;
 * `-` stands for phrases without meaning, and `?` for those that ask. `names` are known in every language; those of
 * weekdays that are short, `v1` to `v7`, count only before a date: `Sat, 13 Mar`.
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

const MAX_WORDS = 24;
const MAX_TIME_WORDS = 4;
/** Units that are written without a space: `5d` is a span, `5 d` is a musical note. */
const LETTERS: Readonly<Record<string, string>> = { s: 'seconds', h: 'hours', d: 'days', w: 'weeks', y: 'years' };
/** Words that no date question has without others: links, numbers, and those of any question. */
const LINKS =
  /^(?:[-?]|[\d.]+(?:st|[nr]d|th)?|v\d|to|from|and|in|of|between|until|since|before|after|past|plus|minus)$/;
const OTHERS = /^(?:next|last|left|later|earlier|who|current|time|when|how-many|how-long|difference|inclusive)$/;

/** Every phrase, and every beginning of one, with its word by language; empty for a beginning. */
type Phrases = Map<string, Record<string, string>>;
let known: Phrases | undefined;

function phrases(): Phrases {
  if (known) return known;
  known = new Map();
  for (const [language, word, phrase] of entries()) {
    const words = wordsIn(phrase);
    for (let length = 1; length <= words.length; length++) {
      const start = words.slice(0, length).join(' ');
      const byLanguage = known.get(start) ?? {};
      byLanguage[language] ||= length === words.length ? word : '';
      known.set(start, byLanguage);
    }
  }
  return known;
}

function* entries(): Generator<[language: string, word: string, phrase: string]> {
  for (const [language, words] of Object.entries(lexicon())) {
    for (const [word, list] of Object.entries(words)) for (const phrase of list) yield [language, word, phrase];
  }
  for (const [at, { names }] of holidays().entries()) for (const name of names) yield ['names', `H${at}`, name];
}

/** The words of which every date question has one, if it does not have digits with a mark. */
export function dateCallers(): string[] {
  const meant = [...entries()].filter(([, word]) => !LINKS.test(word) && !OTHERS.test(word));
  return callingWords(meant.map(([, , phrase]) => wordsIn(phrase).join(' ')));
}

/** The different readings of a text, in the languages of which it has only known words. */
export function* dateLines(text: string): Generator<DateLine> {
  const words = wordsIn(text);
  if (words.length > MAX_WORDS) return;
  const begun = new Set(words.flatMap((word) => Object.keys(phrases().get(word) ?? {})));
  const seen = new Set<string>();
  for (const language of Object.keys(lexicon())) {
    // Without a phrase of its own, a language reads the same as English.
    if (language === 'names' || (language !== 'en' && !begun.has(language))) continue;
    const line: DateLine = { language, words: [], isAsked: false };
    let at = 0;
    for (let length = 1; at < words.length && length > 0; at += length) {
      length = readTime(words, at, line) || readPhrase(words, at, line) || readOther(words, at, line);
    }
    const isNew = at >= words.length && !seen.has(line.words.join());
    seen.add(line.words.join());
    if (isNew) yield line;
  }
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

/** Adds the word of the longest phrase. */
function readPhrase(words: readonly string[], from: number, line: DateLine): number {
  let [start, found, length] = ['', '', 0];
  for (let at = from; at < words.length; at++) {
    start += at === from ? words[at] : ` ${words[at]}`;
    const byLanguage = phrases().get(start);
    if (!byLanguage) break;
    const word = byLanguage[line.language] || byLanguage.en || byLanguage.names;
    if (word) [found, length] = [word, at + 1 - from];
  }
  if (found === '?') line.isAsked = true;
  else if (found !== '' && found !== '-') line.words.push(...found.split(' '));
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
