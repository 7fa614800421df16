import { describe, expect, it } from 'vitest';
import { tavilyMapParams } from '../../../api/dialects/tavily-crawl.ts';
import { freshnessOf, tagOf, tavilyParams } from '../../../api/dialects/tavily-params.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const read = (given: Record<string, unknown>) => tavilyParams.parse({ query: 'q', ...given });

describe('the date filter', () => {
  it.each([
    [{}, undefined],
    [{ time_range: 'day' }, 'd'],
    [{ time_range: 'week' }, 'w'],
    [{ time_range: 'm' }, 'm'],
    [{ time_range: 'year' }, 'y'],
    [{ topic: 'news', days: 1 }, 'd'],
    [{ topic: 'news', days: 2 }, 'w'],
    [{ topic: 'news', days: 7 }, 'w'],
    [{ topic: 'news', days: 8 }, 'm'],
    [{ topic: 'news', days: 32 }, 'y'],
    [{ topic: 'news', days: 366 }, undefined],
    [{ topic: 'news', days: 2, time_range: 'year' }, 'y'],
    [{ start_date: '2026-11-16' }, 'd'],
    [{ start_date: '2026-11-15' }, 'w'],
    [{ start_date: '2026-10-20' }, 'm'],
    [{ start_date: '2026-01-01' }, 'y'],
    [{ topic: 'news', start_date: '2020-02-29', days: 3 }, undefined],
    [{ end_date: '2026-11-01' }, undefined],
    [{ days: 7 }, undefined],
    [{ topic: 'finance', days: 7 }, undefined],
  ])('of %j is %j', (given, date) => {
    expect(freshnessOf(read(given), NOW)).toBe(date);
  });
});

describe('the country', () => {
  it.each([
    ['germany', 'und-DE'],
    ['united states', 'und-US'],
    ['czech republic', 'und-CZ'],
    ['Turkey', 'und-TR'],
    ['bosnia and herzegovina', 'und-BA'],
    ['gb', 'und-GB'],
    ['JP', 'und-JP'],
  ])('%j is the region %j', (country, tag) => {
    expect(tagOf(read({ country }))).toBe(tag);
  });

  it('may be left out', () => {
    expect(tagOf(read({}))).toBe('');
  });
});

describe('the address of a crawl or a map', () => {
  it.each(['docs.example.com', 'https://docs.example.com/a', 'localhost:3000'])('%s is told as it was given', (url) => {
    expect(tavilyMapParams.parse({ url }).url).toBe(url);
  });

  it.each(['ftp://docs.example.com', 'mailto:a@example.com', ''])('%j is none', (url) => {
    expect(tavilyMapParams.safeParse({ url }).success).toBe(false);
  });
});
