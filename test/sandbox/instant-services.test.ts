import { describe, expect, test } from 'vitest';
import { dictionaryWords } from '../../sandbox/corpus/dictionary-words.ts';
import { exchangeRates } from '../../sandbox/corpus/exchange-rates.ts';
import { weatherAt } from '../../sandbox/weather.ts';
import { sample as fixture, useSandbox } from './asking.ts';

const { get } = useSandbox();
const keys = (object: object) => Object.keys(object).sort();

// biome-ignore lint/suspicious/noExplicitAny: whatever the wire holds; the assertions say what it must be.
type Wire = any;
const sampleOf = (name: string): Wire => fixture(name);

describe('open-meteo', () => {
  const asked = {
    current: 'temperature_2m,weather_code,is_day',
    daily: 'weather_code,temperature_2m_max',
    timezone: 'auto',
  };
  const forecast = (parameters: Record<string, string | number>) => get<Wire>('/open-meteo/v1/forecast', parameters);

  test('has the fields of the real one, and a week in local time', async () => {
    const sample = sampleOf('open-meteo-forecast');
    const { status, body } = await forecast({ latitude: 52.52, longitude: 13.41, ...asked });
    expect(status).toBe(200);
    expect(keys(body)).toEqual(keys(sample));
    expect(body.timezone).toBe('Europe/Berlin');
    expect(keys(body.current)).toEqual(['interval', 'is_day', 'temperature_2m', 'time', 'weather_code']);
    expect(body.daily.time).toHaveLength(7);
    expect(body.daily.temperature_2m_max).toHaveLength(7);
  });

  test('gives only what is asked for', async () => {
    const { body } = await forecast({ latitude: 0, longitude: 0, current: 'temperature_2m' });
    expect(body.daily).toBeUndefined();
    expect(body.timezone).toBe('GMT');
  });

  test.each([
    [
      'a point off the earth',
      { latitude: 300, longitude: 0 },
      'Latitude must be in range of -90 to 90°. Given: 300.0.',
    ],
    ['days without a zone', { latitude: 1, longitude: 1, daily: 'weather_code' }, 'Timezone is required'],
    ['no point', { longitude: 1 }, "Parameter 'latitude' is required"],
    [
      'too many days',
      { latitude: 1, longitude: 1, forecast_days: 17 },
      'Forecast days is invalid. Allowed range 0 to 16. Given 17.',
    ],
  ])('refuses %s', async (_, parameters, reason) => {
    expect(await forecast(parameters as Record<string, number>)).toMatchObject({
      status: 400,
      body: { error: true, reason },
    });
  });

  test('refuses a variable that there is none of', async () => {
    const { status, body } = await forecast({ latitude: 1, longitude: 1, current: 'happiness' });
    expect([status, body.error]).toEqual([400, true]);
  });

  test('the same place and hour have the same weather; summer is warmer than winter, on either side of the equator', () => {
    const mean = (lat: number, month: number) => {
      const days = Array.from(
        { length: 28 },
        (_, day) => weatherAt(lat, 10, Date.UTC(2026, month, day + 1, 12)).temperature,
      );
      return days.reduce((sum, each) => sum + each, 0) / days.length;
    };
    expect(weatherAt(52.5, 13.4, 1e12)).toEqual(weatherAt(52.5, 13.4, 1e12));
    expect(mean(50, 6)).toBeGreaterThan(mean(50, 0) + 10);
    expect(mean(-40, 0)).toBeGreaterThan(mean(-40, 6) + 8);
    expect(mean(0, 6)).toBeGreaterThan(mean(65, 6));
  });
});

describe('open-meteo geocoding', () => {
  const search = async (parameters: Record<string, string | number>) =>
    (await get<Wire>('/open-meteo-geocoding/v1/search', parameters)).body;

  test('has fields of the real one, the most populous first', async () => {
    const { results } = await search({ name: 'Kingston' });
    const sample = sampleOf('open-meteo-geocoding').results[0];
    expect(results[0]).toMatchObject({ name: 'Kingston', country: 'Jamaica', timezone: 'America/Jamaica' });
    expect(keys(sample)).toEqual(expect.arrayContaining(keys(results[0])));
  });

  test('nothing found has no list', async () => {
    expect(await search({ name: 'qqqzzz' })).toEqual({ generationtime_ms: expect.any(Number) });
    expect(await search({ name: 'x' })).not.toHaveProperty('results');
  });

  test('two letters must be a name, three may be the start of one', async () => {
    expect(await search({ name: 'Be' })).not.toHaveProperty('results');
    expect((await search({ name: 'Berli' })).results[0].name).toBe('Berlin');
  });

  test('what follows a comma must be where it is, and a country may be asked for', async () => {
    expect((await search({ name: 'Paris, Texas' })).results[0].admin1).toBe('Texas');
    expect((await search({ name: 'London', countryCode: 'CA' })).results[0].admin1).toBe('Ontario');
  });

  test('knows countries, states and names in other languages', async () => {
    for (const [name, country] of [
      ['Croatia', 'HR'],
      ['Oregon', 'US'],
      ['München', 'DE'],
    ]) {
      expect((await search({ name: name as string })).results[0].country_code).toBe(country);
    }
  });

  test('refuses a count that makes no sense', async () => {
    expect(await search({ name: 'Berlin', count: 101 })).toMatchObject({ error: true });
  });
});

describe('frankfurter', () => {
  const ask = (path: string, parameters: Record<string, string> = {}) => get<Wire>(`/frankfurter${path}`, parameters);

  test('has more than forty currencies, and the fields of the real one', async () => {
    expect(Object.keys(exchangeRates).length).toBeGreaterThan(40);
    const { body } = await ask('/v2/rate/EUR/USD');
    expect(keys(body)).toEqual(keys(sampleOf('frankfurter')));
    expect(body).toEqual({ date: '2026-08-21', base: 'EUR', quote: 'USD', rate: 1.1568 });
    expect(keys((await ask('/v1/latest', { base: 'USD', symbols: 'EUR' })).body)).toEqual(
      keys(sampleOf('frankfurter-v1-latest')),
    );
  });

  test('both directions agree', async () => {
    const [there, back] = await Promise.all([ask('/v2/rate/GBP/JPY'), ask('/v2/rate/JPY/GBP')]);
    expect(there.body.rate * back.body.rate).toBeCloseTo(1, 3);
  });

  test('says which version it is', async () => {
    expect((await ask('/v2')).body).toMatchObject({ version: 'v2', status: 'current' });
  });

  test.each([
    ['/v2/rate/EUR/ZZZ', {}, 422, { status: 422, message: 'invalid currency: ZZZ' }],
    ['/v2/rates', { symbols: 'USD' }, 422, { status: 422, message: 'unknown parameter: symbols' }],
    ['/v2/nothing', {}, 404, { status: 404, message: 'not found' }],
    ['/v1/latest', { base: 'ZZZ' }, 404, { message: 'not found' }],
    ['/v1/latest', { base: 'USD', symbols: 'USD' }, 422, { message: 'bad currency pair' }],
    ['/v1/latest', { base: 'USD', symbols: 'EUR', amount: 'x' }, 422, { message: 'invalid amount' }],
  ])('%s %o', async (path, parameters, status, body) => {
    expect(await ask(path, parameters as Record<string, string>)).toMatchObject({ status, body });
  });
});

describe('dictionary', () => {
  test('has three hundred words and more, in the shape of the real one', async () => {
    expect(dictionaryWords.size).toBeGreaterThanOrEqual(300);
    const { status, body } = await get<Wire>('/dictionary/api/v2/entries/en/crane');
    const [sample] = sampleOf('dictionaryapi');
    expect(status).toBe(200);
    expect(keys(sample)).toEqual(expect.arrayContaining(keys(body[0])));
    expect(keys(body[0].meanings[0])).toEqual(keys(sample.meanings[0]));
  });

  test('a word that it lacks is told as the real one tells it', async () => {
    const { status, body } = await get('/dictionary/api/v2/entries/en/qqqzzz');
    expect([status, body]).toEqual([404, sampleOf('dictionaryapi-404')]);
  });
});
