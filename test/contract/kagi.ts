import { kagi } from '../../lib/engines/kagi.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { article, image, itself, NOTHING, row, search, video } from './cases.ts';
import { catFilm, catInfobox, catPicture, catReport, datedCat, told } from './stand-in-reply.ts';

const errorOf = (status: number, headers = {}) => json(fixture('kagi-error.json'), status, headers);
const followUp: AdapterContract<'web'>['followUp'] = [
  ['a parameter that it does not know', errorOf(400), {}, { changes: { safe_search: null } }],
  ['a wrong key', errorOf(401), {}, null],
  ['an answer', json({ data: {} }), {}, null],
];

const common = {
  adapter: kagi,
  input: search,
  key: { header: 'authorization', prefix: 'Bearer ' },
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  method: 'POST',
  path: '/search',
  query: { param: 'query', maxChars: 500 },
  followUp,
} as const;

/** A minimal response with these items in the list of this name. */
const with1 = (list: string, ...items: unknown[]) => json({ meta: { ms: 1 }, data: { [list]: items } });
const nothing = json({ meta: { ms: 1 }, data: {} });

const requests: AdapterContract<'web'>['requests'] = [
  ['an ordinary search', {}, { query: 'climat change', filters: null }],
  ['safe', { safe: true }, { safe_search: true }],
  ['not safe', { safe: false }, { safe_search: false }],
  ['the last day', { date: 'd' }, { 'filters.after': '2026-11-14' }],
  ['the last week', { date: 'w' }, { 'filters.after': '2026-11-08' }],
  ['the last month', { date: 'm' }, { 'filters.after': '2026-10-15' }],
  ['the last year', { date: 'y' }, { 'filters.after': '2025-11-15' }],
  ['a language, which it does not support', { lang: 'pt' }, { filters: null }],
  ['a region', { lang: 'pt-br' }, { 'filters.region': 'BR', 'filters.after': null }],
  ['a region behind a script', { lang: 'zh-Hant-TW' }, { 'filters.region': 'TW' }],
  ['a region and an age', { lang: 'de-AT', date: 'w' }, { filters: { region: 'AT', after: '2026-11-08' } }],
];
const paged: AdapterContract<'web'>['requests'] = [
  ['the first page', { page: 1 }, { page: 1 }],
  ['the last page that there is', { page: 10 }, { page: 10 }],
];
const tooDeep: AdapterContract<'web'>['skips'] = [
  ['a page beyond the tenth', { page: 11 }],
  ['the fiftieth page', { page: 50 }],
];
const failures: AdapterContract<'web'>['failures'] = [
  ['a wrong key', errorOf(401), 'refused'],
  ['an IP address that may not use the key', errorOf(403), 'refused'],
  ['a limit, or no credit left', errorOf(429), 'rate_limited', null],
  ['a limit with Retry-After', errorOf(429, { 'retry-after': '9' }), 'rate_limited', 9_000],
  ['a bad parameter', errorOf(400), 'rejected'],
  ['a failure of its own', errorOf(500), 'upstream'],
  ['an error with HTTP 200', errorOf(200), 'upstream'],
  ['an error with an empty list', json({ meta: {}, data: [], error: [{ code: 'x' }] }), 'upstream'],
  ['data that is missing', json({ meta: { ms: 1 } }), 'upstream'],
  ['an error page', html(503), 'upstream'],
  ['a timeout', plain(408), 'timeout'],
];
const noList = (list: string): AdapterContract<'web'>['failures'] => [
  ...failures,
  ['a list of the wrong type', json({ meta: {}, data: { [list]: 'none' } }), 'upstream'],
];

const web: AdapterContract<'web'> = {
  ...common,
  operation: 'web',
  requests: [['web pages', {}, { workflow: 'search' }], ...requests, ...paged],
  skips: tooDeep,
  answers: [
    [
      'the sample',
      json(fixture('kagi-search.json')),
      {
        ...NOTHING,
        results: [
          row('en.example.org/wiki/Cat', {
            title: 'Cat',
            description: 'The cat is a small carnivore.',
            date: '2025-08-29T00:00:00.000Z',
          }),
        ],
      },
    ],
    ['its stand-in with an infobox', told(kagi, 'web'), { correction: '', infobox: catInfobox, results: [datedCat] }],
    ['nothing found: the list is absent', nothing, NOTHING],
    ['an infobox with only a title', with1('infobox', null, { title: 'Cat', url: 'javascript:x' }), NOTHING],
    ['an infobox that is not a list', json({ meta: {}, data: { infobox: 'none' } }), NOTHING],
    [
      'hostile fields',
      with1(
        'search',
        null,
        { url: 'javascript:x' },
        { url: 'https://a.example/', title: '<i>A</i>', snippet: 3, time: [] },
      ),
      { ...NOTHING, results: [row('a.example', { title: 'A' })] },
    ],
  ],
  failures: noList('search'),
};

const images: AdapterContract<'images'> = {
  ...common,
  operation: 'images',
  requests: [['images, which have no pages', {}, { workflow: 'images', page: null }], ...requests],
  skips: [
    ['a second page', { page: 2 }],
    ['the fiftieth page', { page: 50 }],
  ],
  answers: [
    ['its stand-in', told(kagi, 'images'), { results: [catPicture] }],
    [
      'the image itself where there is no thumbnail',
      with1('image', { url: 'https://b.example/', image: { url: 'https://cdn.example/b.jpg' } }),
      {
        results: [
          image('b.example', {
            ...itself('https://cdn.example/b.jpg'),
          }),
        ],
      },
    ],
    ['nothing found: the list is absent', nothing, { results: [] }],
    ['other lists are not images', json(fixture('kagi-search.json')), { results: [] }],
    [
      'hostile fields',
      with1('image', { url: 'data:,x' }, { url: 'https://a.example/', props: { thumbnail: { url: '/proxy/x' } } }),
      { results: [image('a.example')] },
    ],
  ],
  failures: noList('image'),
};

const news: AdapterContract<'news'> = {
  ...common,
  operation: 'news',
  requests: [['news', {}, { workflow: 'news' }], ...requests, ...paged],
  skips: tooDeep,
  answers: [
    ['its stand-in', told(kagi, 'news'), { results: [catReport] }],
    [
      'an article with its publisher',
      with1('news', { url: 'https://a.example/', props: { publisher: 'The A' } }),
      { results: [article('a.example', { publisher: 'The A' })] },
    ],
    ['nothing found: the list is absent', nothing, { results: [] }],
    [
      'hostile fields',
      with1(
        'news',
        'x',
        { url: 'javascript:x' },
        { url: 'https://a.example/', image: 'data:,x', props: 7, time: 'soon' },
      ),
      { results: [article('a.example')] },
    ],
  ],
  failures: noList('news'),
};

const videos: AdapterContract<'videos'> = {
  ...common,
  operation: 'videos',
  requests: [['videos', {}, { workflow: 'videos' }], ...requests, ...paged],
  skips: tooDeep,
  answers: [
    ['its stand-in', told(kagi, 'videos'), { results: [catFilm] }],
    [
      'a length in ISO 8601, and a thumbnail among the properties',
      with1('video', {
        url: 'https://a.example/',
        props: { duration: 'PT4M13S', thumbnail: { url: 'https://cdn.example/a.jpg' } },
      }),
      { results: [video('a.example', { duration: '4:13', thumbnail: 'https://cdn.example/a.jpg' })] },
    ],
    ['nothing found: the list is absent', nothing, { results: [] }],
    [
      'hostile fields',
      with1('video', { url: 'javascript:x' }, { url: 'https://a.example/', props: { duration: {}, thumbnail: [] } }),
      { results: [video('a.example')] },
    ],
  ],
  failures: noList('video'),
};

export const kagiContracts: AnyContract[] = [web, images, news, videos];
