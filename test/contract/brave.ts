import { brave } from '../../lib/engines/brave.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { article, image, infobox, itself, languages, lookup, NOTHING, row, search, video } from './cases.ts';

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

const braveLanguages = {
  en: 'en',
  EN: 'en',
  'en-US': 'en',
  'en-GB': 'en-gb',
  'de-AT': 'de',
  zh: 'zh-hans',
  'zh-CN': 'zh-hans',
  'zh-Hans': 'zh-hans',
  'zh-TW': 'zh-hant',
  'zh-HK': 'zh-hant',
  'zh-Hant-TW': 'zh-hant',
  pt: 'pt-pt',
  'pt-PT': 'pt-pt',
  'pt-BR': 'pt-br',
  'pt-AO': 'pt-pt',
  no: 'nb',
  nn: 'nb',
  'nb-NO': 'nb',
  ja: 'jp',
  'ja-JP': 'jp',
  'sr-Latn-RS': 'sr',
  xx: null,
  tlh: null,
};

const thumb = (size: string) =>
  `https://imgs.search.brave.com/AbC123xyz/rs:fit:${size}/g:ce/aHR0cHM6Ly9leGFtcGxlLm9yZy9p`;

const ABOUT = { title: 'About', url: 'https://www.a.example/about/' };
const DOWNLOAD = { title: 'Download', url: 'https://www.a.example/downloads/' };

const braveCountries = {
  '': 'ALL',
  en: 'ALL',
  'en-GB': 'GB',
  'pt-br': 'BR',
  'zh-TW': 'TW',
  'zh-Hant-HK': 'HK',
  'zh-Hant': 'ALL',
  'es-419': 'ALL',
  'de-LI': 'ALL',
};

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
    ['pages and the infobox together', {}, { result_filter: 'web,query,infobox' }],
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
    ...languages('search_lang', braveLanguages),
    ...languages('country', braveCountries),
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
        hasNext: true,
        infobox: infobox({
          title: 'Climate change',
          subtitle: "Current rise in Earth's average temperature",
          description:
            'Present-day climate change includes both global warming and its wider effects on the climate system.',
          url: 'https://en.wikipedia.org/wiki/Climate_change',
          website: 'https://example.org/climate',
          image: thumb('200:200:1:0'),
          attributes: [
            { label: 'Field', value: 'Climatology' },
            { label: 'Cause', value: 'Greenhouse gas emissions' },
          ],
          links: [{ title: 'Wikipedia', url: 'https://en.wikipedia.org/wiki/Climate_change' }],
          attribution: 'wikipedia',
        }),
        results: [
          row('en.example.org/wiki/Climate_change', {
            title: 'Climate change - Example Encyclopedia',
            description: "Present-day climate change includes both global warming & its wider effects. It's ongoing.",
            faviconUrl: icon,
            date: '2026-08-20T15:49:55.000Z',
            ageText: '2 days ago',
            sitelinks: [
              { title: 'Causes', url: 'https://en.example.org/wiki/Climate_change#Causes' },
              { title: 'Effects', url: 'https://en.example.org/wiki/Climate_change#Effects' },
            ],
          }),
          row('www.agency.example/climate/', {
            title: 'Climate - Agency',
            description: 'Vital signs of the planet.',
            faviconUrl: icon,
            date: '2019-09-06T00:00:00.000Z',
            ageText: 'September 6, 2019',
          }),
          row('plain.example', {
            title: 'No date, no thumbnail page',
            description: 'A result without age, page_age, thumbnail or deep_results.',
            faviconUrl: icon,
          }),
        ],
      },
    ],
    [
      'links of the site are a cluster too, and an age in words is a date',
      json({
        query: { more_results_available: true },
        web: {
          results: [
            {
              url: 'https://www.a.example/',
              cluster: [{ ...DOWNLOAD, description: 'A release?' }, ABOUT],
              deep_results: { buttons: [ABOUT] },
            },
            { url: 'https://b.example/page', age: '3 days ago' },
            { url: 'https://c.example/page', age: 'May 4, 2023' },
          ],
        },
      }),
      {
        ...NOTHING,
        hasNext: true,
        results: [
          row('www.a.example', { sitelinks: [ABOUT, DOWNLOAD] }),
          row('b.example/page', { date: '2026-11-12T12:00:00.000Z', ageText: '3 days ago' }),
          row('c.example/page', { date: '2023-05-04T00:00:00.000Z', ageText: 'May 4, 2023' }),
        ],
      },
    ],
    ['nothing found: the web block is absent', json(fixture('brave-web-empty.json')), { ...NOTHING, hasNext: false }],
    ['a web block without results', json({ type: 'search', query: {}, web: { results: [] } }), NOTHING],
    [
      'a sentence where there is no description',
      json({
        query: { more_results_available: 'yes' },
        web: {
          results: [
            { url: 'https://a.example/page', description: 'We cannot provide a description for this page right now' },
          ],
        },
      }),
      { ...NOTHING, results: [row('a.example/page')] },
    ],
    [
      'an infobox with lists, and with a picture in another place',
      json({
        query: {},
        infobox: {
          results: [
            {
              title: 'Ada',
              description: 'A mathematician',
              images: [{ src: 'https://pictures.example/ada.jpg', original: 'https://ada.example/ada.jpg' }],
              attributes: [
                ['Children', '<b>Byron</b><br>Annabella <br /> Ralph'],
                ['Fields', 'Mathematics,<br/>computing<br>'],
              ],
            },
          ],
        },
      }),
      {
        ...NOTHING,
        infobox: infobox({
          title: 'Ada',
          subtitle: 'A mathematician',
          description: 'A mathematician',
          image: 'https://pictures.example/ada.jpg',
          attributes: [
            { label: 'Children', value: 'Byron, Annabella, Ralph' },
            { label: 'Fields', value: 'Mathematics, computing' },
          ],
        }),
      },
    ],
    ['an empty infobox', json({ query: {}, infobox: { results: [] } }), NOTHING],
    ['an infobox with only a title', json({ query: {}, infobox: { results: [{ title: 'A' }] } }), NOTHING],
    [
      'a single infobox instead of a list, with markup and invalid addresses',
      json({
        query: {},
        infobox: {
          label: '<b>A</b>',
          description: 'A &amp; B',
          url: 'javascript:x',
          website_url: 'data:,x',
          thumbnail: { src: '//a.example/x.png' },
          attributes: [['Born:', '<a href="javascript:x">1879</a>'], ['Empty', ''], 'x', [], [{}, {}]],
          profiles: [{ name: 'Bad', url: 'javascript:x' }, null],
          providers: 'x',
        },
      }),
      {
        ...NOTHING,
        infobox: infobox({
          title: 'A',
          subtitle: 'A & B',
          description: 'A & B',
          attributes: [{ label: 'Born', value: '1879' }],
        }),
      },
    ],
    [
      'rows of nonsense between good ones',
      json({
        query: { altered: 7 },
        web: { results: [null, 'x', { url: 'javascript:alert(1)' }, { url: 'https://a.example/', meta_url: 3 }, []] },
      }),
      {
        correction: '',
        infobox: null,
        results: [row('a.example')],
      },
    ],
  ],
  failures: [
    ['a wrong key, which is a 422', json(fixture('brave-error-invalid-token.json'), 422), 'refused'],
    ['a plan that is missing, which is a 404', braveError('SUBSCRIPTION_NOT_FOUND', 404), 'refused'],
    ['an option that is not in the plan', braveError('OPTION_NOT_IN_PLAN', 400), 'refused'],
    ['a bad parameter, which is our fault', json(fixture('brave-error-validation.json'), 422), 'rejected'],
    ['a 422 without details', json({}, 422), 'rejected'],
    ['a 404 without details', plain(404), 'rejected'],
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
    [
      'the quota of the month used up, which it calls a rate limit',
      json(fixture('brave-error-spent.json'), 429, { 'x-ratelimit-reset': '1, 1800' }),
      'rate_limited',
      1_800_000,
    ],
    [
      'the quota of the month used up for days: at most an hour',
      json(fixture('brave-error-spent.json'), 429, { 'x-ratelimit-reset': '1, 1419704' }),
      'rate_limited',
      3_600_000,
    ],
    ['a limit with unreadable windows', braveLimits('RATE_LIMITED', { reset: 'soon' }), 'rate_limited', null],
    ['a limit with an enormous wait', braveLimits('QUOTA_LIMITED', { reset: '1, 1e308' }), 'rate_limited'],
    ['a list of the wrong type', json({ query: {}, web: { results: 'none' } }), 'upstream'],
    ['a web block without a list', json({ query: {}, web: {} }), 'upstream'],
    ['JSON that is no answer', json({}), 'upstream'],
    ['an infobox without a query', json({ infobox: { results: [] } }), 'upstream'],
    ['an error page', html(503), 'upstream'],
  ],
  followUp: [
    [
      'their server does not know a language of their list',
      json(braveBlames('query', 'search_lang'), 422),
      { lang: 'ja', page: 2, date: 'w' },
      { changes: { search_lang: null } },
    ],
    [
      'the same, in the documented shape',
      json({ errors: [braveBlames('query', 'search_lang').error] }, 422),
      { lang: 'ja' },
      { changes: { search_lang: null } },
    ],
    ['no language was sent', json(braveBlames('query', 'search_lang'), 422), { lang: '' }, null],
    ['an unknown language was not sent either', json(braveBlames('query', 'search_lang'), 422), { lang: 'xx' }, null],
    ['another parameter is to blame', json(braveBlames('query', 'offset'), 422), { lang: 'ja' }, null],
    ['the key is wrong', json(fixture('brave-error-invalid-token.json'), 422), { lang: 'ja' }, null],
    ['a rate limit', json(fixture('brave-error-rate-limited.json'), 429), { lang: 'ja' }, null],
    ['a failure of the server', plain(500), { lang: 'ja' }, null],
    ['nothing was found', json(fixture('brave-web-empty.json')), { lang: 'ja' }, null],
  ],
};

/** The parts that all kinds of search share. */
const common = {
  adapter: brave,
  key: { header: 'x-subscription-token' },
  headers: { accept: 'application/json' },
} as const;
/** Every endpoint of Brave refuses requests in the same ways. */
const refusals = braveWeb.failures.filter(([, { status }]) => status !== 200);
const noList: AdapterContract<'images'>['failures'] = [
  ['no list', json({ type: 'x', query: {} }), 'upstream'],
  ['a list of the wrong type', json({ type: 'x', query: {}, results: {} }), 'upstream'],
];
const pagesAndDates = braveWeb.requests.filter(([, input]) => 'page' in input || 'date' in input || 'safe' in input);

const braveImages: AdapterContract<'images'> = {
  ...common,
  operation: 'images',
  input: search,
  path: '/images/search',
  query: { param: 'q', maxChars: 400, maxWords: 50 },
  requests: [
    ['the first page, without an offset, which images do not have', {}, { count: '50', offset: null }],
    ['a later page, as a longer list', { page: 2 }, { count: '100', offset: null }],
    ['the last page that there is', { page: 4 }, { count: '200' }],
    ['no unknown parameters', {}, { freshness: null, text_decorations: null, result_filter: null }],
    ['safe', { safe: true }, { safesearch: 'strict' }],
    ['not safe', { safe: false }, { safesearch: 'off' }],
    ...languages('search_lang', braveLanguages),
  ],
  skips: [
    ['a page beyond its two hundred images', { page: 5 }],
    ['the fiftieth page', { page: 50 }],
    ['a filter by age, which images do not have', { date: 'w' }],
  ],
  answers: [
    [
      'the sample',
      json(fixture('brave-images.json')),
      {
        results: [
          image('dogs.example/breeds/golden', {
            title: 'Golden retriever on grass',
            thumbnail: thumb('500:0:0:0'),
            imageUrl: 'https://cdn.dogs.example/golden.jpg',
            width: 1920,
            height: 1280,
          }),
          image('pets.example/p/1', {
            title: 'Puppy',
            thumbnail: thumb('500:0:0:0'),
            imageUrl: 'https://pets.example/i/1.png',
          }),
        ],
      },
    ],
    ['nothing found', json({ type: 'images', query: {}, results: [] }), { results: [] }],
    [
      'the second page: what comes after the first fifty',
      json({ results: Array.from({ length: 52 }, (_, i) => ({ url: `https://i${i}.example/` })) }),
      { results: [image('i50.example'), image('i51.example')] },
      { input: { page: 2 } },
    ],
    [
      'a second page that there is not',
      json({ results: [{ url: 'https://i0.example/' }] }),
      { results: [] },
      { input: { page: 2 } },
    ],
    [
      'the image itself where there is no thumbnail',
      json({ results: [{ url: 'https://a.example/', properties: { url: 'https://cdn.example/a.png' } }] }),
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
      json({
        results: [
          null,
          'x',
          { url: 'javascript:alert(1)', thumbnail: { src: 'https://a.example/' } },
          { url: 'https://a.example/', title: '<img src=x onerror=alert(1)>A &amp; B', thumbnail: { src: 'data:,x' } },
          { url: 'https://b.example/', title: 7, thumbnail: 'https://b.example/b.png', properties: [] },
        ],
      }),
      { results: [image('a.example', { title: 'A & B' }), image('b.example')] },
    ],
  ],
  failures: [...refusals, ...noList],
  followUp: braveWeb.followUp
    .filter(([, { status }]) => status !== 200)
    .map(([name, response, input, second]) => [name, response, { lang: input.lang ?? '' }, second]),
};

const braveNews: AdapterContract<'news'> = {
  ...common,
  operation: 'news',
  input: search,
  path: '/news/search',
  query: { param: 'q', maxChars: 400, maxWords: 50 },
  requests: [
    ['an ordinary search', {}, { q: 'climat change', count: '20', country: 'ALL', freshness: null, search_lang: null }],
    ...pagesAndDates,
    ...languages('search_lang', braveLanguages),
  ],
  skips: braveWeb.skips,
  answers: [
    [
      'the sample',
      json(fixture('brave-news.json')),
      {
        results: [
          article('news.example/2026/08/polls', {
            title: 'Voters head to the polls',
            description: 'Polling stations opened at dawn.',
            date: '2026-08-22T17:09:03.000Z',
            ageText: '48 minutes ago',
            thumbnail: thumb('200:200:1:0'),
          }),
          article('www.daily.example/a/1', {
            title: 'Older analysis without thumbnail',
            description: 'Long read.',
            date: '2024-11-10T19:32:32.000Z',
            ageText: 'November 10, 2024',
          }),
        ],
      },
    ],
    ['nothing found', json({ type: 'news', query: {}, results: [] }), { results: [] }],
    [
      'a publisher where it names one',
      json({ results: [{ url: 'https://a.example/', profile: { name: 'The A' } }] }),
      { results: [article('a.example', { publisher: 'The A' })] },
    ],
    [
      'hostile fields',
      json({
        results: [
          [],
          { url: 'data:text/html,x' },
          {
            url: 'https://a.example/',
            title: '<b>A</b>',
            description: '<script>x</script>',
            page_age: {},
            age: 3,
            thumbnail: { src: 'javascript:x' },
            profile: 'A',
          },
          { url: 'https://b.example/', thumbnail: { src: 'https://b.example/logo.png', logo: true } },
        ],
      }),
      { results: [article('a.example', { title: 'A', description: 'x' }), article('b.example')] },
    ],
  ],
  failures: [...refusals, ...noList],
  followUp: braveWeb.followUp,
};

const braveVideos: AdapterContract<'videos'> = {
  ...common,
  operation: 'videos',
  input: search,
  path: '/videos/search',
  query: { param: 'q', maxChars: 400, maxWords: 50 },
  requests: braveNews.requests,
  skips: braveWeb.skips,
  answers: [
    [
      'the sample',
      json(fixture('brave-videos.json')),
      {
        results: [
          video('www.youtube.com/watch?v=aaaaaaaaaaa', {
            title: 'Rust in one hour',
            publisher: 'Example Channel',
            duration: '1:02:36',
            date: '2024-07-25T13:01:00.000Z',
            ageText: 'July 25, 2024',
            thumbnail: thumb('200:200:1:0'),
          }),
          video('vimeo.com/1', {
            title: 'Clip with no metadata',
          }),
        ],
      },
    ],
    ['nothing found', json({ type: 'videos', query: {}, results: [] }), { results: [] }],
    [
      'the publisher where the channel is missing',
      json({ results: [{ url: 'https://a.example/', video: { publisher: 'Vimeo', duration: '04:13' } }] }),
      { results: [video('a.example', { publisher: 'Vimeo', duration: '4:13' })] },
    ],
    [
      'hostile fields',
      json({
        results: [
          { url: 'javascript:alert(1)', video: { duration: '1:00' } },
          { url: 'https://a.example/', title: '&lt;b&gt;', video: { duration: '<b>', publisher: { name: 'x' } } },
          { url: 'https://b.example/', video: 'x', thumbnail: [] },
        ],
      }),
      { results: [video('a.example', { title: '<b>' }), video('b.example')] },
    ],
  ],
  failures: [...refusals, ...noList],
  followUp: braveWeb.followUp,
};

const braveSuggest: AdapterContract<'suggest'> = {
  ...common,
  operation: 'suggest',
  input: lookup,
  path: '/suggest/search',
  query: { param: 'q', maxChars: 200, maxWords: 50 },
  requests: [
    ['an ordinary beginning', { q: 'hel' }, { q: 'hel', count: '10', lang: null, search_lang: null, rich: null }],
    ...languages('lang', { ...braveLanguages, fil: null }),
  ],
  skips: [],
  answers: [
    [
      'the sample',
      json(fixture('brave-suggest.json')),
      { suggestions: ['hello world', 'hello kitty', 'hello neighbor'] },
    ],
    [
      'the sample of the dearer plan',
      json(fixture('brave-suggest-rich.json')),
      { suggestions: ['albert einstein', 'albert heijn'] },
    ],
    ['no suggestions', json({ type: 'suggest', query: {}, results: [] }), { suggestions: [] }],
    [
      'nonsense between good ones',
      json({ results: [null, { query: 7 }, { query: '<b>hello</b>&nbsp;you' }, [], { title: 'x' }] }),
      { suggestions: ['hello you'] },
    ],
  ],
  failures: [...refusals, ...noList],
  followUp: [
    [
      'their server does not know a language of their list',
      json(braveBlames('query', 'lang'), 422),
      { lang: 'ja' },
      { changes: { lang: null } },
    ],
    ['no language was sent', json(braveBlames('query', 'lang'), 422), { lang: '' }, null],
    ['another parameter is to blame', json(braveBlames('query', 'q'), 422), { lang: 'ja' }, null],
  ],
};

export const braveContracts: AnyContract[] = [braveWeb, braveImages, braveNews, braveVideos, braveSuggest];
