import { describe, expect, test } from 'vitest';
import { clock } from '../../lib/answers/kinds/clock/clock.ts';
import { ask, expectSteady } from './asking.ts';

test.each([
  ['10pm new york in tokyo', '10:00 PM New York, United States = 12:00 PM Tokyo, Japan (+1 d)'],
  ['9 am tokyo in new york', '9:00 AM Tokyo, Japan = 7:00 PM New York, United States (−1 d)'],
  ['10 am in london to berlin', '10:00 AM London, United Kingdom = 11:00 AM Berlin, Germany'],
])('%s: %s, with the days between them', async (q, wanted) => {
  expect((await ask(q))?.answer).toBe(wanted);
});

test('a difference is that of the clocks now, which in summer are not on EST', async () => {
  const q = 'time difference between est and tokyo';
  expect((await ask(q, { now: '2026-07-15T12:00:00Z' }))?.answer).toContain('+13 h (');
  expect((await ask(q, { now: '2026-01-15T12:00:00Z' }))?.answer).toContain('+14 h (');
});

describe('the time in a place:', () => {
  test.each([
    ['time in kingston', 'America/Jamaica'],
    ['what time is it in Paris, Texas?', 'America/Chicago'],
    ['paris time', 'Europe/Paris'],
    ['time in new york', 'America/New_York'],
    ['what time is it in georgia', 'Asia/Tbilisi'],
    ['time in washington', 'America/New_York'],
    ['current time in concord nc', 'America/New_York'],
    ['time zone of missouri', 'America/Chicago'],
    ['az time zone', 'America/Phoenix'],
    ['ca time zone', 'America/Los_Angeles'],
    ['la time zone', 'America/Los_Angeles'],
    ['exact mountain time', 'America/Denver'],
    ['exact time pacific', 'America/Los_Angeles'],
    ['london is in what timezone', 'Europe/London'],
    ['what timezone does reykjavik belong to', 'Atlantic/Reykjavik'],
    ['can you tell me what timezone baltimore is in', 'America/New_York'],
    ['what would the time be in copenhagen', 'Europe/Copenhagen'],
    ["what is today's date in japan", 'Asia/Tokyo'],
    ['time in fort myers', 'America/New_York'],
    ['what timezone is lake tahoe in', 'America/Los_Angeles'],
    ['time in washington state', 'America/Los_Angeles'],
    ['what timezone is the woodlands in', 'America/Chicago'],
    ['what time is it in the eastern time zone', 'America/New_York'],
    ["i'd like to know what timezone atlanta is in", 'America/New_York'],
    ['what timezone is the city of boston in', 'America/New_York'],
    ['time in bruges', 'Europe/Brussels'],
    ['time in quebec city', 'America/Toronto'],
    ['time in new britain', 'America/New_York'],
    ['de time zone', 'America/New_York'],
    ['what timezone is scotland in', 'Europe/London'],
    ['pacific time', 'America/Los_Angeles'],
    ['time in est', 'America/New_York'],
    ['Wie spät ist es in Tokio', 'Asia/Tokyo'],
    ['quelle heure est-il à New York', 'America/New_York'],
    ['qué hora es en Buenos Aires', 'America/Argentina/Buenos_Aires'],
    ['che ore sono a Roma', 'Europe/Rome'],
    ['que horas são em Lisboa', 'Europe/Lisbon'],
    ['hoe laat is het in Amsterdam', 'Europe/Amsterdam'],
    ['Uhrzeit München', 'Europe/Berlin'],
    ['heure au Japon', 'Asia/Tokyo'],
    ['eastern time now', 'America/New_York'],
    ['what time is it on the east coast', 'America/New_York'],
    ['current utc time', 'UTC'],
    ['ist time now', 'Asia/Kolkata'],
    ['world clock tokyo', 'Asia/Tokyo'],
    ['time in tenerife', 'Atlantic/Canary'],
    ['time in bavaria', 'Europe/Berlin'],
    ['time in new england', 'America/New_York'],
    ["what's the time over in tokyo", 'Asia/Tokyo'],
    ['welche uhrzeit haben wir in china', 'Asia/Shanghai'],
    ['lokale tijd bangkok', 'Asia/Bangkok'],
    ["i'd like to know what time it is in tokyo", 'Asia/Tokyo'],
    ['what time would it be in paris', 'Europe/Paris'],
    ['which timezone does houston fall under', 'America/Chicago'],
    ['what time zone am i in', 'UTC'],
    ['time in utc+5:30', '+05:30'],
    ['gmt-5 time', '-05:00'],
    ['time in the state of washington', 'America/Los_Angeles'],
    ['time in the state of georgia', 'America/New_York'],
  ])('%s', async (q, tz) => {
    expect((await ask(q))?.data).toMatchObject({ tz });
  });

  test.each([
    ['2026-01-15T12:00:00Z', '2026-01-15T07:00:00', '-05:00', 'EST'],
    ['2026-07-15T12:00:00Z', '2026-07-15T08:00:00', '-04:00', 'EDT'],
    // The hour that occurs twice.
    ['2026-11-01T05:30:00Z', '2026-11-01T01:30:00', '-04:00', 'EDT'],
    ['2026-11-01T06:30:00Z', '2026-11-01T01:30:00', '-05:00', 'EST'],
  ])('observes summer and winter time: New York at %s', async (now, value, offset, abbreviation) => {
    const answer = await ask('time in new york', { now });
    expect(answer?.data).toEqual({
      kind: 'time',
      asked: 'time',
      place: 'New York, United States',
      tz: 'America/New_York',
      iso: `${value}${offset}`,
      offset,
      abbreviation,
      value,
    });
  });

  test('can be tomorrow beyond the date line', async () => {
    expect((await ask('time in kiribati', { now: '2026-11-15T12:00:00Z' }))?.data.value).toMatch(/^2026-11-1[56]/);
    expect((await ask('time in auckland', { now: '2026-11-15T12:00:00Z' }))?.data.value).toBe('2026-11-16T01:00:00');
    expect((await ask('time in honolulu', { now: '2026-11-15T09:00:00Z' }))?.data.value).toBe('2026-11-14T23:00:00');
  });

  test.each(['what time is it', 'What is the time?', 'heure actuelle', 'wie spät haben wir', 'che ora è adesso'])(
    'is that of the requester when the query names no place: %s',
    async (q) => {
      expect((await ask(q, { tz: 'Asia/Kolkata' }))?.data.value).toBe('2026-11-15T17:30:00');
    },
  );

  test('is written in the style of the language', async () => {
    expect((await ask('Uhrzeit Tokio', { lang: 'de' }))?.answer).toContain('Sonntag, 15. November 2026');
    expect((await ask('heure à Tokyo', { lang: 'fr' }))?.answer).toContain('dimanche 15 novembre 2026');
  });
});

describe('converting a time:', () => {
  test.each([
    ['19:00 UTC to EST', '14:00', 0],
    ['12:40 pm from PST to JST', '05:40', 1],
    ['1 UTC into UTC -2', '23:00', -1],
    ['1600 UTC in BST', '17:00', 0],
    ['10:00PM EDT to NDT', '23:30', 0],
    ['3pm london in tokyo', '00:00', 1],
    ['9am new york to berlin', '15:00', 0],
    ['noon in paris in kathmandu', '16:45', 0],
    ['what time is it in tokyo when it is 9am in new york', '23:00', 0],
    ['if it is 3pm in london what time is it in sydney', '02:00', 1],
    ['18:15 UTC+1:30 to UTC', '16:45', 0],
    ['3pm eastern to pacific', '12:00', 0],
    ['10am auckland to honolulu', '11:00', -1],
    ['tokyo 9am in london', '00:00', 0],
    ['time in london when 9am in tokyo', '00:00', 0],
    ["6 o'clock pm london in paris", '19:00', 0],
    ['8 in the evening london to paris', '21:00', 0],
    ["9 o'clock at night london to paris", '22:00', 0],
    ["12 o'clock at night london to paris", '01:00', 0],
    ["2 o'clock at night london to paris", '03:00', 0],
    ['15h paris à tokyo', '23:00', 0],
    ['5pm in paris is what time in new york', '11:00', 0],
    ["it's 5pm in paris, what time is it in new york", '11:00', 0],
    ['what time in new york is 5pm in paris', '11:00', 0],
    ['12:00 noon est in utc', '17:00', 0],
    ['12 noon est in utc', '17:00', 0],
    ['midday est to gmt', '17:00', 0],
    ['1600 hours est to gmt', '21:00', 0],
    ['midi paris à tokyo', '20:00', 0],
    ['mitternacht berlin nach tokio', '08:00', 0],
    ['wie spät ist es in new york, wenn es in berlin 15 uhr ist', '09:00', 0],
    ['quelle heure est-il à tokyo quand il est 15h à paris', '23:00', 0],
    ['qué hora es en tokio cuando son las 15:00 en madrid', '23:00', 0],
  ])('%s', async (q, time, day_shift) => {
    expect((await ask(q))?.data).toMatchObject({ to: { time, day_shift }, value: time });
  });

  test('converts to the requester’s zone when the query names none', async () => {
    expect((await ask('10am EST', { tz: 'Europe/Berlin' }))?.data.to).toEqual({
      time: '16:00',
      tz: 'Europe/Berlin',
      place: 'Europe/Berlin',
      offset: '+01:00',
      day_shift: 0,
    });
  });

  test('EST is five hours behind in July too, New York is four', async () => {
    const now = '2026-07-15T12:00:00Z';
    expect((await ask('noon est to utc', { now }))?.data.value).toBe('17:00');
    expect((await ask('noon new york to utc', { now }))?.data.value).toBe('16:00');
  });

  test.each([
    ['time difference between london and kathmandu', '5.75'],
    ['time difference london tokyo', '9'],
    ['how many hours ahead of london is tokyo', '9'],
    ['how many hours ahead is tokyo of london', '9'],
    ['how far behind tokyo is london', '-9'],
    ['utc to ist', '5.5'],
    ['convert gmt to jst', '9'],
    ['pst to est time', '3'],
    ['gmt to bst', '1'],
    ['est vs edt', '1'],
    ['diferença de fuso entre lisboa e são paulo', '-3'],
    ['diferença horária entre lisboa e tóquio', '9'],
    ['time difference new york to london', '5'],
    ['how many hours ahead is tokyo of london', '9'],
    ['how far behind is new york from london', '-5'],
    ['zeitverschiebung new york', '-5'],
    ['décalage horaire paris new york', '-6'],
    ['diferencia horaria madrid y tokio', '8'],
  ])('the difference is in hours: %s', async (q, hours) => {
    expect((await ask(q))?.data.value).toBe(hours);
  });
});

test.each([
  ...['time', 'time to pretend lyrics', 'new york times', 'nice time', 'reading time', 'game time', 'art time'],
  ...['time in a bottle', 'best time to visit japan', 'time zone map', 'first time in london', 'summer time'],
  ...['25:00 utc to est', '10:66 pst to est', 'running time of titanic', 'time for tea'],
  ...[
    'time in amalfi coast',
    'summer time now',
    'what is time',
    'clock radio',
    'clock tower london',
    'delta time',
    'pool time',
    'northern time',
    'age difference',
    'midi to mp3',
    'midi keyboard in berlin',
    'what time is the show on',
    'what time works for me',
    'what time do polls close ohio',
    'what time is kickoff england',
    'what is the date of the election in ohio',
    'date of independence india',
  ],
])('%s has no answer', async (q) => {
  expect(await ask(q)).toBeNull();
});

test('any query gets an answer that matches the schema, or none', () =>
  expectSteady(clock, [
    ...[
      'time',
      'in',
      'to',
      'utc',
      'est',
      'tokyo',
      'paris',
      '3pm',
      '15:30',
      'zone',
      'what',
      'is',
      'it',
      '+',
      '-5',
      'now',
    ],
    ...['difference', 'between', 'and', 'noon', 'when', 'uhr', 'heure', 'à'],
  ]));
