import { expect, test } from 'vitest';
import { ask, differences, type StandInRequest, sample } from './stand-in-requests.ts';

const BRAVE = { 'x-subscription-token': 'x' };
const DEEPL = { authorization: 'DeepL-Auth-Key x:fx' };
const KAGI = { authorization: 'Bearer x' };
const TAVILY = { authorization: 'Bearer x' };
const ARTICLE = { action: 'query', format: 'json', formatversion: 2, list: 'search', generator: 'search' };
const FILES = {
  action: 'query',
  generator: 'search',
  gsrnamespace: 6,
  prop: 'info|imageinfo',
  iiprop: 'url|size|mime|extmetadata',
  iiurlwidth: 330,
  format: 'json',
};

const CURRENT = 'temperature_2m,relative_humidity_2m,apparent_temperature,is_day,weather_code,wind_speed_10m';
const DAILY = 'weather_code,temperature_2m_max,temperature_2m_min';

/** A sample of the real wire format, a request that gets a similar reply, and the keys that may differ. */
const answers: [sample: string, StandInRequest, except?: RegExp][] = [
  [
    'brave-web',
    { path: '/brave/res/v1/web/search', query: { q: 'eiffel tower', result_filter: 'web,infobox' }, headers: BRAVE },
    /^\.(query|videos)\.|\[\]\.(deep_results|extra_snippets|thumbnail)/,
  ],
  [
    'brave-images',
    { path: '/brave/res/v1/images/search', query: { q: 'golden retriver', count: 200 }, headers: BRAVE },
  ],
  ['brave-news', { path: '/brave/res/v1/news/search', query: { q: 'climate change', count: 50 }, headers: BRAVE }],
  [
    'brave-videos',
    { path: '/brave/res/v1/videos/search', query: { q: 'climate change', count: 50 }, headers: BRAVE },
    /\.tags\[\]/,
  ],
  ['brave-suggest', { path: '/brave/res/v1/suggest/search', query: { q: 'node' }, headers: BRAVE }],
  ['brave-error-invalid-token', { path: '/brave/res/v1/web/search', query: { q: 'a' } }],
  [
    'brave-error-validation',
    { path: '/brave/res/v1/web/search', query: { q: 'a', count: 21 }, headers: BRAVE },
    /\.ctx\./,
  ],
  [
    'mojeek-web',
    { path: '/mojeek/search', query: { q: 'linux', fmt: 'json', api_key: 'x', date: 1 } },
    /\.(head\.|cdate|pdate|image|mres|size)/,
  ],
  ['mojeek-web-error', { path: '/mojeek/search', query: { q: 'linux', fmt: 'json' } }],
  [
    'marginalia',
    { path: '/marginalia/search', query: { query: 'linux' }, headers: { 'api-key': 'x' } },
    /\.flagsUnstableAPI/,
  ],
  ['kagi-search', { path: '/kagi/api/v1/search', body: { query: 'climate' }, headers: KAGI }, /\.search\[\]\.image\b/],
  ['kagi-infobox', { path: '/kagi/api/v1/search', body: { query: 'climate change' }, headers: KAGI }],
  ['kagi-error', { path: '/kagi/api/v1/search', body: { query: 'climate change' } }],
  [
    'serper-search',
    { path: '/serper/search', body: { q: 'node js', gl: 'us', hl: 'en' }, headers: { 'x-api-key': 'x' } },
    /\.(peopleAlsoAsk|knowledgeGraph\.attributes)\b/,
  ],
  [
    'serper-images',
    { path: '/serper/images', body: { q: 'climate change' }, headers: { 'x-api-key': 'x' } },
    /^\.searchParameters\./,
  ],
  [
    'serper-news',
    { path: '/serper/news', body: { q: 'climate change' }, headers: { 'x-api-key': 'x' } },
    /^\.searchParameters\./,
  ],
  [
    'serper-videos',
    { path: '/serper/videos', body: { q: 'climate change' }, headers: { 'x-api-key': 'x' } },
    /^\.searchParameters\./,
  ],
  [
    'gdelt-artlist',
    { path: '/gdelt/api/v2/doc/doc', query: { query: 'climate change', mode: 'artlist', format: 'json' } },
  ],
  ['openverse-images', { path: '/openverse/v1/images/', query: { q: 'golden retriever' } }],
  ['sepiasearch-videos', { path: '/sepiasearch/api/v1/search/videos', query: { search: 'climate change' } }],
  ['mwmbl-search', { path: '/mwmbl/api/v1/search/', query: { s: 'linux' } }],
  ['hackernews-search', { path: '/hackernews/api/v1/search', query: { query: 'climate', tags: 'story' } }],
  ['tavily-search', { path: '/tavily/search', body: { query: 'linux' }, headers: TAVILY }],
  ['tavily-news', { path: '/tavily/search', body: { query: 'climate change', topic: 'news' }, headers: TAVILY }],
  ['tavily-error', { path: '/tavily/search', body: { query: 'linux' } }],
  [
    'exa-search',
    {
      path: '/exa/search',
      body: { query: 'climate change', category: 'news', contents: { highlights: true } },
      headers: { 'x-api-key': 'x' },
    },
  ],
  ['exa-error', { path: '/exa/search', body: { query: 'linux' } }],
  [
    'searxng-general',
    { path: '/searxng/search', query: { q: 'climate change', format: 'json' } },
    /^\.(answers|corrections)|\.official\b/,
  ],
  [
    'searxng-images',
    { path: '/searxng/search', query: { q: 'golden retriever', format: 'json', categories: 'images' } },
  ],
  ['searxng-news', { path: '/searxng/search', query: { q: 'climate change', format: 'json', categories: 'news' } }],
  ['searxng-videos', { path: '/searxng/search', query: { q: 'climate change', format: 'json', categories: 'videos' } }],
  ['searxng-autocompleter-opensearch', { path: '/searxng/autocompleter', query: { q: 'clim' } }],
  [
    'searxng-autocompleter-xhr',
    { path: '/searxng/autocompleter', query: { q: 'clim' }, headers: { 'x-requested-with': 'XMLHttpRequest' } },
  ],
  ['searxng-error', { path: '/searxng/search', query: { q: '', format: 'json' } }],
  ['ddg-ac-list', { path: '/duckduckgo/ac/', query: { q: 'paris', type: 'list' } }],
  ['ddg-ac-objects', { path: '/duckduckgo/ac/', query: { q: 'paris' } }],
  [
    'wikipedia-search',
    {
      path: '/wikipedia/en/w/api.php',
      query: { action: 'query', list: 'search', srsearch: 'planet', srlimit: 1, format: 'json', formatversion: 2 },
    },
    /\.suggestion/,
  ],
  [
    'wikipedia-opensearch',
    { path: '/wikipedia/en/w/api.php', query: { action: 'opensearch', search: 'clima', format: 'json' } },
  ],
  [
    'wikipedia-article',
    {
      path: '/wikipedia/en/w/api.php',
      query: { ...ARTICLE, srsearch: 'eiffel tower', gsrsearch: 'eiffel tower', srlimit: 1, srprop: 'redirecttitle' },
    },
    /\.(gsroffset|continue\b)/,
  ],
  [
    'wikipedia-commons-images',
    { path: '/commons/w/api.php', query: { ...FILES, gsrsearch: 'filetype:bitmap golden retriever', gsrlimit: 1 } },
    /\.(snippet|imagerepository)\b/,
  ],
  [
    'mediawiki-search',
    {
      path: '/mediawiki/api.php',
      query: {
        action: 'query',
        format: 'json',
        formatversion: 2,
        list: 'search',
        srsearch: 'planet',
        srprop: 'snippet',
        srlimit: 1,
        meta: 'siteinfo',
      },
    },
    /\.suggestion/,
  ],
  [
    'stackexchange-search-answers',
    {
      path: '/stackexchange/2.3/search/advanced',
      query: { site: 'stackoverflow', q: 'exit vim', filter: '!20aKG._8Oscv*6djs8Pgm' },
    },
    /\.(last_activity_date|profile_image)\b/,
  ],
  [
    'stackexchange-excerpts',
    { path: '/stackexchange/2.3/search/excerpts', query: { site: 'stackoverflow', q: 'exit vim' } },
    /\.last_activity_date\b/,
  ],
  [
    'nominatim-search',
    { path: '/nominatim/search', query: { q: 'Berlin', format: 'jsonv2', addressdetails: 1, 'accept-language': 'en' } },
    /\.(address\.|postcode_id)/,
  ],
  ['nominatim-search-empty', { path: '/nominatim/search', query: { q: 'qwrtzpsdfg', format: 'jsonv2' } }],
  [
    'nominatim-reverse',
    {
      path: '/nominatim/reverse',
      query: { lat: 51.5034, lon: -0.127, zoom: 16, format: 'jsonv2', 'accept-language': 'en' },
    },
    /\.address\./,
  ],
  ['nominatim-reverse-nothing', { path: '/nominatim/reverse', query: { lat: 30, lon: -40, format: 'jsonv2' } }],
  ['nominatim-error', { path: '/nominatim/reverse', query: { lat: 'north', lon: 1, format: 'jsonv2' } }],
  ['nominatim-status', { path: '/nominatim/status', query: { format: 'json' } }],
  ['photon', { path: '/photon/api', query: { q: 'olympiastadion berlin' } }, /\.state\b/],
  ['photon-error', { path: '/photon/api' }],
  ['photon-status', { path: '/photon/status' }],
  ['libretranslate-translate', { path: '/libretranslate/translate', body: { q: 'Hello', source: 'en', target: 'fr' } }],
  [
    'libretranslate-translate-auto',
    { path: '/libretranslate/translate', body: { q: 'Hello', source: 'auto', target: 'fr' } },
    /\.alternatives\b/,
  ],
  ['libretranslate-languages', { path: '/libretranslate/languages' }],
  ['libretranslate-error', { path: '/libretranslate/translate', body: { q: 'a', source: 'en', target: 'zz' } }],
  ['deepl-translate', { path: '/deepl/v2/translate', body: { text: ['Hello'], target_lang: 'DE' }, headers: DEEPL }],
  [
    'deepl-languages',
    { path: '/deepl/v3/languages', query: { resource: 'translate_text' }, headers: DEEPL },
    /\.glossary\b/,
  ],
  ['deepl-languages-v2-target', { path: '/deepl/v2/languages', headers: DEEPL }],
  ['deepl-usage', { path: '/deepl/v2/usage', headers: DEEPL }],
  ['deepl-error', { path: '/deepl/v2/translate', body: { text: ['Hello'], target_lang: 'ZZ' }, headers: DEEPL }],
  [
    'open-meteo-forecast',
    {
      path: '/open-meteo/v1/forecast',
      query: { latitude: 52.52, longitude: 13.41, current: CURRENT, daily: DAILY, timezone: 'auto' },
    },
    /\.(wind_direction_10m|precipitation_probability_max)\b/,
  ],
  ['open-meteo-error', { path: '/open-meteo/v1/forecast', query: { latitude: 300, longitude: 0 } }],
  [
    'open-meteo-geocoding',
    { path: '/open-meteo-geocoding/v1/search', query: { name: 'Berlin', count: 1 } },
    /_id\b|\.(admin[34]|postcodes)\b/,
  ],
  ['open-meteo-geocoding-empty', { path: '/open-meteo-geocoding/v1/search', query: { name: 'qwrtzpsdfg' } }],
  ['frankfurter', { path: '/frankfurter/v2/rate/EUR/USD' }],
  ['frankfurter-v2-error', { path: '/frankfurter/v2/rate/EUR/ZZZ' }],
  ['dictionaryapi', { path: '/dictionary/api/v2/entries/en/crane' }, /\.(example|synonyms|phonetics?)\b/],
  ['dictionaryapi-404', { path: '/dictionary/api/v2/entries/en/qqqzzz' }],
];

test.each(answers)('%s: the stand-in has the keys and types of the real service', (name, asked, except = /^$/) => {
  const { missing, invented } = differences(ask(asked).body, sample(name));
  const unexpected = (keys: string[]) => keys.filter((key) => !except.test(key));
  expect({ missing: unexpected(missing), invented: unexpected(invented) }).toEqual({ missing: [], invented: [] });
});

test('SearXNG mixes rows of typed and of older engines', () => {
  const { results } = ask({
    path: '/searxng/search',
    query: { q: 'climate change', format: 'json', categories: 'news' },
  }).body;
  expect(new Set(results.map((row: object) => Object.keys(row).length)).size).toBe(2);
});

test('the Action API sends errors with HTTP 200 and a header', () => {
  const query = { action: 'query', list: 'search', srsearch: '', format: 'json' };
  expect(ask({ path: '/wikipedia/en/w/api.php', query })).toMatchObject({
    status: 200,
    headers: { 'mediawiki-api-error': 'missingparam' },
    body: { error: { code: 'missingparam' } },
  });
});
