import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Operation, OperationName, ProviderSettings } from '../../lib/providers/adapter.ts';
import { adapters } from '../../lib/providers/registry.ts';
import type { SearchInput } from '../../lib/search/query.ts';
import { CONTRACT_NOW } from './adapter-contract.ts';

/** How each engine is asked for sites, days and a country. What is not asked for changes no request: see the contracts. */
beforeAll(() => void vi.useFakeTimers({ now: CONTRACT_NOW, toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

const settings: ProviderSettings = {
  url: 'https://engine.example',
  otherUrls: {},
  own: {},
  apiKey: 'k',
  userAgent: 'test',
};
const input: SearchInput = { q: 'solar power', page: 1, lang: '', safe: true, date: null };
const tabs = ['web', 'news', 'videos'] as const satisfies readonly OperationName[];

function operationsOf(slug: string): [tab: string, operation: Operation<SearchInput, unknown>][] {
  const adapter = adapters.get(slug);
  return tabs.flatMap((tab) => {
    const operation = adapter?.operations[tab] as Operation<SearchInput, unknown> | undefined;
    return operation ? [[tab, operation]] : [];
  });
}

/** The parameters of a request, in its address or its JSON body. */
function paramsFor(slug: string, change: Partial<SearchInput>): Record<string, unknown> {
  const [, operation] = operationsOf(slug)[0] ?? [];
  const request = operation?.request({ ...input, ...change }, settings);
  if (!request) throw new Error(`${slug} has no tab`);
  return request.body ? JSON.parse(request.body) : Object.fromEntries(new URL(request.url).searchParams);
}

const one = { site: ['example.com'] };
const two = { site: ['a.example', 'b.example'] };
const not = { excludeSite: ['spam.example'] };
const range = { from: '2026-01-31', to: '2026-02-28' };

describe('sites', () => {
  test.each([
    ['brave', 'q'],
    ['kagi', 'query'],
    ['serper', 'q'],
    ['searxng', 'q'],
  ])('are operators for %s, also several', (slug, param) => {
    expect(paramsFor(slug, one)[param]).toBe('solar power site:example.com');
    expect(paramsFor(slug, { ...two, ...not })[param]).toBe(
      'solar power (site:a.example OR site:b.example) -site:spam.example',
    );
  });

  test.each([
    ['mojeek', 'q', 'site:example.com'],
    // Without the asterisk, Marginalia leaves out subdomains.
    ['marginalia', 'query', 'site:*.example.com'],
  ])('are operators for %s, but for several, which it cannot search at once', (slug, param, site) => {
    expect(paramsFor(slug, { ...one, ...not })[param]).toBe(`solar power ${site} -site:spam.example`);
    expect(paramsFor(slug, two)[param]).toBe('solar power');
  });

  test('are lists for Tavily and Exa', () => {
    expect(paramsFor('tavily', { ...two, ...not })).toMatchObject({
      query: 'solar power',
      include_domains: two.site,
      exclude_domains: not.excludeSite,
    });
    expect(paramsFor('exa', { ...two, ...not })).toMatchObject({
      query: 'solar power',
      includeDomains: two.site,
      excludeDomains: not.excludeSite,
    });
  });

  test('take words of a long query, not of its limit', () => {
    const q = 'word '.repeat(200);
    const sent = String(paramsFor('brave', { q, ...one }).q);
    expect(sent).toMatch(/ site:example\.com$/);
    expect(sent.length).toBeLessThanOrEqual(400);
    expect(sent.split(' ').length).toBeLessThanOrEqual(50);
  });

  test('that take more than half of a query are left to our filter', () => {
    const site = Array.from({ length: 20 }, (_, at) => `a-rather-long-name-${at}.example`);
    expect(paramsFor('brave', { site }).q).toBe('solar power');
  });
});

describe('days', () => {
  test.each<[slug: string, both: object, from: object, to: object]>([
    [
      'brave',
      { freshness: '2026-01-31to2026-02-28' },
      { freshness: '2026-01-31to2026-11-15' },
      { freshness: '1990-01-01to2026-02-28' },
    ],
    ['mojeek', { since: '20260131', before: '20260301' }, { since: '20260131' }, { before: '20260301' }],
    [
      'kagi',
      { filters: { after: '2026-01-31', before: '2026-03-01' } },
      { filters: { after: '2026-01-31' } },
      { filters: { before: '2026-03-01' } },
    ],
    [
      'serper',
      { tbs: 'cdr:1,cd_min:01/31/2026,cd_max:02/28/2026' },
      { tbs: 'cdr:1,cd_min:01/31/2026' },
      { tbs: 'cdr:1,cd_max:02/28/2026' },
    ],
    [
      'tavily',
      { start_date: '2026-01-31', end_date: '2026-02-28' },
      { start_date: '2026-01-31' },
      { end_date: '2026-02-28' },
    ],
    [
      'exa',
      { startPublishedDate: '2026-01-31T00:00:00.000Z', endPublishedDate: '2026-02-28T23:59:59.999Z' },
      { startPublishedDate: '2026-01-31T00:00:00.000Z' },
      { endPublishedDate: '2026-02-28T23:59:59.999Z' },
    ],
    [
      'hackernews',
      { numericFilters: 'created_at_i>=1769817600,created_at_i<1772323200' },
      { numericFilters: 'created_at_i>=1769817600' },
      { numericFilters: 'created_at_i<1772323200' },
    ],
    [
      'stackexchange',
      { fromdate: '1769817600', todate: '1772323199' },
      { fromdate: '1769817600' },
      { todate: '1772323199' },
    ],
    [
      'sepiasearch',
      { startDate: '2026-01-31', endDate: '2026-02-28T23:59:59Z' },
      { startDate: '2026-01-31' },
      { endDate: '2026-02-28T23:59:59Z' },
    ],
  ])('are a filter of %s', (slug, both, from, to) => {
    const without = paramsFor(slug, {});
    const added = (change: Partial<SearchInput>) =>
      Object.fromEntries(
        Object.entries(paramsFor(slug, change)).filter(
          ([name, value]) => JSON.stringify(without[name]) !== JSON.stringify(value),
        ),
      );
    expect(added(range)).toEqual(both);
    expect(added({ from: range.from })).toEqual(from);
    expect(added({ to: range.to })).toEqual(to);
    for (const [tab, operation] of operationsOf(slug)) expect([tab, operation.keepsToDays]).toEqual([tab, true]);
  });

  test.each(['marginalia', 'mwmbl', 'wikipedia', 'mediawiki'])('are not for %s, which is skipped', (slug) => {
    for (const [, operation] of operationsOf(slug)) {
      for (const change of [range, { from: range.from }, { to: range.to }]) {
        expect(operation.supports?.({ ...input, ...change })).toMatch(/cannot filter by date/);
      }
    }
  });

  test.each(['searxng', 'gdelt'])('are left to our filter by %s', (slug) => {
    expect(paramsFor(slug, range)).toEqual(paramsFor(slug, {}));
    for (const [, operation] of operationsOf(slug)) expect(operation.keepsToDays).toBeUndefined();
  });
});

test('a country is a parameter of its own for Mojeek and Exa; others read it in the language', () => {
  const change = { country: 'DE', lang: 'en-DE' };
  expect(paramsFor('mojeek', change)).toMatchObject({ rb: 'DE', rbb: '10', lb: 'EN' });
  expect(paramsFor('exa', change)).toMatchObject({ userLocation: 'DE' });
  expect(paramsFor('brave', change)).toMatchObject({ country: 'DE', search_lang: 'en' });
  expect(paramsFor('serper', change)).toMatchObject({ gl: 'de', hl: 'en' });
  expect(paramsFor('kagi', change)).toMatchObject({ filters: { region: 'DE' } });
  expect(paramsFor('searxng', change)).toMatchObject({ language: 'en-DE' });
});
