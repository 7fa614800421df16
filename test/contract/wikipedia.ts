import { wikipedia } from '../../lib/engines/wikipedia.ts';
import { webRows } from '../../lib/search/results.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { anyDate, image, lookup, search, video } from './cases.ts';
import { apiError, apiFailures } from './mediawiki.ts';

/** The public service has the language in its host name. */
const url = 'https://{lang}.upstream.example:8443/base/v1';
const at = (language: string, path = '/w/api.php') => `https://${language}.upstream.example:8443/base/v1${path}`;
const common = {
  adapter: wikipedia,
  key: null,
  headers: { accept: 'application/json' },
  url,
  path: '/w/api.php',
} as const;

const languageCases: AdapterContract<'article'>['requests'] = [
  ['English unless another language is asked for', {}, {}, { address: at('en') }],
  ['a language', { lang: 'de' }, {}, { address: at('de') }],
  ['a language with a region', { lang: 'pt-BR' }, {}, { address: at('pt') }],
  ['a language in capitals', { lang: 'FR' }, {}, { address: at('fr') }],
  ['a language that goes by another name there', { lang: 'nb-NO' }, {}, { address: at('no') }],
  ['a language without a Wikipedia', { lang: 'tlh' }, {}, { address: at('en') }],
];

const found = (...hits: unknown[]) => json({ batchcomplete: true, query: { searchinfo: {}, search: hits } });

/** What the shared code makes of an article's address, which is the adapter's part. */
const rowsAt = (...found: [title: string, path: string][]) =>
  webRows(found.map(([title, path]) => ({ url: `https://de.wikipedia.org/wiki/${path}`, title })));

const web: AdapterContract<'web'> = {
  ...common,
  operation: 'web',
  input: search,
  query: { param: 'srsearch', maxChars: 300 },
  requests: [
    ['an ordinary search', {}, { action: 'query', list: 'search', format: 'json', formatversion: '2', srlimit: '20' }],
    ['the first page', { page: 1 }, { sroffset: '0' }],
    ['a later page', { page: 3 }, { sroffset: '40' }],
    ['the fiftieth page, which is within its ten thousand', { page: 50 }, { sroffset: '980' }],
    ['a spelling correction', {}, { srinfo: 'totalhits|suggestion' }],
    ['the text around a hit, without the time of the last edit', {}, { srprop: 'snippet' }],
    ...languageCases,
  ],
  skips: anyDate,
  answers: [
    [
      'the sample',
      json(fixture('wikipedia-search.json')),
      {
        correction: 'climate change',
        results: [
          {
            key: 'en.wikipedia.org/wiki/Climate_change',
            url: 'https://en.wikipedia.org/wiki/Climate_change',
            title: 'Climate change',
            description: "Present-day climate change includes both global warming's",
            displayUrl: 'en.wikipedia.org › wiki › Climate_change',
            host: 'en.wikipedia.org',
            faviconUrl: '',
            date: '',
            ageText: '',
            sitelinks: [],
          },
        ],
      },
    ],
    ['nothing found', found(), { correction: '', results: [] }],
    [
      'titles as the wiki itself writes them in addresses, in their own language',
      json(fixture('wikipedia-search-titles.json')),
      {
        correction: '',
        results: rowsAt(
          ['AC/DC', 'AC/DC'],
          ['Washington, D.C.', 'Washington,_D.C.'],
          ['Ke$ha: Größe (2012)!', 'Ke$ha:_Gr%C3%B6%C3%9Fe_(2012)!'],
          ["Rubik's Cube", 'Rubik%27s_Cube'],
          ['Was ist was? 50 % & mehr', 'Was_ist_was%3F_50_%25_%26_mehr'],
        ),
      },
      { input: { lang: 'de' } },
    ],
    [
      'hits of nonsense',
      found(null, {}, { title: 7 }, { title: '' }, { title: '<b></b>' }),
      { correction: '', results: [] },
    ],
  ],
  failures: [
    ...apiFailures,
    ['a missing list', json({ batchcomplete: true, query: { searchinfo: {} } }), 'upstream'],
    ['no query', json({ batchcomplete: true }), 'upstream'],
  ],
  followUp: [],
};

const commons = {
  ...common,
  otherUrl: 'COMMONS_URL',
  input: search,
  skips: anyDate,
  followUp: [],
} as const;
const filesFound = (...pages: unknown[]) => json({ batchcomplete: true, query: { pages } });
const credited = (host: string, extmetadata: unknown) => ({
  imageinfo: [{ descriptionurl: `https://${host}.example/`, extmetadata }],
});
const noFiles = json({ batchcomplete: '' });
const PROPERTIES = 'url|size|mime|timestamp|extmetadata';
const commonsRequests = (kind: string): AdapterContract<'web'>['requests'] => [
  ['files of one kind', { q: 'cat' }, { gsrsearch: `filetype:${kind} cat`, gsrnamespace: '6', generator: 'search' }],
  ['with their addresses', {}, { action: 'query', format: 'json', prop: 'info|imageinfo', iiurlheight: '180' }],
  ['with size, licence and creator', {}, { iiprop: PROPERTIES, iiextmetadatafilter: 'LicenseShortName|Artist' }],
  ['the first page', { page: 1 }, { gsrlimit: '20', gsroffset: '0' }],
  ['a later page', { page: 3 }, { gsroffset: '40' }],
  [
    'the same place, whatever the language',
    { lang: 'de' },
    {},
    { address: 'https://other.example:9443/commons_url/w/api.php' },
  ],
];
const commonsFailures: AdapterContract<'web'>['failures'] = [
  ...apiFailures,
  ['a query without pages', json({ batchcomplete: true, query: {} }), 'upstream'],
  ['pages of the wrong type', json({ batchcomplete: true, query: { pages: 'none' } }), 'upstream'],
];

const images: AdapterContract<'images'> = {
  ...commons,
  operation: 'images',
  query: { param: 'gsrsearch', prefix: 'filetype:bitmap|drawing ', maxChars: 300 },
  requests: commonsRequests('bitmap|drawing'),
  answers: [
    [
      'the sample, which is an object by page id',
      json(fixture('wikipedia-commons-images.json')),
      {
        results: [
          {
            key: 'commons.wikimedia.org/wiki/File:Golden_Retriever.jpg',
            url: 'https://commons.wikimedia.org/wiki/File:Golden_Retriever.jpg',
            title: 'Golden Retriever',
            host: 'commons.wikimedia.org',
            thumbnail: 'https://upload.wikimedia.org/wikipedia/commons/thumb/a/aa/G.jpg/270px-G.jpg',
            thumbnailKey: 'upload.wikimedia.org/wikipedia/commons/thumb/a/aa/G.jpg/270px-G.jpg',
            imageUrl: 'https://upload.wikimedia.org/wikipedia/commons/a/aa/G.jpg',
            imageKey: 'upload.wikimedia.org/wikipedia/commons/a/aa/G.jpg',
            width: 1_920,
            height: 1_280,
            license: 'CC BY-SA 4.0, Jane & John Doe',
          },
        ],
      },
    ],
    ['nothing found: the query is absent', noFiles, { results: [] }],
    [
      'a list, in the order of its indexes',
      filesFound(
        { title: 'File:B.png', index: 2, imageinfo: [{ descriptionurl: 'https://b.example/' }] },
        { title: 'File:C.png', imageinfo: [{ descriptionurl: 'https://c.example/' }] },
        { title: 'File:A.svg', index: 1, imageinfo: [{ descriptionurl: 'https://a.example/' }] },
      ),
      {
        results: [
          image('a.example', { title: 'A' }),
          image('b.example', { title: 'B' }),
          image('c.example', { title: 'C' }),
        ],
      },
    ],
    [
      'a licence without a creator, and a creator without a licence',
      filesFound(
        credited('a', { LicenseShortName: { value: 'Public domain' }, Artist: { value: ' ' } }),
        credited('b', { Artist: { value: '<bdi>Jane Doe</bdi>' } }),
        credited('c', []),
      ),
      {
        results: [
          image('a.example', { license: 'Public domain' }),
          image('b.example', { license: 'Jane Doe' }),
          image('c.example'),
        ],
      },
    ],
    [
      'the image itself where there is no thumbnail',
      filesFound({ imageinfo: [{ descriptionurl: 'https://a.example/', url: 'https://cdn.example/a.png' }] }),
      {
        results: [
          image('a.example', {
            thumbnail: 'https://cdn.example/a.png',
            thumbnailKey: 'cdn.example/a.png',
            imageUrl: 'https://cdn.example/a.png',
            imageKey: 'cdn.example/a.png',
          }),
        ],
      },
    ],
    [
      'hostile fields',
      filesFound(
        null,
        { title: {}, imageinfo: 'x' },
        { imageinfo: [{ descriptionurl: 'javascript:x' }] },
        {
          title: 'File:<b>A</b>.jpg',
          imageinfo: [
            {
              descriptionurl: 'https://a.example/',
              thumburl: 'data:,x',
              url: 'javascript:x',
              width: '9e99',
              height: -1,
              extmetadata: { LicenseShortName: 'CC0', Artist: { value: ['x'] } },
            },
          ],
        },
      ),
      { results: [image('a.example', { title: 'A' })] },
    ],
  ],
  failures: commonsFailures,
};

const videos: AdapterContract<'videos'> = {
  ...commons,
  operation: 'videos',
  query: { param: 'gsrsearch', prefix: 'filetype:video ', maxChars: 300 },
  requests: commonsRequests('video'),
  answers: [
    [
      'a video with everything',
      filesFound({
        title: 'File:Cat: the film.webm',
        index: 1,
        imageinfo: [
          {
            descriptionurl: 'https://a.example/',
            url: 'https://cdn.example/a.webm',
            thumburl: 'https://cdn.example/a.jpg',
            duration: 253.4,
            timestamp: '2026-08-20T11:12:13Z',
          },
        ],
      }),
      {
        results: [
          video('a.example', {
            title: 'Cat: the film',
            thumbnail: 'https://cdn.example/a.jpg',
            duration: '4:13',
            date: '2026-08-20T11:12:13.000Z',
          }),
        ],
      },
    ],
    ['nothing found: the query is absent', noFiles, { results: [] }],
    [
      'a film is no thumbnail',
      filesFound({ imageinfo: [{ descriptionurl: 'https://a.example/', url: 'https://cdn.example/a.webm' }] }),
      { results: [video('a.example')] },
    ],
    [
      'hostile fields',
      filesFound({ imageinfo: [{ descriptionurl: 'https://a.example/', duration: {}, timestamp: 7, thumburl: [] }] }),
      { results: [video('a.example')] },
    ],
  ],
  failures: commonsFailures,
};

const suggest: AdapterContract<'suggest'> = {
  ...common,
  operation: 'suggest',
  input: lookup,
  query: { param: 'search', maxChars: 200 },
  requests: [
    [
      'articles alone',
      { q: 'clima' },
      { action: 'opensearch', search: 'clima', limit: '10', namespace: '0', format: 'json' },
    ],
    ...languageCases,
  ],
  skips: [],
  answers: [
    [
      'the sample',
      json(fixture('wikipedia-opensearch.json')),
      { suggestions: ['Climate', 'Climate change', 'Climax'] },
    ],
    ['no suggestions', json(['zzzxqv', [], [], []]), { suggestions: [] }],
    ['nonsense between good ones', json(['q', [7, null, 'A &amp; B', '']]), { suggestions: ['A & B'] }],
  ],
  failures: [
    ...apiFailures,
    ['a missing list', json(['q']), 'upstream'],
    ['a list of the wrong type', json(['q', 'x', [], []]), 'upstream'],
  ],
  followUp: [],
};

const summary = json(fixture('wikipedia-summary.json'));
const summaryOf = (fields: object) =>
  json({ type: 'standard', title: 'Climate change', extract: 'It is getting warmer.', ...fields });
const card = {
  title: 'Climate change',
  description: '',
  extract: 'It is getting warmer.',
  url: 'https://en.wikipedia.org/wiki/Climate_change',
  thumbnail: '',
  lang: 'en',
  wikidata_id: '',
  coordinates: null,
  license: 'CC BY-SA 4.0',
};
const first = json(fixture('wikipedia-search.json'));
const hit = (title: string) => found({ title });
const goesOn = (title: string, language = 'en', headers = {}) => ({
  address: at(language, `/api/rest_v1/page/summary/${title}`),
  params: { redirect: 'true' },
  headers,
});
const redirected = json(fixture('wikipedia-search-redirect.json'));
const inVariant = (variant: string) => goesOn('%E8%87%BA%E7%81%A3', 'zh', { 'accept-language': variant });

/** Two requests: a search, then the summary of its first result. */
const article: AdapterContract<'article'> = {
  ...common,
  operation: 'article',
  input: lookup,
  secondPath: /\/api\/rest_v1\/page\/summary\/[^/]+/,
  query: { param: 'srsearch', maxChars: 300 },
  requests: [
    ['a search for one article', {}, { action: 'query', list: 'search', srlimit: '1', sroffset: '0' }],
    ['the name by which it was found', {}, { srprop: 'redirecttitle' }],
    ...languageCases,
  ],
  skips: [],
  first,
  answers: [
    [
      'the sample',
      summary,
      {
        card: {
          title: 'Climate change',
          description: 'Human-caused changes to climate on Earth',
          extract:
            "Present-day climate change includes both global warming and its wider effects on Earth's climate system.",
          url: 'https://en.wikipedia.org/wiki/Climate_change',
          thumbnail: 'https://upload.wikimedia.org/wikipedia/commons/thumb/1/11/Y.png/330px-Y.png',
          lang: 'en',
          wikidata_id: 'Q7942',
          coordinates: { lat: 0, lon: 0 },
          license: 'CC BY-SA 4.0',
        },
      },
      { first },
    ],
    ['no article found', found(), { card: null }],
    ['an article about something else', hit('Weather in Paris'), { card: null }],
    [
      'an article that went away in between',
      json(fixture('wikipedia-summary-404.json'), 404),
      { card: null },
      { first },
    ],
    ['a list of meanings', summaryOf({ type: 'disambiguation' }), { card: null }, { first }],
    ['an article without text', summaryOf({ type: 'no-extract', extract: '' }), { card: null }, { first }],
    ['the main page', summaryOf({ type: 'mainpage' }), { card: null }, { first }],
    ['an article with an empty text', summaryOf({ extract: ' ' }), { card: null }, { first }],
    ['only the required fields', summaryOf({}), { card }, { first }],
    [
      'hostile fields',
      summaryOf({
        title: '<i>Climate change</i>',
        description: { a: 1 },
        thumbnail: { source: 'data:image/png,x' },
        content_urls: { desktop: { page: 'javascript:x' } },
        wikibase_item: 'Q1; DROP',
        coordinates: { lat: 91, lon: '7' },
        lang: 7,
      }),
      { card },
      { first },
    ],
    [
      'another language',
      summaryOf({ lang: 'de', title: 'Klima', coordinates: { lat: -48.5, lon: 179.5 } }),
      {
        card: {
          ...card,
          title: 'Klima',
          lang: 'de',
          url: 'https://de.wikipedia.org/wiki/Klima',
          coordinates: { lat: -48.5, lon: 179.5 },
        },
      },
      { first, input: { lang: 'de' } },
    ],
  ],
  failures: [
    ...apiFailures,
    ['a 404 of the search', plain(404), 'rejected', null, 'first'],
    ['an invalid title', plain(400), 'rejected'],
    ['a summary that is elsewhere', plain(307, '', { location: '/x' }), 'upstream'],
    ['a missing list', json({ query: {} }), 'upstream'],
    ['a summary without a kind', json({ title: 'A', extract: 'B' }), 'upstream'],
  ],
  followUp: [
    ['an article was found', first, {}, goesOn('Climate_change')],
    ['almost that', first, { q: 'climat change' }, goesOn('Climate_change')],
    [
      'accents and capitals do not count',
      hit('São Paulo'),
      { q: 'sao paulo', lang: 'pt-BR' },
      goesOn('S%C3%A3o_Paulo', 'pt'),
    ],
    ['the type of the entity is ignored', hit('Mercury (planet)'), { q: 'mercury' }, goesOn('Mercury_(planet)')],
    ['an article found by another name of its own', redirected, { q: 'eur' }, goesOn('Euro')],
    ['another name that is not the one asked for', redirected, { q: 'eur usd forecast today' }, null],
    ['another name of nonsense', found({ title: 'Euro', redirecttitle: ['eur'] }), { q: 'eur' }, null],
    ['Chinese for a region', hit('臺灣'), { q: '臺灣', lang: 'zh-TW' }, inVariant('zh-tw')],
    ['Chinese in a script', hit('臺灣'), { q: '臺灣', lang: 'zh-Hant' }, inVariant('zh-hant')],
    ['Chinese in a script and for a region', hit('臺灣'), { q: '臺灣', lang: 'zh-Hant-HK' }, inVariant('zh-hk')],
    ['Chinese as it was written', hit('臺灣'), { q: '臺灣', lang: 'zh' }, goesOn('%E8%87%BA%E7%81%A3', 'zh')],
    ['a title with a path', hit('AC/DC'), { q: 'ac/dc' }, goesOn('AC%2FDC')],
    ['a title with a query string', hit('Who? What #1'), { q: 'who what 1' }, goesOn('Who%3F_What_%231')],
    ['an article about something else', first, { q: 'best pizza in naples' }, null],
    ['nothing was found', found(), {}, null],
    ['a title of nonsense', found({ title: 7 }), {}, null],
    ['a title with a path traversal', hit('..'), { q: '..' }, null],
    ['an error', apiError('ratelimited'), {}, null],
    ['a failure', plain(500), {}, null],
    ['no JSON', html(200), {}, null],
  ],
};

export const wikipediaContracts: AnyContract[] = [web, images, videos, suggest, article];
