import { expect, it } from 'vitest';
import { answerHere } from './in-process.ts';

/** Questions in the words that people use for what the kinds can do. */

const NOW = Date.parse('2026-11-18T12:00:00Z');
const ask = (q: string, lang = '', tz = 'UTC') => answerHere(q, { lang, tz, now: NOW });

it.each([
  ['2024-03-10T15:00:00Z in new york', '11:00'],
  ['2024-03-10T15:00:00+02:00 to utc', '13:00'],
  ['2024-03-10T15:00:00Z to unix', '1710082800'],
  ['1700000000 to iso', '2023-11-14T22:13:20Z'],
  ['P1DT2H in hours', '26'],
  ['PT90M in hours', '1.5'],
  ['90 minutes in iso 8601', 'PT90M'],
  ['today in iso format', '2026-11-18'],
  ['2026-W10', '2026-03-02'],
  ['2026-W10-3', '2026-03-04'],
  ['2020-W53', '2020-12-28'],
  ['what date is 2026-W53', '2026-12-28'],
  ['iso week 2026-W20', '2026-05-11'],
  ['now in iso 8601', '2026-11-18T12:00:00+00:00'],
  ['10 march 2024 3pm in iso 8601', '2024-03-10T15:00:00'],
])('ISO 8601: %s', async (q, value) => {
  expect(await ask(q)).toMatchObject({ data: { value } });
});

it.each(['2021-W53', 'P90', 'iso 9001', '2024-03-10T25:00:00Z'])('no ISO 8601: %s', async (q) => {
  expect(await ask(q)).toBeNull();
});

it.each([
  ['45 out of 60 as a percentage', '75'],
  ['what is 45 of 60 in percent', '75'],
  ['what is 120 without 20% vat', '100'],
  ['120 minus vat 20%', '100'],
  ['120 less 20% vat', '100'],
  ['45 von 60 in prozent', '75'],
  ['45 sur 60 en pourcentage', '75'],
  ['45 de 60 en porcentaje', '75'],
  ['20 euro pro stunde im jahr', '41600'],
  ['split 145 between 4', '36.25'],
  ['split 145 4 ways', '36.25'],
  ['interest on 1000 at 5% for 3 years', '150'],
  ['5% interest on 1000', '50'],
  ['$25 an hour per year', '52000'],
  ['25 an hour is how much a year', '52000'],
  ['60000 a year is how much per hour', '28.85'],
  ['50000 a year per hour', '24.04'],
  ['hourly rate of 60000 a year', '28.85'],
  ['salary of 60000 a year per month', '5000'],
  ['2^40 in scientific notation', '1.099511627776e+12'],
  ['0.00012 in scientific notation', '1.2e-4'],
  ['write 0.0032 in scientific notation', '3.2e-3'],
  ['scientific notation of 45000', '4.5e+4'],
  ['1 crore in lakhs', '100'],
  ['5 lakh in million', '0.5'],
  ['10 million in crore', '1'],
])('percent, money and great numbers: %s', async (q, value) => {
  expect(await ask(q)).toMatchObject({ data: { value } });
});

it.each([
  '60 miles per hour',
  '3 hours a week in a year',
  'one a day per year',
  '12% a year per month',
  '5 days a week',
  '4000 euros a month in a year',
])('no pay: %s', async (q) => {
  expect(await ask(q)).toBeNull();
});

it.each([
  ['find x: 6x+1=25', 'x = 4'],
  ['find x if 6x+1=25', 'x = 4'],
  ['find x 6x+1=25', 'x = 4'],
  ['if 6x+1=25 what is x', 'x = 4'],
  ['solve x (x+1)=6', 'x = -3 or x = 2'],
  ['zeros of f(x) = x^2-4', 'x = -2 or x = 2'],
  ['roots of x^2-4=0', 'x = -2 or x = 2'],
  ['6x+1=25 find x', 'x = 4'],
  ['find the value of x in 2x+4=10', 'x = 3'],
  ['3(x+2)=21', 'x = 5'],
  ['zeros of x^2-4', 'x = -2 or x = 2'],
  ['x+y=3, x-y=1', 'x = 2, y = 1'],
  ['x+y+z=6, x-y=0, z=3', 'x = 3/2, y = 3/2, z = 3'],
  ['x+y=1, x+y=2', 'x + y = 1, x + y = 2: no solution'],
  ['2x+3=2x+5', '2 x + 3 = 2 x + 5: no solution'],
  ['sqrt(-4)', 'sqrt(-4) = 2i'],
  ['(-8)^(1/2)', '(-8)^(1/2) = 2 √2 i'],
  ['conjugate of 3+4i', 'conj(3 + 4i) = 3 - 4i'],
  ['rank of [[1,2],[2,4]]', 'rank([[1, 2], [2, 4]]) = 1'],
  ['rank of matrix [[1,2,3],[4,5,6],[7,8,9]]', 'rank([[1, 2, 3], [4, 5, 6], [7, 8, 9]]) = 2'],
  ['trace of [[1,2],[3,4]]', 'trace([[1, 2], [3, 4]]) = 5'],
])('algebra: %s', async (q, line) => {
  expect(await ask(q)).toMatchObject({ type: 'algebra', answer: line });
});

it.each([
  ['second derivative of x^3', '6 x'],
  ['2nd derivative of x^3', '6 x'],
  ['d^2/dx^2 x^4', '12 x^2'],
  ['third derivative of x^5', '60 x^2'],
  ['derivative of x^2 at x=3', '6'],
  ['derivative of ln(x^2+1)', '2 x/(x^2 + 1)'],
  ['integral of x^2', 'x^3/3 + C'],
  ['integral of 1/x', 'ln(|x|) + C'],
  ['integral of ln x', 'x ln(x) - x + C'],
  ['integral of x e^x', 'x e^x - e^x + C'],
  ['integral of x/(x^2+1)', 'ln(|x^2 + 1|)/2 + C'],
  ['integral of sin^2 x', 'x/2 - sin(2 x)/4 + C'],
  ['∫ x^2 dx', 'x^3/3 + C'],
  ['∫x^2 dx', 'x^3/3 + C'],
  ['integral of 1/x from 1 to e', '1'],
  ['integral of x^2 from 0 to 1', '1/3'],
  ['integral from 0 to 1 of x^2', '1/3'],
  ['integral of sin(x) from 0 to pi', '2'],
  ['limit of sin(x)/x as x approaches 0', '1'],
  ['lim x->0 sin(x)/x', '1'],
  ['limit of (1-cos x)/x^2 as x->0', '1/2'],
  ['limit of (x^2-1)/(x-1) as x approaches 1', '2'],
  ['limit as x approaches infinity of (3x^2+1)/(x^2-2)', '3'],
  ['limit of (1+1/n)^n as n approaches infinity', 'e'],
  ['limit of 1/x^2 as x->0', '∞'],
  ['limit of 1/x as x approaches 0', 'does not exist'],
])('calculus: %s', async (q, value) => {
  expect(await ask(q)).toMatchObject({ type: 'algebra', data: { value } });
});

it.each([
  // A pole lies between the bounds.
  'integral of 1/x from -1 to 1',
  'integral of 1/x^2 from -1 to 1',
  'integral of 1/(x-1/4) from 0 to 1',
  // These have no antiderivative in functions that people know.
  'integral of e^(x^2)',
  'integral of sin(x)/x',
  'limit of |x|/x as x approaches 0',
  'integral calculus',
  'speed limit',
  'credit limit 5000',
  'acura integra',
])('no calculus: %s', async (q) => {
  expect(await ask(q)).toBeNull();
});

it.each([
  ['löse die gleichung 2x+3=11', 'de', 'x = 4'],
  ['löse 2x+3=11 nach x auf', 'de', 'x = 4'],
  ['finde x: 6x+1=25', 'de', 'x = 4'],
  ['trouve x: 6x+1=25', 'fr', 'x = 4'],
  ['halla x si 6x+1=25', 'es', 'x = 4'],
  ['rang de la matrice [[1,2],[2,4]]', 'fr', 'rank([[1, 2], [2, 4]]) = 1'],
  ['leite x^2 ab', 'de', 'd/dx (x^2) = 2 x'],
  ['zweite ableitung von x^3', 'de', 'd^2/dx^2 (x^3) = 6 x'],
  ['stammfunktion von x^2', 'de', '∫ x^2 dx = x^3/3 + C'],
  ['nullstellen von x^2-4', 'de', 'x = -2 oder x = 2'],
  ['multipliziere (x+1)(x-1) aus', 'de', '(x + 1)(x - 1) = x^2 - 1'],
  ['grenzwert von 1/x für x gegen unendlich', 'de', 'lim x→∞ 1/x = 0'],
  ['kürze 12/18', 'de', '12/18 = 2/3'],
  ['1 stunde und 15 minuten in minuten', 'de', '1 h 15 min = 75 min'],
  ["résous l'équation 2x+3=11", 'fr', 'x = 4'],
  ['dérivée seconde de x^3', 'fr', 'd^2/dx^2 (x^3) = 6 x'],
  ['intégrale de 0 à 1 de x^2', 'fr', '∫ x^2 dx, x = 0 … 1 = 1/3'],
  ['développe (x+1)(x-1)', 'fr', '(x + 1)(x - 1) = x^2 - 1'],
  ["limite de 1/x quand x tend vers l'infini", 'fr', 'lim x→∞ 1/x = 0'],
  ['resuelve la ecuación 2x+3=11', 'es', 'x = 4'],
  ['segunda derivada de x^3', 'es', 'd^2/dx^2 (x^3) = 6 x'],
  ['integral de x^2 de 0 a 1', 'es', '∫ x^2 dx, x = 0 … 1 = 1/3'],
  ['factoriza x^2-1', 'es', 'x^2 - 1 = (x + 1) (x - 1)'],
  ['3 kilos y 200 gramos en libras', 'es', '3 kg 200 g = 7,05479238992 lb'],
])('%s in %s', async (q, lang, line) => {
  expect(await ask(q, lang)).toMatchObject({ answer: line });
});

it.each([
  ['3pm et to london on 15 july', '', 'UTC', '20:00'],
  ['3pm est to london on july 15', '', 'UTC', '21:00'],
  ['9am pt to cet on 2026-03-20', '', 'UTC', '17:00'],
  ['when do clocks change in germany', '', 'UTC', '2027-03-28T03:00+02:00'],
  ['when do the clocks go back', 'en-GB', 'Europe/London', '2027-10-31T01:00+00:00'],
  ['when does dst end', 'en-US', 'America/New_York', '2027-11-07T01:00-05:00'],
  ['wann beginnt die sommerzeit', 'de', 'Europe/Berlin', '2027-03-28T03:00+02:00'],
])('zones: %s %s %s', async (q, lang, tz, value) => {
  expect(await ask(q, lang, tz)).toMatchObject({ type: 'clock', data: { value } });
});

it('the time in several places', async () => {
  const { data } = (await ask('time in tokyo and london')) ?? {};
  expect(data).toMatchObject({
    value: '2026-11-18T21:00:00',
    others: [{ tz: 'Europe/London', iso: '2026-11-18T12:00:00+00:00' }],
  });
  for (const q of ['time in tokyo, london and new york', 'time in tokyo, london, new york']) {
    expect((await ask(q))?.data).toMatchObject({ others: [{ tz: 'Europe/London' }, { tz: 'America/New_York' }] });
  }
});

it.each(['dst', 'antique clocks', 'clocks for sale', 'time in salt and pepper', 'british summer time', 'clock change'])(
  'no zone: %s',
  async (q) => {
    expect(await ask(q)).toBeNull();
  },
);

it.each([
  ['is 10.1.2.3 in 10.0.0.0/8', 'true'],
  ['is 192.168.1.5 in 10.0.0.0/8', 'false'],
  ['does 10.0.0.0/8 contain 10.1.2.3', 'true'],
  ['is 10.0.0.0/16 in 10.0.0.0/24', 'false'],
  ['is 10.1.2.3 private', 'true'],
  ['is 8.8.8.8 a private ip', 'false'],
  ['is ::1 loopback', 'true'],
  ['10.1.2.3 as a number', '167838211'],
  ['192.168.1.1 in hex', '0xC0A80101'],
  ['3232235777 to ip', '192.168.1.1'],
])('networks: %s', async (q, value) => {
  expect(await ask(q)).toMatchObject({ type: 'subnet', data: { value } });
});

it.each(['10.0.0.1', '192.168.1.1 login', 'private ip addresses', '10.0.0.0/8 10.1.2.3', '4294967296 to ip'])(
  'no network: %s',
  async (q) => {
    expect(await ask(q)).toBeNull();
  },
);
