import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { foldedWord } from '../folded.ts';
import {
  includesPhrase,
  PhraseSet,
  type Phrases,
  phraseLength,
  phraseLengthBefore,
  phrasesSchema,
  wordsOf,
} from '../phrase-matching.ts';
import type { Reading } from '../reading.ts';

/**
 * Questions about one place: `weather tomorrow in Paris`, `Paris weather`, `what time is it in Paris`. All of them are a
 * topic, a place with or without a preposition, and words around them that tell the day, or that only ask.
 */

const placeWords = jsonFile(
  new URL('./data/place-words.json', import.meta.url),
  z
    .object({
      /** Prepositions of place. */
      in: phrasesSchema,
      /** Prepositions that link a topic to any name. */
      of: phrasesSchema,
      articles: phrasesSchema,
      days: z.record(z.string(), z.array(z.string())),
      now: phrasesSchema,
      asking: phrasesSchema,
    })
    .transform(({ days, now, asking, ...links }) => {
      const dayOf = new Map(Object.entries(days).flatMap(([day, phrases]) => phrases.map((phrase) => [phrase, day])));
      return { ...links, now, dayOf, around: new PhraseSet([...dayOf.keys(), ...now, ...asking]) };
    }),
);

/** Words for the current time at the end of a question: `right now`. */
export const nowWords = (): Phrases => placeWords().now;

/** The words of a kind of question. */
export interface Wording {
  topics: Phrases;
  /** Words around the topic and the place, in addition to those of all kinds. */
  around: Phrases;
}

/** One way to read a query as a question about a place. */
export interface PlaceQuestion {
  topic: string;
  /** The name in lower case. */
  place: string;
  /** Whether a preposition of place stands before the name: `in`, but not `of`. */
  said: boolean;
  /** Whether `of` or `for` stands before the name. */
  linked: boolean;
  /** Whether the topic stands in the middle of the name: `austin weather texas`. */
  split: boolean;
  /** The day in English: `tomorrow`, `friday`; empty if the query names none. */
  day: string;
}

const MAX_WORDS = 20;

/** All ways to read a query as a question about a place, the most likely first. */
export function* placeQuestions(reading: Reading, wording: Wording): Generator<PlaceQuestion> {
  if (!includesPhrase(reading, wording.topics)) return;
  yield* questionsIn(wordsOf(reading.plain), wording);
  // `la time zone`: the first word looks like an article.
  if (reading.plain !== reading.folded) yield* questionsIn(wordsOf(reading.folded), wording);
}

function* questionsIn(typed: readonly string[], { topics, around }: Wording): Generator<PlaceQuestion> {
  const words = typed.map(foldedWord);
  if (words.length > MAX_WORDS) return;
  const { in: ins, of: ofs, articles, around: anyAround, dayOf } = placeWords();
  const skipped = { has: (phrase: string) => anyAround.has(phrase) || around.has(phrase) };
  const skippedBefore = { has: (phrase: string) => skipped.has(phrase) || ins.has(phrase) || articles.has(phrase) };
  const links = { has: (phrase: string) => ins.has(phrase) || ofs.has(phrase) };
  const day = words.reduce((found, _, at) => found || (dayOf.get(phraseAt(words, at, dayOf)) ?? ''), '');

  let start = 0;
  for (let length = 1; length > 0 && phraseLength(words, start, topics) === 0; start += length) {
    length = phraseLength(words, start, skippedBefore);
  }
  const end = backOver(words, words.length, skipped);
  for (let at = start; at < end; at++) {
    const length = phraseLength(words, at, topics);
    if (length === 0) continue;
    const from = afterLink(words, at + length, skipped, links);
    const to = backOver(words, at, skippedBefore);
    const [before, after] = [typed.slice(start, to), typed.slice(from, end)];
    const place = before.length + after.length > 0 ? [...before, ...after] : typed.slice(0, at);
    const split = before.length > 0 && after.length > 0;
    const said = phraseLengthBefore(words, after.length > 0 ? from : start, ins) > 0 && !split;
    const linked = phraseLengthBefore(words, from, ofs) > 0;
    const topic = words.slice(at, at + length).join(' ');
    if (place.length > 0) yield { topic, place: place.join(' '), said, linked, split, day };
  }
}

/** The place before the phrases that end before a word. */
function backOver(words: readonly string[], end: number, phrases: Phrases): number {
  const length = phraseLengthBefore(words, end, phrases);
  return length === 0 ? end : backOver(words, end - length, phrases);
}

/** The place after the link to a name, and after the words before it that say nothing about the place. */
function afterLink(words: readonly string[], from: number, skipped: Phrases, links: Phrases): number {
  const [skips, linked] = [phraseLength(words, from, skipped), phraseLength(words, from, links)];
  return skips > linked ? afterLink(words, from + skips, skipped, links) : from + linked;
}

function phraseAt(words: readonly string[], at: number, phrases: Phrases): string {
  return words.slice(at, at + phraseLength(words, at, phrases)).join(' ');
}
