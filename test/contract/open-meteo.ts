import { openMeteo } from '../../lib/lookups/open-meteo.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { languages } from './cases.ts';

const limited = (which: string) => json({ error: true, reason: `${which} API request limit exceeded. c4n4ry` }, 429);
const limits: AdapterContract<'forecast'>['failures'] = [
  ['too many requests a minute', json(fixture('open-meteo-ratelimit.json'), 429), 'rate_limited', 60_000],
  ['too many requests an hour', limited('Hourly'), 'rate_limited', 3_600_000],
  ['too many requests a day: an hour at most', limited('Daily'), 'rate_limited', 3_600_000],
  ['too many requests of another kind', limited('Monthly'), 'rate_limited', null],
];

const found = (...results: unknown[]) => json({ results, generationtime_ms: 0.5 });
const paris = {
  name: 'Paris',
  latitude: 48.85,
  longitude: 2.35,
  country_code: 'FR',
  country: 'France',
  admin1: 'Île-de-France',
};
const texan = {
  name: 'Paris',
  latitude: 33.66,
  longitude: -95.56,
  country_code: 'US',
  country: 'United States',
  admin1: 'Texas',
  population: 24_171,
};

const places: AdapterContract<'findPlace'> = {
  adapter: openMeteo,
  operation: 'findPlace',
  input: { q: 'Berlin', country: '', region: '', lang: '' },
  key: null,
  headers: { accept: 'application/json' },
  otherUrl: 'OPEN_METEO_GEOCODING_URL',
  path: '/v1/search',
  query: { param: 'name', maxChars: 100 },
  requests: [
    ['a few, anywhere', {}, { name: 'Berlin', count: '5', format: 'json', countryCode: null }],
    [
      'many in a country, of which one is chosen',
      { country: 'US', region: 'texas' },
      { count: '50', countryCode: 'US' },
    ],
    ...languages('language', { '': 'en', de: 'de', 'pt-BR': 'pt', 'fil-PH': 'fil' }),
  ],
  skips: [],
  answers: [
    [
      'the sample',
      json(fixture('open-meteo-geocoding.json')),
      {
        place: {
          name: 'Berlin',
          region: 'State of Berlin',
          country: 'Germany',
          lat: 52.52437,
          lon: 13.41053,
          population: 3_426_354,
        },
      },
    ],
    ['nothing found', json(fixture('open-meteo-geocoding-empty.json')), { place: null }],
    [
      'the one in the region that was asked for',
      found(paris, texan),
      {
        place: {
          name: 'Paris',
          region: 'Texas',
          country: 'United States',
          lat: 33.66,
          lon: -95.56,
          population: 24_171,
        },
      },
      { input: { q: 'Paris', country: 'US', region: 'texas' } },
    ],
    ['no place in that region', found(paris, texan), { place: null }, { input: { country: 'US', region: 'ohio' } }],
    [
      'hostile fields',
      found(
        null,
        { name: 'Nowhere', latitude: 91, longitude: 0 },
        { name: 7, latitude: 1, longitude: 2 },
        { name: '<b>Some</b>where', latitude: 1, longitude: 2, admin1: {}, country: null, population: '9' },
      ),
      { place: { name: 'Somewhere', region: '', country: '', lat: 1, lon: 2, population: 0 } },
    ],
  ],
  failures: [
    ['a bad parameter', json(fixture('open-meteo-error.json'), 400), 'rejected'],
    ...limits,
    ['an outage', json({ error: true, reason: 'overloaded c4n4ry' }, 503), 'upstream'],
    ['an error with HTTP 200', json(fixture('open-meteo-error.json')), 'upstream'],
    ['a list of the wrong type', json({ results: 'c4n4ry' }), 'upstream'],
  ],
  followUp: [],
};

const weather = (current: unknown, daily: unknown = {}, hourly?: unknown) =>
  json({ timezone: 'GMT', current, daily, hourly });
const unknown = { precipitation_mm: null, snow_cm: null, uv: null };

const forecast: AdapterContract<'forecast'> = {
  adapter: openMeteo,
  operation: 'forecast',
  input: { lat: 52.52437, lon: 13.41053 },
  key: null,
  headers: { accept: 'application/json' },
  path: '/v1/forecast',
  query: null,
  requests: [
    ['the point, to a kilometre', {}, { latitude: '52.52', longitude: '13.41' }],
    ['a week in local time', {}, { timezone: 'auto', forecast_days: '7' }],
    ['as many days as are asked for', { days: 14 }, { forecast_days: '14' }],
    [
      'no more than is shown',
      {},
      {
        current: 'temperature_2m,relative_humidity_2m,apparent_temperature,is_day,weather_code,wind_speed_10m',
        daily:
          'weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max,snowfall_sum,uv_index_max',
        hourly: 'temperature_2m,weather_code,precipitation,precipitation_probability,uv_index',
        forecast_hours: '24',
      },
    ],
  ],
  skips: [],
  answers: [
    [
      'the sample',
      json(fixture('open-meteo-forecast.json')),
      {
        tz: 'Europe/Berlin',
        observed_at: '2026-08-22T14:30+02:00',
        current: { temp_c: 23.4, feels_c: 22.9, code: 2, humidity: 47, wind_kmh: 11.2, is_day: true },
        days: [
          { date: '2026-08-22', min_c: 13.2, max_c: 24.1, code: 3, precipitation_chance: 5, ...unknown },
          { date: '2026-08-23', min_c: 12.8, max_c: 21, code: 61, precipitation_chance: 70, ...unknown },
          { date: '2026-08-24', min_c: 11.9, max_c: null, code: 80, precipitation_chance: 55, ...unknown },
        ],
        hours: [],
      },
    ],
    [
      'a temperature and nothing else that makes sense',
      weather(
        { temperature_2m: -3, weather_code: 'x', is_day: 'yes', relative_humidity_2m: null },
        { time: [7, 'c4n4ry', '2026-08-22', '2026-08-23'], temperature_2m_max: [1, 2, 'x', 4], weather_code: 'x' },
        {
          time: ['2026-08-22T13:00', '2026-08-22T14:00', 'c4n4ry'],
          ...{ temperature_2m: [null, 5, 6], weather_code: [0, 61, 0], precipitation: [0, 0.2], uv_index: [1, 1.5] },
        },
      ),
      {
        tz: 'GMT',
        current: { temp_c: -3, feels_c: null, code: -1, humidity: null, wind_kmh: null, is_day: false },
        days: [{ date: '2026-08-23', min_c: null, max_c: 4, code: -1, precipitation_chance: null, ...unknown }],
        hours: [
          { time: '2026-08-22T14:00', temp_c: 5, code: 61, precipitation_mm: 0.2, precipitation_chance: null, uv: 1.5 },
        ],
      },
    ],
  ],
  failures: [
    ['a point off the earth', json(fixture('open-meteo-error.json'), 400), 'rejected'],
    ...limits,
    ['too many requests, with Retry-After', plain(429, '', { 'retry-after': '60' }), 'rate_limited', 60_000],
    ['a missing key', json({ error: true, reason: 'c4n4ry' }, 401), 'refused'],
    ['an outage', html(503), 'upstream'],
    ['no temperature', weather({ temperature_2m: null }), 'upstream'],
  ],
  followUp: [],
};

const AIR_NOW = { us_aqi: 68, european_aqi: 41, pm2_5: 12.4, pm10: 20, nitrogen_dioxide: 8.1, ozone: 77 };

const air: AdapterContract<'airQuality'> = {
  adapter: openMeteo,
  operation: 'airQuality',
  input: { lat: 52.52437, lon: 13.41053 },
  key: null,
  headers: { accept: 'application/json' },
  otherUrl: 'OPEN_METEO_AIR_QUALITY_URL',
  path: '/v1/air-quality',
  query: null,
  requests: [
    ['the point, to a kilometre', {}, { latitude: '52.52', longitude: '13.41', timezone: 'auto' }],
    ['what is shown', {}, { current: 'us_aqi,european_aqi,pm2_5,pm10,nitrogen_dioxide,ozone' }],
  ],
  skips: [],
  answers: [
    [
      'both indices',
      json({
        timezone: 'Europe/Berlin',
        utc_offset_seconds: 7_200,
        current: { time: '2026-08-22T14:00', interval: 3_600, ...AIR_NOW },
      }),
      { tz: 'Europe/Berlin', observed_at: '2026-08-22T14:00+02:00', ...AIR_NOW },
    ],
    [
      'one index, and nothing else that makes sense',
      json({ timezone: 'GMT', current: { us_aqi: 12, european_aqi: 'x', pm2_5: -1, pm10: null, ozone: [] } }),
      { tz: 'GMT', us_aqi: 12, european_aqi: null, pm2_5: null, pm10: null, nitrogen_dioxide: null, ozone: null },
    ],
  ],
  failures: [
    ['a bad parameter', json(fixture('open-meteo-error.json'), 400), 'rejected'],
    ...limits,
    ['no index', json({ timezone: 'GMT', current: { pm10: 3 } }), 'upstream'],
  ],
  followUp: [],
};

export const openMeteoContracts: AnyContract[] = [places, forecast, air];
