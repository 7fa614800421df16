import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { foldedWord } from '../folded.ts';
import { type Phrases, phraseLength, phraseLengthBefore, phrasesSchema, wordsOf } from '../phrase-matching.ts';
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
      return { ...links, now, dayOf, around: new Set([...dayOf.keys(), ...now, ...asking]) };
    }),
);

/** Words for the current time at the end of a question: `right now`. */
export const nowWords = (): Phrases => placeWords().now;

/** The words of a kind of question. */
export class Wording {
  readonly topics: Phrases;
  /** Words around the topic and the place, in addition to those of all kinds. */
  readonly around: Phrases;
  readonly #topicWords: ReadonlySet<string>;

  constructor(topics: Iterable<string>, around: Phrases) {
    this.topics = new Set(topics);
    this.around = around;
    this.#topicWords = new Set([...topics].flatMap((topic) => topic.split(' ')));
  }

  /** Whether a text may have a topic. Cheap: most queries have none. */
  mayOccurIn({ words }: Reading): boolean {
    return words.some((word) => this.#topicWords.has(word));
  }
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
/** `10`, `10-day`: how long a forecast is. */
const SPAN = /^\d{1,2}(?:-?(?:days?|tage|hours?))?$/;

/** All ways to read a query as a question about a place, the most likely first. */
export function* placeQuestions(reading: Reading, wording: Wording): Generator<PlaceQuestion> {
  if (!wording.mayOccurIn(reading)) return;
  yield* questionsIn(wordsOf(reading.plain), wording);
  // `la time zone`: the first word looks like an article.
  if (reading.plain !== reading.folded) yield* questionsIn(wordsOf(reading.folded), wording);
}

function* questionsIn(typed: readonly string[], { topics, around }: Wording): Generator<PlaceQuestion> {
  const words = typed.map(foldedWord);
  if (words.length > MAX_WORDS) return;
  const { in: ins, of: ofs, articles, around: anyAround, dayOf } = placeWords();
  const skipped = { has: (phrase: string) => anyAround.has(phrase) || around.has(phrase) || SPAN.test(phrase) };
  const skippedBefore = { has: (phrase: string) => skipped.has(phrase) || ins.has(phrase) || articles.has(phrase) };
  const day = words.reduce((found, _, at) => found || (dayOf.get(phraseAt(words, at, dayOf)) ?? ''), '');
  const question = (topicAt: number, length: number, from: number, to: number): PlaceQuestion => ({
    topic: words.slice(topicAt, topicAt + length).join(' '),
    place: typed.slice(from, to).join(' '),
    said: phraseLengthBefore(words, from, ins) > 0,
    linked: phraseLengthBefore(words, from, ofs) > 0,
    split: false,
    day,
  });

  let start = 0;
  for (let length = 1; length > 0 && phraseLength(words, start, topics) === 0; start += length) {
    length = phraseLength(words, start, skippedBefore);
  }
  let end = words.length;
  for (let length = 1; length > 0; end -= length) length = phraseLengthBefore(words, end, skipped);

  const first = phraseLength(words, start, topics);
  if (first > 0) {
    let from = start + first;
    for (let isLinked = false; !isLinked; ) {
      const skips = phraseLength(words, from, skipped);
      const links = Math.max(phraseLength(words, from, ins), phraseLength(words, from, ofs));
      from += Math.max(skips, links);
      isLinked = skips <= links;
    }
    if (from < end) yield question(start, first, from, end);
  }
  const last = phraseLengthBefore(words, end, topics);
  if (last > 0) {
    const topicAt = end - last;
    let to = topicAt;
    for (let length = 1; length > 0; to -= length) length = phraseLengthBefore(words, to, skippedBefore);
    if (start < to) yield question(topicAt, last, start, to);
    else if (topicAt > 0) yield question(topicAt, last, 0, topicAt);
  }
  for (let at = start + 1; at < end - 1; at++) {
    const length = phraseLength(words, at, topics);
    if (length === 0 || at + length >= end) continue;
    const place = [...typed.slice(start, at), ...typed.slice(at + length, end)].join(' ');
    yield { ...question(at, length, at, at), place, said: false, split: true };
  }
}

function phraseAt(words: readonly string[], at: number, phrases: Phrases): string {
  return words.slice(at, at + phraseLength(words, at, phrases)).join(' ');
}
