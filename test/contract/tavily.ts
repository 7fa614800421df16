import { tavily } from '../../lib/engines/tavily.ts';
import { type AdapterContract, type AnyContract, fixture, html, json } from './adapter-contract.ts';
import { article, image, itself, laterPages, row, search, webSlice } from './cases.ts';
import { catPicture, catReport, told } from './stand-in-reply.ts';

const common = {
  adapter: tavily,
  input: search,
  key: { header: 'authorization', prefix: 'Bearer ' },
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  method: 'POST',
  path: '/search',
  query: { param: 'query', maxChars: 400 },
  skips: laterPages,
} as const;

const answer = (...results: unknown[]) => json({ query: 'x', answer: null, images: [], results, response_time: 1 });
const errorOf = (status: number, headers = {}) => json(fixture('tavily-error.json'), status, headers);
const hostile = answer(
  null,
  { url: 'javascript:x' },
  { url: 'https://a.example/', title: '<b>A</b>', content: ['x'], published_date: 'soon' },
);

/** The text of a page as Tavily reads it. */
const RAW = [
  '# Climate change',
  '',
  'Image 1: A climate change banner',
  '',
  '* [Home](https://a.example/)',
  '* [About us and our climate work](https://a.example/about)',
  '',
  '## What we do',
  '',
  'Our agency has **forty** people in [nine towns](https://a.example/towns). They write reports. Change of the climate is measured by `thermometers`, satellites and the _rings_ of trees. See the [list of stations](https://a.example/s).',
  '',
  '| Year | Value |',
  '|---|---|',
  '| 2024 | 1.5 |',
  '',
].join('\n');

const requests: AdapterContract<'web'>['requests'] = [
  ['an ordinary search', {}, { query: 'climat change', search_depth: 'basic', time_range: null }],
  ['the last day', { date: 'd' }, { time_range: 'day' }],
  ['the last week', { date: 'w' }, { time_range: 'week' }],
  ['the last month', { date: 'm' }, { time_range: 'month' }],
  ['the last year', { date: 'y' }, { time_range: 'year' }],
];
const failures: AdapterContract<'web'>['failures'] = [
  ['a wrong key', errorOf(401), 'refused'],
  ['a limit', errorOf(429, { 'retry-after': '3' }), 'rate_limited', 3_000],
  ['the credits of the plan used up', errorOf(432), 'rate_limited', 3_600_000],
  ['the limit of further costs reached', errorOf(433), 'rate_limited', 3_600_000],
  ['a bad parameter', errorOf(400), 'rejected'],
  ['an error with HTTP 200', errorOf(200), 'upstream'],
  ['a list of the wrong type', json({ results: 'none' }), 'upstream'],
  ['an error page', html(502), 'upstream'],
];

const web: AdapterContract<'web'> = {
  ...common,
  operation: 'web',
  requests: [
    ['web pages', {}, { topic: 'general', max_results: 20, country: null, include_favicon: true }],
    ['a country', { country: 'DE', lang: 'en-DE' }, { country: 'germany' }],
    ...requests,
  ],
  answers: [
    [
      'the sample',
      json(fixture('tavily-search.json')),
      webSlice(
        row('en.example.org/wiki/Cat', {
          title: 'Cat',
          description: 'The cat is a small carnivore.',
        }),
      ),
    ],
    ['nothing found', answer(), webSlice()],
    [
      'the text of a page: the passage that is nearest to the query, without markdown',
      answer(
        { title: 'Energy', url: 'https://a.example/page', content: RAW, favicon: 'https://a.example/icon.png' },
        {
          title: 'Weather API',
          url: 'https://b.example/page',
          content: "{'location': {'name': 'Climate', 'region': 'Change'}, 'current': {'temp_c': 7.1}}",
        },
        { title: 'Short', url: 'https://c.example/page', content: '### A short line' },
      ),
      webSlice(
        row('a.example/page', {
          title: 'Energy',
          description:
            'Change of the climate is measured by thermometers, satellites and the rings of trees. See the list of stations.',
          faviconUrl: 'https://a.example/icon.png',
        }),
        row('b.example/page', { title: 'Weather API' }),
        row('c.example/page', { title: 'Short', description: 'A short line' }),
      ),
      { input: { q: 'climate change' } },
    ],
    ['hostile fields', hostile, webSlice(row('a.example', { title: 'A' }))],
  ],
  failures,
  followUp: [
    ['a country that it calls otherwise', errorOf(400), { country: 'CZ' }, { changes: { country: null } }],
    ['a bad parameter', errorOf(400), {}, null],
    ['an answer', answer(), { country: 'CZ' }, null],
  ],
};

const news: AdapterContract<'news'> = {
  ...common,
  operation: 'news',
  requests: [
    ['news, which take no country', { country: 'DE' }, { topic: 'news', max_results: 20, country: null }],
    ...requests,
  ],
  answers: [
    ['its stand-in', told(tavily, 'news'), { results: [{ ...catReport, thumbnail: '' }] }],
    ['nothing found', answer(), { results: [] }],
    ['hostile fields', hostile, { results: [article('a.example', { title: 'A' })] }],
  ],
  failures,
  followUp: [['a bad parameter', errorOf(400), { country: 'CZ' }, null]],
};

const images: AdapterContract<'images'> = {
  ...common,
  operation: 'images',
  requests: [['pictures', {}, { include_images: true, include_image_descriptions: true, max_results: 1 }], ...requests],
  answers: [
    [
      'its stand-in',
      told(tavily, 'images'),
      { results: [image('cdn.pets.example/cat.jpg', { title: catPicture.title, ...itself(catPicture.imageUrl) })] },
    ],
    ['nothing found', answer(), { results: [] }],
    ['hostile fields', json({ results: [], images: [null, 7, { url: 'javascript:x' }] }), { results: [] }],
  ],
  failures,
  followUp: [],
};

export const tavilyContracts: AnyContract[] = [web, images, news];
