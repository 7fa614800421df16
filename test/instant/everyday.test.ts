import { expect, test } from 'vitest';
import { ask } from './asking.ts';
import { staysSilent } from './tables.ts';

/** Questions whose day, place, period or text stands where another wording has it. Now is noon of Sunday, 15 November 2026. */

test.each([
  ['is 25 december 2026 a holiday in spain', '2026-12-25', 'true'],
  ['is 2026-12-25 a public holiday in germany', '2026-12-25', 'true'],
  ['is christmas a holiday in japan', '2026-12-25', 'false'],
  ['is monday a holiday in germany', '2026-11-16', 'false'],
  ['ist der 3. oktober ein feiertag in deutschland', '2027-10-03', 'true'],
  ['is tomorrow a public holiday in france', '2026-11-16', 'false'],
])('whether a day is a holiday: %s', async (q, date, value) => {
  expect(await ask(q)).toMatchObject({ type: 'holiday', data: { kind: 'is_holiday', date, value } });
});

test.each(['public holidays may 2027 germany', 'is today national coffee day holiday', 'christmas holidays in spain'])(
  'no day of a holiday: %s',
  async (q) => expect(await ask(q)).toBeNull(),
);

test.each([
  ['eur to usd yesterday', 1],
  ['100 eur in usd yesterday', 100],
  ['eur usd last friday', 1],
])('a rate of a day before: %s', async (q, amount) => {
  // Of a Sunday, banks have the rate of Friday.
  expect(await ask(q)).toMatchObject({ data: { from: 'EUR', to: 'USD', amount, as_of: '2026-11-13' } });
});

test.each(['eur to usd tomorrow', 'dollar to euro may', '100 usd to eur 03/04/2020'])(
  'no day that a rate is known of: %s',
  async (q) => expect(await ask(q)).toBeNull(),
);

test.each([
  ['sunrise tromsø 2026-06-21', 'Tromsø, Norway', '2026-06-21', 'polar day'],
  ['sunset paris june 1', 'Paris, France', '2026-06-01', '21:46'],
  ['sunset in paris on june 1', 'Paris, France', '2026-06-01', '21:46'],
])('the sun of a day: %s', async (q, place, date, value) => {
  expect(await ask(q)).toMatchObject({ type: 'sun', data: { place, date, value } });
});

test.each([
  ['10 uhr in new york', 'Europe/Berlin', '10:00', '16:00'],
  ['10am in new york', 'UTC', '10:00', '15:00'],
])('a time in a place is told in the own zone: %s', async (q, tz, there, value) => {
  const from = { time: there, tz: 'America/New_York' };
  expect(await ask(q, { tz })).toMatchObject({ type: 'clock', data: { from, to: { tz }, value } });
});

test.each(['3pm berlin to tokyo on 15 july', '15 uhr berlin in tokio am 15. juli', '15h berlin à tokyo le 15 juillet'])(
  'a time of a day: %s',
  async (q) => {
    expect(await ask(q)).toMatchObject({ type: 'clock', data: { from: { date: '2027-07-15' }, value: '22:00' } });
  },
);

staysSilent('clock', [
  'midnight in paris',
  '5:30 in the morning',
  '7h in paris',
  '24 hours in paris',
  '10 in new york',
]);

test.each([
  ['60k salary hourly', '28.85'],
  ['$60k salary hourly', '28.85'],
  ['60000 salary per month', '5000'],
  ['salary of 60000 a year per month', '5000'],
])('a salary is that of a year: %s', async (q, value) => {
  expect(await ask(q)).toMatchObject({ type: 'finance', data: { kind: 'salary', value } });
});

staysSilent('finance', ['15 pay hourly', '60k salary', 'salary of 60000 per hour', '100k salary after tax']);

test.each([
  ['was ist die hauptstadt von spanien', 'country', 'Madrid'],
  ['wie weit ist münchen von berlin entfernt', 'distance', '505'],
  ['phase de lune', 'sky', 'Waxing crescent'],
  ['symbol for iron', 'element', 'Fe'],
])('in other words: %s', async (q, type, value) => {
  expect(await ask(q)).toMatchObject({ type, data: { value } });
});

test('the chance of rain in German', async () => {
  const asked = { type: 'weather', data: { place: 'Berlin', measure: 'rain' } };
  expect(await ask('regenwahrscheinlichkeit morgen berlin')).toMatchObject(asked);
});

test('a time from now names the time that was understood', async () => {
  const zone = { lang: 'en-US', tz: 'America/New_York' };
  expect(await ask('2 hours from now', zone)).toMatchObject({
    answer: '7:00 AM → 9:00 AM, Sunday, November 15, 2026 (America/New_York)',
    data: { value: '2026-11-15T09:00:00', offset: '-05:00', dates: ['2026-11-15T07:00:00'], durations: ['PT2H'] },
  });
});

test.each([
  ['julian day 2000-01-01', '2451545'],
  ['julian day of 1858-11-17', '2400001'],
  ['julian day today', '2461360'],
])('the Julian day: %s', async (q, value) => {
  expect(await ask(q)).toMatchObject({ type: 'date', data: { op: 'julian_day', value } });
});
