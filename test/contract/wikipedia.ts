import { wikipedia } from '../../lib/engines/wikipedia.ts';
import { webRows } from '../../lib/search/result-rows.ts';
import { type AdapterContract, type AnyContract, fixture, json } from './adapter-contract.ts';
import { anyDate, image, itself, lookup, row, search, video, webSlice } from './cases.ts';
import { apiFailures } from './mediawiki.ts';

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

/** Titles as the wiki itself writes them in addresses. */
const titles: [title: string, path: string][] = [
  ['AC/DC', 'AC/DC'],
  ['Washington, D.C.', 'Washington,_D.C.'],
  ['Ke$ha: Größe (2012)!', 'Ke$ha:_Gr%C3%B6%C3%9Fe_(2012)!'],
  ["Rubik's Cube", 'Rubik%27s_Cube'],
  ['Was ist was? 50 % & mehr', 'Was_ist_was%3F_50_%25_%26_mehr'],
];

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
          row('en.wikipedia.org/wiki/Climate_change', {
            title: 'Climate change',
            description: "Present-day climate change includes both global warming's",
          }),
        ],
      },
    ],
    ['nothing found', found(), webSlice()],
    ['nothing found, without searchinfo', json({ query: { search: [] } }), webSlice()],
    [
      'titles in addresses, in their own language',
      found(...titles.map(([title]) => ({ title }))),
      {
        correction: '',
        results: webRows(titles.map(([title, path]) => ({ url: `https://de.wikipedia.org/wiki/${path}`, title }))),
      },
      { input: { lang: 'de' } },
    ],
    ['hits of nonsense', found(null, {}, { title: 7 }, { title: '' }, { title: '<b></b>' }), webSlice()],
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
  ['with their addresses', {}, { action: 'query', format: 'json', prop: 'info|imageinfo', iiurlwidth: '330' }],
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
          image('commons.wikimedia.org/wiki/File:Golden_Retriever.jpg', {
            title: 'Golden Retriever',
            thumbnail: 'https://upload.wikimedia.org/wikipedia/commons/thumb/a/aa/G.jpg/270px-G.jpg',
            imageUrl: 'https://upload.wikimedia.org/wikipedia/commons/a/aa/G.jpg',
            width: 1_920,
            height: 1_280,
            license: 'CC BY-SA 4.0, Jane & John Doe',
          }),
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
            ...itself('https://cdn.example/a.png'),
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

/** A reply with one article; `hit` is what the list of the search says about it. */
const articleOf = (page: object, hit: object = {}) =>
  json({
    batchcomplete: true,
    query: {
      search: [{ title: 'Climate change', ...hit }],
      pages: [{ title: 'Climate change', index: 1, extract: 'It is getting warmer.', ...page }],
    },
  });
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
const named = (title: string, path = title) => ({ ...card, title, url: `https://en.wikipedia.org/wiki/${path}` });
const inVariant = (lang: string, variant: string | null): AdapterContract<'article'>['requests'][number] => [
  `Chinese: ${lang}`,
  { q: '臺灣', lang },
  { variant },
  { address: at('zh') },
];

/** One request, which searches for the article and asks for what we show of it. */
const article: AdapterContract<'article'> = {
  ...common,
  operation: 'article',
  input: lookup,
  query: { param: 'srsearch', maxChars: 300 },
  requests: [
    ['a search for one article', {}, { action: 'query', list: 'search', srlimit: '1', sroffset: '0' }],
    ['the name by which it was found', {}, { srprop: 'redirecttitle' }],
    ['the article itself', {}, { generator: 'search', gsrsearch: 'climate change', gsrlimit: '1', formatversion: '2' }],
    ['its first paragraphs as text', {}, { exintro: '1', explaintext: '1' }],
    ['its picture, in a width that is served', {}, { piprop: 'thumbnail', pithumbsize: '330' }],
    ['no variant', {}, { variant: null }],
    inVariant('zh-TW', 'zh-tw'),
    inVariant('zh-Hant', 'zh-hant'),
    inVariant('zh-Hant-HK', 'zh-hk'),
    inVariant('zh', null),
    ...languageCases,
  ],
  skips: [],
  answers: [
    [
      'the sample',
      json(fixture('wikipedia-article.json')),
      {
        card: {
          title: 'Climate change',
          description: 'Human-caused changes to climate on Earth',
          extract: 'Climate change is the long shift of temperatures and weather on Earth.',
          url: 'https://en.wikipedia.org/wiki/Climate_change',
          thumbnail: 'https://upload.wikimedia.org/wikipedia/commons/thumb/1/11/Y.png/330px-Y.png',
          lang: 'en',
          wikidata_id: 'Q7942',
          coordinates: { lat: 0, lon: 0 },
          license: 'CC BY-SA 4.0',
        },
      },
    ],
    ['no article found', found(), { card: null }],
    ['a search without its information', json({ query: { search: [] } }), { card: null }],
    ['almost the title', articleOf({}), { card }, { input: { q: 'climat change' } }],
    [
      'accents and capitals do not count',
      articleOf({ title: 'São Paulo' }),
      { card: named('São Paulo', 'S%C3%A3o_Paulo') },
      { input: { q: 'sao paulo' } },
    ],
    [
      'the type of the entity is ignored',
      articleOf({ title: 'Mercury (planet)' }),
      { card: named('Mercury (planet)', 'Mercury_(planet)') },
      { input: { q: 'mercury' } },
    ],
    [
      'an article found by another name of its own',
      articleOf({ title: 'Euro' }, { title: 'Euro', redirecttitle: 'EUR' }),
      { card: named('Euro') },
      { input: { q: 'eur' } },
    ],
    [
      'another name that is not the one asked for',
      articleOf({ title: 'Euro' }, { title: 'Euro', redirecttitle: 'EUR' }),
      { card: null },
      { input: { q: 'eur usd forecast today' } },
    ],
    [
      'another name of nonsense',
      articleOf({ title: 'Euro' }, { redirecttitle: ['eur'] }),
      { card: null },
      { input: { q: 'eur' } },
    ],
    ['an article about something else', articleOf({ title: 'Weather in Paris' }), { card: null }],
    ['a title of nonsense', articleOf({ title: 7 }), { card: null }],
    ['a list of meanings', articleOf({ pageprops: { disambiguation: '' } }), { card: null }],
    ['an article without text', articleOf({ extract: '' }), { card: null }],
    ['an article with an empty text', articleOf({ extract: ' \n ' }), { card: null }],
    ['only the required fields', articleOf({}), { card }],
    [
      'hostile fields',
      articleOf({
        title: '<i>Climate change</i>',
        description: { a: 1 },
        thumbnail: { source: 'data:image/png,x' },
        fullurl: 'javascript:x',
        pageprops: { wikibase_item: 'Q1; DROP' },
        coordinates: [{ lat: 91, lon: '7' }],
        pagelanguage: 7,
      }),
      { card },
    ],
    [
      'another language',
      articleOf({ title: 'Klima', pagelanguage: 'de', coordinates: [{ lat: -48.5, lon: 179.5 }] }),
      {
        card: {
          ...card,
          title: 'Klima',
          lang: 'de',
          url: 'https://de.wikipedia.org/wiki/Klima',
          coordinates: { lat: -48.5, lon: 179.5 },
        },
      },
      { input: { q: 'klima', lang: 'de' } },
    ],
  ],
  failures: [
    ...apiFailures,
    ['a missing list', json({ query: {} }), 'upstream'],
    ['articles of the wrong type', json({ query: { search: [], pages: 'none' } }), 'upstream'],
  ],
  followUp: [],
};

export const wikipediaContracts: AnyContract[] = [web, images, videos, suggest, article];
