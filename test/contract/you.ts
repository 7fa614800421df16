import { you } from '../../lib/engines/you.ts';
import { type AdapterContract, type AnyContract, fixture, html, json } from './adapter-contract.ts';
import { article, row, search, webSlice } from './cases.ts';
import { catReport, datedCat, told } from './stand-in-reply.ts';

const skips: AdapterContract<'web'>['skips'] = [['too deep a page', { page: 11 }]];

const common = {
  adapter: you,
  input: search,
  key: { header: 'x-api-key' },
  headers: { accept: 'application/json' },
  path: '/search',
  query: { param: 'query', maxChars: 400 },
  skips,
  followUp: [],
} as const;

const answer = (results: unknown) => json({ results, metadata: {} });
const errorOf = (status: number, headers = {}) => json(fixture('you-error.json'), status, headers);
const hostile = [null, { url: 'javascript:x' }, { url: 'https://a.example/', title: '<b>A</b>', snippets: 'x' }];

const requests: AdapterContract<'web'>['requests'] = [
  ['an ordinary search', {}, { query: 'climat change', count: '20', offset: '0', freshness: null, country: null }],
  ['a later page', { page: 10 }, { offset: '9' }],
  ['safe', { safe: true }, { safesearch: 'strict' }],
  ['not safe', { safe: false }, { safesearch: 'off' }],
  ['the last day', { date: 'd' }, { freshness: 'day' }],
  ['the last year', { date: 'y' }, { freshness: 'year' }],
  ['days', { from: '2026-01-31', to: '2026-02-28' }, { freshness: '2026-01-31to2026-02-28' }],
  ['a first day', { from: '2026-01-31' }, { freshness: '2026-01-31to2026-11-15' }],
  ['a country', { country: 'DE', lang: 'en-DE' }, { country: 'DE', language: 'en-DE' }],
  ['a country alone', { country: 'DE', lang: 'und-DE' }, { country: 'DE', language: null }],
];
const failures: AdapterContract<'web'>['failures'] = [
  ['the calls of the day used up', errorOf(402), 'rate_limited', 3_600_000],
  ['a limit', errorOf(429, { 'retry-after': '60' }), 'rate_limited', 60_000],
  ['a wrong key', errorOf(403), 'refused'],
  ['a bad parameter', errorOf(422), 'rejected'],
  ['a list of the wrong type', answer({ web: 'none', news: 'none' }), 'upstream'],
  ['an error page', html(502), 'upstream'],
];

const web: AdapterContract<'web'> = {
  ...common,
  operation: 'web',
  requests,
  answers: [
    ['its stand-in', told(you, 'web'), webSlice({ ...datedCat, faviconUrl: 'https://en.example.org/favicon.ico' })],
    ['nothing found', answer({}), webSlice()],
    ['hostile fields', answer({ web: hostile }), webSlice(row('a.example', { title: 'A' }))],
    [
      'a passage where there is no description',
      answer({
        web: [
          { url: 'https://a.example/', snippets: ['One.', 'Two.'] },
          { url: 'https://b.example/', description: 'B.', snippets: ['Of it.'] },
        ],
      }),
      webSlice(row('a.example', { description: 'One.' }), row('b.example', { description: 'B.' })),
    ],
  ],
  failures,
};

const news: AdapterContract<'news'> = {
  ...common,
  operation: 'news',
  requests,
  answers: [
    ['its stand-in', told(you, 'news'), { results: [catReport] }],
    ['nothing found', answer({ web: [] }), { results: [] }],
    ['hostile fields', answer({ news: hostile }), { results: [article('a.example', { title: 'A' })] }],
  ],
  failures,
};

export const youContracts: AnyContract[] = [web, news];
