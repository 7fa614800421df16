import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { holiday } from '../../lib/answers/kinds/holiday/holiday.ts';
import { holidaysIn, YEARS } from '../../lib/answers/kinds/holiday/public-holidays.ts';
import { ask, expectSteady } from './asking.ts';

const NOW = '2026-11-18T12:00:00Z';

describe('a day is a public holiday or not:', () => {
  test.each([
    ['is today a public holiday in germany', '', '2026-10-02', 'false', /^Germany, Friday, October 2, 2026: No$/],
    ['is tomorrow a public holiday in germany', '', '2026-10-02', 'true', /October 3, 2026: Yes, National Holiday$/],
    [
      'ist heute ein feiertag in deutschland',
      'de',
      '2026-10-03',
      'true',
      /^Deutschland, .*: Ja, Tag der Deutschen Einheit$/,
    ],
    ['is today a holiday in japan', '', '2026-11-23', 'true', /: Yes, Labor Thanksgiving Day$/],
    [
      'is today a bank holiday in scotland',
      '',
      '2026-11-30',
      'true',
      /^Scotland, United Kingdom, .*: Yes, St Andrew’s Day$/,
    ],
    [
      'is today a bank holiday in the uk',
      '',
      '2026-11-30',
      'false',
      /: Only in some regions, St Andrew’s Day \(Scotland\)$/,
    ],
    ['est-ce un jour férié aujourd’hui en france', 'fr', '2026-07-14', 'true', /: Oui, Fête Nationale de la France$/],
  ])('%s %s %s', async (q, lang, day, value, line) => {
    const found = await ask(q, { lang, now: `${day}T12:00:00Z` });
    expect(found?.answer).toMatch(line);
    expect(found?.data).toMatchObject({ kind: 'is_holiday', value });
    expect(holiday.data.parse(found?.data)).toEqual(found?.data);
  });

  test('at the place of the requester', async () => {
    const found = await ask('is today a public holiday', { tz: 'America/New_York', now: '2026-11-26T12:00:00Z' });
    expect(found?.data).toMatchObject({ country_code: 'US', value: 'true' });
    expect(await ask('is today a public holiday', { now: NOW })).toBeNull();
    // Cities of several countries have the time of Berlin.
    const berlin = await ask('ist heute ein feiertag', { tz: 'Europe/Berlin', now: '2026-10-03T12:00:00Z' });
    expect(berlin?.data).toMatchObject({ country_code: 'DE', value: 'true' });
  });
});

test.each([
  ['next holiday in germany', '', 'UTC', '2026-12-25', /^Christmas Day: Friday, December 25, 2026 \(Germany\)$/],
  ['when is the next bank holiday in the uk', '', 'UTC', '2026-12-25', /^Christmas Day: /],
  ['when is the next bank holiday', '', 'Europe/London', '2026-12-25', /United Kingdom/],
  [
    'nächster feiertag in bayern',
    'de',
    'UTC',
    '2026-12-25',
    /^1?.*Weihnacht.*: Freitag, 25. Dezember 2026 \(Bayern, Deutschland\)$/,
  ],
  ['prochain jour férié en france', 'fr', 'UTC', '2026-12-25', /^Noël: /],
  ['próximo festivo en españa', 'es', 'UTC', '2026-12-06', /España/],
])('the next one: %s', async (q, lang, tz, value, line) => {
  const found = await ask(q, { lang, tz, now: NOW });
  expect(found?.answer).toMatch(line);
  expect(found?.data).toMatchObject({ kind: 'next_holiday', value, date: value });
});

describe('those of a year:', () => {
  test('bank holidays uk 2027', async () => {
    const found = await ask('bank holidays uk 2027', { now: NOW });
    expect(found?.answer).toMatch(/^United Kingdom 2027: Fri, Jan 1 New Year's Day; Fri, Mar 26 Good Friday; /);
    expect(found?.data.values).toEqual([
      ...['2027-01-01', '2027-03-26', '2027-05-03', '2027-05-31', '2027-12-25', '2027-12-26', '2027-12-27'],
      '2027-12-28',
    ]);
    const summer = found?.data.holidays.filter(({ name }: { name: string }) => name === 'Summer bank holiday');
    expect(summer).toEqual([
      { date: '2027-08-02', name: 'Summer bank holiday', label: 'Summer bank holiday', regions: ['Scotland'] },
      expect.objectContaining({ date: '2027-08-30', regions: ['England', 'Northern Ireland', 'Wales'] }),
    ]);
  });

  test.each([
    ['public holidays england 2027', '2027-03-29', true],
    ['bank holidays scotland 2027', '2027-03-29', false],
    ['feiertage bayern 2027', '2027-01-06', true],
    ['feiertage berlin 2027', '2027-01-06', false],
    ['public holidays usa 2027', '2027-11-25', true],
  ])('%s: %s %s', async (q, day, isOne) => {
    expect((await ask(q, { now: NOW }))?.data.values.includes(day)).toBe(isOne);
  });
});

test('when thanksgiving is remains a question about dates', async () => {
  expect(await ask('when is thanksgiving 2027')).toMatchObject({ type: 'date', data: { value: '2027-11-25' } });
});

test('the years are those of the table', () => {
  const file = new URL('../../lib/answers/kinds/holiday/data/holidays.tsv', import.meta.url);
  const years = [...readFileSync(file, 'utf8').matchAll(/(?<=[\t ])\d{4}(?=-\d\d-\d\d)/g)].map(([year]) =>
    Number(year),
  );
  expect([Math.min(...years), Math.max(...years)]).toEqual([...YEARS]);
  expect(holidaysIn('DE', YEARS[1])).toHaveLength(holidaysIn('DE', YEARS[0]).length);
  expect(holidaysIn('DE', YEARS[1] + 1)).toEqual([]);
});

test.each([
  ...['holidays in spain', 'holiday inn berlin', 'next holiday movie', 'public holidays', 'public holiday pay'],
  ...['bank holiday opening times', 'bank holidays 2060 uk', 'public holidays germany wikipedia', 'today holiday'],
  ...['holidays 2027', 'is today a bank holiday in narnia', 'bank holidays limburg 2027'],
])('stays silent: %s', async (q) => {
  expect(await ask(q, { now: NOW })).toBeNull();
});

test('any query gets an answer that matches the schema, or none', () =>
  expectSteady(holiday, [
    ...[
      'public',
      'holiday',
      'bank',
      'holidays',
      'is',
      'today',
      'a',
      'in',
      'germany',
      'scotland',
      'next',
      '2027',
      '2040',
    ],
    ...['feiertag', 'heute', 'tomorrow', 'uk'],
  ]));
