import { afterEach, describe, expect, test, vi } from 'vitest';
import { BAD_KEY } from '../../lib/providers/stand-in.ts';
import { ask, type StandInRequest } from './stand-in-requests.ts';

const query = { q: 'linux', query: 'linux' };

describe('a bad key', () => {
  const keyed: [StandInRequest, number][] = [
    [{ path: '/brave/res/v1/web/search', query, headers: { 'x-subscription-token': BAD_KEY } }, 422],
    [{ path: '/marginalia/search', query, headers: { 'api-key': BAD_KEY } }, 401],
    [{ path: '/kagi/api/v1/search', body: query, headers: { authorization: `Bearer ${BAD_KEY}` } }, 401],
    [{ path: '/serper/search', body: query, headers: { 'x-api-key': BAD_KEY } }, 403],
    [{ path: '/tavily/search', body: query, headers: { authorization: `Bearer ${BAD_KEY}` } }, 401],
    [{ path: '/exa/search', body: query, headers: { 'x-api-key': BAD_KEY } }, 401],
    [{ path: '/deepl/v2/usage', headers: { authorization: `DeepL-Auth-Key ${BAD_KEY}` } }, 403],
    [{ path: '/libretranslate/translate', body: { q: 'a', source: 'en', target: 'de', api_key: BAD_KEY } }, 403],
  ];

  test.each(keyed)('is refused: %j', (asked, status) => {
    expect(ask(asked).status).toBe(status);
  });

  test('is reported by Mojeek in its status line', () => {
    const { body } = ask({ path: '/mojeek/search', query: { ...query, fmt: 'json', api_key: BAD_KEY } });
    expect(body.response.status).toBe('ERROR: Invalid API Key');
  });

  test.each(['brave/res/v1/web/search', 'marginalia/search'])('that is missing is refused too: %s', (path) => {
    expect(ask({ path: `/${path}`, query }).status).toBeGreaterThanOrEqual(400);
  });
});

describe('a parameter that the real service rejects', () => {
  const BRAVE = { 'x-subscription-token': 'x' };
  const KAGI = { authorization: 'Bearer x' };
  const site = { site: 'stackoverflow' };
  const refused: [StandInRequest, number?][] = [
    [{ path: '/brave/res/v1/images/search', query: { q: 'a', safesearch: 'moderate' }, headers: BRAVE }, 422],
    [{ path: '/brave/res/v1/videos/search', query: { q: 'a', offset: 10 }, headers: BRAVE }, 422],
    [{ path: '/brave/res/v1/news/search', query: { q: 'a', freshness: 'pq' }, headers: BRAVE }, 422],
    [{ path: '/brave/res/v1/web/search', query: { q: 'a', country: 'XX' }, headers: BRAVE }, 422],
    [{ path: '/kagi/api/v1/search', body: { query: 'a', page: 11 }, headers: KAGI }],
    [{ path: '/kagi/api/v1/search', body: { query: 'a', filters: { after: 'yesterday' } }, headers: KAGI }],
    [{ path: '/serper/search', body: { q: 'a', tbs: 'qdr:x' }, headers: { 'x-api-key': 'x' } }],
    [{ path: '/openverse/v1/images/', query: { q: 'a', page_size: 21 } }, 401],
    [{ path: '/openverse/v1/images/', query: { q: 'a', page: 13 } }, 401],
    [{ path: '/openverse/v1/images/', query: { q: 'a', page: 'last' } }],
    [{ path: '/sepiasearch/api/v1/search/videos', query: { search: 'a', count: 101 } }],
    [{ path: '/sepiasearch/api/v1/search/videos', query: { search: 'a', nsfw: 'maybe' } }],
    [{ path: '/sepiasearch/api/v1/search/videos', query: { search: 'a', startDate: 'yesterday' } }],
    [{ path: '/mwmbl/api/v1/search/' }, 422],
    [{ path: '/hackernews/api/v1/search', query: { query: '東'.repeat(171) } }],
    [{ path: '/hackernews/api/v1/search', query: { query: 'a', numericFilters: 'yesterday' } }],
    [{ path: '/hackernews/api/v1/search', query: { query: 'a', page: -1 } }],
    [{ path: '/tavily/search', body: { query: 'a', max_results: 21 }, headers: KAGI }],
    [{ path: '/tavily/search', body: { query: 'a', time_range: 'decade' }, headers: KAGI }],
    [{ path: '/exa/search', body: { query: 'a', numResults: 101 }, headers: { 'x-api-key': 'x' } }],
    [{ path: '/exa/search', body: { query: 'a', startPublishedDate: 'soon' }, headers: { 'x-api-key': 'x' } }],
    [{ path: '/searxng/search', query: { q: 'a' } }, 403],
    [{ path: '/searxng/search', query: { q: 'a', format: 'json', safesearch: 3 } }],
    [{ path: '/stackexchange/2.3/search/advanced', query: { ...site, q: 'a', sort: 'beauty' } }],
    [{ path: '/nominatim/search', query: { q: 'a', format: 'jsonv2', limit: 'many' } }],
    [{ path: '/nominatim/search', query: { q: 'a' } }],
    [{ path: '/photon/api', query: { q: 'a', fuzzy: 1 } }],
    [{ path: '/photon/api', query: { q: 'a', lang: 'es' } }],
    [{ path: '/libretranslate/translate', body: { q: 'x'.repeat(5_001), source: 'en', target: 'de' } }],
    [
      {
        path: '/deepl/v2/translate',
        body: { text: 'a', target_lang: 'DE' },
        headers: { authorization: 'DeepL-Auth-Key x' },
      },
    ],
    [{ path: '/open-meteo/v1/forecast', query: { latitude: 1, longitude: 1, daily: 'weather_code' } }],
    [{ path: '/open-meteo/v1/forecast', query: { latitude: 1, longitude: 1, current: 'mood' } }],
    [{ path: '/open-meteo-air-quality/v1/air-quality', query: { latitude: 1, longitude: 1, current: 'mood' } }],
  ];

  test.each(refused)('is refused: %j', (asked, status = 400) => {
    expect(ask(asked).status).toBe(status);
  });
});

test.each(['/wikipedia/en/w/api.php', '/commons/w/api.php', '/nominatim/search'])(
  '%s refuses a caller without a User-Agent of its own',
  (path) => {
    for (const agent of ['', 'node']) expect(ask({ path, query, headers: { 'user-agent': agent } }).status).toBe(403);
  },
);

describe('the public Nominatim', () => {
  afterEach(() => vi.useRealTimers());

  test('serves one call per second and counts the calls that it refuses', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const place = () => ask({ path: '/nominatim-public/search', query: { q: 'Berlin', format: 'jsonv2' } });
    const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
    later(1_000);
    expect(place().status).toBe(200);
    later(500);
    // Others in this process may have been refused before.
    const refusals = () => Number(/Refused so far: (\d+)\./.exec(place().body)?.[1]);
    const first = refusals();
    expect(first).toBeGreaterThan(0);
    later(499);
    expect(refusals()).toBe(first + 1);
    later(1);
    // A refused call does not restart the second.
    expect(place().status).toBe(200);
  });
});

describe('GDELT', () => {
  const articles = (text: string) =>
    ask({ path: '/gdelt/api/v2/doc/doc', query: { query: text, mode: 'artlist', format: 'json' } });

  test('refuses a query in a sentence, with HTTP 200 and the type of a web page', () => {
    for (const text of ['ab', 'x'.repeat(251), '(climate change)']) {
      const { status, headers, body } = articles(text);
      expect([status, headers?.['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(body, text).toMatch(/^[A-Z][^{}]*\.\n$/);
    }
  });

  test('omits the list if nothing was found, and finds only articles in the requested language', () => {
    expect(articles('qwrtzpsdfg').body).toEqual({});
    const found = articles('berlin sourcelang:german').body.articles;
    expect(new Set(found.map(({ language }: { language: string }) => language))).toEqual(new Set(['German']));
  });
});
