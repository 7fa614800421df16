import { exa } from '../../lib/engines/exa.ts';
import { type AdapterContract, type AnyContract, fixture, html, json } from './adapter-contract.ts';
import { article, laterPages, row, search, webSlice } from './cases.ts';

const common = {
  adapter: exa,
  input: search,
  key: { header: 'x-api-key' },
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  method: 'POST',
  path: '/search',
  query: { param: 'query', maxChars: 500 },
  skips: laterPages,
  followUp: [],
} as const;

const answer = (...results: unknown[]) => json({ requestId: 'x', resolvedSearchType: 'neural', results });
const errorOf = (status: number, headers = {}) => json(fixture('exa-error.json'), status, headers);
const hostile = answer(
  null,
  { url: 'javascript:x' },
  { url: 'https://a.example/', title: null, highlights: 'text', favicon: 'data:,x', image: 7, publishedDate: null },
  { url: 'https://b.example/', title: '<b>B</b>', highlights: ['One.', 7, 'Two.'] },
);

const requests: AdapterContract<'web'>['requests'] = [
  ['an ordinary search', {}, { query: 'climat change', type: 'auto', startPublishedDate: null }],
  [
    'no more than the price of a search includes',
    {},
    { numResults: 10, contents: { highlights: { maxCharacters: 300 } } },
  ],
  ['safe', { safe: true }, { moderation: true }],
  ['not safe', { safe: false }, { moderation: false }],
  ['the last day', { date: 'd' }, { startPublishedDate: '2026-11-14T00:00:00.000Z' }],
  ['the last week', { date: 'w' }, { startPublishedDate: '2026-11-08T00:00:00.000Z' }],
  ['the last month', { date: 'm' }, { startPublishedDate: '2026-10-15T00:00:00.000Z' }],
  ['the last year', { date: 'y' }, { startPublishedDate: '2025-11-15T00:00:00.000Z' }],
];
const failures: AdapterContract<'web'>['failures'] = [
  ['a wrong key', errorOf(401), 'refused'],
  ['credits used up', errorOf(402), 'rate_limited', 3_600_000],
  ['a limit', errorOf(429, { 'retry-after': '2' }), 'rate_limited', 2_000],
  ['a bad parameter', errorOf(400), 'rejected'],
  ['an error with HTTP 200', errorOf(200), 'upstream'],
  ['a list of the wrong type', json({ results: 'none' }), 'upstream'],
  ['an error page', html(502), 'upstream'],
];

const web: AdapterContract<'web'> = {
  ...common,
  operation: 'web',
  requests: [['web pages', {}, { category: null }], ...requests],
  answers: [
    [
      'the sample',
      json(fixture('exa-search.json')),
      webSlice(
        row('en.example.org/wiki/Cat', {
          title: 'Cat',
          description: 'The cat is a small carnivore.',
          faviconUrl: 'https://en.example.org/favicon.ico',
          date: '2025-08-29T00:00:00.000Z',
        }),
      ),
    ],
    ['nothing found', answer(), webSlice()],
    [
      'hostile fields',
      hostile,
      webSlice(row('a.example'), row('b.example', { title: 'B', description: 'One. … Two.' })),
    ],
  ],
  failures,
};

const news: AdapterContract<'news'> = {
  ...common,
  operation: 'news',
  requests: [['news', {}, { category: 'news' }], ...requests],
  answers: [
    [
      'the sample',
      json(fixture('exa-search.json')),
      {
        results: [
          article('en.example.org/wiki/Cat', {
            title: 'Cat',
            description: 'The cat is a small carnivore.',
            date: '2025-08-29T00:00:00.000Z',
            thumbnail: 'https://en.example.org/cat.jpg',
          }),
        ],
      },
    ],
    ['nothing found', answer(), { results: [] }],
    [
      'hostile fields',
      hostile,
      { results: [article('a.example'), article('b.example', { title: 'B', description: 'One. … Two.' })] },
    ],
  ],
  failures,
};

export const exaContracts: AnyContract[] = [web, news];
