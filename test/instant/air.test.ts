import { describe, expect, test } from 'vitest';
import type { LookUp } from '../../lib/answers/answer.ts';
import { ProviderAway } from '../../lib/answers/answer.ts';
import { air } from '../../lib/answers/kinds/air/air.ts';
import { ask, expectSteady, NOW } from './asking.ts';
import { answerHere } from './in-process.ts';
import { counting, sandboxLookUp } from './sandbox-look-up.ts';

test.each([
  ['air quality in delhi', '', 'Delhi', 'us_aqi', /^Delhi, .*India: AQI \d+, [\w ]+, PM2.5 [\d.]+ µg\/m³$/],
  ['aqi london', '', 'London', 'european_aqi', /^London, .*United Kingdom: AQI \d+, /],
  ['what is the air quality in paris today', '', 'Paris', 'european_aqi', /: AQI /],
  ['luftqualität stuttgart', 'de', 'Stuttgart', 'european_aqi', /^Stuttgart, .*Deutschland: AQI /],
  ['qualité de l’air à lyon', 'fr', 'Lyon', 'european_aqi', /France: AQI /],
  ['calidad del aire en madrid', 'es', 'Madrid', 'european_aqi', /España: AQI /],
])('%s', async (q, lang, place, index, line) => {
  const found = await ask(q, { lang });
  expect(found?.answer).toMatch(line);
  expect(found?.data).toMatchObject({ place, index, number: found?.data[index], kind: 'air' });
  expect(air.data.parse(found?.data)).toEqual(found?.data);
});

describe('the level is that of the index:', () => {
  const at = async (us_aqi: number | null, european_aqi: number | null, q = 'air quality in delhi') => {
    const tz = q.includes('paris') ? 'Europe/Paris' : 'Asia/Kolkata';
    const others = { pm2_5: null, pm10: null, nitrogen_dioxide: null, ozone: null };
    const lookUp = (async (operation, input) =>
      operation === 'airQuality' ? { tz, us_aqi, european_aqi, ...others } : sandboxLookUp(operation, input)) as LookUp;
    return answerHere(q, { lookUp, now: NOW });
  };
  test.each([
    [50, 'Good'],
    [51, 'Moderate'],
    [150, 'Unhealthy for sensitive groups'],
    [151, 'Unhealthy'],
    [300, 'Very unhealthy'],
    [301, 'Hazardous'],
    [999, 'Hazardous'],
  ])('%i in the United States is %s', async (value, level) => {
    expect((await at(value, 1))?.data).toMatchObject({ level, number: value });
  });

  test.each([
    [20, 'Good'],
    [21, 'Fair'],
    [60, 'Moderate'],
    [100, 'Very poor'],
    [101, 'Extremely poor'],
  ])('%i in Europe is %s', async (value, level) => {
    expect((await at(1, value, 'air quality in paris'))?.data).toMatchObject({ level, number: value });
  });

  test('one index stands for the other', async () => {
    expect((await at(null, 30))?.data).toMatchObject({ index: 'european_aqi', level: 'Fair' });
    expect((await at(null, null))?.data).toBeUndefined();
  });
});

test.each([
  ...['air quality', 'air quality monitor', 'air quality egg', 'air quality jobs in texas', 'aqi chart', 'pollution'],
  ...['air quality act', 'air quality tomorrow in delhi', 'air pollution causes', 'air quality index scale'],
])('no provider is called for: %s', async (q) => {
  const { lookUp, calls } = counting(sandboxLookUp);
  expect(await answerHere(q, { lookUp })).toBeNull();
  expect(calls).toEqual([]);
});

test('a provider that does not answer is reported', async () => {
  const lookUp = async () => {
    throw new ProviderAway('nobody is there');
  };
  await expect(answerHere('air quality in delhi', { lookUp })).rejects.toThrow(ProviderAway);
});

test('any query gets an answer that matches the schema, or none', () =>
  expectSteady(air, ['air', 'quality', 'aqi', 'in', 'delhi', 'london', 'germany', 'today', 'luftqualität', 'à']));
