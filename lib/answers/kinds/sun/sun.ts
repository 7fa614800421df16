import { getTimes } from 'suncalc';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { inlineKind } from '../../answer.ts';
import { jsonFile } from '../../data-file.ts';
import { isoTime, localDate, localTime } from '../../local-times.ts';
import { momentIn } from '../../reading/dates/date-items.ts';
import { callingWords, includesPhrase, PhraseSet, phrasesSchema } from '../../reading/phrase-matching.ts';
import { findPlace, type KnownPlace } from '../../reading/places/gazetteer.ts';
import { type PlaceQuestion, placeQuestions } from '../../reading/places/place-question.ts';
import type { Reading } from '../../reading/reading.ts';
import { clockIn } from '../../reading/zones/zone-clock.ts';

const sunSchema = z.object({
  place: z.string().describe('Requested place.').meta({ example: 'Paris, France' }),
  tz: z.string().describe('IANA time zone of the place.'),
  sunrise: z.string().nullable().describe('Local time; null if the sun does not rise that day.'),
  sunset: z.string().nullable().describe('Local time; null if the sun does not set that day.'),
  day_length: z.string().describe('Hours and minutes.').meta({ example: '16:09' }),
  value: z.string().nullable().describe('The requested value: sunrise, sunset or the length of the day.'),
});

const sunWords = jsonFile(
  new URL('./data/sun-words.json', import.meta.url),
  z
    .object({
      sunrise: phrasesSchema,
      sunset: phrasesSchema,
      day_length: phrasesSchema,
      /** Topics that are also names: `alba berlin` is a basketball team. */
      needs_preposition: phrasesSchema,
      around: phrasesSchema,
    })
    .transform(({ around, ...events }) => {
      const { sunrise, sunset, day_length } = events;
      return { ...events, around, topics: new PhraseSet([...sunrise, ...sunset, ...day_length]) };
    }),
);
type SunEvent = 'sunrise' | 'sunset' | 'day_length';
const MAX_CHARS = 100;
/** `sunset in paris on june 1` */
const DATED = /^(?<place>.+?) on (?<date>.{3,30})$/;

/** Sunrise and sunset in a place. */
export const sun = inlineKind({
  type: 'sun',
  example: 'sunset in Paris',
  data: sunSchema,
  words: () => callingWords(sunWords().topics),
  match: ({ q, reading }) => q.length <= MAX_CHARS && includesPhrase(reading, sunWords().topics),
  work({ now, lang, reading }) {
    for (const question of placeQuestions(reading, sunWords())) {
      const { place: name = question.place, date = question.day } = DATED.exec(question.place)?.groups ?? {};
      const place = findPlace(name, question);
      if (!place || !isClear(question, place)) continue;
      const day = dayNamed(date, clockIn(place.tz, now));
      if (day) return found(place, day, eventOf(question, reading), lang);
    }
    return null;
  },
});

/** Without a preposition, only a city is clear: `sunrise florida` is a town. */
function isClear({ topic, said, split }: PlaceQuestion, { kind }: KnownPlace): boolean {
  return !split && (said || (kind === 'city' && !sunWords().needs_preposition.has(topic)));
}

/** In German, the verb ends the sentence: `wann geht die sonne in berlin auf`. */
function eventOf({ topic }: PlaceQuestion, { words }: Reading): SunEvent {
  const { sunrise, day_length } = sunWords();
  if (day_length.has(topic)) return 'day_length';
  return sunrise.has(topic) || words.at(-1) === 'auf' ? 'sunrise' : 'sunset';
}

function dayNamed(name: string, now: Temporal.ZonedDateTime): Temporal.PlainDate | null {
  if (name === '' || name === 'these days') return now.toPlainDate();
  return momentIn(name, { now, dayFirst: false })?.at.toPlainDate() ?? null;
}

function found({ label, tz, lat, lon }: KnownPlace, day: Temporal.PlainDate, event: SunEvent, lang: string) {
  const noon = day.toZonedDateTime({ timeZone: tz, plainTime: '12:00' });
  const times = getTimes(new Date(noon.epochMilliseconds), lat, lon);
  const clockAt = (when: Date | null) => when && clockIn(tz, when.getTime()).round('minute');
  const [rise, set] = [clockAt(times.sunrise), clockAt(times.sunset)];
  const length = rise && set ? isoTime(new Temporal.PlainTime().add(rise.until(set))) : null;
  const day_length = length ?? (times.alwaysUp ? '24:00' : '00:00');
  const [sunrise, sunset] = [rise && isoTime(rise), set && isoTime(set)];
  const shown = [rise && `☀ ↑ ${localTime(rise, lang)}`, set && `↓ ${localTime(set, lang)}`, `${day_length} h`];
  return {
    answer: `${label}, ${localDate(day, lang)}: ${shown.filter(Boolean).join(', ')}`,
    data: { place: label, tz, sunrise, sunset, day_length, value: { sunrise, sunset, day_length }[event] },
  };
}
