import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { type TimeOfDay, timeAtStart } from '../../kinds/clock/time-of-day.ts';
import { months, shortWeekdays, weekdays } from './calendar-names.ts';
import { type Holiday, holidays } from './holidays.ts';
import { PhraseIndex, wordsIn } from './phrase-index.ts';

/**
 * The words of a date question in any of seven languages, as the same few tokens: `how many days are there until` and
 * `wie viele Tage sind es noch bis` are both `how-many days until`. The lexicon has the phrases of each token; `-`
 * stands for words without meaning, and `?` for those that ask.
 */
const lexicon = jsonFile(
  new URL('./data/date-words.json', import.meta.url),
  z.record(z.string(), z.record(z.string(), z.array(z.string()))),
);

/** A word with one meaning. */
export interface DateToken {
  /** The token of the lexicon, or else the word itself. */
  word: string;
  holiday?: Holiday;
  time?: TimeOfDay;
}

interface Lexicon {
  language: string;
  phrases: PhraseIndex<string>;
}

let lexicons: readonly Lexicon[] | undefined;
let known: ReadonlySet<string> | undefined;

/** A lexicon per language. English words are part of all of them. */
function allLexicons(): readonly Lexicon[] {
  lexicons ??= Object.entries(lexicon()).map(([language, words]) => {
    const phrases = new PhraseIndex<string>();
    for (const entries of [words, lexicon().en ?? {}]) {
      for (const [token, list] of Object.entries(entries)) for (const phrase of list) phrases.add(phrase, token);
    }
    return { language, phrases };
  });
  return lexicons;
}

const isCalendarName = (word: string) => months.has(word) || weekdays.has(word) || shortWeekdays.has(word);
const WRITTEN = /\p{L}|\d[:/.-]\d/u;

/**
 * Whether all words occur in date questions, and not all of them are plain numbers. Most queries end this check at
 * their first word.
 */
export function areDateWords(text: string): boolean {
  known ??= new Set([...allLexicons().flatMap(({ phrases }) => phrases.words()), ...holidays().words()]);
  for (const word of wordsIn(text)) {
    if (!/\d/.test(word) && !known.has(word) && !isCalendarName(word)) return false;
  }
  return WRITTEN.test(text);
}

/** A question as tokens. */
export interface TokenLine {
  language: string;
  tokens: DateToken[];
  /** The question has a word that asks. */
  isAsked: boolean;
}

/** The text as tokens, for each language of which it has only known words. */
export function* tokenLines(text: string): Generator<TokenLine> {
  const words = wordsIn(text);
  for (const { language, phrases } of allLexicons()) {
    const line: TokenLine = { language, tokens: [], isAsked: false };
    if (translate(words, phrases, line)) yield line;
  }
}

function translate(words: readonly string[], phrases: PhraseIndex<string>, line: TokenLine): boolean {
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    const phrase = phrases.at(words, at);
    const holiday = holidays().at(words, at);
    const time = timeAt(words, at);
    if (time) {
      line.tokens.push({ word, time: time.time });
      at += time.length;
    } else if (holiday && holiday.length >= (phrase?.length ?? 0)) {
      line.tokens.push({ word: 'H', holiday: holiday.value });
      at += holiday.length;
    } else if (phrase) {
      if (phrase.value === '?') line.isAsked = true;
      else if (phrase.value !== '-') line.tokens.push(...phrase.value.split(' ').map((token) => ({ word: token })));
      at += phrase.length;
    } else if (/\d/.test(word) || isCalendarName(word)) {
      line.tokens.push({ word });
      at += 1;
    } else return false;
  }
  return true;
}

const MAX_TIME_WORDS = 4;

/** A time of day with a colon or a word: `5:30`, `5 pm`. A bare number is none. */
function timeAt(words: readonly string[], at: number): { time: TimeOfDay; length: number } | null {
  const some = words.slice(at, at + MAX_TIME_WORDS);
  const found = /^[\dnm]/.test(some[0] ?? '') ? timeAtStart(some.join(' ')) : null;
  const length = some.length - (found?.rest ? found.rest.split(' ').length : 0);
  return found?.time.sure && /[a-z:]/.test(some.slice(0, length).join(' ')) ? { time: found.time, length } : null;
}
