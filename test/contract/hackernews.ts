import { hackernews } from '../../lib/engines/hackernews.ts';
import { type AdapterContract, type AnyContract, html, json, plain } from './adapter-contract.ts';
import { article, row, search, webSlice } from './cases.ts';
import { cat, catReport, datedCat, told } from './stand-in-reply.ts';

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
/** Its stand-in submits the page as a question, and the article as a link. */
const question = {
  title: `Ask HN: ${cat.title}`,
  description: `${cat.description} What do you think?`,
  date: datedCat.date,
};
const echo = '3 points and 3 comments on Hacker News';
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
      'its stand-in: a question without an address, and a link, whose page is of any age',
      told(hackernews, 'web'),
      webSlice(
        row('news.ycombinator.com/item?id=40001230', { ...question, displayUrl: 'news.ycombinator.com › item' }),
        row('news.example/cat', { title: catReport.title, description: echo }),
      ),
    ],
    ['nothing found', answer(), webSlice()],
    [
      'hostile fields',
      hostile,
      webSlice(
        row('a.example', { title: 'A' }),
        row('news.ycombinator.com', { ...DISCUSSION, displayUrl: 'news.ycombinator.com › item' }),
      ),
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
      'its stand-in: a question without an address, and a link',
      told(hackernews, 'news'),
      {
        results: [
          article('news.ycombinator.com/item?id=40001230', question),
          { ...catReport, description: echo, thumbnail: '' },
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
