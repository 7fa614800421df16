import { mojeek } from '../../lib/engines/mojeek.ts';
import { type AdapterContract, type AnyContract, fixture, json, plain } from './adapter-contract.ts';
import { row, search, webSlice } from './cases.ts';

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
    ['no filter by default', {}, { since: null, lb: null, lbb: null, lr: null, reg: null }],
    ['the first page has no offset, which would look like a robot', { page: 1 }, { s: null }],
    ['the second page begins after the first', { page: 2 }, { s: '21' }],
    ['the fiftieth page', { page: 50 }, { s: '981' }],
    ['safe', { safe: true }, { safe: '1' }],
    ['not safe', { safe: false }, { safe: '0' }],
    ['the last day', { date: 'd' }, { since: 'day' }],
    ['the last week, which must be a date', { date: 'w' }, { since: '20261108' }],
    ['the last month', { date: 'm' }, { since: 'month' }],
    ['the last year', { date: 'y' }, { since: 'year' }],
    ['a language', { lang: 'de' }, { lb: 'DE', lbb: '100' }],
    ['a language with a region', { lang: 'pt-BR' }, { lb: 'PT', lbb: '100' }],
    ['a region alone', { lang: 'und-DE' }, { lb: null, lbb: null }],
  ],
  skips: [],
  answers: [
    [
      'the sample',
      json(fixture('mojeek-web.json')),
      webSlice(
        row('www.mojeek.com', {
          title: 'Mojeek',
          description: 'Mojeek is a web search engine that provides unbiased & fast results.',
          faviconUrl: '',
          // The home page of a site has no age.
        }),
        row('blog.example/mojeek', {
          title: 'A review',
          description: 'Independent index review.',
        }),
      ),
    ],
    ['nothing found', json({ response: { status: 'OK', results: [] } }), webSlice()],
    [
      'the other shape of the list',
      json({
        response: { status: 'OK', results: { standard: { results: [{ url: 'https://a.example/', title: 'A' }] } } },
      }),
      webSlice(row('a.example', { title: 'A' })),
    ],
    [
      'a date of the page before one of the crawl',
      mojeekRow({ url: 'https://a.example/page', pdate: 1_755_600_000, timestamp: 1_755_700_000 }),
      webSlice(row('a.example/page', { date: '2025-08-19T10:40:00.000Z' })),
    ],
    [
      'the date of the crawl where that of the page is missing',
      mojeekRow({ url: 'https://a.example/page', timestamp: 1_755_700_000 }),
      webSlice(row('a.example/page', { date: '2025-08-20T14:26:40.000Z' })),
    ],
    [
      'the date of the crawl where that of the page is 0',
      mojeekRow({ url: 'https://a.example/page', pdate: 0, timestamp: 1_755_700_000 }),
      webSlice(row('a.example/page', { date: '2025-08-20T14:26:40.000Z' })),
    ],
  ],
  failures: [
    ['a limit, with HTTP 200', json(fixture('mojeek-web-error.json')), 'rate_limited', null],
    ['a quota, with HTTP 200', mojeekStatus('ERROR: Monthly Quota Exceeded c4n4ry'), 'rate_limited', null],
    ['a wrong key, with HTTP 200', mojeekStatus('ERROR: Invalid API Key c4n4ry'), 'refused'],
    ['an account, with HTTP 200', mojeekStatus('ERROR: Access Denied'), 'refused'],
    ['an error of its own, with HTTP 200', mojeekStatus('ERROR: c4n4ry exploded'), 'upstream'],
    ['an unpaid account', plain(402), 'rate_limited', 3_600_000],
    ['a limit with Retry-After', plain(429, '', { 'retry-after': '30' }), 'rate_limited', 30_000],
    ['a bad parameter', plain(400), 'rejected'],
    ['a missing list', json({ response: { status: 'OK' } }), 'upstream'],
    ['a list of the wrong type', json({ response: { status: 'OK', results: 'none' } }), 'upstream'],
    ['no response in the response', json({ status: 'OK', results: [] }), 'upstream'],
    ['a timeout', plain(408), 'timeout'],
  ],
  followUp: [],
};

export const mojeekContracts: AnyContract[] = [mojeekWeb];
