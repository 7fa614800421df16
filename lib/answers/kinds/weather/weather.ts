import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { countryOf } from '../../../search/language-tag.ts';
import { type LookUp, ProviderAway } from '../../answer.ts';
import { jsonFile } from '../../data-file.ts';
import { nullableNumbers, numbers, texts } from '../../fields.ts';
import { providerAnswer } from '../../kind.ts';
import { numbersWith } from '../../local-formats.ts';
import { localDate, localWeekday } from '../../local-times.ts';
import { translate } from '../../phrases.ts';
import { callingWords, includesPhrase } from '../../reading/phrase-matching.ts';
import * as gazetteer from '../../reading/places/gazetteer.ts';
import { type PlaceQuestion, placeQuestions, wordingFile } from '../../reading/places/place-question.ts';
import type { Reading } from '../../reading/reading.ts';

const conditions = jsonFile(new URL('./data/wmo-codes.json', import.meta.url), z.record(z.string(), z.string()));
/** A weather code of the World Meteorological Organization in words. */
export const conditionOf = (code: number) => conditions()[code] ?? 'unknown';

const weatherSchema = z.object({
  ...texts('place', 'region', 'country', 'tz', 'unit'),
  ...numbers('lat', 'lon', 'value'),
  alternatives: z.array(z.string()).optional(),
  current: z.object({
    ...numbers('temp_c', 'temp_f', 'code'),
    ...nullableNumbers('feels_c', 'humidity', 'wind_kmh'),
    ...{ condition: z.string(), is_day: z.boolean() },
  }),
  days: z.array(z.object({ ...texts('date', 'condition'), ...nullableNumbers('min_c', 'max_c', 'precipitation_mm') })),
  dates: z.array(z.string()).optional(),
  measure: z.enum(['temperature', 'humidity', 'wind']),
  observed_at: z.string().optional(),
});

const WORDS = new URL('./data/weather-words.json', import.meta.url);
/** Other things have measures too (`gold forecast`), and phenomena are words of everyday talk (`rain`, `hot`). */
const TOPICS = ['weather', 'measures', 'phenomena'] as const;
const weatherWords = wordingFile(WORDS, { topics: TOPICS, around: ['around', 'asking'] }, ['humidity', 'wind']);
const weatherQuestions = placeQuestions(weatherWords);
const MAX_UNKNOWN_WORDS = 3;
/** Minimum population of a place that only the provider knows, unless the query names its state or country. */
const MIN_UNKNOWN_POPULATION = 1_000;

const DEGREES = { style: 'unit', maximumFractionDigits: 0, signDisplay: 'negative' } as const;
const celsius = numbersWith({ ...DEGREES, unit: 'celsius' });
const fahrenheit = numbersWith({ ...DEGREES, unit: 'fahrenheit' });
const speed = numbersWith({ ...DEGREES, unit: 'kilometer-per-hour' });
const percent = numbersWith({ style: 'percent' });

/** The fields and units of what can be asked for. */
type Measure = Weather['measure'];
const FIELDS = { temperature: 'temp_c', humidity: 'humidity', wind: 'wind_kmh' } as const;
const UNITS: Readonly<Record<Measure, string>> = { temperature: '°C', humidity: '%', wind: 'km/h' };
const NOW = ['', 'today', 'these days']; // Today.

/** The weather in a place, now and for the coming week. */
export const weather = providerAnswer({
  type: 'weather',
  example: 'weather in Paris',
  data: weatherSchema,
  words: () => callingWords(weatherWords().topics),
  read: ({ reading }) => placeAndDayIn(reading),
  async answer({ name: asked, known, day, measure }, { lang, reading }, lookUp) {
    const place = await pointOf(asked, known, lang, lookUp);
    if (!place) return null;
    const { name, region, country, lat, lon } = place;
    const forecast = await lookUp('forecast', { lat, lon });
    const { code, temp_c, ...rest } = forecast.current;
    const current = { temp_c, temp_f: Math.round((temp_c * 9) / 5 + 32), ...rest, condition: conditionOf(code), code };
    const days = forecast.days.map(({ code: daily, ...day }) => ({ ...day, condition: conditionOf(daily) }));
    const wanted = NOW.includes(day) ? null : daysOf(day, days);
    const highest = wanted?.flatMap(({ max_c }) => max_c ?? []);
    const value = highest ? Math.max(...highest) : current[FIELDS[measure]];
    if (value === null || !Number.isFinite(value)) return null;
    const label = [...new Set([name, region, country].filter(Boolean))].join(', ');
    const line = wanted?.map((each) => lineOf(each, lang)).join('; ');
    const split = gazetteer.splitArea(asked);
    const state = known && known.key === split?.name && split.area.kind === 'region' ? ` ${split.called}` : '';
    return {
      answer: line ? `${label}, ${line}` : `${label}: ${nowLine(measure, current, days[0], lang)}`,
      data: {
        place: known && known.kind !== 'city' ? `${name}, ${known.name}` : `${name}${state}`,
        ...{ region, country, lat, lon, tz: forecast.tz, measure, current, days },
        ...(known && gazetteer.alternativesTo(known, reading)),
        ...(wanted && { dates: wanted.map(({ date }) => date) }),
        value,
        unit: UNITS[measure],
        ...(forecast.observed_at && { observed_at: forecast.observed_at }),
      },
    };
  },
});

type Weather = z.infer<typeof weatherSchema>;
type Day = Weather['days'][number];

/** The days that a name means. Of a weekend that has begun, it is the rest; the next begins after other days. */
function daysOf(name: string, days: readonly Day[]): Day[] {
  if (name === 'tomorrow') return days.slice(1, 2);
  const isMeant = ({ date }: Day) => {
    const weekday = localWeekday(Temporal.PlainDate.from(date), 'en').toLowerCase();
    return name === 'weekend' ? weekday.startsWith('s') : weekday === name;
  };
  return days.filter((day, at) => isMeant(day) && (at < 6 || !isMeant(days[0] as Day)));
}

const rangeOf = ({ min_c = null, max_c = null }: Partial<Day>, lang: string) =>
  min_c === null || max_c === null ? '' : `${celsius(min_c, lang)} – ${celsius(max_c, lang)}`;

const lineOf = (day: Day, lang: string) =>
  `${localDate(Temporal.PlainDate.from(day.date), lang)}: ${[rangeOf(day, lang), translate(day.condition, lang)].filter(Boolean).join(', ')}`;

/** What is measured now; with the temperature also what the sky looks like, and the range of the day. */
function nowLine(measure: Measure, current: Weather['current'], today: Partial<Day> = {}, lang: string): string {
  const { temp_c, temp_f, condition, humidity, wind_kmh } = current;
  if (measure === 'humidity') return `${translate('humidity', lang)} ${percent((humidity ?? 0) / 100, lang)}`;
  if (measure === 'wind') return `${translate('wind', lang)} ${speed(wind_kmh ?? 0, lang)}`;
  const range = rangeOf(today, lang);
  const degrees = [celsius(temp_c, lang), fahrenheit(temp_f, lang)];
  const shown = (countryOf(lang) === 'US' ? degrees.reverse() : degrees).join(' / ');
  return `${shown}, ${translate(condition, lang)}${range && ` (${range})`}`;
}

/** The place as typed, in lower case, and the day in English, empty for now. Not `known`: the provider may know it. */
function placeAndDayIn(reading: Reading) {
  const { asking, humidity, wind } = weatherWords();
  for (const question of reading.mentions(weatherQuestions)) {
    const { place: name, day, topic } = question;
    const measure: Measure = humidity.has(topic) ? 'humidity' : wind.has(topic) ? 'wind' : 'temperature';
    // Nobody forecasts these.
    if (/^(?:yesterday|next week)$/.test(day) || (measure !== 'temperature' && !NOW.includes(day))) continue;
    if (!/^[\p{L}\p{M}'. -]{2,60}$/u.test(name)) continue;
    const known = gazetteer.findPlace(name, question);
    if (isAboutWeather(question, known, includesPhrase(reading, asking))) return { name, known, day, measure };
  }
  return null;
}

/**
 * Next to `weather`, a known place is enough. A measure needs a city or a preposition, because a whole country has no
 * temperature, and the weather of everyday talk needs a preposition and a question or a day: `the rain in spain`. A name
 * that the gazetteer does not know is a place after `weather in`, or after a measure in a full question.
 */
function isAboutWeather(
  { topic, place, said, split, day }: PlaceQuestion,
  known: gazetteer.KnownPlace | null,
  isAsked: boolean,
) {
  const [isWeather, isMeasure] = [weatherWords().weather.has(topic), weatherWords().measures.has(topic)];
  if (known && isMeasure) return said || (known.kind === 'city' && !split);
  if (known) return isWeather || (said && (day !== '' || isAsked));
  const name = gazetteer.splitArea(place)?.name ?? place;
  const isSure = said && (isWeather || (isMeasure && isAsked));
  return isSure && name.split(' ').length <= MAX_UNKNOWN_WORDS && !gazetteer.isMainlyWord(name);
}

async function pointOf(name: string, known: gazetteer.KnownPlace | null, lang: string, lookUp: LookUp) {
  if (known) {
    // The provider gets the country of a known place, and also the state of an American one.
    const [q, country] = [known.city || known.name, known.countryCode];
    const region = country === 'US' ? known.region : '';
    const { place } = await lookUp('findPlace', { q, country, region, lang });
    const found = place ?? { ...known, name: q };
    return { ...found, name: known.local || found.name, country: gazetteer.countryName(country, lang) };
  }
  const split = gazetteer.splitArea(name);
  const { name: q, area: { countryCode: country, region } = { countryCode: '', region: '' } } = split ?? { name };
  const { place } = await lookUp('findPlace', { q, country, region, lang }).catch((error: unknown) => {
    // The query may not be about the weather, so a missing answer needs no error.
    if (error instanceof ProviderAway) return { place: null };
    throw error;
  });
  const isFound = place && gazetteer.placeKey(place.name) === gazetteer.placeKey(q.replace(/^the (?=.)/, ''));
  return isFound && (split || place.population >= MIN_UNKNOWN_POPULATION) ? place : null;
}
