import tzLookup from '@photostructure/tz-lookup';
import type { SandboxRequest, SandboxResponse, Upstream } from '../upstream.ts';
import { type Weather, weatherAt } from '../weather.ts';

const DAY_MS = 86_400_000;

type Variable = readonly [unit: string, value: (weather: Weather, localMs: number) => number];

const isDay = (_: Weather, localMs: number) => {
  const hour = new Date(localMs).getUTCHours();
  return hour >= 6 && hour < 20 ? 1 : 0;
};
const CURRENT: Readonly<Record<string, Variable>> = {
  temperature_2m: ['°C', ({ temperature }) => temperature],
  relative_humidity_2m: ['%', ({ humidity }) => humidity],
  apparent_temperature: ['°C', ({ apparent }) => apparent],
  is_day: ['', isDay],
  weather_code: ['wmo code', ({ code }) => code],
  wind_speed_10m: ['km/h', ({ wind }) => wind],
};

/** Wet weather is likely, and dry weather is not certain. */
function chanceOf({ code, humidity }: Weather): number {
  return code >= 51 ? humidity : Math.round(humidity / 4);
}
const isSnow = (weather?: Weather) => weather !== undefined && weather.code >= 71 && weather.code <= 86;
/** Warm days have a high sun, and clouds weaken it. */
function uvOf({ temperature, code }: Weather): number {
  return Math.round(Math.max(0, temperature / 3) * (code > 2 ? 5 : 10)) / 10;
}

type DailyVariable = readonly [unit: string, value: (hours: Weather[]) => number];

const DAILY: Readonly<Record<string, DailyVariable>> = {
  weather_code: ['wmo code', (hours) => hours[12]?.code ?? 0],
  temperature_2m_max: ['°C', (hours) => Math.max(...hours.map(({ temperature }) => temperature))],
  temperature_2m_min: ['°C', (hours) => Math.min(...hours.map(({ temperature }) => temperature))],
  precipitation_sum: ['mm', (hours) => hours[12]?.precipitation ?? 0],
  precipitation_probability_max: ['%', (hours) => Math.max(...hours.map(chanceOf))],
  snowfall_sum: ['cm', (hours) => (isSnow(hours[12]) ? Math.round((hours[12]?.precipitation ?? 0) * 7) / 10 : 0)],
  uv_index_max: ['', (hours) => Math.max(...hours.map(uvOf))],
};

const HOURLY: Readonly<Record<string, Variable>> = {
  temperature_2m: ['°C', ({ temperature }) => temperature],
  weather_code: ['wmo code', ({ code }) => code],
  precipitation: ['mm', ({ precipitation }) => Math.round(precipitation / 2.4) / 10],
  precipitation_probability: ['%', chanceOf],
  uv_index: ['', (weather, localMs) => isDay(weather, localMs) * uvOf(weather)],
};

/** Thrown where the real service rejects a parameter. */
class BadParameter extends Error {}

/** Stand-in for Open-Meteo's forecasts. */
export const openMeteo: Upstream = {
  slug: 'open-meteo',
  handle(request) {
    if (request.path !== '/v1/forecast') return { status: 404, body: { error: true, reason: 'Not Found' } };
    return answered(() => forecast(request));
  },
};

/** Pollutants, and the indices that follow from the finest of them. */
const AIR: Readonly<Record<string, Variable>> = {
  pm2_5: ['μg/m³', ({ humidity }) => humidity / 2],
  pm10: ['μg/m³', ({ humidity }) => humidity],
  nitrogen_dioxide: ['μg/m³', ({ wind }) => wind],
  ozone: ['μg/m³', ({ temperature }) => Math.max(0, temperature * 3)],
  us_aqi: ['USAQI', ({ humidity }) => humidity * 2],
  european_aqi: ['EAQI', ({ humidity }) => humidity],
};

/** Stand-in for Open-Meteo's quality of the air. */
export const openMeteoAirQuality: Upstream = {
  slug: 'open-meteo-air-quality',
  handle(request) {
    if (request.path !== '/v1/air-quality') return { status: 404, body: { error: true, reason: 'Not Found' } };
    return answered(() => currentOf(request, AIR));
  },
};

function answered(body: () => unknown): SandboxResponse {
  try {
    return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: body() };
  } catch (error) {
    if (!(error instanceof BadParameter)) throw error;
    return badRequest(error.message);
  }
}

/** What stands at a point now, and where and when that is. */
function currentOf({ query }: SandboxRequest, known: Readonly<Record<string, Variable>>) {
  const lat = coordinate(query, 'latitude', 90);
  const lon = coordinate(query, 'longitude', 180);
  const current = variables(query, 'current', known);
  const asked = query.get('timezone');
  const timezone = asked === null ? 'GMT' : asked === 'auto' ? tzLookup(lat, lon) : asked;
  const offsetS = offsetOf(timezone);
  const localMs = Math.floor((Date.now() + offsetS * 1_000) / 900_000) * 900_000;
  const now = weatherAt(lat, lon, localMs);
  const hoursFrom = offsetS / 3_600;
  return {
    latitude: lat,
    longitude: lon,
    generationtime_ms: 0.0871,
    utc_offset_seconds: offsetS,
    timezone,
    timezone_abbreviation: offsetS === 0 ? 'GMT' : `GMT${hoursFrom > 0 ? '+' : ''}${hoursFrom}`,
    elevation: 38,
    ...(current.length > 0 && {
      current_units: { time: 'iso8601', interval: 'seconds', ...units(current, known) },
      current: {
        time: isoMinutes(localMs),
        interval: 900,
        ...Object.fromEntries(current.map((name) => [name, known[name]?.[1](now, localMs)])),
      },
    }),
  };
}

function forecast(request: SandboxRequest): unknown {
  const { query } = request;
  const daily = variables(query, 'daily', DAILY);
  const hourly = variables(query, 'hourly', HOURLY);
  if (daily.length > 0 && query.get('timezone') === null) throw new BadParameter('Timezone is required');
  const days = Number(query.get('forecast_days') ?? 7);
  if (!Number.isInteger(days) || days < 0 || days > 16) {
    throw new BadParameter(`Forecast days is invalid. Allowed range 0 to 16. Given ${query.get('forecast_days')}.`);
  }
  const now = currentOf(request, CURRENT);
  const { latitude: lat, longitude: lon } = now;
  const localMs = Math.floor((Date.now() + now.utc_offset_seconds * 1_000) / 900_000) * 900_000;
  const today = Math.floor(localMs / DAY_MS) * DAY_MS;
  const dates = Array.from({ length: days }, (_, at) => today + at * DAY_MS);
  const nextHours = Array.from(
    { length: Number(query.get('forecast_hours') ?? days * 24) },
    (_, at) => Math.floor(localMs / 3_600_000) * 3_600_000 + at * 3_600_000,
  );
  const hours = dates.map((date) =>
    Array.from({ length: 24 }, (_, hour) => weatherAt(lat, lon, date + hour * 3_600_000)),
  );
  return {
    ...now,
    ...(hourly.length > 0
      ? {
          hourly_units: { time: 'iso8601', ...units(hourly, HOURLY) },
          hourly: {
            time: nextHours.map(isoMinutes),
            ...Object.fromEntries(
              hourly.map((name) => [name, nextHours.map((at) => HOURLY[name]?.[1](weatherAt(lat, lon, at), at))]),
            ),
          },
        }
      : {}),
    ...(daily.length > 0
      ? {
          daily_units: { time: 'iso8601', ...units(daily, DAILY) },
          daily: {
            time: dates.map((date) => isoMinutes(date).slice(0, 10)),
            ...Object.fromEntries(daily.map((name) => [name, hours.map((day) => DAILY[name]?.[1](day))])),
          },
        }
      : {}),
  };
}

function coordinate(query: URLSearchParams, name: 'latitude' | 'longitude', limit: number): number {
  const text = query.get(name);
  if (text === null || text === '') throw new BadParameter(`Parameter '${name}' is required`);
  const value = Number(text);
  if (Number.isNaN(value)) throw new BadParameter(`Parameter '${name}' must be a number`);
  if (Math.abs(value) > limit) {
    const title = name === 'latitude' ? 'Latitude' : 'Longitude';
    throw new BadParameter(`${title} must be in range of -${limit} to ${limit}°. Given: ${value.toFixed(1)}.`);
  }
  return value;
}

function variables(query: URLSearchParams, list: string, known: Readonly<Record<string, unknown>>): string[] {
  const names = query.getAll(list).flatMap((text) => text.split(',').filter(Boolean));
  const bad = names.find((name) => !Object.hasOwn(known, name));
  if (bad !== undefined) {
    throw new BadParameter(`Data corrupted at path ''. Cannot initialize ${list} from invalid String value ${bad}.`);
  }
  return names;
}

function units(names: readonly string[], table: Readonly<Record<string, readonly [string, unknown]>>) {
  return Object.fromEntries(names.map((name) => [name, table[name]?.[0]]));
}

function offsetOf(timezone: string): number {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
    const name = format.formatToParts(Date.now()).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60);
  } catch {
    throw new BadParameter('Invalid timezone');
  }
}

function isoMinutes(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16);
}

function badRequest(reason: string): SandboxResponse {
  return { status: 400, body: { error: true, reason } };
}
