import { searchapi } from '../../lib/engines/searchapi.ts';
import { serpapi } from '../../lib/engines/serpapi.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { infobox, languages, NOTHING, row, search } from './cases.ts';
import { catInfobox, datedCat, told } from './stand-in-reply.ts';

/** SearchApi and SerpApi, whose replies are alike. */
const common = {
  operation: 'web',
  input: search,
  key: { param: 'api_key' },
  headers: { accept: 'application/json' },
  query: { param: 'q', maxChars: 1_000 },
  skips: [],
  answers: [
    [
      'a correction',
      json({ search_information: { showing_results_for: 'climate change' }, organic_results: [] }),
      { ...NOTHING, correction: 'climate change' },
    ],
    ['nothing found, in a sentence', json(fixture('google-nothing.json')), NOTHING],
    ['nothing found, as SearchApi says it', json({ error: "Google didn't return any results." }), NOTHING],
    ['nothing found, without a word', json({ search_information: { total_results: 0 } }), NOTHING],
    [
      'hostile fields',
      json({
        organic_results: [
          null,
          { link: 'javascript:x' },
          { link: 'https://a.example/', title: '<b>A</b>', sitelinks: 7 },
        ],
        knowledge_graph: [],
      }),
      { ...NOTHING, results: [row('a.example', { title: 'A' })] },
    ],
  ],
  failures: [
    ['a wrong key', json({ error: 'Invalid API key.' }, 401), 'refused'],
    ['an error with HTTP 200', json({ error: 'Something failed.', search_information: {} }), 'upstream'],
    ['a limit', plain(429, '', { 'retry-after': '3' }), 'rate_limited', 3_000],
    ['no searches left', json({ error: 'Your account has run out of searches.' }, 429), 'rate_limited', 3_600_000],
    [
      'no searches left, with HTTP 200',
      json({ error: 'You have used all of the searches for the month.' }),
      'rate_limited',
    ],
    ['a bad parameter', plain(400), 'rejected'],
    ['a list of the wrong type', json({ organic_results: 'none' }), 'upstream'],
    ['an error page', html(502), 'upstream'],
  ],
  followUp: [],
} as const satisfies Partial<AdapterContract<'web'>>;

/** What their stand-in tells. */
const good = {
  correction: '',
  infobox: infobox({
    ...catInfobox,
    subtitle: 'Animal',
    website: 'https://cats.example/',
    attribution: 'Wikipedia',
  }),
  results: [
    {
      ...datedCat,
      ageText: '3 days ago',
      faviconUrl: 'https://en.example.org/favicon.ico',
      sitelinks: [{ title: 'Breeds', url: 'https://en.example.org/wiki/Cat_breeds' }],
    },
  ],
};

const requests: AdapterContract<'web'>['requests'] = [
  ['an ordinary search', {}, { engine: 'google', q: 'climat change', gl: null, hl: null }],
  ['safe', { safe: true }, { safe: 'active' }],
  ['not safe', { safe: false }, { safe: 'off' }],
  ['sites', { site: ['a.example', 'b.example'] }, { q: 'climat change (site:a.example OR site:b.example)' }],
  ['a country', { lang: 'de-AT' }, { gl: 'at', hl: 'de' }],
  ...languages('hl', { fr: 'fr', 'und-DE': null }),
];

const ofSearchapi: AdapterContract<'web'> = {
  ...common,
  adapter: searchapi,
  path: '/search',
  answers: [['its stand-in', told(searchapi, 'web'), good], ...common.answers],
  requests: [
    ...requests,
    ['the third page', { page: 3 }, { page: '3', start: null }],
    ['the last day', { date: 'd' }, { time_period: 'last_day' }],
    ['the last year', { date: 'y' }, { time_period: 'last_year' }],
  ],
};

const ofSerpapi: AdapterContract<'web'> = {
  ...common,
  adapter: serpapi,
  path: '/search.json',
  answers: [['its stand-in', told(serpapi, 'web'), good], ...common.answers],
  requests: [
    ...requests,
    ['the third page', { page: 3 }, { start: '20', page: null }],
    ['the last day', { date: 'd' }, { tbs: 'qdr:d' }],
    ['the last year', { date: 'y' }, { tbs: 'qdr:y' }],
  ],
};

export const googleContracts: AnyContract[] = [ofSearchapi, ofSerpapi];
