import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { type LookUp, ProviderAway } from '../../answer.ts';
import { jsonFile } from '../../data-file.ts';
import { providerAnswer } from '../../kind.ts';
import { numbersWith } from '../../local-formats.ts';
import { localDate, localWeekday } from '../../local-times.ts';
import { translate } from '../../phrases.ts';
import { callingWords, includesPhrase } from '../../reading/phrase-matching.ts';
import {
  findPlace,
  isMainlyWord,
  isStateCode,
  type KnownPlace,
  placeKey,
  splitArea,
} from '../../reading/places/gazetteer.ts';
import { type PlaceQuestion, placeQuestions, wordingFile } from '../../reading/places/place-question.ts';
import type { Reading } from '../../reading/reading.ts';

const conditions = jsonFile(new URL('./data/wmo-codes.json', import.meta.url), z.record(z.string(), z.string()));
/** A weather code of the World Meteorological Organization in words. */
export const conditionOf = (code: number) => conditions()[code] ?? 'unknown';

const weatherSchema = z.object({
  place: z.string().describe('Requested place.').meta({ example: 'Paris' }),
  lat: z.number().describe('Latitude of the forecast.'),
  lon: z.number().describe('Longitude of the forecast.'),
  tz: z.string().describe('IANA time zone of the place.'),
  current: z
    .object({
      temp_c: z.number().describe('Degrees Celsius.'),
      temp_f: z.number().describe('Degrees Fahrenheit.'),
      feels_c: z.number().nullable().describe('Apparent temperature in degrees Celsius.'),
      condition: z.string().describe('Weather in words.').meta({ example: 'partly cloudy' }),
      code: z.number().int().describe('WMO code of the condition; -1 if unknown.'),
      humidity: z.number().nullable().describe('Percent.'),
      wind_kmh: z.number().nullable().describe('Kilometres per hour.'),
      is_day: z.boolean().describe('Whether the sun is up.'),
    })
    .describe('Current weather.'),
  days: z
    .array(
      z.object({
        date: z.string().describe('Local ISO date.'),
        min_c: z.number().nullable(),
        max_c: z.number().nullable(),
        condition: z.string(),
        precipitation_mm: z.number().nullable(),
      }),
    )
    .describe('Today and the following days.'),
  value: z.number().describe('Current temperature, or the maximum of the requested day, in degrees Celsius.'),
});

const WORDS = new URL('./data/weather-words.json', import.meta.url);
/** Other things have measures too (`gold forecast`), and phenomena are words of everyday talk (`rain`, `hot`). */
const TOPICS = ['weather', 'measures', 'phenomena'] as const;
const weatherWords = wordingFile(WORDS, { topics: TOPICS, around: ['around', 'asking'] });
const weatherQuestions = placeQuestions(weatherWords);
const MAX_CHARS = 90;
const MAX_UNKNOWN_WORDS = 3;
/** Minimum population of a place that only the provider knows, unless the query names its state or country. */
const MIN_UNKNOWN_POPULATION = 1_000;

const DEGREES = { style: 'unit', maximumFractionDigits: 0, signDisplay: 'negative' } as const;
const celsius = numbersWith({ ...DEGREES, unit: 'celsius' });
const fahrenheit = numbersWith({ ...DEGREES, unit: 'fahrenheit' });

/** The weather in a place, now and for the coming week. */
export const weather = providerAnswer({
  type: 'weather',
  example: 'weather in Paris',
  data: weatherSchema,
  words: () => callingWords(weatherWords().topics),
  read: ({ reading }) => (reading.q.length > MAX_CHARS ? null : placeAndDayIn(reading)),
  async answer(asked, { lang }, lookUp) {
    const place = await pointOf(asked.name, asked.known, lang, lookUp);
    if (!place) return null;
    const { name, region, country, lat, lon } = place;
    const forecast = await lookUp('forecast', { lat, lon });
    const { code, temp_c, ...current } = forecast.current;
    const temp_f = Math.round((temp_c * 9) / 5 + 32);
    const days = forecast.days.map(({ code: daily, ...day }) => ({ ...day, condition: conditionOf(daily) }));
    // The forecast covers tomorrow and the coming weekdays; any other day means now.
    const weekday = ({ date }: { date: string }) => localWeekday(Temporal.PlainDate.from(date), 'en').toLowerCase();
    const day = asked.day === 'tomorrow' ? days[1] : days.find((each) => weekday(each) === asked.day);
    const { min_c = null, max_c = null } = day ?? days[0] ?? {};
    const range = min_c === null || max_c === null ? '' : `${celsius(min_c, lang)} – ${celsius(max_c, lang)}`;
    const label = [...new Set([name, region, country].filter(Boolean))].join(', ');
    const condition = conditionOf(code);
    return {
      answer: day
        ? `${label}, ${localDate(Temporal.PlainDate.from(day.date), lang)}: ${range && `${range}, `}${translate(day.condition, lang)}`
        : `${label}: ${celsius(temp_c, lang)} / ${fahrenheit(temp_f, lang)}, ${translate(condition, lang)}${range && ` (${range})`}`,
      data: {
        place: name.toLowerCase() === asked.name ? name : titled(asked.name),
        lat,
        lon,
        tz: forecast.tz,
        current: { temp_c, temp_f, ...current, condition, code },
        days,
        value: day?.max_c ?? temp_c,
      },
    };
  },
});

/** Capitalises a name: `new york` → `New York`. Codes of states are in capitals: `concord nc` → `Concord NC`. */
function titled(name: string): string {
  return withoutArticle(name).replace(/(?<=^| )[^ ]+/g, (word, at: number) =>
    at > 0 && isStateCode(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
  );
}

const withoutArticle = (name: string) => name.replace(/^the (?=.)/, '');

/**
 * The place of a question about the weather by its name as typed, in lower case, and the day in English, which is empty for
 * now; null for other queries. A place that only the provider may know is not `known`.
 */
function placeAndDayIn(reading: Reading): { name: string; known: KnownPlace | null; day: string } | null {
  for (const question of reading.mentions(weatherQuestions)) {
    const { place: name, day } = question;
    if (day === 'yesterday' || !/^[\p{L}\p{M}'. -]{2,60}$/u.test(name)) continue;
    const known = findPlace(name, question);
    if (isAboutWeather(question, known, includesPhrase(reading, weatherWords().asking))) return { name, known, day };
  }
  return null;
}

/**
 * Next to `weather`, a known place is enough. A measure needs a city or a preposition, because a whole country has no
 * temperature, and the weather of everyday talk needs a preposition and a question or a day: `the rain in spain`. A name
 * that the gazetteer does not know is a place after `weather in`, or after a measure in a full question.
 */
function isAboutWeather({ topic, place, said, split, day }: PlaceQuestion, known: KnownPlace | null, isAsked: boolean) {
  const [isWeather, isMeasure] = [weatherWords().weather.has(topic), weatherWords().measures.has(topic)];
  if (known && isMeasure) return said || (known.kind === 'city' && !split);
  if (known) return isWeather || (said && (day !== '' || isAsked));
  const name = splitArea(place)?.name ?? place;
  const isSure = said && (isWeather || (isMeasure && isAsked));
  return isSure && name.split(' ').length <= MAX_UNKNOWN_WORDS && !isMainlyWord(name);
}

async function pointOf(name: string, known: KnownPlace | null, lang: string, lookUp: LookUp) {
  if (known) {
    // The provider gets the country of a known place, and also the state of an American city.
    const region = known.kind === 'city' && known.countryCode === 'US' ? known.region : '';
    const { place } = await lookUp('findPlace', { q: known.name, country: known.countryCode, region, lang });
    return place ?? { ...known, country: known.label.split(', ').at(-1) ?? '' };
  }
  const split = splitArea(name);
  const { name: q, area: { countryCode: country, region } = { countryCode: '', region: '' } } = split ?? { name };
  const { place } = await lookUp('findPlace', { q, country, region, lang }).catch((error: unknown) => {
    // The query may not be about the weather, so a missing answer needs no error.
    if (error instanceof ProviderAway) return { place: null };
    throw error;
  });
  const isFound = place && placeKey(place.name) === placeKey(withoutArticle(q));
  return isFound && (split || place.population >= MIN_UNKNOWN_POPULATION) ? place : null;
}
