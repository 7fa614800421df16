import { z } from 'zod';
import { foldedName } from '../answers/reading/places/gazetteer.ts';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, UpstreamResponse } from '../providers/adapter.ts';
import { asObject, looseObject, objectsIn } from '../providers/loose-json.ts';
import { readJson, requireOk, retryAfterMs } from '../providers/responses.ts';
import { cleanText, queryFor } from '../search/text.ts';
import {
  airInputSchema,
  airSchema,
  type FindPlaceInput,
  type Forecast,
  type FoundPlace,
  findPlaceInputSchema,
  forecastInputSchema,
  forecastSchema,
  foundPlaceSchema,
} from './instant-lookups.ts';

const GEOCODING = 'OPEN_METEO_GEOCODING_URL';
const AIR_QUALITY = 'OPEN_METEO_AIR_QUALITY_URL';
const MAX_QUERY_CHARS = 100;
const NAME_MAX_CHARS = 100;
const KEEP_PLACES_S = 86_400;
const KEEP_WEATHER_S = 600;
const DAYS = 7;
const HOURS = 24;
const MINUTE_MS = 60_000;
/** As with every provider, the longest wait. */
const HOUR_MS = 3_600_000;
const CURRENT = 'temperature_2m,relative_humidity_2m,apparent_temperature,is_day,weather_code,wind_speed_10m';
const DAILY =
  'weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max,snowfall_sum,uv_index_max';
const HOURLY = 'temperature_2m,weather_code,precipitation,precipitation_probability,uv_index';
const AIR = ['us_aqi', 'european_aqi', 'pm2_5', 'pm10', 'nitrogen_dioxide', 'ozone'] as const;
const JSON_HEADERS = { accept: 'application/json' };

/** If nothing was found, the reply has no list. A body that also lacks `generationtime_ms` is not a valid answer. */
const searchSchema = z.union([
  z.looseObject({ results: z.array(looseObject) }),
  z.looseObject({ generationtime_ms: z.number() }).transform(() => ({ results: [] })),
]);
const weatherSchema = z.looseObject({
  timezone: z.string(),
  utc_offset_seconds: z.number().optional().catch(undefined),
  current: looseObject,
  daily: looseObject,
  hourly: looseObject.optional().catch(undefined),
});

const airReplySchema = weatherSchema.pick({ timezone: true, utc_offset_seconds: true, current: true });

function finite(value: unknown, limit = 1e6): number | null {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= limit ? value + 0 : null;
}

function codeOf(value: unknown): number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 99 ? (value as number) : -1;
}

/** The first place in the requested country and region; Open-Meteo sorts by importance. */
function chosen(raw: Readonly<Record<string, unknown>>[], { country, region }: FindPlaceInput): FoundPlace {
  for (const each of raw) {
    const [lat, lon] = [finite(each.latitude, 90), finite(each.longitude, 180)];
    const name = cleanText(each.name, NAME_MAX_CHARS);
    if (lat === null || lon === null || name === '') continue;
    const admin = cleanText(each.admin1, NAME_MAX_CHARS);
    if (country !== '' && cleanText(each.country_code, 2).toUpperCase() !== country) continue;
    if (region !== '' && ![admin, name].some((known) => foldedName(known) === foldedName(region))) continue;
    const population = Math.max(0, finite(each.population, 1e11) ?? 0);
    return { place: { name, region: admin, country: cleanText(each.country, NAME_MAX_CHARS), lat, lon, population } };
  }
  return { place: null };
}

/** When the current weather was observed: `2026-11-15T13:45+01:00`; nothing if the reply does not tell. */
function observed({ time }: Readonly<Record<string, unknown>>, offsetS?: number): Pick<Forecast, 'observed_at'> {
  const minutes = Math.abs(offsetS ?? Number.NaN) / 60;
  if (typeof time !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time) || !(minutes < 1_440)) return {};
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return { observed_at: `${time}${(offsetS ?? 0) < 0 ? '-' : '+'}${hours}:${rest}` };
}

/** Reads the columns of the reply row by row, each by its local time; any value may be missing. */
function rowsFrom<Row>(
  columns: Readonly<Record<string, unknown>>,
  most: number,
  read: (time: string, value: (name: string) => unknown) => Row | null,
): Row[] {
  const column = (name: string) => (Array.isArray(columns[name]) ? (columns[name] as unknown[]) : []);
  return column('time')
    .slice(0, most)
    .flatMap((time, at) => {
      if (typeof time !== 'string' || !/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/.test(time)) return [];
      return read(time, (name) => column(name)[at]) ?? [];
    });
}

function daysFrom(daily: Readonly<Record<string, unknown>>, days: number): Forecast['days'] {
  return rowsFrom(daily, days, (date, value) => {
    const [min_c, max_c] = [finite(value('temperature_2m_min')), finite(value('temperature_2m_max'))];
    if ((max_c === null && min_c === null) || date.includes('T')) return null;
    return {
      ...{ date, min_c, max_c, code: codeOf(value('weather_code')) },
      precipitation_mm: finite(value('precipitation_sum')),
      precipitation_chance: finite(value('precipitation_probability_max')),
      ...{ snow_cm: finite(value('snowfall_sum')), uv: finite(value('uv_index_max')) },
    };
  });
}

function hoursFrom(hourly: Readonly<Record<string, unknown>>): Forecast['hours'] {
  return rowsFrom(hourly, HOURS, (time, value) => {
    const temp_c = finite(value('temperature_2m'));
    if (temp_c === null) return null;
    return {
      ...{ time, temp_c, code: codeOf(value('weather_code')), precipitation_mm: finite(value('precipitation')) },
      ...{ precipitation_chance: finite(value('precipitation_probability')), uv: finite(value('uv_index')) },
    };
  });
}

/** Throws unless Open-Meteo accepted the request. It says in words which of its limits is reached. */
function requireOpenMeteoOk(response: UpstreamResponse): void {
  const [, limit] = /\b(minute|hour|dai)ly api request limit/i.exec(response.body.slice(0, 500)) ?? [];
  if (response.status === 429 && limit !== undefined) {
    const waitMs = retryAfterMs(response) ?? (limit.toLowerCase() === 'minute' ? MINUTE_MS : HOUR_MS);
    throw new UpstreamFailure('rate_limited', 'asks us to slow down (HTTP 429)', waitMs);
  }
  requireOk(response);
}

/** 0.01 degrees is about a kilometre: neighbours share a cached answer. */
const pointOf = ({ lat, lon }: { lat: number; lon: number }) => ({
  latitude: lat.toFixed(2),
  longitude: lon.toFixed(2),
});

/** Open-Meteo: forecasts, the quality of the air and coordinates of places. Free for non-commercial use; can be self-hosted. */
export const openMeteo: Adapter = {
  slug: 'open_meteo',
  name: 'Open-Meteo',
  defaultUrl: 'https://api.open-meteo.com',
  otherUrls: {
    [GEOCODING]: 'https://geocoding-api.open-meteo.com',
    [AIR_QUALITY]: 'https://air-quality-api.open-meteo.com',
  },
  apiKey: 'none',
  operations: {
    findPlace: {
      input: findPlaceInputSchema,
      output: foundPlaceSchema,
      cacheTtlS: KEEP_PLACES_S,
      request({ q, country, region, lang }, { otherUrls }) {
        const params = new URLSearchParams({
          name: queryFor(q, MAX_QUERY_CHARS),
          // If many places share a name, the right one may be far down the list.
          count: region === '' && country === '' ? '5' : '50',
          language: lang.split('-')[0]?.toLowerCase() || 'en',
          format: 'json',
          ...(country === '' ? {} : { countryCode: country }),
        });
        return { url: `${otherUrls[GEOCODING]}/v1/search?${params}`, headers: JSON_HEADERS };
      },
      parse(response, input) {
        requireOpenMeteoOk(response);
        return chosen(objectsIn(readJson(response, searchSchema).results), input);
      },
    },
    forecast: {
      input: forecastInputSchema,
      output: forecastSchema,
      cacheTtlS: KEEP_WEATHER_S,
      request({ lat, lon, days = DAYS }, { url }) {
        const params = new URLSearchParams({
          ...pointOf({ lat, lon }),
          current: CURRENT,
          daily: DAILY,
          hourly: HOURLY,
          timezone: 'auto',
          forecast_days: String(days),
          forecast_hours: String(HOURS),
        });
        return { url: `${url}/v1/forecast?${params}`, headers: JSON_HEADERS };
      },
      parse(response, { days = DAYS }) {
        requireOpenMeteoOk(response);
        const { timezone, utc_offset_seconds, current, daily, hourly = {} } = readJson(response, weatherSchema);
        const temp_c = finite(current.temperature_2m);
        if (temp_c === null) throw new UpstreamFailure('upstream', 'answered without a temperature');
        return {
          tz: cleanText(timezone, NAME_MAX_CHARS),
          ...observed(current, utc_offset_seconds),
          current: {
            temp_c,
            feels_c: finite(current.apparent_temperature),
            code: codeOf(current.weather_code),
            humidity: finite(current.relative_humidity_2m),
            wind_kmh: finite(current.wind_speed_10m),
            is_day: current.is_day === 1,
          },
          days: daysFrom(daily, days),
          hours: hoursFrom(hourly),
        };
      },
    },
    airQuality: {
      input: airInputSchema,
      output: airSchema,
      cacheTtlS: KEEP_WEATHER_S,
      request(point, { otherUrls }) {
        const params = new URLSearchParams({ ...pointOf(point), current: AIR.join(','), timezone: 'auto' });
        return { url: `${otherUrls[AIR_QUALITY]}/v1/air-quality?${params}`, headers: JSON_HEADERS };
      },
      parse(response) {
        requireOpenMeteoOk(response);
        const { timezone, utc_offset_seconds, current } = readJson(response, airReplySchema);
        const amount = (name: (typeof AIR)[number]) => {
          const value = finite(current[name], 1e5) ?? -1;
          return value < 0 ? null : value;
        };
        const indices = { us_aqi: amount('us_aqi'), european_aqi: amount('european_aqi') };
        if (indices.us_aqi === null && indices.european_aqi === null) {
          throw new UpstreamFailure('upstream', 'answered without an index');
        }
        return {
          ...{ tz: cleanText(timezone, NAME_MAX_CHARS), ...observed(current, utc_offset_seconds), ...indices },
          ...{ pm2_5: amount('pm2_5'), pm10: amount('pm10') },
          ...{ nitrogen_dioxide: amount('nitrogen_dioxide'), ozone: amount('ozone') },
        };
      },
    },
  },
  probe: {
    request: ({ url }) => ({
      url: `${url}/v1/forecast?latitude=0&longitude=0&current=temperature_2m`,
      headers: JSON_HEADERS,
    }),
    parse(response) {
      requireOpenMeteoOk(response);
      const { current } = readJson(response, z.looseObject({ current: looseObject }));
      if (finite(asObject(current).temperature_2m) === null) {
        throw new UpstreamFailure('upstream', 'answered without a temperature');
      }
    },
  },
};
