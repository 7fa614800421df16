import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { FoundPlace } from '../../../lookups/instant-lookups.ts';
import { type LookUp, ProviderAway, providerKind } from '../../answer.ts';
import { jsonFile } from '../../data-file.ts';
import { numbersWith } from '../../local-formats.ts';
import { localDate, localWeekday } from '../../local-times.ts';
import { translate } from '../../phrases.ts';
import { placeKey, titledName } from '../../reading/places/folded-name.ts';
import { isStateCode, splitQualifier } from '../../reading/places/gazetteer.ts';
import { type WeatherPlace, weatherPlace } from './weather-place.ts';

/** Weather codes of the World Meteorological Organization, in words. */
const conditions = jsonFile(new URL('./data/wmo-codes.json', import.meta.url), z.record(z.string(), z.string()));

/** The weather code in words. */
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

const MAX_CHARS = 90;
/** Minimum population of a place that only the provider knows, unless the query names its state or country. */
const MIN_UNKNOWN_POPULATION = 1_000;

const degrees = (unit: string) =>
  numbersWith({ style: 'unit', unit, maximumFractionDigits: 0, signDisplay: 'negative' });
const celsius = degrees('celsius');
const fahrenheit = degrees('fahrenheit');

/** The weather in a place, now and for the coming week. */
export const weather = providerKind({
  type: 'weather',
  example: 'weather in Paris',
  data: weatherSchema,
  match: ({ q, reading }) => q.length <= MAX_CHARS && weatherPlace(reading) !== null,
  async work({ reading, lang }, lookUp) {
    const asked = weatherPlace(reading);
    const place = asked && (await pointOf(asked, lang, lookUp));
    if (!place) return null;
    const forecast = await lookUp('forecast', { lat: place.lat, lon: place.lon });
    const { code, temp_c, ...current } = forecast.current;
    const temp_f = Math.round((temp_c * 9) / 5 + 32);
    const day = dayNamed(asked.day, forecast.days);
    const range = rangeOf(day ?? forecast.days[0], lang);
    const label = [...new Set([place.name, place.region, place.country].filter(Boolean))].join(', ');
    const temperature = `${celsius(temp_c, lang)} / ${fahrenheit(temp_f, lang)}`;
    const now = `${temperature}, ${translate(conditionOf(code), lang)}${range && ` (${range})`}`;
    return {
      answer: day
        ? `${label}, ${localDate(Temporal.PlainDate.from(day.date), lang)}: ${range && `${range}, `}${translate(conditionOf(day.code), lang)}`
        : `${label}: ${now}`,
      data: {
        place:
          place.name.toLowerCase() === asked.name
            ? place.name
            : titledName(asked.name.replace(/^the (?=.)/, ''), isStateCode),
        lat: place.lat,
        lon: place.lon,
        tz: forecast.tz,
        current: { temp_c, temp_f, ...current, condition: conditionOf(code), code },
        days: forecast.days.map(({ code: daily, ...day }) => ({ ...day, condition: conditionOf(daily) })),
        value: day?.max_c ?? temp_c,
      },
    };
  },
});

/** `4 °C – 12 °C`; empty if unknown. */
function rangeOf(day: { min_c: number | null; max_c: number | null } | undefined, lang: string): string {
  return day?.min_c != null && day.max_c != null ? `${celsius(day.min_c, lang)} – ${celsius(day.max_c, lang)}` : '';
}

/** The day of the forecast, from today on; null for now, and for days beyond the forecast. */
function dayNamed<Day extends { date: string }>(name: string, days: readonly Day[]): Day | null {
  if (name === 'tomorrow') return days[1] ?? null;
  return days.find(({ date }) => localWeekday(Temporal.PlainDate.from(date), 'en').toLowerCase() === name) ?? null;
}

async function pointOf({ name, known }: WeatherPlace, lang: string, lookUp: LookUp): Promise<FoundPlace['place']> {
  if (known) {
    // The provider gets the country of a known place, and also the state of an American city.
    const region = known.kind === 'city' && known.countryCode === 'US' ? known.region : '';
    const { place } = await lookUp('findPlace', { q: known.name, country: known.countryCode, region, lang });
    return place ?? { ...known, country: known.label.split(', ').at(-1) ?? '' };
  }
  const split = splitQualifier(name);
  const { name: q, countryCode: country, region } = split ?? { name, countryCode: '', region: '' };
  const { place } = await lookUp('findPlace', { q, country, region, lang }).catch((error: unknown) => {
    // The query may not be about the weather, so a missing answer needs no error.
    if (error instanceof ProviderAway) return { place: null };
    throw error;
  });
  const isFound = place && placeKey(place.name) === placeKey(q.replace(/^the (?=.)/, ''));
  return isFound && (split || place.population >= MIN_UNKNOWN_POPULATION) ? place : null;
}
