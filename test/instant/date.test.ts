import { describe, expect, test } from 'vitest';
import { date } from '../../lib/answers/kinds/date/date.ts';
import { ask, expectSteady } from './asking.ts';
import { resultIn } from './tables.ts';

const value = async (q: string, where = {}) => (await ask(q, where))?.data.value;

describe('date arithmetic:', () => {
  test.each([
    ['in 3 weeks', '2026-12-06'],
    ['6 weeks ago', '2026-10-04'],
    ['3 days before 21st March', '2026-03-18'],
    ['45 days before christmas', '2026-11-10'],
    ['2020-05-20 + 523d', '2021-10-25'],
    ['31 January 2027 plus 1 month', '2027-02-28'],
    ['29 feb 2024 + 1 year', '2025-02-28'],
    ['10 business days from today', '2026-11-27'],
    ['add 5 days to 1/1/2012', '2012-01-06'],
    ['a week from tomorrow', '2026-11-23'],
    ['week from today', '2026-11-22'],
    ['a fortnight from today', '2026-11-29'],
    ['fortnight from today', '2026-11-29'],
    ['a week on friday', '2026-11-27'],
    ['two weeks on friday', '2026-12-04'],
    ['month from today', '2026-12-15'],
    ['the week before christmas', '2026-12-18'],
    ['twenty-one days from jan 1 2026', '2026-01-22'],
    ['what is the date 3 weeks from friday', '2026-12-11'],
    ['date today plus 24 hours', '2026-11-16T12:00:00'],
    ['twelve seconds ago', '2026-11-15T11:59:48'],
    ['1 day plus 48 hours', 259_200],
    ['10:31 + 8:30', '19:01'],
    ['8:30 + 45 minutes to time', '09:15'],
    ['5 hours subtract 30 minutes', 16_200],
    ['4 hours add 30 minutes', 16_200],
    ['date plus 5 days', '2026-11-20'],
    ['time plus 10 minutes', '2026-11-15T12:10:00'],
    ['5 years ago today', '2021-11-15'],
    ['what date is 28 days later', '2026-12-13'],
    ['in one hundred days', '2027-02-23'],
    ['hundert tage ab heute', '2027-02-23'],
    ['day before christmas', '2026-12-24'],
  ])('%s', async (q, wanted) => {
    expect(resultIn((await ask(q))?.data, wanted)).toBe(wanted);
  });

  test('an hour from now is an hour, even when the clocks change', async () => {
    const night = { tz: 'Europe/Berlin', now: '2026-10-25T00:30:00Z' };
    expect(await value('in 2 hours', night)).toBe('2026-10-25T03:30:00');
  });

  test('today is the requester’s date', async () => {
    const now = '2026-11-15T23:00:00Z';
    expect(await value("today's date", { now, tz: 'Pacific/Auckland' })).toBe('2026-11-16');
    expect(await value("today's date", { now, tz: 'Pacific/Honolulu' })).toBe('2026-11-15');
  });

  test('3/4 is April in Europe and March in America', async () => {
    expect(await value('3/4/2026 + 1 day')).toBe('2026-03-05');
    expect(await value('3/4/2026 + 1 day', { lang: 'en-GB' })).toBe('2026-04-04');
    expect(await value('13/4/2026 + 1 day')).toBe('2026-04-14');
  });
});

describe('the difference between dates:', () => {
  test.each([
    ['days between 2000-01-01 2001-01-01', 366, 'days'],
    ['days between feb 14, 2012, and jan 1 2013', 322, 'days'],
    ['number of days from 2015-02-02 and 2016-02-02 inclusive', 366, 'days'],
    ['weekdays between jan 3, 2014 jan 6, 2014', 2, 'weekdays'],
    ['days between january 15 and march 20 2025', 64, 'days'],
    ['days between march 3 2025 and june 1', 90, 'days'],
    ['days between december 20 and january 5 2025', 16, 'days'],
    ['days until christmas', 40, 'days'],
    ['days since christmas', 325, 'days'],
    ['how many days until july 4th', 231, 'days'],
    ['months between jan 2020 and mar 2021', 14, 'months'],
    ['hours between 9am and 5:30pm', 8.5, 'hours'],
    ['2020-11-05 - 2020-10-05', 31, 'days'],
    ['how many days left in the year', 46, 'days'],
    ['how many days in february 2028', 29, 'days'],
    ['how many days does april have', 30, 'days'],
    ['minutes until 5pm', 300, 'minutes'],
    ['hours until midnight', 12, 'hours'],
    ['how long until 9:30 am', 21.5, 'hours'],
    ['hours since 9am', 3, 'hours'],
    ['how many hours between 10pm and 6am', 8, 'hours'],
    ['how many sleeps until christmas', 40, 'days'],
    ['days between christmas and new year', 7, 'days'],
    ['days between 1 jan 2027 and 5 feb 2027 (inclusive)', 36, 'days'],
    ['(days until christmas)', 40, 'days'],
    ['weeks between christmas and easter', 13.29, 'weeks'],
    ['days between monday and friday', 4, 'days'],
    ['days between friday and monday', 3, 'days'],
    ['days since monday', 6, 'days'],
    ['days from monday until today', 6, 'days'],
    ['days between christmas and today', 325, 'days'],
    ['days until monday', 1, 'days'],
    ['how many nights from 3 may 2026 to 7 may 2026', 4, 'days'],
    ['2024-01-01 to 2024-02-01', 31, 'days'],
    ['1/1/2024 to 12/31/2024 in weeks', 52.14, 'weeks'],
    ['duration between 2024-01-01 and 2024-02-01', 31, 'days'],
    ['years between 1990 and 2020', 30, 'years'],
    ['workdays between 2025-03-03 and 2025-03-07', 5, 'weekdays'],
    ['seconds since 1970', 1_794_744_000, 'seconds'],
    ['how many years since 1945', 81, 'years'],
    ['timediff 10:00 12:30', 2.5, 'hours'],
    ['time difference between 10:00 and 12:30', 2.5, 'hours'],
    ['time between 2010-03-01 10:00 and 2010-03-01 12:00', 2, 'hours'],
  ])('%s', async (q, wanted, unit) => {
    expect((await ask(q))?.data).toMatchObject({ value: String(wanted), number: wanted, unit });
  });
});

test('the count is written in the requested language', async () => {
  expect((await ask('days until christmas', { lang: 'de' }))?.answer).toMatch(/^40 Tage/);
});

test.each([
  ['how old is someone born in 2026', '0 years'],
  ['how old is someone born in 2000', '25 or 26 years'],
  ['10:31 - 8:30', '02:01'],
  ['10:31 + 8:30', '19:01'],
  ['3:45 + 2:30', '06:15'],
  ['8:30 plus 45 minutes', '9:15 AM'],
])('%s is shown as %s', async (q, answer) => {
  expect((await ask(q))?.answer).toBe(answer);
});

describe('in other languages:', () => {
  test.each([
    ['wie viele Tage sind es noch bis Weihnachten?', 40],
    ['tage zwischen 1.2.2024 und 1.3.2024', 29],
    ['vor 3 Wochen', '2026-10-25'],
    ['welches datum war vor 3 wochen', '2026-10-25'],
    ['heute in 2 wochen', '2026-11-29'],
    ['nombre de jours entre le 1er janvier 2025 et le 31 janvier 2025', 30],
    ['cuántos días han pasado desde el 1 de noviembre de 2026', 14],
    ['quando é a páscoa 2027', '2027-03-28'],
    ['3 tage vor weihnachten', '2026-12-22'],
    ['welcher Wochentag war der 9.11.1989', 'Thursday'],
    ['welches datum haben wir heute', '2026-11-15'],
    ['welche kw haben wir', 46],
    ['ist 2024 ein schaltjahr', true],
    ['ostern 2027', '2027-03-28'],
    ['gründonnerstag 2027', '2027-03-25'],
    ['lundi de pâques 2027', '2027-03-29'],
    ['miércoles de ceniza 2027', '2027-02-10'],
    ['pasquetta 2027', '2027-03-29'],
    ['tweede pinksterdag 2027', '2027-05-17'],
    ['is 2024 een schrikkeljaar', true],
    ['combien de jours avant noël', 40],
    ["quelle est la date d'aujourd'hui", '2026-11-15'],
    ['quel jour était le 14 juillet 1789', 'Tuesday'],
    ['il y a 3 semaines', '2026-10-25'],
    ['¿cuántos días faltan para Navidad?', 40],
    ['qué día de la semana fue el 20 de julio de 1969', 'Sunday'],
    ['dentro de 30 días', '2026-12-15'],
    ['quanti giorni mancano a natale', 40],
    ['giorni tra 1 gennaio 2024 e 1 marzo 2024', 60],
    ['tra 30 giorni', '2026-12-15'],
    ['3 settimane fa', '2026-10-25'],
    ['quantos dias faltam para o natal', 40],
    ['daqui a 30 dias', '2026-12-15'],
    ['que dia é hoje', '2026-11-15'],
    ['hoeveel dagen tot kerst', 40],
    ['welke dag is het vandaag', '2026-11-15'],
  ])('%s', async (q, wanted) => {
    expect(resultIn((await ask(q))?.data, wanted)).toBe(wanted);
  });

  test.each(['in 80 tagen um die welt', 'tag der deutschen einheit', 'cien años de soledad', 'oggi settimanale'])(
    '%s has no answer',
    async (q) => {
      expect(await ask(q)).toBeNull();
    },
  );
});

describe('facts about dates:', () => {
  test.each([
    ['day of week june 22 1907', 'Saturday'],
    ['what day is christmas', 'Friday'],
    ['was 1900 a leap year', false],
    ['will 2000 be a leap year', true],
    ['next leap year', 2028],
    ['what year is the next leap year', 2028],
    ['was last year a leap year', false],
    ['are we in a leap year', false],
    ['when is flag day', '2027-06-14'],
    ['datetime 1700000000', '2023-11-14T22:13:20Z'],
    ['1700000000 utc time', '2023-11-14T22:13:20Z'],
    ['utc time 0', '1970-01-01T00:00:00Z'],
    ['what was the 43rd week of 1984', '1984-10-22'],
    ['week 53 of 2026', '2026-12-28'],
    ['what week is it', 46],
    ['day of the year', 319],
    ['100th day of 2024', '2024-04-09'],
    ['when is easter 2027', '2027-03-28'],
    ['easter 2000', '2000-04-23'],
    ['when is hanukkah 2026', '2026-12-05'],
    ['passover 2025', '2025-04-13'],
    ['when is ramadan 2026', '2026-02-18'],
    ['eid al-adha 2025', '2025-06-06'],
    ['mardi gras 2027', '2027-02-09'],
    ['pentecost next year', '2027-05-16'],
    ['when is thanksgiving', '2026-11-26'],
    ['when was memorial day 2020', '2020-05-25'],
    ['how old am i if i was born on 16 november 1990', 35],
    ['how old am i if i was born on 15 november 1990', 36],
    ['epoch 2147483647', '2038-01-19T03:14:07Z'],
    ['epoch converter 2147483647', '2038-01-19T03:14:07Z'],
    ['what was day of the week for 1/1/2005', 'Saturday'],
    ['orthodox easter 2026', '2026-04-12'],
    ['orthodox easter 2027', '2027-05-02'],
    ['1700000000000 epoch', '2023-11-14T22:13:20Z'],
    ['timestamp -1', '1969-12-31T23:59:59Z'],
    ['2026-01-01 to unix timestamp', 1_767_225_600],
    ['current unix time', 1_794_744_000],
    ['convert 1700000000 to date', '2023-11-14T22:13:20Z'],
    ['what year is it', 2026],
    ['what is the date', '2026-11-15'],
    ['when is memorial day this year', '2026-05-25'],
    ['which week are we in', 46],
    ['age calculator 16 november 1990', 35],
    ['what is the unix time', 1_794_744_000],
    ['what month is it', '2026-11'],
    ['what day will it be on 4 july 2026', 'Saturday'],
    ['day number of march 1 2024', 61],
    ['first monday of september 2027', '2027-09-06'],
    ['when is the 2nd sunday in may 2027', '2027-05-09'],
    ['last friday of next month', '2026-12-25'],
    ['last day of february 2028', '2028-02-29'],
    ['when is the next friday the 13th', '2027-08-13'],
  ])('%s', async (q, wanted) => {
    expect(resultIn((await ask(q))?.data, wanted)).toBe(wanted);
  });

  test('leap years are listed', async () => {
    expect((await ask('leap years after 2005'))?.data.values).toEqual([2008, 2012, 2016, 2020, 2024]);
  });

  test('Mother’s Day has its own date in Britain', async () => {
    expect(await value("when is mother's day 2027")).toBe('2027-05-09');
    expect(await value("when is mother's day 2027", { tz: 'Europe/London' })).toBe('2027-03-07');
  });

  test('a holiday follows the rule of the country of the language if the time zone has none, and the data name it', async () => {
    const on = async (where: object) => {
      const { value: day, country } = (await ask("when is mother's day 2027", where))?.data ?? {};
      return [day, country];
    };
    expect(await on({ lang: 'en-GB' })).toEqual(['2027-03-07', 'GB']);
    expect(await on({})).toEqual(['2027-05-09', 'US']);
    expect(await on({ lang: 'en-GB', tz: 'America/New_York' })).toEqual(['2027-05-09', 'US']);
    expect((await ask('when is christmas'))?.data).toMatchObject({ holiday: 'Christmas Day' });
  });

  test('a year of birth leaves two ages', async () => {
    expect((await ask('age 1990'))?.data).toMatchObject({ value: '35 or 36', values: [35, 36], unit: 'years' });
    expect((await ask('age 1990'))?.data).not.toHaveProperty('number');
  });

  test('the data have the dates and spans as understood, and the day of the question', async () => {
    const { data } = (await ask('3 days after christmas', { tz: 'Pacific/Auckland' })) ?? {};
    expect(data).toMatchObject({
      dates: ['2026-12-25'],
      durations: ['P3D'],
      today: '2026-11-16',
      tz: 'Pacific/Auckland',
    });
    const ends = { from: { date: '2026-11-15' }, to: { date: '2026-12-25' } };
    expect((await ask('weeks until christmas'))?.data).toMatchObject({ ...ends, approximate: true });
    expect((await ask('days until christmas'))?.data).toMatchObject({ ...ends, approximate: false });
  });

  test.each([
    ['1 year 2 months and 3 weeks ago', ['P1Y2M3W']],
    ['4 days and 90 minutes ago', ['P4DT90M']],
    ['0 days ago', ['PT0S']],
    ['5000000000 weeks plus 1 day', ['P5000000000W', 'P1D']],
  ])('%s has its spans in ISO 8601, however long they are', async (q, durations) => {
    expect((await ask(q))?.data).toMatchObject({ durations });
  });

  test('a holiday follows the rule of the country that the query names, and has no date where no rule is known', async () => {
    const london = { tz: 'Europe/London' };
    expect(await value('when is mothers day 2026 in the us', london)).toBe('2026-05-10');
    expect(await value('mothers day 2026 uk')).toBe('2026-03-15');
    expect(await value('when is thanksgiving in canada')).toBe('2027-10-11');
    expect(await value('when is independence day in india')).toBeUndefined();
  });
});

test.each([
  ...['two months', '4 hours', '1 day + 1 hay', 'what day was', 'time ago', '21/12/2012', 'date 3rd Jan 2015'],
  ...['date night', 'may 2019 calendar', '13 days', '2 weeks notice', 'week 54 of 2026', 'feb 30 2026 + 1 day'],
  ...['christmas day', 'thanksgiving recipes', 'how old is my grandma?', 'age of empires', 'days of our lives'],
  ...['28 days later', 'friday the 13th', 'fifth monday of february 2027', 'last friday night', '1234 to date'],
  ...['epoch', 'unix time machine', '1/1/2012 + 999999999 years', 'day of week 32/13/2005', 'when is the super bowl'],
  ...['weeks from today', 'week on friday', 'day on friday', 'days after christmas'],
  ...['day before yesterday', 'what day will it', 'timediff examples', 'datetime 2020'],
  ...['passover 4000', 'datetime 20240101', '20231225 utc time', 'days until february 29'],
])('%s has no answer', async (q) => {
  expect(await ask(q)).toBeNull();
});

test('any query gets an answer that matches the schema, or none', () =>
  expectSteady(date, [
    ...['days', 'between', 'and', '2020-02-29', 'jan 1', '+', '-', 'plus', '5', 'weeks', 'ago', 'in', 'until', 'since'],
    ...[
      'christmas',
      'epoch',
      '99999999999',
      'leap',
      'year',
      'week',
      'of',
      'the',
      'day',
      'what',
      'born',
      'age',
      'easter',
    ],
    ...['months', '1e9', 'business days', 'from', 'today', '9999-12-31', 'when', 'is'],
  ]));

test('a timestamp is written as ISO 8601', async () => {
  expect((await ask('1700000000 to iso'))?.data).toMatchObject({ value: '2023-11-14T22:13:20Z' });
});

test.each([
  ['how many days between march 3 and june 18 2027', ['2027-03-03', '2027-06-18']],
  ['days until march 3', ['2027-03-03']],
  ['days from december 24 to january 6', ['2026-12-24', '2027-01-06']],
  ['days since christmas', ['2025-12-25']],
])('a date without a year is named in the year that was understood: %s', async (q, dates) => {
  expect((await ask(q))?.data).toMatchObject({ dates });
});
