import { getTimes } from 'suncalc';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { nullableTexts, numbers, texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { localDate, localTime } from '../../local-times.ts';
import { momentIn, withoutDate } from '../../reading/dates/date-items.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import { alternativesTo, findPlace } from '../../reading/places/gazetteer.ts';
import { placeQuestions, wordingFile } from '../../reading/places/place-question.ts';
import { clockIn } from '../../reading/zones/zone-clock.ts';

const sunSchema = z.object({
  ...texts('place', 'tz', 'date', 'day_length', 'value', 'asked'),
  ...nullableTexts('sunrise', 'sunset'),
  ...numbers('lat', 'lon'),
  alternatives: z.array(z.string()).optional(),
  approximate: z.literal(true),
});

const EVENTS = ['sunrise', 'sunset', 'day_length'] as const;
const WORDS = new URL('./data/sun-words.json', import.meta.url);
/** Some topics are also names: `alba berlin` is a basketball team. */
const sunWords = wordingFile(WORDS, { topics: EVENTS }, ['around', 'needs_preposition']);
const sunQuestions = placeQuestions(sunWords);
/** Days of a question that mean today. */
const PRESENT = ['', 'these days', 'tonight', 'week'];
const NOON = new Temporal.PlainTime(12);

/** Sunrise and sunset in a place. */
export const sun = inlineAnswer({
  type: 'sun',
  example: 'sunset in Paris',
  data: sunSchema,
  words: () => callingWords(sunWords().topics),
  read({ now, reading }) {
    for (const question of reading.mentions(sunQuestions)) {
      const { topic, said, split, day: named } = question;
      // `sunset in paris on june 1`
      const dated = withoutDate(question.place.split(' '), clockIn('UTC', now));
      const place = findPlace(dated?.rest.join(' ') ?? question.place, question);
      // Without a preposition, only a city is clear: `sunrise florida` is a town.
      const isClear = said || (place?.kind === 'city' && !sunWords().needs_preposition.has(topic));
      const here = place && isClear && !split ? clockIn(place.tz, now) : null;
      const date = dated?.said ?? named;
      const { at: day } = (PRESENT.includes(date) ? { at: here } : here && momentIn(date, here)) ?? {};
      // In German, the verb ends the sentence: `wann geht die sonne in berlin auf`.
      const event = reading.words.at(-1) === 'auf' ? 'sunrise' : EVENTS.find((each) => sunWords()[each].has(topic));
      if (place && day && event) return { place, day: day.toPlainDate(), event };
    }
    return null;
  },
  answer({ place, day, event }, { lang, reading }) {
    const { label, tz, lat, lon } = place;
    const { epochMilliseconds: noon, offsetNanoseconds } = day.toZonedDateTime({ timeZone: tz, plainTime: NOON });
    const times = getTimes(new Date(noon), lat, lon);
    // Clocks change at night, so the offset from UTC at noon holds for the whole day.
    const local = (at: Date | null) => at && new Date(Math.round((Number(at) + offsetNanoseconds / 1e6) / 6e4) * 6e4);
    const [rise, set] = [local(times.sunrise), local(times.sunset)];
    const [sunrise, sunset] = [rise ? clockText(rise) : null, set ? clockText(set) : null];
    const always = times.alwaysUp ? '24:00' : '00:00';
    const day_length = rise && set ? clockText(new Date(Number(set) - Number(rise))) : always;
    const shown = [rise && `☀ ↑ ${localClock(rise, lang)}`, set && `↓ ${localClock(set, lang)}`, `${day_length} h`];
    return {
      answer: `${label}, ${localDate(day, lang)}: ${shown.filter(Boolean).join(', ')}`,
      data: {
        ...{ place: label, lat, lon, tz, date: `${day}`, approximate: true as const },
        ...alternativesTo(place, reading),
        ...{ sunrise, sunset, day_length, asked: event },
        value: { sunrise, sunset, day_length }[event] ?? (times.alwaysUp ? 'polar day' : 'polar night'),
      },
    };
  },
});

const clockText = (at: Date) => at.toISOString().slice(11, 16);
const localClock = (at: Date, lang: string) =>
  localTime({ hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: 0 }, lang);
