import { getTimes } from 'suncalc';
import { z } from 'zod';
import { inlineKind } from '../../answer.ts';
import { jsonFile } from '../../data-file.ts';
import { localDay, localTime } from '../../local-times.ts';
import { momentIn } from '../../reading/dates/moments.ts';
import { phrasesSchema } from '../../reading/phrase-matching.ts';
import { findPlace, type KnownPlace } from '../../reading/places/gazetteer.ts';
import { type PlaceQuestion, placeQuestions, Wording } from '../../reading/places/place-question.ts';
import type { Reading } from '../../reading/reading.ts';
import { clockIn, epochMsOf, wallMsAt } from '../../reading/zones/zone-clock.ts';

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
      return { ...events, wording: new Wording([...sunrise, ...sunset, ...day_length], around) };
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
  match: ({ q, reading }) => q.length <= MAX_CHARS && sunWords().wording.mayOccurIn(reading),
  work({ now, lang, reading }) {
    for (const question of placeQuestions(reading, sunWords().wording)) {
      const { place: name = question.place, date = question.day } = DATED.exec(question.place)?.groups ?? {};
      const place = findPlace(name, question);
      if (!place || !isClear(question, place)) continue;
      const noon = noonOf(date, place.tz, now);
      if (noon !== null) return found(place, noon, eventOf(question, reading), lang);
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

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Noon, local time, of the named day. */
function noonOf(day: string, tz: string, now: number): number | null {
  if (day === '' || day === 'today' || day === 'these days')
    return Math.floor(wallMsAt(tz, now) / DAY_MS) * DAY_MS + DAY_MS / 2;
  const date = momentIn(day, { now: clockIn(tz, now), dayFirst: false })?.at.toPlainDate();
  return date ? date.toZonedDateTime('UTC').epochMilliseconds + DAY_MS / 2 : null;
}

function found(
  { label, tz, lat, lon }: { label: string; tz: string; lat: number; lon: number },
  noon: number,
  event: SunEvent,
  lang: string,
) {
  const times = getTimes(new Date(epochMsOf(tz, noon)), lat, lon);
  const toTheMinute = (when: Date | null) => when && Math.round(when.getTime() / MINUTE_MS) * MINUTE_MS;
  const [rise, set] = [toTheMinute(times.sunrise), toTheMinute(times.sunset)];
  const minutes = rise !== null && set !== null ? (set - rise) / MINUTE_MS : times.alwaysUp ? 1_440 : 0;
  const day_length = clockText({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
  const [up, down] = [rise === null ? null : clockAt(tz, rise), set === null ? null : clockAt(tz, set)];
  const [sunrise, sunset] = [up && clockText(up), down && clockText(down)];
  const value = { sunrise, sunset, day_length }[event];
  const shown = [up && `☀ ↑ ${localTime(up, lang)}`, down && `↓ ${localTime(down, lang)}`, `${day_length} h`].filter(
    Boolean,
  );
  return {
    answer: `${label}, ${localDay(noon, lang)}: ${shown.join(', ')}`,
    data: { place: label, tz, sunrise, sunset, day_length, value },
  };
}

function clockAt(tz: string, epochMs: number): { hour: number; minute: number; second: number } {
  const wall = new Date(wallMsAt(tz, epochMs));
  return { hour: wall.getUTCHours(), minute: wall.getUTCMinutes(), second: wall.getUTCSeconds() };
}

/** `06:09` */
function clockText({ hour, minute }: { hour: number; minute: number }): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
