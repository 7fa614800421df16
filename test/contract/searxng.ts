import { searxng } from '../../lib/engines/searxng.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { article, image, infobox, itself, languages, lookup, NOTHING, row, search, video } from './cases.ts';

/** SearXNG's limiter refuses requests that accept only JSON or name no language. */
const headers = { accept: 'application/json, text/html;q=0.9', 'accept-language': 'en' };
const common = { adapter: searxng, key: null, headers, path: '/search', followUp: [] } as const;
const query = { param: 'q', maxChars: 500 };

const empty = {
  query: 'x',
  results: [],
  answers: [],
  corrections: [],
  infoboxes: [],
  suggestions: [],
  unresponsive_engines: [],
};
/** A picture itself in place of its address. */
const DATA = 'data:image/png;base64,AA';
const found = (...results: unknown[]) => json({ ...empty, results });
const down = json({
  ...empty,
  unresponsive_engines: [
    ['google', 'Suspended: c4n4ry'],
    ['brave', 'timeout'],
  ],
});

const languageCases: AdapterContract<'web'>['requests'] = [
  ...languages('language', {
    '': 'all',
    de: 'de',
    'DE-at': 'de-AT',
    'zh-Hant-TW': 'zh-TW',
    'zh-Hant': 'zh-TW',
    'zh-Hans': 'zh-CN',
    'sr-Latn': 'sr-RS',
    'es-419': 'es',
    fil: 'fil',
    klingon: 'all',
    'und-DE': 'all',
  }),
  ['its language in the header too', { lang: 'de-AT' }, {}, { headers: { 'accept-language': 'de-AT' } }],
  ['safe', { safe: true }, { safesearch: '2' }],
  ['not safe', { safe: false }, { safesearch: '0' }],
];
const withoutItsCommands: AdapterContract<'web'>['requests'] = [
  ['a bang, which would choose an engine, as a word', { q: '!g node' }, { q: 'g node' }],
  ['two bangs, which would redirect us, as a word', { q: 'node !!w' }, { q: 'node w' }],
  ['a language, which would be obeyed, as a word', { q: ':de node' }, { q: 'de node' }],
  ['a time limit, which would be obeyed, as a word', { q: '<3 node' }, { q: '3 node' }],
  ['a command behind a command as a word', { q: '!:de !<3 node' }, { q: 'de 3 node' }],
];
const onlyCommands: [name: string, input: { q: string }][] = [
  ['a query of nothing but a command', { q: '!!' }],
  ['a query of nothing but commands', { q: '! !! !' }],
];

const requests: AdapterContract<'web'>['requests'] = [
  ['an ordinary search, in JSON', {}, { q: 'climat change', format: 'json', time_range: null, engines: null }],
  ['the first page', { page: 1 }, { pageno: '1' }],
  ['the fiftieth page', { page: 50 }, { pageno: '50' }],
  ['the last day', { date: 'd' }, { time_range: 'day' }],
  ['the last week', { date: 'w' }, { time_range: 'week' }],
  ['the last month', { date: 'm' }, { time_range: 'month' }],
  ['the last year', { date: 'y' }, { time_range: 'year' }],
  ...languageCases,
  ...withoutItsCommands,
];
const failures: AdapterContract<'web'>['failures'] = [
  ['JSON that is not turned on', html(403), 'refused'],
  ['its limiter', plain(429, 'Too Many Requests'), 'rate_limited', null],
  ['its limiter with Retry-After', plain(429, 'Too Many Requests', { 'retry-after': '600' }), 'rate_limited', 600_000],
  ['a bad parameter', json(fixture('searxng-error.json'), 400), 'rejected'],
  ['a failure of its own', json({ error: 'search error c4n4ry' }, 500), 'upstream'],
  ['a command that redirects us', plain(302, '', { location: 'https://elsewhere.example/' }), 'upstream'],
  ['an error with HTTP 200', json(fixture('searxng-error.json')), 'upstream'],
  ['no results, because its engines are down', down, 'upstream'],
  ['a missing list', json({ ...empty, results: undefined }), 'upstream'],
  ['a list of the wrong type', json({ ...empty, results: {} }), 'upstream'],
];

const web: AdapterContract<'web'> = {
  ...common,
  operation: 'web',
  input: search,
  query,
  requests: [['web pages', {}, { categories: 'general' }], ...requests],
  skips: onlyCommands,
  answers: [
    [
      'the sample',
      json(fixture('searxng-general.json')),
      {
        correction: 'climate change',
        infobox: infobox({
          title: 'Climate change',
          description:
            "Present-day climate change includes both global warming and its wider effects on Earth's climate system.",
          url: 'https://en.wikipedia.org/wiki/Climate_change',
          image: 'https://upload.wikimedia.org/x/330px-Y.png',
          attributes: [{ label: 'Has cause', value: 'greenhouse gas emissions' }],
          links: [
            { title: 'Wikipedia', url: 'https://en.wikipedia.org/wiki/Climate_change' },
            { title: 'Wikidata', url: 'http://www.wikidata.org/entity/Q7942' },
          ],
          attribution: 'wikipedia',
        }),
        results: [
          row('en.example.org/wiki/Climate_change', {
            title: 'Climate change - Example Encyclopedia',
            description: 'Present-day climate change includes both global warming and its wider effects.',
          }),
          row('www.agency.example/climate/', {
            title: 'Climate - Agency',
            description: 'Vital signs of the planet.',
            date: '2026-08-20T00:00:00.000Z',
          }),
        ],
      },
    ],
    ['nothing found', json(empty), NOTHING],
    [
      'the index of rows that are Google’s or Bing’s, at least among others',
      found(
        { url: 'https://a.example/page', engine: 'google' },
        { url: 'https://b.example/page', engine: 'brave', engines: ['brave', 'google'] },
        { url: 'https://c.example/page', engine: 'bing' },
        { url: 'https://d.example/page', engine: 'googled', engines: 'x' },
      ),
      {
        ...NOTHING,
        results: [
          row('a.example/page', { index: 'google' }),
          row('b.example/page', { index: 'google' }),
          row('c.example/page', { index: 'bing' }),
          row('d.example/page'),
        ],
      },
    ],
    [
      'dates before the text, in English or in the language of the search',
      json({
        ...empty,
        results: [
          { url: 'https://a.example/page', content: '3 days ago · Eins.', publishedDate: null },
          { url: 'https://b.example/page', content: 'vor 2 Stunden · Zwei.', publishedDate: null },
          { url: 'https://c.example/page', content: '2 weeks ago - Drei - vier.', publishedDate: null },
        ],
      }),
      {
        ...NOTHING,
        results: [
          row('a.example/page', { description: 'Eins.', date: '2026-11-12T12:00:00.000Z' }),
          row('b.example/page', { description: 'Zwei.', date: '2026-11-15T10:00:00.000Z' }),
          row('c.example/page', { description: 'Drei - vier.', date: '2026-11-01T12:00:00.000Z' }),
        ],
      },
      { input: { lang: 'de' } },
    ],
    [
      'an infobox with an official site and hostile fields',
      json({
        ...empty,
        infoboxes: [
          {
            infobox: '<b>A</b>',
            content: 'Text',
            id: 'Q7942',
            img_src: '//cdn.example/a.png',
            urls: [
              null,
              { title: 'Bad', url: 'javascript:x' },
              { title: 'Site', url: 'https://a.example/', official: true },
            ],
            attributes: [{ label: 'Image', image: { src: 'x' } }, { label: 'Born', value: 1879 }, 'x'],
            engine: {},
          },
        ],
      }),
      {
        ...NOTHING,
        infobox: infobox({
          title: 'A',
          description: 'Text',
          website: 'https://a.example/',
          image: 'https://cdn.example/a.png',
          attributes: [{ label: 'Born', value: '1879' }],
          links: [{ title: 'Site', url: 'https://a.example/' }],
        }),
      },
    ],
    [
      'nothing found by the engines that are up, which suggest something else',
      json({ ...empty, suggestions: ['x'], unresponsive_engines: [['google', 'timeout']] }),
      NOTHING,
    ],
    [
      'nothing found, by an instance of whose engines one is away as ever',
      json({ ...empty, unresponsive_engines: [['google', 'timeout']] }),
      NOTHING,
    ],
    ['only the fields of every version', json({ results: [] }), NOTHING],
    [
      'images among the pages are left out',
      found({ url: 'https://i.example/', template: 'images.html' }, { url: 'https://a.example/' }),
      { ...NOTHING, results: [row('a.example')] },
    ],
    [
      'hostile fields',
      json({
        results: [
          null,
          { url: 'javascript:x' },
          { url: 'https://a.example/', title: '<b>A', content: {}, publishedDate: 1 },
        ],
        corrections: [{}],
        infoboxes: 'x',
        suggestions: null,
        unresponsive_engines: 'x',
      }),
      { ...NOTHING, results: [row('a.example', { title: 'A' })] },
    ],
  ],
  failures,
};

const images: AdapterContract<'images'> = {
  ...common,
  operation: 'images',
  input: search,
  query,
  requests: [['images', {}, { categories: 'images' }], ...requests],
  skips: onlyCommands,
  answers: [
    [
      'the sample',
      json(fixture('searxng-images.json')),
      {
        results: [
          image('dogs.example/breeds/golden', {
            title: 'Golden retriever on grass',
            thumbnail: 'https://imgs.search.brave.com/AbC123xyz/rs:fit:500:0:0:0/g:ce/x',
            imageUrl: 'https://cdn.dogs.example/golden.jpg',
          }),
          image('commons.wikimedia.org/wiki/File:Golden.jpg', {
            title: 'Golden',
            thumbnail: 'https://upload.wikimedia.org/wikipedia/commons/thumb/a/aa/Golden.jpg/270px-Golden.jpg',
            imageUrl: 'https://upload.wikimedia.org/wikipedia/commons/a/aa/Golden.jpg',
            width: 1920,
            height: 1280,
          }),
        ],
      },
    ],
    ['nothing found', json(empty), { results: [] }],
    [
      'the image itself where there is no thumbnail, completed where it lacks a scheme',
      found({ url: 'https://a.example/', thumbnail_src: '', img_src: '//cdn.example/a.png' }),
      {
        results: [
          image('a.example', {
            ...itself('https://cdn.example/a.png'),
          }),
        ],
      },
    ],
    [
      'the image itself where the thumbnail is a picture in place of its address',
      found({
        url: 'https://a.example/',
        thumbnail_src: DATA,
        img_src: 'https://cdn.example/a.png',
        resolution: '1200 × 800',
      }),
      {
        results: [
          image('a.example', {
            ...itself('https://cdn.example/a.png'),
            width: 1200,
            height: 800,
          }),
        ],
      },
    ],
    [
      'hostile fields',
      found(7, { url: 'data:,x' }, { url: 'https://a.example/', title: ['x'], img_src: DATA }),
      { results: [image('a.example')] },
    ],
  ],
  failures,
};

const news: AdapterContract<'news'> = {
  ...common,
  operation: 'news',
  input: search,
  query,
  requests: [['news', {}, { categories: 'news' }], ...requests],
  skips: onlyCommands,
  answers: [
    [
      'the sample: age and publisher may be one line',
      json(fixture('searxng-news.json')),
      {
        results: [
          article('news.example/2026/08/polls', {
            title: 'Voters head to the polls',
            index: 'bing',
            description: 'Polling stations opened at dawn.',
            publisher: 'Example News',
            date: '2026-11-15T10:00:00.000Z',
            ageText: '2 hours ago',
            thumbnail: 'https://www.bing.com/th?id=ON.1',
          }),
          article('www.daily.example/a/1', {
            title: 'Analysis',
            description: 'Long read.',
            publisher: 'Daily Example',
            date: '2026-08-22T15:04:00.000Z',
          }),
        ],
      },
    ],
    ['nothing found', json(empty), { results: [] }],
    [
      'thumbnails without a scheme, and a picture itself in place of its address',
      found(
        { url: 'https://a.example/', engine: 'bing news', thumbnail: '//www.bing.com/th?id=ON.2&pid=News' },
        { url: 'https://b.example/', engine: 'google news', thumbnail: DATA, img_src: 'https://cdn.b.example/b.jpg' },
        {
          url: 'https://c.example/',
          engine: 'peertube',
          thumbnail: DATA,
          img_src: '//cdn.c.example/c.jpg',
          author: 'Dawn Films',
        },
      ),
      {
        results: [
          article('a.example', { index: 'bing', thumbnail: 'https://www.bing.com/th?id=ON.2&pid=News' }),
          article('b.example', { index: 'google', thumbnail: 'https://cdn.b.example/b.jpg' }),
          article('c.example', { publisher: 'Dawn Films', thumbnail: 'https://cdn.c.example/c.jpg' }),
        ],
      },
    ],
    [
      'an age that is no date stays words',
      found({ url: 'https://a.example/', metadata: 'a while ago | The A' }),
      { results: [article('a.example', { publisher: 'The A', ageText: 'a while ago' })] },
    ],
    [
      'hostile fields',
      found(
        { url: 'javascript:x' },
        { url: 'https://a.example/', title: '<b>A</b>', metadata: 7, thumbnail: 'data:,x', publishedDate: {} },
        { url: 'https://b.example/', metadata: '| |' },
      ),
      { results: [article('a.example', { title: 'A' }), article('b.example')] },
    ],
  ],
  failures,
};

const videos: AdapterContract<'videos'> = {
  ...common,
  operation: 'videos',
  input: search,
  query,
  requests: [['videos', {}, { categories: 'videos' }], ...requests],
  skips: onlyCommands,
  answers: [
    [
      'the sample: a length is a clock or a number of seconds',
      json(fixture('searxng-videos.json')),
      {
        results: [
          video('www.youtube.com/watch?v=aaaaaaaaaaa', {
            title: 'Rust in one hour',
            duration: '1:02:36',
            date: '2024-07-25T00:00:00.000Z',
            thumbnail: 'https://imgs.search.brave.com/AbC123xyz/x',
          }),
          video('videos.example/w/2', {
            title: 'Rust basics',
            index: 'google',
            publisher: 'Example Channel',
            duration: '12:34',
          }),
        ],
      },
    ],
    ['nothing found', json(empty), { results: [] }],
    [
      'a thumbnail without a scheme, and one that is the picture itself',
      found(
        { url: 'https://a.example/', thumbnail: '//cdn.example/a.jpg' },
        { url: 'https://b.example/', thumbnail: DATA, img_src: 'https://cdn.example/b.jpg' },
      ),
      {
        results: [
          video('a.example', { thumbnail: 'https://cdn.example/a.jpg' }),
          video('b.example', { thumbnail: 'https://cdn.example/b.jpg' }),
        ],
      },
    ],
    [
      'the duration where the length is missing or empty',
      found(
        { url: 'https://a.example/', length: null, duration: '4:13' },
        { url: 'https://b.example/', length: '', duration: 253 },
      ),
      { results: [video('a.example', { duration: '4:13' }), video('b.example', { duration: '4:13' })] },
    ],
    [
      'hostile fields',
      found({ url: 'javascript:x' }, { url: 'https://a.example/', length: -1, author: {}, thumbnail: 'data:,x' }),
      { results: [video('a.example')] },
    ],
  ],
  failures,
};

const suggest: AdapterContract<'suggest'> = {
  ...common,
  operation: 'suggest',
  input: lookup,
  path: '/autocompleter',
  headers: { ...headers, 'x-requested-with': 'XMLHttpRequest' },
  query: { param: 'q', maxChars: 200 },
  requests: [
    ['an ordinary beginning', { q: 'hel' }, { q: 'hel' }],
    ['its language', { lang: 'de-AT' }, {}, { headers: { 'accept-language': 'de-AT' } }],
    ...withoutItsCommands.map(([name, { q = '' }, params]): AdapterContract<'suggest'>['requests'][number] => [
      name,
      { q },
      params,
    ]),
  ],
  skips: onlyCommands,
  answers: [
    ['the sample', json(fixture('searxng-autocompleter-xhr.json')), { suggestions: ['hello world', 'hello kitty'] }],
    [
      'the sample of the form that browsers know',
      {
        ...json(fixture('searxng-autocompleter-opensearch.json')),
        headers: { 'content-type': 'application/x-suggestions+json' },
      },
      { suggestions: ['hello world', 'hello kitty'] },
    ],
    ['no suggestions', json([]), { suggestions: [] }],
    ['no suggestions, in the format for browsers', json(['hello', [], [], [], {}]), { suggestions: [] }],
    ['nonsense between good ones', json([null, 7, '<b>a</b>', {}, 'b']), { suggestions: ['a', 'b'] }],
  ],
  failures: [
    ['a block', html(403), 'refused'],
    ['its limiter', plain(429, 'Too Many Requests'), 'rate_limited', null],
    ['a bad parameter', json(fixture('searxng-error.json'), 400), 'rejected'],
    ['a failure of its own', plain(500), 'upstream'],
    ['an object', json({ suggestions: ['a'] }), 'upstream'],
  ],
};

export const searxngContracts: AnyContract[] = [web, images, news, videos, suggest];
