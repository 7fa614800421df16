import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { includesPhrase, PhraseSet, phrasesSchema } from '../../reading/phrase-matching.ts';
import { findPlace, isMainlyWord, type KnownPlace, splitQualifier } from '../../reading/places/gazetteer.ts';
import { type PlaceQuestion, placeQuestions } from '../../reading/places/place-question.ts';
import type { Reading } from '../../reading/reading.ts';

/** `10`, `10-day`: how long a forecast is. */
const SPAN = /^\d{1,2}(?:-?(?:days?|tage|hours?))?$/;

const weatherWords = jsonFile(
  new URL('./data/weather-words.json', import.meta.url),
  z
    .object({
      weather: phrasesSchema,
      /** Numbers that other things have too: `gold forecast`, `color temperature`. */
      measures: phrasesSchema,
      /** Words of everyday talk: `rain`, `hot`. */
      phenomena: phrasesSchema,
      asking: phrasesSchema,
      around: phrasesSchema,
    })
    .transform(({ around, ...words }) => {
      const { weather, measures, phenomena, asking } = words;
      const isAround = (phrase: string) => around.has(phrase) || asking.has(phrase) || SPAN.test(phrase);
      return { ...words, around: { has: isAround }, topics: new PhraseSet([...weather, ...measures, ...phenomena]) };
    }),
);

/** The place that a query asks about, and the day. */
export interface WeatherPlace {
  /** The name as typed, in lower case. */
  name: string;
  /** Null if only the provider may know the place. */
  known: KnownPlace | null;
  /** The day in English: `tomorrow`, `friday`; empty for now. */
  day: string;
}

const MAX_UNKNOWN_WORDS = 3;

/** The place of a question about the weather; null if the query is not one. */
export function weatherPlace(reading: Reading): WeatherPlace | null {
  for (const question of placeQuestions(reading, weatherWords())) {
    const { place: name, day } = question;
    if (!/^[\p{L}\p{M}'. -]{2,60}$/u.test(name)) continue;
    const known = findPlace(name, question);
    if (known ? isAboutKnown(question, known, reading) : isAboutUnknown(question, reading)) return { name, known, day };
  }
  return null;
}

/**
 * Next to `weather`, a known place is enough. A measure needs a city or a preposition, because a whole country has no
 * temperature, and the weather of everyday talk needs a preposition and a question or a day: `the rain in spain`.
 */
function isAboutKnown({ topic, said, split, day }: PlaceQuestion, known: KnownPlace, reading: Reading): boolean {
  const { weather, measures } = weatherWords();
  if (weather.has(topic)) return true;
  if (measures.has(topic)) return said || (known.kind === 'city' && !split);
  return said && (day !== '' || isAsked(reading));
}

/** A name that the gazetteer does not know is a place after `weather in`, or after a measure in a full question. */
function isAboutUnknown({ topic, place, said }: PlaceQuestion, reading: Reading): boolean {
  const { weather, measures } = weatherWords();
  const isSure = weather.has(topic) || (measures.has(topic) && isAsked(reading));
  const name = splitQualifier(place)?.name ?? place;
  return said && isSure && name.split(' ').length <= MAX_UNKNOWN_WORDS && !isMainlyWord(name);
}

function isAsked(reading: Reading): boolean {
  return includesPhrase(reading, weatherWords().asking);
}
