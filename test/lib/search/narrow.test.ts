import { describe, expect, test } from 'vitest';
import { inCountry } from '../../../lib/search/language-tag.ts';
import { type EngineSlice, mergeNews, mergeWeb } from '../../../lib/search/merge.ts';
import { narrowing } from '../../../lib/search/narrow.ts';
import type { SearchInput } from '../../../lib/search/query.ts';
import { newsRows, webRows } from '../../../lib/search/result-rows.ts';

const input: SearchInput = { q: 'a', page: 1, lang: '', safe: true, date: null };
const now = Date.parse('2026-11-15T12:00:00Z');

const slice = (engine: string, rows: { url: string; date?: string }[]): EngineSlice => ({
  engine,
  label: engine,
  slice: { correction: '', results: webRows(rows.map((row) => ({ title: row.url, ...row }))) },
});
const addresses = (slices: EngineSlice[], change: Partial<SearchInput>, keepsToDays: boolean[]) =>
  mergeWeb(slices, { lang: '', now, keep: narrowing({ ...input, ...change }, keepsToDays) }).map(({ url }) =>
    url.slice('https://'.length),
  );

describe('sites', () => {
  const list = [
    slice(
      'a',
      ['example.com/1', 'www.example.com/2', 'docs.example.com/3', 'notexample.com/4', 'x.example/5'].map((at) => ({
        url: `https://${at}`,
      })),
    ),
  ];

  test('are kept to, with their subdomains', () => {
    expect(addresses(list, { site: ['example.com'] }, [])).toEqual([
      'example.com/1',
      'www.example.com/2',
      'docs.example.com/3',
    ]);
    expect(addresses(list, { site: ['docs.example.com', 'x.example'] }, [])).toEqual([
      'docs.example.com/3',
      'x.example/5',
    ]);
  });

  test('are left out, with their subdomains', () => {
    expect(addresses(list, { excludeSite: ['example.com'] }, [])).toEqual(['notexample.com/4', 'x.example/5']);
    expect(addresses(list, { site: ['example.com'], excludeSite: ['docs.example.com'] }, [])).toEqual([
      'example.com/1',
      'www.example.com/2',
    ]);
  });
});

describe('days', () => {
  const range = { from: '2026-01-31', to: '2026-02-28' };
  const dated = [
    { url: 'https://before.example/1', date: '2026-01-30T23:59:59Z' },
    { url: 'https://first.example/1', date: '2026-01-31T00:00:00Z' },
    { url: 'https://last.example/1', date: '2026-02-28T23:59:59Z' },
    { url: 'https://after.example/1', date: '2026-03-01T00:00:00Z' },
    { url: 'https://undated.example/1' },
  ];

  test('are kept to, by results with a date', () => {
    expect(addresses([slice('a', dated)], range, [false])).toEqual(['first.example/1', 'last.example/1']);
    expect(addresses([slice('a', dated)], { from: '2026-02-28' }, [false])).toEqual([
      'last.example/1',
      'after.example/1',
    ]);
    expect(addresses([slice('a', dated)], { to: '2026-01-31' }, [false])).toEqual([
      'before.example/1',
      'first.example/1',
    ]);
  });

  test('are believed of results without a date if an engine that keeps to them found these', () => {
    expect(addresses([slice('a', dated)], range, [true])).toEqual([
      'first.example/1',
      'last.example/1',
      'undated.example/1',
    ]);
    const both = [
      slice('a', [{ url: 'https://undated.example/1' }]),
      slice('b', [{ url: 'https://undated.example/1' }]),
    ];
    expect(addresses(both, range, [false, true])).toEqual(['undated.example/1']);
    expect(addresses(both, range, [false, false])).toEqual([]);
  });

  test('are not believed of a result that another engine has a date for', () => {
    const url = 'https://known.example/1';
    const both = [slice('a', [{ url }]), slice('b', [{ url, date: '2020-01-01T00:00:00Z' }])];
    expect(addresses(both, range, [true, false])).toEqual([]);
  });
});

test('nothing is narrowed unless it is asked for', () => {
  expect(narrowing({ ...input, country: 'DE', date: 'w' }, [])).toBeUndefined();
});

test('sort=date lists the newest first, and results without a date last', () => {
  const rows = [
    { url: 'https://undated.example/1', title: '1' },
    { url: 'https://old.example', title: '2', date: '2026-01-01T00:00:00Z' },
    { url: 'https://new.example', title: '3', date: '2026-11-15T00:00:00Z' },
    { url: 'https://none.example', title: '4' },
  ];
  const slices = [{ engine: 'a', label: 'A', slice: { results: newsRows(rows) } }];
  const titles = (sort?: 'date') => mergeNews(slices, { lang: '', now, sort }).map(({ title }) => title);
  expect(titles('date')).toEqual(['3', '2', '1', '4']);
  expect(titles()).toEqual(['1', '2', '3', '4']);
});

test.each([
  ['', 'und-DE'],
  ['en', 'en-DE'],
  ['en-GB', 'en-DE'],
  ['zh-Hant-TW', 'zh-Hant-DE'],
])('the country of %j becomes that of %j', (lang, tag) => {
  expect(inCountry(lang, 'DE')).toBe(tag);
});
