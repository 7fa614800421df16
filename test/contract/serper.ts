import { serper } from '../../lib/engines/serper.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { article, image, infobox, itself, NOTHING, row, search, video } from './cases.ts';

const common = {
  adapter: serper,
  key: { header: 'x-api-key' },
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  method: 'POST',
  query: { param: 'q', maxChars: 500 },
  skips: [],
  followUp: [],
} as const;

const answer = (fields: object) => json({ searchParameters: { q: 'x' }, ...fields, credits: 1 });
const errorOf = (status: number, message: string) => json({ message, statusCode: status }, status);

const languages: AdapterContract<'web'>['requests'] = [
  ['safe', { safe: true }, { safe: 'active' }],
  ['not safe: the parameter is absent', { safe: false }, { safe: null }],
  ['no language', {}, { hl: null, gl: null }],
  ['a language', { lang: 'sv' }, { hl: 'sv', gl: null }],
  ['a language with a region', { lang: 'pt-BR' }, { hl: 'pt', gl: 'br' }],
  ['a region alone', { lang: 'und-DE' }, { hl: null, gl: 'de' }],
  ['a region behind a script', { lang: 'sr-Latn-RS' }, { hl: 'sr', gl: 'rs' }],
  ['Chinese', { lang: 'zh' }, { hl: 'zh-cn', gl: null }],
  ['Chinese in China', { lang: 'zh-CN' }, { hl: 'zh-cn', gl: 'cn' }],
  ['Chinese in Singapore', { lang: 'zh-SG' }, { hl: 'zh-cn', gl: 'sg' }],
  ['Chinese in Taiwan', { lang: 'zh-TW' }, { hl: 'zh-tw', gl: 'tw' }],
  ['Chinese in Hong Kong', { lang: 'zh-HK' }, { hl: 'zh-tw', gl: 'hk' }],
  ['Chinese in the traditional script', { lang: 'ZH-hant' }, { hl: 'zh-tw', gl: null }],
  ['Chinese in the traditional script in Taiwan', { lang: 'zh-Hant-TW' }, { hl: 'zh-tw', gl: 'tw' }],
  ['a region of the world, which it does not support', { lang: 'es-419' }, { hl: 'es', gl: null }],
];
const requests: AdapterContract<'web'>['requests'] = [
  ['an ordinary search', {}, { q: 'climat change', tbs: null }],
  ['the first page', { page: 1 }, { page: 1 }],
  ['the fiftieth page', { page: 50 }, { page: 50 }],
  ['the last day', { date: 'd' }, { tbs: 'qdr:d' }],
  ['the last week', { date: 'w' }, { tbs: 'qdr:w' }],
  ['the last month', { date: 'm' }, { tbs: 'qdr:m' }],
  ['the last year', { date: 'y' }, { tbs: 'qdr:y' }],
  ...languages,
];
const refusals: AdapterContract<'web'>['failures'] = [
  ['a wrong key', errorOf(403, 'Unauthorized.'), 'refused'],
  ['credits used up, which is a 400', errorOf(400, 'Not enough credits'), 'rate_limited', 3_600_000],
  ['a bad parameter', errorOf(400, 'c4n4ry'), 'rejected'],
  ['a limit', errorOf(429, 'Too many requests'), 'rate_limited', null],
  ['a limit with Retry-After', plain(429, '', { 'retry-after': '2' }), 'rate_limited', 2_000],
  ['an error page', html(502), 'upstream'],
  ['an error with HTTP 200', errorOf(200, 'c4n4ry'), 'upstream'],
];
const failures = (list: string): AdapterContract<'web'>['failures'] => [
  ...refusals,
  ['a list without the search parameters', json({ [list]: [] }), 'upstream'],
  ['no list', answer({}), 'upstream'],
  ['a list of the wrong type', answer({ [list]: 'none' }), 'upstream'],
];

const web: AdapterContract<'web'> = {
  ...common,
  operation: 'web',
  input: search,
  path: '/search',
  requests,
  answers: [
    [
      'the sample',
      json(fixture('serper-search.json')),
      {
        correction: '',
        infobox: infobox({
          title: 'Cat',
          subtitle: 'Animal',
          description: 'The cat is a small carnivore.',
          url: 'https://en.example.org/wiki/Cat',
          website: 'https://en.example.org/wiki/Cat',
          image: 'https://encrypted-tbn0.gstatic.com/images?q=tbn:A',
          attributes: [{ label: 'Lifespan', value: '12–18 years' }],
          attribution: 'Wikipedia',
        }),
        results: [
          row('en.example.org/wiki/Cat', {
            title: 'Cat',
            description: 'The cat is a small carnivore.',
            date: '2025-08-29T00:00:00.000Z',
            ageText: 'Aug 29, 2025',
            sitelinks: [{ title: 'Breeds', url: 'https://en.example.org/wiki/Cat_breeds' }],
          }),
        ],
      },
    ],
    ['nothing found', answer({ organic: [] }), NOTHING],
    [
      'dates in the language of the search, in their field or before the text',
      answer({
        organic: [
          { link: 'https://a.example/page', title: 'A', date: 'vor 3 Tagen', snippet: 'Eins.' },
          { link: 'https://b.example/page', title: 'B', snippet: '17. Apr. 2024 — Zwei.' },
          { link: 'https://c.example/page', title: 'C', snippet: 'Apr 17, 2024 ... Drei.' },
        ],
      }),
      {
        ...NOTHING,
        results: [
          row('a.example/page', {
            title: 'A',
            description: 'Eins.',
            date: '2026-11-12T12:00:00.000Z',
            ageText: 'vor 3 Tagen',
          }),
          row('b.example/page', { title: 'B', description: 'Zwei.', date: '2024-04-17T00:00:00.000Z' }),
          row('c.example/page', { title: 'C', description: 'Drei.', date: '2024-04-17T00:00:00.000Z' }),
        ],
      },
      { input: { lang: 'de-AT' } },
    ],
    ['an infobox with only a title', answer({ organic: [], knowledgeGraph: { title: 'A' } }), NOTHING],
    ['an infobox that is not an object', answer({ organic: [], knowledgeGraph: 'A' }), NOTHING],
    [
      'an infobox with hostile fields',
      answer({
        organic: [],
        knowledgeGraph: {
          title: '<b>A</b>',
          type: 'Thing',
          website: 'javascript:x',
          imageUrl: 'data:image/png,x',
          descriptionLink: 7,
          attributes: { 'Born:': '<i>1879</i>', Height: 180, Bad: null, '': 'x' },
        },
      }),
      {
        ...NOTHING,
        infobox: infobox({
          title: 'A',
          subtitle: 'Thing',
          attributes: [
            { label: 'Born', value: '1879' },
            { label: 'Height', value: '180' },
          ],
        }),
      },
    ],
    [
      'hostile fields',
      answer({
        organic: [
          { link: 'javascript:x' },
          {
            link: 'https://a.example/page',
            title: '<b>A</b>',
            snippet: ['x'],
            date: 'last Tuesday',
            sitelinks: [{ title: 'x', link: 'javascript:x' }, null],
          },
        ],
      }),
      { ...NOTHING, results: [row('a.example/page', { title: 'A', ageText: 'last Tuesday' })] },
    ],
  ],
  failures: failures('organic'),
};

const images: AdapterContract<'images'> = {
  ...common,
  operation: 'images',
  input: search,
  path: '/images',
  requests,
  answers: [
    [
      'the sample',
      json(fixture('serper-images.json')),
      {
        results: [
          image('pets.example/cat', {
            title: 'Cat',
            thumbnail: 'https://encrypted-tbn0.gstatic.com/images?q=tbn:A',
            thumbnailKey: 'encrypted-tbn0.gstatic.com/images?q=tbn%3AA',
            imageUrl: 'https://cdn.pets.example/cat.jpg',
            width: 1200,
            height: 800,
          }),
        ],
      },
    ],
    ['nothing found', answer({ images: [] }), { results: [] }],
    [
      'the image itself where there is no thumbnail',
      answer({ images: [{ link: 'https://a.example/', imageUrl: 'https://cdn.example/a.png' }] }),
      {
        results: [
          image('a.example', {
            ...itself('https://cdn.example/a.png'),
          }),
        ],
      },
    ],
    [
      'hostile fields',
      answer({
        images: [7, { link: 'data:,x' }, { link: 'https://a.example/', title: {}, thumbnailUrl: 'data:image/png,x' }],
      }),
      { results: [image('a.example')] },
    ],
  ],
  failures: failures('images'),
};

const news: AdapterContract<'news'> = {
  ...common,
  operation: 'news',
  input: search,
  path: '/news',
  requests,
  answers: [
    [
      'the sample',
      json(fixture('serper-news.json')),
      {
        results: [
          article('news.example/polls', {
            title: 'Voters head to the polls',
            description: 'Polling stations opened.',
            publisher: 'Example News',
            date: '2026-11-15T10:00:00.000Z',
            ageText: '2 hours ago',
            thumbnail: 'https://encrypted-tbn0.gstatic.com/images?q=tbn:C',
          }),
        ],
      },
    ],
    ['nothing found', answer({ news: [] }), { results: [] }],
    [
      'a picture inside the answer, which nobody could open elsewhere, and other hostile fields',
      answer({
        news: [
          { link: 'javascript:x' },
          { link: 'https://a.example/', title: 'A<br>B', imageUrl: 'data:image/jpeg;base64,/9j/4AAQ', source: 7 },
        ],
      }),
      { results: [article('a.example', { title: 'A B' })] },
    ],
  ],
  failures: failures('news'),
};

const videos: AdapterContract<'videos'> = {
  ...common,
  operation: 'videos',
  input: search,
  path: '/videos',
  requests,
  answers: [
    [
      'the sample',
      json(fixture('serper-videos.json')),
      {
        results: [
          video('www.youtube.com/watch?v=aaaaaaaaaaa', {
            title: 'Rust in one hour',
            publisher: 'Example Channel',
            duration: '1:02:36',
            date: '2024-07-25T00:00:00.000Z',
            ageText: 'Jul 25, 2024',
            thumbnail: 'https://i.ytimg.com/vi/aaaaaaaaaaa/mqdefault.jpg',
          }),
        ],
      },
    ],
    ['nothing found', answer({ videos: [] }), { results: [] }],
    [
      'the source where the channel is missing, and hostile fields',
      answer({
        videos: [
          { link: 'javascript:x' },
          { link: 'https://a.example/', source: '<b>YouTube</b>', duration: 'live', imageUrl: 7 },
        ],
      }),
      { results: [video('a.example', { publisher: 'YouTube' })] },
    ],
  ],
  failures: failures('videos'),
};

export const serperContracts: AnyContract[] = [web, images, news, videos];
