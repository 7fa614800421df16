import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { foldedWord } from '../folded.ts';
import { callingWords, PhraseSet, phraseLength } from '../phrase-matching.ts';
import { countryNamed } from '../places/gazetteer.ts';
import type { Reading } from '../reading.ts';
import { holidays } from './holidays.ts';
import { namedHours, timeAtStart } from './time-of-day.ts';

/**
 * The words of a date question in any of seven languages as the same few words: `how many days are there until June` and
 * `wie viele Tage sind es noch bis Juni` are both `how-many days until m6`. The lexicon has the word of each phrase, which
 * is written as `wordsIn` does; `-` stands for phrases without meaning, and `?` for those that ask. `names` are known in
 * every language, like English; short names of weekdays, `v1` to `v7`, count only before a date: `Sat, 13 Mar`.
 */
const lexicons = jsonFile(
  new URL('./data/date-words.json', import.meta.url),
  z.record(z.string(), z.record(z.string(), z.array(z.string()))).transform(({ names = {}, en = {}, ...languages }) => {
    const days = holidays().flatMap(({ name, countries, other_names }, at) =>
      countries ? [] : [[`H${at}`, [wordsIn(name).join(' '), ...other_names.split(', ')]] as const],
    );
    const shared = lexiconOf([...Object.entries(names), ...days, ...Object.entries(en)]);
    const own = Object.entries(languages).map(([name, lists]) => [name, lexiconOf(Object.entries(lists))] as const);
    return { shared, own: new Map([['en', lexiconOf([])], ...own]) };
  }),
);

function lexiconOf(lists: readonly (readonly [word: string, phrases: readonly string[]])[]) {
  const meanings = new Map(lists.flatMap(([word, phrases]) => phrases.map((phrase) => [phrase, word])));
  return { meanings, phrases: new PhraseSet(meanings.keys()) };
}

const MAX_WORDS = 24;
const MAX_TIME_WORDS = 4;
/** Units that are written without a space: `5d` is a span, `5 d` is a musical note. */
const LETTERS: Readonly<Record<string, string>> = { s: 'seconds', h: 'hours', d: 'days', w: 'weeks', y: 'years' };
const COUNTED_FROM = /^(?:before|after|from)$/;
const COUNTED = /^(?:days|weeks|fortnights|months|years)$/;
/** Words that no date question has without others: links, numbers, and those of any question. */
const LINKS =
  /^(?:[-?]|[\d.]+(?:st|[nr]d|th)?|v\d|to|from|and|in|of|between|until|since|before|after|past|plus|minus)$/;
const OTHERS = /^(?:next|last|left|later|earlier|who|current|time|when|how-many|how-long|difference|inclusive)$/;

/** The words of which every date question has one, if it does not have digits with a mark. */
export function dateCallers(): string[] {
  const { shared, own } = lexicons();
  const meanings = [shared, ...own.values()].flatMap((lexicon) => [...lexicon.meanings]);
  const meant = meanings.filter(([phrase, word]) => phrase !== 'an' && !LINKS.test(word) && !OTHERS.test(word));
  // The French year is also an English article.
  return [...callingWords([...meant.map(([phrase]) => phrase), ...namedHours().keys()]), 'unan', '1an'];
}

/** What a query says about dates. */
export const datesIn = ({ numeric }: Reading) => [...dateLines(numeric)];

/** Readings in the languages that know all words: month `m1`, weekday `w1`, holiday `H1`, time `T15:30:00`, country `C:US`. */
export function* dateLines(text: string) {
  const typed = wordsIn(text);
  if (typed.length > MAX_WORDS) return;
  const { shared, own } = lexicons();
  const seen = new Set<string>();
  for (const [language, { meanings, phrases }] of own) {
    const lengths = typed.map((_, at) => phraseLength(typed, at, phrases));
    // Without a phrase of its own, a language reads the same as English.
    if (language !== 'en' && !lengths.some(Boolean)) continue;
    const words: string[] = [];
    let isAsked = false;
    let at = 0;
    for (let length = 1; at < typed.length && length > 0; at += length) {
      length = readTime(typed, at, words);
      if (length > 0) continue;
      length = Math.max(lengths[at] ?? 0, phraseLength(typed, at, shared.phrases));
      const phrase = typed.slice(at, at + length).join(' ');
      const word = meanings.get(phrase) ?? shared.meanings.get(phrase) ?? '-';
      isAsked ||= word === '?';
      if (length === 0) length = readOther(typed, at, words);
      // `week before`: one unit, which has no number. `a week on Friday` is counted from that day.
      else if (word === `${phrase}s` && COUNTED_FROM.test(typed[at + 1] ?? '') && !/\d$/.test(words.at(-1) ?? ''))
        words.push('1', word);
      else if (phrase === 'on' && COUNTED.test(words.at(-1) ?? '')) words.push('from');
      else if (!/^[-?]$/.test(word)) words.push(...word.split(' '));
    }
    const line = words.join(' ');
    if (at >= typed.length && !seen.has(line)) yield { language, words, isAsked };
    seen.add(line);
    // In a text that is English throughout, `a` is no preposition of another language.
    if (language === 'en' && at >= typed.length) return;
  }
}

/** Adds a time of day with a colon or a word: `5:30`, `5 pm`. A bare number is none, and `5 h` is a span. */
function readTime(typed: readonly string[], at: number, words: string[]): number {
  const { [at]: word = '' } = typed;
  if (!/^\d/.test(word) && !namedHours().has(word)) return 0;
  const some = typed.slice(at, at + MAX_TIME_WORDS);
  const found = timeAtStart(some.join(' '));
  const length = some.length - (found?.rest ? found.rest.split(' ').length : 0);
  if (!found?.sure || !/:|[a-z]{2}/.test(some.slice(0, length).join(' '))) return 0;
  words.push(`T${found.time}`);
  return length;
}

/** Adds a number, a short span, or the country at the end of a question about a holiday: `mother's day in the us`. */
function readOther(typed: readonly string[], at: number, words: string[]): number {
  const { [at]: word = '' } = typed;
  const [, number, letter = ''] = /^(\d[\d.,]*)([a-z])$/.exec(word) ?? [];
  if (number && LETTERS[letter]) return words.push(number, LETTERS[letter]) && 1;
  if (/\d/.test(word)) return words.push(word) && 1;
  const country = words.some((each) => /^H\d/.test(each)) && countryNamed(typed.slice(at).join(' '));
  return country && words.push(`C:${country}`) ? typed.length - at : 0;
}

/** The words of a text without accents, apostrophes and marks that only separate: `22-jan-2020` is three words. */
function wordsIn(text: string): string[] {
  if (/^(?:[a-z]+|\d+)(?: (?:[a-z]+|\d+))*$/.test(text)) return text.split(' ');
  return foldedWord(text)
    .replace(/(?<=^| )([dl])'(?=\p{L})/gu, '$1 ')
    .replace(/(?<=\p{L})['’]/gu, '')
    .replace(/(?<=\p{L})-(?=[\p{L}\d])|(?<=\d)-(?=\p{L})|(?<=\d)t(?=\d)|(?<=\d)(?=z$|z )/gu, ' ')
    .replace(/(?<=\d)(?=(?!st|nd|rd|th|er)[a-z]{2})/g, ' ')
    .replace(/["“”()¿?=_]|[,;:](?= |$)|(?<=\p{L})\.(?= |$)/gu, ' ')
    .replaceAll('+', ' + ')
    .split(/\s+/)
    .filter(Boolean);
}
