import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { isoDate, relativeAge } from '../../../lib/search/age.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
beforeAll(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

const ago = (ms: number, lang = '') => relativeAge(new Date(NOW - ms).toISOString(), lang, NOW);

describe('an age', () => {
  it.each([
    [1 * SECOND, '1 second ago'],
    [59 * SECOND + 999, '59 seconds ago'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE + 59 * SECOND, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [23 * HOUR + 59 * MINUTE, '23 hours ago'],
    [DAY, '1 day ago'],
    [6 * DAY + 23 * HOUR, '6 days ago'],
    [7 * DAY, '1 week ago'],
    [29 * DAY, '4 weeks ago'],
    [30 * DAY, '1 month ago'],
    [364 * DAY, '12 months ago'],
    [365 * DAY, '1 year ago'],
    [20 * 365 * DAY, '20 years ago'],
  ])('of %i ms is "%s"', (ms, text) => {
    expect(ago(ms)).toBe(text);
  });

  it.each([
    ['', '2 days ago'],
    ['en', '2 days ago'],
    ['de', 'vor 2 Tagen'],
    ['fr', 'il y a 2 jours'],
    ['pt-BR', 'há 2 dias'],
    ['ja', '2 日前'],
    ['zh-Hant-TW', '2 天前'],
  ])('is in the language "%s"', (lang, text) => {
    expect(ago(2 * DAY, lang)).toBe(text);
  });

  it('is in English for an unknown language, whatever the previous one was', () => {
    expect(ago(2 * DAY, 'de')).toBe('vor 2 Tagen');
    expect(ago(2 * DAY, 'xx')).toBe('2 days ago');
    expect(ago(2 * DAY, 'tlh-Qaak')).toBe('2 days ago');
  });

  it('of a date in the future is now', () => {
    expect(ago(-5 * DAY)).toBe(ago(0));
    expect(ago(0)).toMatch(/0 seconds/);
  });

  it('of an invalid date is empty', () => {
    for (const text of ['', 'yesterday', '2026-99-99']) expect(relativeAge(text, 'en', NOW)).toBe('');
  });
});

describe('a date from an upstream', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it.each([
    ['2026-08-20T15:49:55Z', '2026-08-20T15:49:55.000Z'],
    ['2026-08-20T15:49:55+02:00', '2026-08-20T13:49:55.000Z'],
    ['2026-08-20T15:49:55-0530', '2026-08-20T21:19:55.000Z'],
    ['2026-08-20T15:49:55.123Z', '2026-08-20T15:49:55.123Z'],
    ['2026-08-20', '2026-08-20T00:00:00.000Z'],
    ['20260820T154955Z', '2026-08-20T15:49:55.000Z'],
    ['Thu, 20 Aug 2026 15:49:55 GMT', '2026-08-20T15:49:55.000Z'],
    [1_755_600_000, '2025-08-19T10:40:00.000Z'],
    [1_755_600_000.5, '2025-08-19T10:40:00.500Z'],
  ])('is parsed: %s', (value, iso) => {
    expect(isoDate(value)).toBe(iso);
  });

  it.each([
    ['2 hours ago', 2 * HOUR],
    ['1 second ago', SECOND],
    ['48 minutes ago', 48 * MINUTE],
    ['an hour ago', HOUR],
    ['a day ago', DAY],
    ['3 Days Ago', 3 * DAY],
    [' 1 week ago ', 7 * DAY],
    ['2 months ago', 60 * DAY],
    ['1 year ago', 365 * DAY],
  ])('is parsed if it is an age: %j', (text, ms) => {
    expect(isoDate(text)).toBe(new Date(NOW - ms).toISOString());
    expect(isoDate(text, NOW - DAY)).toBe(new Date(NOW - DAY - ms).toISOString());
  });

  it.each(['UTC', 'America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati'])(
    'written in words is a day in UTC, also on a machine in %s',
    (machine) => {
      process.env.TZ = machine;
      for (const text of ['Aug 29, 2025', 'August 29, 2025', 'Aug. 29 2025', '29 August 2025', '29 Aug 2025']) {
        expect(isoDate(text)).toBe('2025-08-29T00:00:00.000Z');
      }
      expect(isoDate('Sept 6, 2019')).toBe('2019-09-06T00:00:00.000Z');
      expect(isoDate('Friday, August 29, 2025')).toBe('2025-08-29T00:00:00.000Z');
      expect(isoDate('Fri, 29 Aug 2025 10:00:00')).toBe('2025-08-29T10:00:00.000Z');
      expect(isoDate('Fri, 29 Aug 2025 10:00:00 +0200')).toBe('2025-08-29T08:00:00.000Z');
    },
  );

  it.each(['UTC', 'America/New_York', 'Asia/Tokyo'])('without a zone is UTC, also on a machine in %s', (machine) => {
    process.env.TZ = machine;
    expect(isoDate('2026-08-20T15:49:55')).toBe('2026-08-20T15:49:55.000Z');
    expect(isoDate('2026-08-20 15:49:55')).toBe('2026-08-20T15:49:55.000Z');
    expect(isoDate('2026-08-20T15:49')).toBe('2026-08-20T15:49:00.000Z');
    expect(isoDate('2026-08-20T15:49:55.123')).toBe('2026-08-20T15:49:55.123Z');
    expect(isoDate('2026-08-20')).toBe('2026-08-20T00:00:00.000Z');
  });

  it.each([
    ['', 'nothing'],
    ['soon', 'a word'],
    ['yesterday', 'a word'],
    ['today', 'a word'],
    ['last week', 'words'],
    ['in 2 hours', 'words about the future'],
    ['2 days', 'no direction'],
    ['2 fortnights ago', 'no such unit'],
    ['0x10 days ago', 'no such number'],
    ['99999 days ago', 'too many'],
    ['9999 years ago', 'before the web'],
    ['Updated 2 days ago', 'a sentence'],
    ['2 days ago by Ada', 'a sentence'],
    ['vor 2 Tagen', 'another language'],
    ['Decade 10 2024', 'no month'],
    ['Marchioness 5, 2024', 'no month'],
    ['Episode 12, 2024', 'no month'],
    ['Top 10 2024', 'no month'],
    ['Aug 29', 'no year'],
    ['August 2025', 'no day'],
    ['Aug 29, 2025 and later', 'a sentence'],
    ['29/08/2025', 'either order'],
    ['12', 'a number as text'],
    ['2026-13-45T00:00:00', 'no such day'],
    ['0001-01-01T00:00:00', 'before the web'],
    ['1970-01-01T00:00:00Z', 'the epoch'],
    [0, 'the epoch'],
    [-1, 'before the epoch'],
    [1_755_600_000_000, 'milliseconds for seconds: far in the future'],
    ['2999-01-01', 'far in the future'],
    [Number.NaN, 'not a number'],
    [Number.POSITIVE_INFINITY, 'endless'],
    [1e308, 'too large'],
    ['2026-08-20T15:49:55Z'.padEnd(65, ' '), 'too long'],
    [null, 'null'],
    [undefined, 'missing'],
    [true, 'a boolean'],
    [{}, 'an object'],
    [['2026-08-20'], 'a list'],
  ] as [unknown, string][])('is empty for %j (%s)', (value) => {
    expect(isoDate(value)).toBe('');
  });
});
