import { z } from 'zod';
import type { Forecast } from '../../../lookups/instant-lookups.ts';
import { countryOf } from '../../../search/language-tag.ts';
import { type LookUp, ProviderAway } from '../../answer.ts';
import { jsonFile } from '../../data-file.ts';
import { nullableNumbers, numbers, texts } from '../../fields.ts';
import { providerAnswer } from '../../kind.ts';
import { numbersWith } from '../../local-formats.ts';
import { translate } from '../../phrases.ts';
import { callingWords, includesPhrase, type Phrases } from '../../reading/phrase-matching.ts';
import * as gazetteer from '../../reading/places/gazetteer.ts';
import { type PlaceQuestion, placeQuestions, wordingFile } from '../../reading/places/place-question.ts';
import type { Reading } from '../../reading/reading.ts';
import * as slots from './forecast-slots.ts';
import { degreesIn, NOW, rangeOf, type Scale, shownDegrees } from './forecast-slots.ts';

const conditions = jsonFile(new URL('./data/wmo-codes.json', import.meta.url), z.record(z.string(), z.string()));
/** A weather code of the World Meteorological Organization in words. */
export const conditionOf = (code: number) => conditions()[code] ?? 'unknown';

const falling = { ...texts('condition'), ...nullableNumbers('precipitation_mm', 'precipitation_chance', 'uv') };
const weatherSchema = z.object({
  ...texts('place', 'region', 'country', 'tz', 'unit'),
  ...numbers('lat', 'lon', 'value'),
  alternatives: z.array(z.string()).optional(),
  current: z.object({
    ...numbers('temp_c', 'temp_f', 'code'),
    ...nullableNumbers('feels_c', 'humidity', 'wind_kmh'),
    ...{ condition: z.string(), is_day: z.boolean() },
  }),
  days: z.array(z.object({ ...texts('date'), ...falling, ...nullableNumbers('min_c', 'max_c', 'snow_cm') })),
  hours: z.array(z.object({ ...texts('time'), ...falling, ...numbers('temp_c') })).nullable(),
  dates: z.array(z.string()).optional(),
  measure: z.enum(['temperature', 'humidity', 'wind', 'rain', 'snow', 'uv']),
  observed_at: z.string().optional(),
});

const WORDS = new URL('./data/weather-words.json', import.meta.url);
/** Other things have measures too (`gold forecast`), and phenomena are words of everyday talk (`rain`, `hot`). */
const TOPICS = ['weather', 'measures', 'phenomena'] as const;
/** Topics that ask for something else than the temperature. */
const MEASURES = ['humidity', 'wind', 'rain', 'snow', 'uv'] as const;
const weatherWords = wordingFile(
  WORDS,
  { topics: TOPICS, around: ['around', 'asking', 'days', 'hourly', 'fahrenheit', 'celsius'] },
  MEASURES,
);
const weatherQuestions = placeQuestions(weatherWords);
const MAX_UNKNOWN_WORDS = 3;
/** Minimum population of a place that only the provider knows, unless the query names its state or country. */
const MIN_UNKNOWN_POPULATION = 1_000;

const speed = numbersWith({ style: 'unit', unit: 'kilometer-per-hour', maximumFractionDigits: 0 });
const percent = numbersWith({ style: 'percent' });
/** Units of what can be asked about the present. */
const UNITS = { temperature: '°C', humidity: '%', wind: 'km/h' } as const;
const FIELDS = { temperature: 'temp_c', humidity: 'humidity', wind: 'wind_kmh' } as const;
const [MAX_DAYS, WEEK] = [16, 7];

/** The weather in a place, now and for the coming week. */
export const weather = providerAnswer({
  type: 'weather',
  example: 'weather in Paris',
  data: weatherSchema,
  words: () => callingWords(weatherWords().topics),
  read: ({ reading }) => placeAndDayIn(reading),
  async answer({ name: asked, known, measure, scale: askedScale, ...when }, { lang, reading }, lookUp) {
    const place = await pointOf(asked, known, lang, lookUp);
    if (!place) return null;
    const { name, region, country, lat, lon } = place;
    const forecast = await lookUp('forecast', { lat, lon, ...(when.count > WEEK && { days: when.count }) });
    const { code, temp_c, ...rest } = forecast.current;
    const current = { temp_c, temp_f: Math.round((temp_c * 9) / 5 + 32), ...rest, condition: conditionOf(code), code };
    const days = forecast.days.map((day) => ({ ...inWords(day), snow_cm: day.snow_cm ?? null }));
    const hours = forecast.hours?.length ? forecast.hours.map(inWords) : null;
    const scale = askedScale ?? (countryOf(lang) === 'US' ? 'f' : 'c');
    const parts = slots.slotsOf(when, measure, days, hours ?? [], lang);
    const isNow = parts === null && measure in UNITS;
    const present = isNow ? (measure as keyof typeof UNITS) : 'temperature';
    const [given = null, unit = ''] = parts
      ? slots.valueIn(parts, measure, when)
      : [current[FIELDS[present]], UNITS[present]];
    if (typeof given !== 'number') return null;
    const isFahrenheit = unit === '°C' && askedScale === 'f';
    const label = [...new Set([name, region, country].filter(Boolean))].join(', ');
    const lines = parts?.map((each) => slots.slotLine(each, measure, scale, lang)).join('; ');
    const split = gazetteer.splitArea(asked);
    const state = known && known.key === split?.name && split.area.kind === 'region' ? ` ${split.called}` : '';
    const wanted = NOW.includes(when.day) && when.count === 0 ? [] : slots.daysOf(when, days);
    return {
      answer: lines ? `${label}, ${lines}` : `${label}: ${nowLine(present, current, days[0], scale, lang)}`,
      data: {
        place: known && known.kind !== 'city' ? `${name}, ${known.name}` : `${name}${state}`,
        ...{ region, country, lat, lon, tz: forecast.tz, measure, current, days, hours },
        ...(known && gazetteer.alternativesTo(known, reading)),
        ...(wanted.length > 0 && { dates: wanted.map(({ date }) => date) }),
        value: isFahrenheit ? degreesIn(given, 'f') : given,
        unit: isFahrenheit ? '°F' : String(unit),
        ...(forecast.observed_at && { observed_at: forecast.observed_at }),
      },
    };
  },
});

type Weather = z.infer<typeof weatherSchema>;

/** A day or an hour of a forecast with its weather in words. Earlier versions of a worker tell less. */
const inWords = <Part extends Pick<Forecast['days'][number], 'code' | 'precipitation_chance' | 'uv'>>(part: Part) => {
  const { code, precipitation_chance = null, uv = null, ...others } = part;
  return { ...others, condition: conditionOf(code), precipitation_chance, uv };
};

/** What is measured now; with the temperature also what the sky looks like, and the range of the day. */
function nowLine(
  measure: keyof typeof UNITS,
  { temp_c, condition, humidity, wind_kmh }: Weather['current'],
  today: Partial<slots.Day> = {},
  scale: Scale,
  lang: string,
): string {
  if (measure === 'humidity') return `${translate('humidity', lang)} ${percent((humidity ?? 0) / 100, lang)}`;
  if (measure === 'wind') return `${translate('wind', lang)} ${speed(wind_kmh ?? 0, lang)}`;
  const scales: readonly Scale[] = scale === 'c' ? ['c', 'f'] : ['f', 'c'];
  const range = rangeOf(today, scale, lang);
  const degrees = scales.map((each) => shownDegrees(temp_c, each, lang)).join(' / ');
  return `${degrees}, ${translate(condition, lang)}${range && ` (${range})`}`;
}

/** The number of days that a query asks about: `7 day forecast`, `14-Tage-Wetter`; 0 if it names none. */
function daysAsked({ numeric }: Reading, dayWords: Phrases): number {
  const words = numeric.replace(/(?<=\d)-?(?=\p{L})/gu, ' ').split(/[ -]/);
  const count = words.find((word, at) => /^\d\d?$/.test(word) && dayWords.has(words[at + 1] ?? ''));
  return Math.min(Number(count ?? 0), MAX_DAYS);
}

/** The place as typed, in lower case, and the day in English, empty for now. Not `known`: the provider may know it. */
function placeAndDayIn(reading: Reading) {
  const words = weatherWords();
  const { asking, days: dayWords, hourly, fahrenheit, celsius } = words;
  for (const question of reading.mentions(weatherQuestions)) {
    const { place: name, day, topic } = question;
    const measure: slots.Measure = MEASURES.find((each) => words[each].has(topic)) ?? 'temperature';
    if (!/^[\p{L}\p{M}'. -]{2,60}$/u.test(name)) continue;
    const known = gazetteer.findPlace(name, question);
    if (!isAboutWeather(question, known, includesPhrase(reading, asking))) continue;
    const when = { day, count: daysAsked(reading, dayWords), isHourly: includesPhrase(reading, hourly) };
    // Nobody forecasts these.
    const isPresent = NOW.includes(day) && when.count === 0;
    if (/^(?:yesterday|next week)$/.test(day) || ((measure === 'humidity' || measure === 'wind') && !isPresent))
      continue;
    const [scale] =
      Object.entries({ f: fahrenheit, c: celsius }).find(([, names]) => includesPhrase(reading, names)) ?? [];
    return { name, known, measure, scale: scale as Scale | undefined, ...when };
  }
  return null;
}

/**
 * Next to `weather`, a known place is enough. A measure needs a city or a preposition, because a whole country has no
 * temperature, and so does rain or snow that is asked about: `chance of snow denver`. Other weather of everyday talk
 * needs a preposition and a question or a day: `the rain in spain`. A name that the gazetteer does not know is a place
 * after `weather in`, or after a measure in a full question.
 */
function isAboutWeather(
  { topic, place, said, split, day }: PlaceQuestion,
  known: gazetteer.KnownPlace | null,
  isAsked: boolean,
) {
  const [isWeather, isMeasure] = [weatherWords().weather.has(topic), weatherWords().measures.has(topic)];
  const isFall = isAsked && (weatherWords().rain.has(topic) || weatherWords().snow.has(topic));
  if (known && (isMeasure || isFall)) return said || (known.kind === 'city' && !split);
  if (known) return isWeather || (said && (day !== '' || isAsked));
  const name = gazetteer.splitArea(place)?.name ?? place;
  const isSure = said && (isWeather || (isMeasure && isAsked));
  return isSure && name.split(' ').length <= MAX_UNKNOWN_WORDS && !gazetteer.isMainlyWord(name);
}

/** The point of a place as the provider knows it, with its names; null if it knows no such place. */
export async function pointOf(name: string, known: gazetteer.KnownPlace | null, lang: string, lookUp: LookUp) {
  if (known) {
    // The provider gets the country of a known place, and also the state of an American one.
    const [q, country] = [known.city, known.countryCode];
    const region = country === 'US' ? known.region : '';
    const { place } = await lookUp('findPlace', { q, country, region, lang });
    // The table has regions in English alone.
    const found = place ?? { ...known, name: q, region: /^(?:en|$)/.test(lang) ? known.region : '' };
    // Either may leave out accents.
    const isPlain = /^[ -~]*$/.test(found.name) && gazetteer.placeKey(found.name) === gazetteer.placeKey(q);
    return { ...found, name: known.local || (isPlain ? q : found.name), country: gazetteer.countryName(country, lang) };
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
