import { hackernews } from '../../lib/engines/hackernews.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { article, row, search } from './cases.ts';

const common = {
  adapter: hackernews,
  input: search,
  key: null,
  headers: { accept: 'application/json' },
  path: '/search',
  query: { param: 'query', maxChars: 170 },
  skips: [],
  followUp: [],
} as const;

const since = (day: string) => `created_at_i>=${Date.parse(day) / 1_000}`;
const answer = (...hits: unknown[]) => json({ hits, nbHits: hits.length, page: 0, nbPages: 1, hitsPerPage: 20 });
const hostile = answer(
  null,
  { url: 'javascript:x' },
  { title: 'Without any address' },
  { objectID: '\ud800', title: 'With a number that is none' },
  { url: 'https://a.example/', title: '<b>A</b>', story_text: 7, created_at: 'soon', points: 'many' },
  { url: '', objectID: '7', title: 'B', points: 1, num_comments: 0 },
);
const DISCUSSION = {
  key: 'news.ycombinator.com/item?id=7',
  url: 'https://news.ycombinator.com/item?id=7',
  title: 'B',
  description: '1 point and 0 comments on Hacker News',
};

const requests: AdapterContract<'web'>['requests'] = [
  ['an ordinary search', {}, { query: 'climat change', tags: 'story', hitsPerPage: '20' }],
  ['the first page', { page: 1 }, { page: '0' }],
  ['the fiftieth page', { page: 50 }, { page: '49' }],
  ['the last day', { date: 'd' }, { numericFilters: since('2026-11-14') }],
  ['the last week', { date: 'w' }, { numericFilters: since('2026-11-08') }],
  ['the last month', { date: 'm' }, { numericFilters: since('2026-10-15') }],
  ['the last year', { date: 'y' }, { numericFilters: since('2025-11-15') }],
];
const failures: AdapterContract<'web'>['failures'] = [
  ['a bad parameter', json({ message: 'c4n4ry', status: 400 }, 400), 'rejected'],
  ['a limit', plain(429), 'rate_limited', null],
  ['no list', json({ nbHits: 0 }), 'upstream'],
  ['a list of the wrong type', json({ hits: {} }), 'upstream'],
  ['an error page', html(503), 'upstream'],
];

const web: AdapterContract<'web'> = {
  ...common,
  operation: 'web',
  requests: [...requests, ['stories of any age', { date: null }, { numericFilters: null }]],
  answers: [
    [
      'the sample: a link, whose page is of any age, and a question without an address',
      json(fixture('hackernews-search.json')),
      {
        correction: '',
        results: [
          row('www.example.org', {
            key: 'example.org/cats',
            url: 'https://www.example.org/cats',
            displayUrl: 'example.org › cats',
            title: 'Cat pictures & more',
            description: '120 points and 12 comments on Hacker News',
          }),
          row('news.ycombinator.com', {
            key: 'news.ycombinator.com/item?id=41000003',
            url: 'https://news.ycombinator.com/item?id=41000003',
            displayUrl: 'news.ycombinator.com › item',
            title: 'Ask HN: Which cat?',
            description: 'I would like a cat. Which one?',
            date: '2026-11-01T09:30:00.000Z',
          }),
        ],
      },
    ],
    ['nothing found', answer(), { correction: '', results: [] }],
    [
      'hostile fields',
      hostile,
      {
        correction: '',
        results: [
          row('a.example', { title: 'A' }),
          row('news.ycombinator.com', { ...DISCUSSION, displayUrl: 'news.ycombinator.com › item' }),
        ],
      },
    ],
  ],
  failures,
};

const news: AdapterContract<'news'> = {
  ...common,
  operation: 'news',
  requests: [...requests, ['stories of the last month', { date: null }, { numericFilters: since('2026-10-15') }]],
  answers: [
    [
      'the sample: a story, and a question without an address',
      json(fixture('hackernews-search.json')),
      {
        results: [
          article('www.example.org', {
            key: 'example.org/cats',
            url: 'https://www.example.org/cats',
            title: 'Cat pictures & more',
            description: '120 points and 12 comments on Hacker News',
            date: '2026-11-10T08:00:00.000Z',
          }),
          article('news.ycombinator.com', {
            key: 'news.ycombinator.com/item?id=41000003',
            url: 'https://news.ycombinator.com/item?id=41000003',
            title: 'Ask HN: Which cat?',
            description: 'I would like a cat. Which one?',
            date: '2026-11-01T09:30:00.000Z',
          }),
        ],
      },
    ],
    ['nothing found', answer(), { results: [] }],
    [
      'hostile fields',
      hostile,
      { results: [article('a.example', { title: 'A' }), article('news.ycombinator.com', DISCUSSION)] },
    ],
  ],
  failures,
};

export const hackernewsContracts: AnyContract[] = [web, news];
