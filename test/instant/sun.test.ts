import { expect, test } from 'vitest';
import { sun } from '../../lib/answers/kinds/sun/sun.ts';
import { ask, expectSteady } from './asking.ts';

const JUNE = '2026-06-21T12:00:00Z';
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

test.each([
  ['sunset in paris', 'sunset', '21:58'],
  ['sunrise paris', 'sunrise', '05:47'],
  ['when does the sun set in london', 'sunset', '21:22'],
  ['Sonnenaufgang in Berlin', 'sunrise', '04:43'],
  ['sunrise for phoenix', 'sunrise', '05:18'],
  ['what time is sunset in sydney today', 'sunset', '16:54'],
  ['time of sunset in paris', 'sunset', '21:58'],
  ['heure du coucher de soleil à paris', 'sunset', '21:58'],
  ['à quelle heure se lève le soleil à paris', 'sunrise', '05:47'],
  ['wann geht heute die sonne unter in paris', 'sunset', '21:58'],
  ['wann geht die sonne in berlin auf?', 'sunrise', '04:43'],
  ['wann ist heute sonnenaufgang in berlin', 'sunrise', '04:43'],
  ['hora del amanecer en paris', 'sunrise', '05:47'],
  ['a qué hora se pone el sol en londres', 'sunset', '21:22'],
  ['a che ora sorge il sole a parigi', 'sunrise', '05:47'],
  ['a que horas nasce o sol em paris', 'sunrise', '05:47'],
  ['hoe laat gaat de zon onder in londen', 'sunset', '21:22'],
])('%s is correct on the longest day', async (q, which, time) => {
  const answer = await ask(q, { now: JUNE });
  expect(answer?.type).toBe('sun');
  // Tables differ by a minute or two, depending on the point in the city.
  expect(Math.abs(minutes(answer?.data.value) - minutes(time))).toBeLessThanOrEqual(4);
  expect(answer?.data.value).toBe(answer?.data[which]);
});

test('the length of the day is in hours and minutes', async () => {
  expect((await ask('day length in quito', { now: JUNE }))?.data.value).toMatch(/^12:0\d$/);
});

test('a day can have no sunrise or no sunset', async () => {
  const summer = await ask('sunset in tromso', { now: JUNE });
  expect(summer?.data).toMatchObject({ sunrise: null, sunset: null, day_length: '24:00', value: 'polar day' });
  const winter = await ask('sunrise in tromso', { now: '2026-12-21T12:00:00Z' });
  expect(winter?.data).toMatchObject({ sunrise: null, sunset: null, day_length: '00:00', value: 'polar night' });
});

test('tomorrow is the date in that place', async () => {
  for (const q of ['sunrise in auckland tomorrow', 'sunrise tomorrow in auckland', 'sunrise tomorrow auckland']) {
    const answer = await ask(q, { now: '2026-11-15T12:00:00Z', lang: 'en' });
    expect(answer?.answer).toContain('November 17');
  }
});

test.each([
  ...['tequila sunrise', 'after the sunset', 'sunset boulevard', 'sunrise florida', 'sunset', 'sunset today'],
  ...['sunset park brooklyn', 'before sunrise', 'sunrise movement', 'day length', 'sunrise in nowhereville texas'],
  ...['alba berlin', 'how long is the day', 'when does the sun die'],
])('%s has no answer', async (q) => {
  expect(await ask(q)).toBeNull();
});

test('any query gets an answer that matches the schema, or none', () =>
  expectSteady(sun, [
    'sunrise',
    'sunset',
    'in',
    'paris',
    'tromso',
    'on',
    'tomorrow',
    'day length',
    'jan 1',
    'when is',
    'the',
  ]));
