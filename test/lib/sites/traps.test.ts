import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isTrap, shapeOf } from '../../../lib/sites/traps.ts';

const site = 'https://example.org';
const at = (path: string) => new URL(path, site);

/** The addresses that are read if all of these are found, in their order. */
function readOf(paths: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return paths.filter((path) => {
    const shape = shapeOf(at(path));
    const before = seen.get(shape) ?? 0;
    if (isTrap(at(path), before)) return false;
    seen.set(shape, before + 1);
    return true;
  });
}
const many = (count: number, path: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => path(number));

describe('a trap', () => {
  test.each([
    ['segments that repeat', '/a/b/a/b/a/b'],
    ['one segment that repeats', '/images/images/images/'],
    ['more segments than any page has', `/${many(25, (number) => `s${number}`).join('/')}`],
    ['a parameter that is there twice', '/list?sort=up&sort=up'],
    ['an address in an address in an address', '/login?to=%2Flogin%3Fto%3D%252Flogin%25253Fto'],
    ['an address that is too long', `/a?b=${'c'.repeat(1_500)}`],
    ['a day in a far future', '/calendar/2099/05/12'],
    ['a month in a far future', '/events?month=5&year=2099'],
    ['a date in a far future', '/events?from=2099-05-12'],
    ['a month in a far future in a path', '/events/2099/05'],
    ['a day in a far future without zeros', '/events/2099/5/7'],
    ['a week in a far future', '/calendar/2099-05-12/'],
  ])('is %s', (_what, path) => {
    expect(isTrap(at(path), 0)).toBe(true);
  });

  test.each([
    '/',
    '/2019/05/12/an-article',
    '/2019/05/',
    '/a/b/a/b',
    '/docs/docs/setup',
    '/product/12345678',
    '/watch?v=dQw4w9WgXcQ',
    '/viewtopic.php?f=2&t=71&start=15',
    '/index.php?option=com_content&view=article&id=7&lang=en',
    '/calendar',
    '/report-2099',
    '/product/209905',
    '/product/20990512',
    '/category/2099/3',
    '/list?category=2099&page=3',
    '/2099',
    '/tags?tag=a&tag=b',
    '/commit/0b1c2d3e4f5061728394a5b6c7d8e9f00b1c2d3e',
  ])('is not %s', (path) => {
    expect(isTrap(at(path), 0)).toBe(false);
  });

  it('is no shop with a page for each of 5,000 things, by number, name or parameter', () => {
    for (const path of [
      (id: number) => `/product/${id}`,
      (id: number) => `/product?id=${id}`,
      (id: number) => `/p-${id}.html`,
    ]) {
      expect(readOf(many(5_000, path))).toHaveLength(5_000);
    }
  });

  it('is a calendar that goes on for ever, of which some hundred pages are read', () => {
    const days = many(10_000, (day) => `/calendar/${new Date(Date.UTC(2020, 0, 1 - day)).toISOString().slice(0, 10)}`);
    const months = many(3_000, (month) => `/calendar?year=${2000 - Math.floor(month / 12)}&month=${1 + (month % 12)}`);
    expect([readOf(days).length, readOf(months).length]).toEqual([300, 300]);
  });

  it('is a list with an address for each combination of filters', () => {
    const shapes = readOf(
      many(
        5_000,
        (number) => `/shoes?color=${number % 10}&size=${number % 17}&brand=${number % 23}&sort=${number % 7}`,
      ),
    );
    expect(shapes).toHaveLength(200);
    // The list of another kind of thing has its own.
    expect(readOf([...shapes, '/hats?color=1&size=2&brand=3&sort=4'])).toContain('/hats?color=1&size=2&brand=3&sort=4');
  });

  it('is told in time for any address', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.nat(), (address, seen) => {
        const url = new URL(address);
        expect(typeof isTrap(url, seen)).toBe('boolean');
        expect(shapeOf(url)).toBe(shapeOf(new URL(url)));
      }),
    );
    for (const path of [
      `/a${'/'.repeat(100_000)}`,
      `/${'a/'.repeat(50_000)}`,
      `/?${'a&'.repeat(50_000)}`,
      `/?a=${'2'.repeat(100_000)}`,
    ]) {
      expect(isTrap(at(path), 0)).toBe(true);
    }
  });
});
