import { describe, expect, it } from 'vitest';
import { brave } from '../../lib/engines/brave.ts';
import { marginalia } from '../../lib/engines/marginalia.ts';
import { mojeek } from '../../lib/engines/mojeek.ts';
import type { OperationName } from '../../lib/providers/provider.ts';
import { adapters } from '../../lib/providers/registry.ts';
import type { SearchInput } from '../../lib/search/query.ts';
import { type AdapterContract, describeAdapter, fixture, html, json, plain } from './adapter-contract.ts';

const search: SearchInput = { q: 'climat change', page: 1, lang: '', safe: true, date: null };
const LONG = 'why do long questions find nothing at all';

const icon = 'https://imgs.search.brave.com/AbC123xyz/rs:fit:32:32:1:0/g:ce/aHR0cHM6Ly9leGFtcGxlLm9yZy9p';
const braveError = (code: string, status = 422, headers: Record<string, string> = {}) =>
  json({ type: 'ErrorResponse', error: { id: 'x', status, code, detail: 'c4n4ry' }, time: 1 }, status, headers);
const braveBlames = (...loc: string[]) => ({
  type: 'ErrorResponse',
  error: { code: 'VALIDATION', meta: { errors: [{ type: 'enum', loc, msg: 'c4n4ry', input: 'jp' }] } },
});
const braveLimits = (code: string, windows: Record<string, string>) =>
  braveError(
    code,
    429,
    Object.fromEntries(Object.entries(windows).map(([name, value]) => [`x-ratelimit-${name}`, value])),
  );

const braveWeb: AdapterContract<'web'> = {
  adapter: brave,
  operation: 'web',
  input: search,
  key: { header: 'x-subscription-token' },
  headers: { accept: 'application/json' },
  path: '/web/search',
  query: { param: 'q', maxChars: 400, maxWords: 50 },
  requests: [
    ['an ordinary search', {}, { q: 'climat change', count: '20', country: 'ALL', freshness: null, search_lang: null }],
    ['no markup, and the spelling looked at', {}, { text_decorations: 'false', spellcheck: 'true' }],
    ['the first page is offset 0', { page: 1 }, { offset: '0' }],
    ['a page is an offset of pages, not of results', { page: 3 }, { offset: '2' }],
    ['the last page that there is', { page: 10 }, { offset: '9' }],
    ['safe', { safe: true }, { safesearch: 'strict' }],
    ['not safe', { safe: false }, { safesearch: 'off' }],
    ['the last day', { date: 'd' }, { freshness: 'pd' }],
    ['the last week', { date: 'w' }, { freshness: 'pw' }],
    ['the last month', { date: 'm' }, { freshness: 'pm' }],
    ['the last year', { date: 'y' }, { freshness: 'py' }],
    ...(
      [
        ['en', 'en'],
        ['EN', 'en'],
        ['en-US', 'en'],
        ['en-GB', 'en-gb'],
        ['de-AT', 'de'],
        ['zh', 'zh-hans'],
        ['zh-CN', 'zh-hans'],
        ['zh-Hans', 'zh-hans'],
        ['zh-TW', 'zh-hant'],
        ['zh-HK', 'zh-hant'],
        ['zh-Hant-TW', 'zh-hant'],
        ['pt', 'pt-pt'],
        ['pt-PT', 'pt-pt'],
        ['pt-BR', 'pt-br'],
        ['pt-AO', 'pt-pt'],
        ['no', 'nb'],
        ['nn', 'nb'],
        ['nb-NO', 'nb'],
        ['ja', 'jp'],
        ['ja-JP', 'jp'],
        ['sr-Latn-RS', 'sr'],
        ['xx', null],
        ['tlh', null],
      ] as const
    ).map(([lang, sent]): AdapterContract<'web'>['requests'][number] => [
      `the language ${lang}`,
      { lang },
      { search_lang: sent },
    ]),
  ],
  skips: [
    ['a page beyond the tenth', { page: 11 }],
    ['the fiftieth page', { page: 50 }],
  ],
  answers: [
    [
      'the sample',
      json(fixture('brave-web.json')),
      {
        correction: 'climate change',
        results: [
          {
            key: 'en.example.org/wiki/Climate_change',
            url: 'https://en.example.org/wiki/Climate_change',
            title: 'Climate change - Example Encyclopedia',
            description: "Present-day climate change includes both global warming & its wider effects. It's ongoing.",
            displayUrl: 'en.example.org › wiki › Climate_change',
            host: 'en.example.org',
            faviconUrl: icon,
            date: '2026-08-20T15:49:55.000Z',
            ageText: '2 days ago',
            sitelinks: [
              { title: 'Causes', url: 'https://en.example.org/wiki/Climate_change#Causes' },
              { title: 'Effects', url: 'https://en.example.org/wiki/Climate_change#Effects' },
            ],
          },
          {
            key: 'agency.example/climate',
            url: 'https://www.agency.example/climate/',
            title: 'Climate - Agency',
            description: 'Vital signs of the planet.',
            displayUrl: 'agency.example › climate',
            host: 'www.agency.example',
            faviconUrl: icon,
            date: '2019-09-06T00:00:00.000Z',
            ageText: 'September 6, 2019',
            sitelinks: [],
          },
          {
            key: 'plain.example',
            url: 'https://plain.example/',
            title: 'No date, no thumbnail page',
            description: 'A result without age, page_age, thumbnail or deep_results.',
            displayUrl: 'plain.example',
            host: 'plain.example',
            faviconUrl: icon,
            date: '',
            ageText: '',
            sitelinks: [],
          },
        ],
      },
    ],
    ['nothing found: there is no web block', json(fixture('brave-web-empty.json')), { correction: '', results: [] }],
    [
      'a web block without results',
      json({ type: 'search', query: {}, web: { results: [] } }),
      { correction: '', results: [] },
    ],
    [
      'rows of nonsense between good ones',
      json({
        query: { altered: 7 },
        web: { results: [null, 'x', { url: 'javascript:alert(1)' }, { url: 'https://a.example/', meta_url: 3 }, []] },
      }),
      {
        correction: '',
        results: [
          {
            key: 'a.example',
            url: 'https://a.example/',
            title: '',
            description: '',
            displayUrl: 'a.example',
            host: 'a.example',
            faviconUrl: '',
            date: '',
            ageText: '',
            sitelinks: [],
          },
        ],
      },
    ],
  ],
  failures: [
    ['a wrong key, which is a 422', json(fixture('brave-error-invalid-token.json'), 422), 'refused'],
    ['a plan that is missing, which is a 404', braveError('SUBSCRIPTION_NOT_FOUND', 404), 'refused'],
    ['an option that is not in the plan', braveError('OPTION_NOT_IN_PLAN', 400), 'refused'],
    ['a bad parameter, which is our fault', json(fixture('brave-error-validation.json'), 422), 'rejected'],
    ['a 422 that says nothing', json({}, 422), 'rejected'],
    ['a 404 that says nothing', plain(404), 'rejected'],
    ['the documented list of errors', json({ errors: [{ code: 'SUBSCRIPTION_TOKEN_INVALID' }] }, 422), 'refused'],
    ['a limit', json(fixture('brave-error-rate-limited.json'), 429), 'rate_limited', null],
    ['a limit with Retry-After', plain(429, '', { 'retry-after': '7' }), 'rate_limited', 7_000],
    [
      'a limit with Retry-After and windows: what Retry-After says',
      braveError('RATE_LIMITED', 429, {
        'retry-after': '7',
        'x-ratelimit-remaining': '0, 1000',
        'x-ratelimit-reset': '1, 1419704',
      }),
      'rate_limited',
      7_000,
    ],
    [
      'a limit a second: until that window opens',
      braveLimits('RATE_LIMITED', { limit: '1, 15000', remaining: '0, 1000', reset: '1, 1419704' }),
      'rate_limited',
      1_000,
    ],
    [
      'a limit a second on a plan whose month is uncapped, which shows as 0',
      braveLimits('RATE_LIMITED', { limit: '50, 0', remaining: '0, 0', reset: '1, 1419704' }),
      'rate_limited',
      1_000,
    ],
    [
      'a limit a second that does not say what remains',
      braveLimits('RATE_LIMITED', { reset: '1, 1419704' }),
      'rate_limited',
      1_000,
    ],
    [
      'a quota used up',
      braveLimits('QUOTA_LIMITED', { remaining: '1, 0', reset: '1, 1800' }),
      'rate_limited',
      1_800_000,
    ],
    ['a limit with unreadable windows', braveLimits('RATE_LIMITED', { reset: 'soon' }), 'rate_limited', null],
    ['a limit with a wait beyond all numbers', braveLimits('QUOTA_LIMITED', { reset: '1, 1e308' }), 'rate_limited'],
    ['no list where one is due', json({ query: {}, web: { results: 'none' } }), 'upstream'],
    ['a web block without a list', json({ query: {}, web: {} }), 'upstream'],
    ['JSON that is no answer', json({}), 'upstream'],
    ['an error page', html(503), 'upstream'],
  ],
  again: [
    [
      'their server does not know a language of their list',
      json(braveBlames('query', 'search_lang'), 422),
      { lang: 'ja', page: 2, date: 'w' },
      { search_lang: null },
    ],
    [
      'the same, in the documented shape',
      json({ errors: [braveBlames('query', 'search_lang').error] }, 422),
      { lang: 'ja' },
      { search_lang: null },
    ],
    ['no language was sent', json(braveBlames('query', 'search_lang'), 422), { lang: '' }, null],
    ['an unknown language was not sent either', json(braveBlames('query', 'search_lang'), 422), { lang: 'xx' }, null],
    ['another parameter is to blame', json(braveBlames('query', 'offset'), 422), { lang: 'ja' }, null],
    ['the key is wrong', json(fixture('brave-error-invalid-token.json'), 422), { lang: 'ja' }, null],
    ['it limits us', json(fixture('brave-error-rate-limited.json'), 429), { lang: 'ja' }, null],
    ['it is broken', plain(500), { lang: 'ja' }, null],
    ['nothing was found', json(fixture('brave-web-empty.json')), { lang: 'ja' }, null],
  ],
};

const mojeekStatus = (status: string) => json({ response: { status } });
const mojeekRow = (result: object) => json({ response: { status: 'OK', results: [result] } });

const mojeekWeb: AdapterContract<'web'> = {
  adapter: mojeek,
  operation: 'web',
  input: search,
  key: { param: 'api_key' },
  headers: { accept: 'application/json' },
  path: '/search',
  query: { param: 'q', maxChars: 500 },
  requests: [
    ['an ordinary search, in JSON and with dates', {}, { q: 'climat change', fmt: 'json', t: '20', date: '1' }],
    ['no filter that was not asked for', {}, { since: null, lb: null, lbb: null, lr: null, reg: null }],
    ['the first page has no offset, which would look like a robot', { page: 1 }, { s: null }],
    ['the second page begins after the first', { page: 2 }, { s: '21' }],
    ['the fiftieth page', { page: 50 }, { s: '981' }],
    ['safe', { safe: true }, { safe: '1' }],
    ['not safe', { safe: false }, { safe: '0' }],
    ['the last day', { date: 'd' }, { since: 'day' }],
    ['the last week, which it knows only as a date', { date: 'w' }, { since: '20261108' }],
    ['the last month', { date: 'm' }, { since: 'month' }],
    ['the last year', { date: 'y' }, { since: 'year' }],
    ['a language', { lang: 'de' }, { lb: 'DE', lbb: '100' }],
    ['a language with a region', { lang: 'pt-BR' }, { lb: 'PT', lbb: '100' }],
  ],
  skips: [],
  answers: [
    [
      'the sample',
      json(fixture('mojeek-web.json')),
      {
        correction: '',
        results: [
          {
            key: 'mojeek.com',
            url: 'https://www.mojeek.com/',
            title: 'Mojeek',
            description: 'Mojeek is a web search engine that provides unbiased & fast results.',
            displayUrl: 'mojeek.com',
            host: 'www.mojeek.com',
            faviconUrl: '',
            date: '2025-08-19T10:40:00.000Z',
            ageText: '',
            sitelinks: [],
          },
          {
            key: 'blog.example/mojeek',
            url: 'https://blog.example/mojeek',
            title: 'A review',
            description: 'Independent index review.',
            displayUrl: 'blog.example › mojeek',
            host: 'blog.example',
            faviconUrl: '',
            date: '',
            ageText: '',
            sitelinks: [],
          },
        ],
      },
    ],
    ['nothing found', json({ response: { status: 'OK', results: [] } }), { correction: '', results: [] }],
    [
      'the other shape of the list',
      json({
        response: { status: 'OK', results: { standard: { results: [{ url: 'https://a.example/', title: 'A' }] } } },
      }),
      { correction: '', results: [row('a.example', { title: 'A' })] },
    ],
    [
      'a date of the page before one of the crawl',
      mojeekRow({ url: 'https://a.example/', pdate: 1_755_600_000, timestamp: 1_755_700_000 }),
      { correction: '', results: [row('a.example', { date: '2025-08-19T10:40:00.000Z' })] },
    ],
    [
      'the date of the crawl where that of the page is missing',
      mojeekRow({ url: 'https://a.example/', timestamp: 1_755_700_000 }),
      { correction: '', results: [row('a.example', { date: '2025-08-20T14:26:40.000Z' })] },
    ],
    [
      'the date of the crawl where that of the page is 0',
      mojeekRow({ url: 'https://a.example/', pdate: 0, timestamp: 1_755_700_000 }),
      { correction: '', results: [row('a.example', { date: '2025-08-20T14:26:40.000Z' })] },
    ],
  ],
  failures: [
    ['a limit, with HTTP 200', json(fixture('mojeek-web-error.json')), 'rate_limited', null],
    ['a quota, with HTTP 200', mojeekStatus('ERROR: Monthly Quota Exceeded c4n4ry'), 'rate_limited', null],
    ['a wrong key, with HTTP 200', mojeekStatus('ERROR: Invalid API Key c4n4ry'), 'refused'],
    ['an account, with HTTP 200', mojeekStatus('ERROR: Access Denied'), 'refused'],
    ['an error of its own, with HTTP 200', mojeekStatus('ERROR: c4n4ry exploded'), 'upstream'],
    ['an unpaid account', plain(402), 'refused'],
    ['a limit with Retry-After', plain(429, '', { 'retry-after': '30' }), 'rate_limited', 30_000],
    ['a bad parameter', plain(400), 'rejected'],
    ['no list where one is due', json({ response: { status: 'OK' } }), 'upstream'],
    ['a list that is none', json({ response: { status: 'OK', results: 'none' } }), 'upstream'],
    ['no response in the response', json({ status: 'OK', results: [] }), 'upstream'],
    ['a timeout', plain(408), 'timeout'],
  ],
  again: [],
};

const nothing = json({ license: 'x', query: 'x', page: 1, pages: 0, results: [] });

const marginaliaWeb: AdapterContract<'web'> = {
  adapter: marginalia,
  operation: 'web',
  input: search,
  key: { header: 'api-key' },
  headers: { accept: 'application/json' },
  path: '/search',
  query: { param: 'query', maxChars: 500 },
  requests: [
    ['an ordinary search', {}, { query: 'climat change', count: '20', lang: null }],
    ['the first page', { page: 1 }, { page: '1' }],
    ['the fiftieth page', { page: 50 }, { page: '50' }],
    ['safe', { safe: true }, { nsfw: '2' }],
    ['not safe', { safe: false }, { nsfw: '0' }],
    ['a language', { lang: 'sv' }, { lang: 'sv' }],
    ['a language with a region', { lang: 'DE-at' }, { lang: 'de' }],
    ['all of a long question, at first', { q: LONG }, { query: LONG }],
  ],
  skips: [
    ['the last day', { date: 'd' }],
    ['the last week', { date: 'w' }],
    ['the last month', { date: 'm' }],
    ['the last year', { date: 'y' }],
  ],
  answers: [
    [
      'the sample',
      json(fixture('marginalia.json')),
      {
        correction: '',
        results: [
          {
            key: 'smallweb.example/json-api.html',
            url: 'https://smallweb.example/json-api.html',
            title: 'Designing a JSON API',
            description: 'Notes on designing small JSON APIs for personal sites...',
            displayUrl: 'smallweb.example › json-api.html',
            host: 'smallweb.example',
            faviconUrl: '',
            date: '',
            ageText: '',
            sitelinks: [],
          },
          {
            key: 'old.example/~joe/api.txt',
            url: 'http://old.example/~joe/api.txt',
            title: 'old.example',
            description: '',
            displayUrl: 'old.example › ~joe › api.txt',
            host: 'old.example',
            faviconUrl: '',
            date: '',
            ageText: '',
            sitelinks: [],
          },
        ],
      },
    ],
    ['nothing found', nothing, { correction: '', results: [] }],
    [
      'a list out of order: the lowest distance first',
      json({
        results: [
          { url: 'https://far.example/', quality: 9 },
          { url: 'https://near.example/', quality: 1 },
          { url: 'https://middle.example/', quality: 5 },
        ],
      }),
      { correction: '', results: [row('near.example'), row('middle.example'), row('far.example')] },
    ],
  ],
  failures: [
    ['a limit a minute', plain(429, 'QPM Limit Exceeded'), 'rate_limited', null],
    ['a limit a day', plain(429, 'Daily Limit Exceeded', { 'retry-after': '60' }), 'rate_limited', 60_000],
    ['a limit as older servers tell it', plain(503), 'rate_limited', null],
    ['a wrong key', plain(401), 'refused'],
    ['a bad parameter', plain(400, 'c4n4ry'), 'rejected'],
    ['a query that took too long there', plain(504), 'timeout'],
    ['a query that failed there', plain(500, 'Query Execution Failed'), 'upstream'],
    ['no list where one is due', json({ license: 'x', query: 'x' }), 'upstream'],
    ['a list that is none', json({ results: {} }), 'upstream'],
  ],
  again: [
    ['a server that knows only two levels of the filter', plain(400), { safe: true }, { nsfw: '1' }],
    ['the filter was off', plain(400), { safe: false }, null],
    ['a long question found nothing', nothing, { q: LONG, lang: 'en' }, { query: 'why do long questions' }],
    ['five words found nothing', nothing, { q: 'one two three four five' }, { query: 'one two three four' }],
    ['four words found nothing', nothing, { q: 'one two three four' }, null],
    ['a long question’s second page is empty', nothing, { q: LONG, page: 2 }, null],
    ['a long question found something', json(fixture('marginalia.json')), { q: LONG }, null],
    ['a long question, and no answer', plain(200, 'c4n4ry'), { q: LONG }, null],
    ['a long question, and a limit', plain(429), { q: LONG }, null],
    ['a long question, and a wrong key', plain(401), { q: LONG }, null],
    ['a long question, and a failure', plain(500), { q: LONG }, null],
  ],
};

/** A row of a site's root, of which nothing else is known. */
function row(host: string, fields: { title?: string; date?: string } = {}) {
  return {
    key: host,
    url: `https://${host}/`,
    title: '',
    description: '',
    displayUrl: host,
    host,
    faviconUrl: '',
    date: '',
    ageText: '',
    sitelinks: [],
    ...fields,
  };
}

const contracts: AdapterContract<OperationName>[] = [braveWeb, mojeekWeb, marginaliaWeb];

describe('the registry', () => {
  it('has a contract for every operation of every adapter', () => {
    const known = [...adapters.values()].flatMap(({ slug, operations }) =>
      Object.keys(operations).map((operation) => `${slug} ${operation}`),
    );
    expect(contracts.map(({ adapter, operation }) => `${adapter.slug} ${operation}`).sort()).toEqual(known.sort());
  });

  it.each([...adapters.values()])('knows $slug by its slug, with a name for people and an https address', (adapter) => {
    expect(adapters.get(adapter.slug)).toBe(adapter);
    expect(adapter.name).toMatch(/\S/);
    if (adapter.defaultUrl !== null) expect(adapter.defaultUrl).toMatch(/^https:\/\/.*[^/]$/);
    if (adapter.cacheCeilingS !== undefined) expect(adapter.cacheCeilingS).toBeGreaterThan(0);
  });
});

for (const contract of contracts) describeAdapter(contract);
