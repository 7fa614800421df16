import { z } from 'zod';
import { jsonFile, meaningsSchema, once } from '../../data-file.ts';
import { foldedWord } from '../folded.ts';
import type { Phrases } from '../phrase-matching.ts';
import {
  includesPhrase,
  PhraseSet,
  phraseLength,
  phraseLengthBefore,
  phrasesSchema,
  wordsOf,
} from '../phrase-matching.ts';
import type { Reading } from '../reading.ts';

/** Questions about one place: a topic, a place with or without a preposition, and words that tell the day or ask. */

/** Words of all questions about places. `now` ends them: `right now`. */
export const placeWords = jsonFile(
  new URL('./data/place-words.json', import.meta.url),
  z
    // Prepositions of place; those that link a topic to any name; and words around the topic and the place.
    .object({ in: phrasesSchema, of: phrasesSchema, articles: phrasesSchema, now: phrasesSchema })
    .extend({ asking: phrasesSchema, days: meaningsSchema })
    .transform(({ days: dayOf, asking, ...words }) => {
      const [links, namedDays] = [new PhraseSet([...words.in, ...words.of]), new PhraseSet(dayOf.keys())];
      return { ...words, links, dayOf, namedDays, around: [...namedDays, ...words.now, ...asking] };
    }),
);

/** The topics of a kind of question, and further words around them, in which `#` is a number of one or two digits. */
type Wording = Readonly<Record<'topics' | 'around', PhraseSet>>;

/** Reads the words of a kind of question from a file of phrases by role, some of which are also united: its `topics`. */
export function wordingFile<Role extends string, Union extends string>(
  file: URL,
  unions: Readonly<Record<Union, readonly Role[]>>,
  others: readonly Role[] = [],
) {
  const parts = Object.entries<readonly Role[]>(unions);
  const lists = z.record(z.enum([...parts.flatMap(([, roles]) => roles), ...others]), phrasesSchema);
  return jsonFile(
    file,
    lists.transform((words) => {
      const united = parts.map(([name, roles]) => [name, new PhraseSet(roles.flatMap((role) => [...words[role]]))]);
      return { ...words, ...(Object.fromEntries(united) as Record<Union, PhraseSet>) };
    }),
  );
}

/**
 * One way to read a query as a question about a place, with its name in lower case. A preposition of place before the name
 * is `said`: `in`, but not `of` or `for`, which are `linked`. A topic in the middle of the name has `split` it: `austin
 * weather texas`. The day is in English: `tomorrow`, `friday`; empty if the query names none. `home` and `lang` are those of the reading.
 */
export type PlaceQuestion = Record<'topic' | 'place' | 'day' | 'home' | 'lang', string> &
  Record<'said' | 'linked' | 'split', boolean>;

const MAX_WORDS = 20;

/** Reads the places of a kind of question in all ways that a query allows, the most likely first. */
export function placeQuestions(wording: () => Wording): (reading: Reading) => PlaceQuestion[] {
  const phrases = once(() => phrasesOf(wording().topics, [...placeWords().around, ...wording().around]));
  return (reading) => {
    if (!includesPhrase(reading, wording().topics)) return [];
    const { home, lang } = reading;
    // `la time zone`: the first word looks like an article.
    return [...new Set([reading.plain, reading.folded])].flatMap((text) =>
      Array.from(questionsIn(wordsOf(text), phrases()), (question) => ({ ...question, home, lang })),
    );
  };
}

/** Phrases of a kind of question: its topics, those that say nothing about the place, and those before a place or topic. */
function phrasesOf(topics: PhraseSet, around: readonly string[]) {
  const before = new PhraseSet([...around, ...placeWords().in, ...placeWords().articles]);
  return { topics, skipped: new PhraseSet(around), skippedBefore: before };
}

function* questionsIn(
  typed: readonly string[],
  phrases: ReturnType<typeof phrasesOf>,
): Generator<Omit<PlaceQuestion, 'home' | 'lang'>> {
  if (typed.length > MAX_WORDS) return;
  const { topics, skipped, skippedBefore } = phrases;
  const words = typed.map((word) => foldedWord(word).replace(/^\d\d?(?!\d)/, '#'));
  const known = placeWords();
  const phraseAt = (at: number, phrases: Phrases) => words.slice(at, at + phraseLength(words, at, phrases)).join(' ');
  /** The place before the phrases that end before a word. */
  const backOver = (end: number, phrases: Phrases): number => {
    const length = phraseLengthBefore(words, end, phrases);
    return length === 0 ? end : backOver(end - length, phrases);
  };
  /** The place after the link to a name, and after the words before it that say nothing about the place. */
  const afterLink = (from: number): number => {
    const [skips, linked] = [phraseLength(words, from, skipped), phraseLength(words, from, known.links)];
    return skips > linked ? afterLink(from + skips) : from + linked;
  };

  let start = 0;
  for (let length = 1; length > 0 && phraseLength(words, start, topics) === 0; start += length) {
    length = phraseLength(words, start, skippedBefore);
  }
  const end = backOver(words.length, skipped);
  for (let at = start; at < end; at++) {
    const topic = phraseAt(at, topics);
    if (topic === '') continue;
    const from = afterLink(at + topic.split(' ').length);
    const [before, after] = [typed.slice(start, backOver(at, skippedBefore)), typed.slice(from, end)];
    const split = before.length > 0 && after.length > 0;
    const said = phraseLengthBefore(words, after.length > 0 ? from : start, known.in) > 0 && !split;
    const linked = phraseLengthBefore(words, from, known.of) > 0;
    const place = [...before, ...after].join(' ') || typed.slice(0, at).join(' ');
    const day = words.reduce((found, _, word) => found || (known.dayOf.get(phraseAt(word, known.namedDays)) ?? ''), '');
    if (place !== '') yield { topic, place, said, linked, split, day };
  }
}
