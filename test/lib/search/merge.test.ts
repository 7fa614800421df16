import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EngineSlice, mergeWeb, pickCorrection } from '../../../lib/search/merge.ts';
import { type RawWebResult, webRows } from '../../../lib/search/result-rows.ts';
import type { WebRow } from '../../../lib/search/results.ts';
import { runs } from '../../harness/fuzz.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const ENGINES = [
  ['engine_a', 'Brave'],
  ['engine_b', 'Mojeek'],
  ['engine_c', 'Marginalia'],
] as const;

// Dates after tomorrow are treated as errors, so the clock is fixed to a day after all dates used here.
beforeAll(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** The engines' lists in slot order; a string stands for a page's URL. */
function slices(...lists: readonly (readonly (string | RawWebResult)[])[]): EngineSlice[] {
  return lists.map((list, slot) => {
    const [engine, label] = ENGINES[slot] ?? ENGINES[0];
    const raw = list.map((item) => (typeof item === 'string' ? { url: `https://${item}.example/` } : item));
    return { engine, label, slice: { results: webRows(raw), correction: '' } };
  });
}

const merge = (lists: EngineSlice[], lang = '') => mergeWeb(lists, { lang, now: NOW });
const order = (lists: EngineSlice[]) => merge(lists).map(({ display_url }) => display_url.replace('.example', ''));
const only = (lists: EngineSlice[], lang = '') => {
  const results = merge(lists, lang);
  expect(results).toHaveLength(1);
  return results[0];
};

describe('the order of results', () => {
  it('is the engine’s own for a single engine', () => {
    expect(order(slices(['c', 'a', 'b']))).toEqual(['c', 'a', 'b']);
  });

  it('puts results of more engines first', () => {
    expect(order(slices(['a', 'x'], ['b', 'x'], ['c', 'x']))).toEqual(['x', 'a', 'b', 'c']);
    const filler = (name: string) => Array.from({ length: 4 }, (_, i) => `${name}${i}`);
    expect(order(slices([...filler('a'), 'x'], [...filler('b'), 'x']))[0]).toBe('x');
  });

  it('puts the first of one engine before what two engines have far down', () => {
    const filler = (name: string) => Array.from({ length: 19 }, (_, i) => `${name}${i}`);
    expect(order(slices([...filler('a'), 'x'], [...filler('b'), 'x'])).slice(0, 2)).toEqual(['a0', 'b0']);
  });

  it('counts an engine that agrees by its rank: two middle ranks beat one first and one low rank', () => {
    const a = ['x', 'a2', 'a3', 'y', 'a5', 'a6', 'a7', 'a8', 'a9'];
    const b = ['b1', 'b2', 'b3', 'y', 'b5', 'b6', 'b7', 'b8', 'x'];
    expect(order(slices(a, b)).slice(0, 2)).toEqual(['y', 'x']);
  });

  it('counts engines with the same index once', () => {
    const [one, other, third] = slices(['a', 'x'], ['b', 'x'], ['y', 'c', 'y2']) as [
      EngineSlice,
      EngineSlice,
      EngineSlice,
    ];
    const google = (slice: EngineSlice) => ({ ...slice, index: 'google' });
    expect(order([one, other, third])[0]).toBe('x');
    expect(order([google(one), google(other), third])).toEqual(['a', 'b', 'y', 'x', 'c', 'y2']);
  });

  it('counts a row of another’s index once with an engine of that index, and other rows as they are', () => {
    const [google, mixed] = slices(
      ['a', 'b', 'x', 'y'],
      ['c', 'd', { url: 'https://x.example/', index: 'google' }, 'y'],
    ) as [EngineSlice, EngineSlice];
    expect(order([{ ...google, index: 'google' }, mixed])).toEqual(['y', 'a', 'c', 'b', 'd', 'x']);
  });

  it('breaks a tie by the best rank, then by slot', () => {
    expect(order(slices(['a1', 'a2'], ['b1', 'b2'], ['c1', 'c2']))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
    // Both have 1/11 + 5/6 × 1/12, with equal best ranks; x is first in the first slot.
    expect(order(slices(['x', 'y'], ['y', 'x']))).toEqual(['x', 'y']);
    expect(order(slices(['y', 'x'], ['x', 'y']))).toEqual(['y', 'x']);
  });

  it('breaks a tie of three engines the same way, in any order of addition', () => {
    expect(order(slices(['x', 'y', 'z'], ['y', 'z', 'x'], ['z', 'x', 'y']))).toEqual(['x', 'y', 'z']);
    expect(order(slices(['x', 'y', 'z'], ['z', 'x', 'y'], ['y', 'z', 'x']))).toEqual(['x', 'z', 'y']);
    // x has ranks 1, 7, 2 and y has 7, 2, 1: equal scores and equal best ranks; x has its best rank in the first slot.
    const filler = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`);
    const a = ['x', ...filler('a', 5), 'y'];
    const b = ['b', 'y', ...filler('bb', 4), 'x'];
    expect(order(slices(a, b, ['y', 'x'])).slice(0, 2)).toEqual(['x', 'y']);
  });

  it('is always the same', () => {
    const lists = slices(['a', 'b', 'c'], ['c', 'd', 'a'], ['e', 'b', 'd']);
    expect(merge(lists)).toEqual(merge(lists));
  });

  it('is empty without results', () => {
    expect(merge([])).toEqual([]);
    expect(merge(slices([], [], []))).toEqual([]);
    expect(order(slices([], ['b'], []))).toEqual(['b']);
  });
});

describe('an engine that lists a page twice', () => {
  it('counts once, with its better rank', () => {
    // Counting it twice would give 1/12 + 1/13 > 1/11.
    expect(order(slices(['a', 'x', 'x', 'x'], ['b']))).toEqual(['a', 'b', 'x']);
    const results = merge(slices(['x', 'x']));
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ source: 'engine_a', source_label: 'Brave' });
  });

  it('counts once, however it writes the page’s URL', () => {
    expect(only(slices([{ url: 'https://www.x.example/?utm_source=a' }, { url: 'http://x.example#b' }]))?.source).toBe(
      'engine_a',
    );
  });

  it('keeps the title of the better rank', () => {
    const twice = [
      { url: 'https://x.example/', title: 'first' },
      { url: 'https://x.example/', title: 'second' },
    ];
    expect(only(slices(twice, ['x']))?.title).toBe('first');
  });
});

describe('source', () => {
  it('is the slot of the only engine that found the page', () => {
    const sources = merge(slices(['a'], ['b'], ['c'])).map(({ source, source_label }) => [source, source_label]);
    expect(sources).toEqual([
      ['engine_a', 'Brave'],
      ['engine_b', 'Mojeek'],
      ['engine_c', 'Marginalia'],
    ]);
  });

  it('is "both" for any two and "all" for three, with the labels in slot order', () => {
    expect(only(slices(['x'], ['x'], []))).toMatchObject({ source: 'both', source_label: 'Brave, Mojeek' });
    expect(only(slices(['x'], [], ['x']))).toMatchObject({ source: 'both', source_label: 'Brave, Marginalia' });
    expect(only(slices([], ['x'], ['x']))).toMatchObject({ source: 'both', source_label: 'Mojeek, Marginalia' });
    expect(only(slices(['x'], ['x'], ['x']))).toMatchObject({
      source: 'all',
      source_label: 'Brave, Mojeek, Marginalia',
    });
  });

  it('has the labels in slot order even if a later slot ranked the page better', () => {
    const [first] = merge(slices(['a', 'x'], ['x']));
    expect(first).toMatchObject({ source: 'both', source_label: 'Brave, Mojeek' });
  });
});

describe('a page that several engines found', () => {
  it('is one result, whatever the scheme, www., slash, fragment, parameter order and tracking', () => {
    expect(
      only(
        slices(
          [{ url: 'https://www.x.example/a/?b=2&a=1' }],
          [{ url: 'http://X.example:80/a?a=1&b=2&utm_source=z' }],
          [{ url: 'https://x.example/a?a=1&fbclid=q&b=2#part' }],
        ),
      )?.source,
    ).toBe('all');
  });

  it('has title, text and URL of the engine that ranked it best', () => {
    const a = { url: 'https://x.example/?utm_source=a', title: 'A', description: 'from a' };
    const b = { url: 'https://www.x.example/', title: 'B', description: 'from b' };
    expect(merge(slices(['other', a], [b]))[0]).toMatchObject({
      title: 'B',
      description: 'from b',
      url: 'https://www.x.example/',
    });
    expect(merge(slices([a], ['other', b]))[0]).toMatchObject({
      title: 'A',
      description: 'from a',
      url: 'https://x.example/?utm_source=a',
    });
  });

  it('has those of the earlier slot if two ranked it equally', () => {
    const rows = ['A', 'B', 'C'].map((title) => [{ url: 'https://x.example/', title }]);
    expect(only(slices(...rows))?.title).toBe('A');
  });

  it('has only its gaps filled by the others', () => {
    const gaps = { url: 'https://x.example/page', title: 'A' };
    const full = {
      url: 'https://x.example/page',
      title: 'B',
      description: 'from b',
      favicon: 'https://icons.example/b.png',
      date: '2026-11-13T12:00:00Z',
      sitelinks: [{ title: 'Menu', url: 'https://x.example/menu' }],
    };
    const filled = {
      title: 'A',
      description: 'from b',
      favicon_url: 'https://icons.example/b.png',
      age: '2 days ago',
      sitelinks: [{ title: 'Menu', url: 'https://x.example/menu' }],
    };
    expect(only(slices([gaps], [full]))).toMatchObject(filled);
    expect(merge(slices(['other', full], [gaps]))[0]).toMatchObject(filled);
  });

  it('has no existing value replaced', () => {
    const a = {
      url: 'https://x.example/page',
      title: 'A',
      description: 'a',
      favicon: 'https://icons.example/a.png',
      ageText: 'last Tuesday',
      sitelinks: [{ title: 'A', url: 'https://x.example/a' }],
    };
    const b = {
      url: 'https://x.example/page',
      title: 'A much longer title',
      description: 'a much longer description',
      favicon: 'https://icons.example/b.png',
      date: '2026-11-13T12:00:00Z',
      sitelinks: [
        { title: 'B', url: 'https://x.example/b' },
        { title: 'C', url: 'https://x.example/c' },
      ],
    };
    expect(only(slices([a], [b]))).toMatchObject({
      title: 'A',
      description: 'a',
      favicon_url: 'https://icons.example/a.png',
      age: 'last Tuesday',
      sitelinks: [{ title: 'A', url: 'https://x.example/a' }],
    });
  });

  it('has an https URL before an http one, unchanged', () => {
    const http = { url: 'http://x.example/?utm_source=a', title: 'http' };
    const https = { url: 'https://www.x.example:443/#top', title: 'https' };
    expect(only(slices([http], [https]))).toMatchObject({ url: https.url, title: 'http' });
    expect(merge(slices([https], ['other', http]))[0]).toMatchObject({ url: https.url, title: 'https' });
    expect(merge(slices(['other', https], [http]))[0]).toMatchObject({ url: https.url, title: 'http' });
    expect(only(slices([http]))?.url).toBe(http.url);
  });
});

describe('a result', () => {
  it('has every field, empty or not', () => {
    expect(only(slices([{ url: 'http://www.x.example:8080/a/b' }]))).toEqual({
      title: '',
      url: 'http://www.x.example:8080/a/b',
      description: '',
      display_url: 'x.example › a › b',
      favicon_url: 'https://www.x.example:8080/favicon.ico',
      age: '',
      source: 'engine_a',
      source_label: 'Brave',
      sitelinks: [],
    });
  });

  it('has the engine’s icon, otherwise the site’s own', () => {
    expect(only(slices([{ url: 'https://www.x.example/', favicon: 'https://icons.example/x' }]))?.favicon_url).toBe(
      'https://icons.example/x',
    );
    expect(only(slices([{ url: 'http://www.x.example/', favicon: 'javascript:x' }]))?.favicon_url).toBe(
      'https://www.x.example/favicon.ico',
    );
  });

  it('has its age in the requested language', () => {
    const row = { url: 'https://x.example/page', date: '2026-11-13T12:00:00Z', ageText: 'a while' };
    expect(only(slices([row]))?.age).toBe('2 days ago');
    expect(only(slices([row]), 'de')?.age).toBe('vor 2 Tagen');
  });

  it('has the engine’s own text for its age if there is no date', () => {
    expect(only(slices([{ url: 'https://x.example/page', ageText: 'a while ago' }]), 'de')?.age).toBe('a while ago');
    expect(only(slices([{ url: 'https://x.example/page', date: 'nonsense', ageText: 'old' }]))?.age).toBe('old');
  });
});

describe('merging any lists', () => {
  const PAGES = 7;
  const row = fc.record({
    page: fc.nat({ max: PAGES - 1 }),
    https: fc.boolean(),
    www: fc.boolean(),
    title: fc.constantFrom('', 'one', 'two', 'three'),
    description: fc.constantFrom('', 'text', 'more'),
  });
  const list = fc.array(row, { maxLength: 9 }).map((rows) =>
    webRows(
      rows.map(({ page, https, www, ...rest }) => ({
        url: `${https ? 'https' : 'http'}://${www ? 'www.' : ''}page${page}.example/`,
        ...rest,
      })),
    ),
  );
  /** Every engine finds the same pages, which leads to many ties. */
  const shuffled = fc
    .shuffledSubarray([...Array(9).keys()], { minLength: 9 })
    .map((pages) => webRows(pages.map((page) => ({ url: `https://page${page}.example/` }))));
  const lists = fc
    .oneof(fc.tuple(list, list, list), fc.tuple(shuffled, shuffled, shuffled))
    .map((rows) => rows.map((results, slot) => toSlice(results, slot)));

  function toSlice(results: WebRow[], slot: number): EngineSlice {
    const [engine, label] = ENGINES[slot] ?? ENGINES[0];
    return { engine, label, slice: { results, correction: '' } };
  }

  /** Every page with its rank by each engine, in slot order; an engine that lists it twice counts once. */
  function votes(all: readonly EngineSlice[]): Map<string, { slot: number; rank: number; row: WebRow }[]> {
    const found = new Map<string, { slot: number; rank: number; row: WebRow }[]>();
    all.forEach(({ slice }, slot) => {
      slice.results.forEach((result, index) => {
        const page = found.get(result.key) ?? [];
        if (!page.some((vote) => vote.slot === slot)) page.push({ slot, rank: index + 1, row: result });
        found.set(result.key, page);
      });
    });
    return found;
  }

  /** The score as an exact fraction with a common denominator, because floating point would create its own ties. */
  const COMMON = Array.from({ length: 9 }, (_, i) => BigInt((11 + i) * (5 + i))).reduce(
    (product, n) => product * n,
    1n,
  );
  const score = (ranks: readonly number[]) =>
    [...ranks]
      .sort((a, b) => a - b)
      .reduce((sum, rank, at) => sum + (at === 0 ? COMMON : (5n * COMMON) / BigInt(4 + rank)) / BigInt(10 + rank), 0n);

  const pageOf = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

  it('never loses or invents a page, and never lists one twice', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const merged = merge(all).map(({ url }) => pageOf(url));
        expect(new Set(merged).size).toBe(merged.length);
        expect(merged.sort()).toEqual([...votes(all).keys()].sort());
      }),
      { numRuns: runs() },
    );
  });

  it('orders by score, then best rank, then slot', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const expected = [...votes(all)]
          .map(([key, page]) => {
            const bestRank = Math.min(...page.map(({ rank }) => rank));
            const bestSlot = page.find(({ rank }) => rank === bestRank)?.slot ?? 0;
            return { key, score: score(page.map(({ rank }) => rank)), bestRank, bestSlot };
          })
          .sort((a, b) => Number(b.score - a.score) || a.bestRank - b.bestRank || a.bestSlot - b.bestSlot)
          .map(({ key }) => key);
        expect(merge(all).map(({ url }) => pageOf(url))).toEqual(expected);
      }),
      { numRuns: runs() },
    );
  });

  it('takes every field from an engine that found the page, the best-ranked one first', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const found = votes(all);
        for (const result of merge(all)) {
          const page = [...(found.get(pageOf(result.url)) ?? [])].sort((a, b) => a.rank - b.rank || a.slot - b.slot);
          const best = page[0]?.row;
          const urls = page.map((vote) => vote.row.url);
          expect(urls).toContain(result.url);
          if (urls.some((url) => url.startsWith('https:'))) expect(result.url).toMatch(/^https:/);
          if (best?.url.startsWith('https:')) expect(result.url).toBe(best.url);
          for (const field of ['title', 'description'] as const) {
            const others = page.map((vote) => vote.row[field]).filter(Boolean);
            if (best?.[field]) expect(result[field]).toBe(best[field]);
            else if (others.length > 0) expect(others).toContain(result[field]);
            else expect(result[field]).toBe('');
          }
          const slots = page.map(({ slot }) => slot).sort();
          expect(result.source).toBe(
            slots.length === 1 ? ENGINES[slots[0] ?? 0]?.[0] : slots.length === 2 ? 'both' : 'all',
          );
          expect(result.source_label).toBe(slots.map((slot) => ENGINES[slot]?.[1]).join(', '));
        }
      }),
      { numRuns: runs() },
    );
  });

  it('is deterministic, and does not change its input', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const before = structuredClone(all);
        const first = merge(all);
        expect(merge(all)).toEqual(first);
        expect(merge(before)).toEqual(first);
        expect(all).toEqual(before);
      }),
      { numRuns: runs() },
    );
  });
});

describe('the correction', () => {
  const suggested = (...corrections: string[]): EngineSlice[] =>
    corrections.map((correction, slot) => {
      const [engine, label] = ENGINES[slot] ?? ENGINES[0];
      return { engine, label, slice: { results: [], correction } };
    });

  it('is the first spelling that an engine suggests, in slot order', () => {
    expect(pickCorrection(suggested('', 'climate change', 'climax'), 'climat change')).toBe('climate change');
  });

  it('is empty if no engine suggests one', () => {
    expect(pickCorrection(suggested('', '', ''), 'climate')).toBe('');
    expect(pickCorrection([], 'climate')).toBe('');
  });

  it('is not the query itself; the next engine’s suggestion is used instead', () => {
    expect(pickCorrection(suggested('climate'), 'climate')).toBe('');
    expect(pickCorrection(suggested('Climate'), 'climate')).toBe('');
    expect(pickCorrection(suggested('climat', 'climate'), 'climat')).toBe('climate');
  });

  it('can differ from the query by an accent alone', () => {
    expect(pickCorrection(suggested('café'), 'cafe')).toBe('café');
  });
});
