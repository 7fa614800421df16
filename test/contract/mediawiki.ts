import { mediawiki } from '../../lib/engines/mediawiki.ts';
import { webRows } from '../../lib/search/result-rows.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { anyDate, row, search, webSlice } from './cases.ts';

/** An error of the Action API, which all wikis share. */
export const apiError = (code: string, headers = {}) =>
  json({ error: { code, info: 'c4n4ry', docref: 'See https://www.mediawiki.org/' } }, 200, headers);
/** How the Action API fails. */
export const apiFailures: AdapterContract<'web'>['failures'] = [
  ['a limit, with HTTP 200', apiError('ratelimited'), 'rate_limited', null],
  ['a limit, with HTTP 200 and Retry-After', apiError('ratelimited', { 'retry-after': '5' }), 'rate_limited', 5_000],
  ['a search that is too busy', apiError('cirrussearch-too-busy-error'), 'rate_limited', 5_000],
  [
    'a search that is too busy, with Retry-After',
    apiError('cirrussearch-too-busy-error', { 'retry-after': '9' }),
    'rate_limited',
    9_000,
  ],
  ['servers that lag behind', apiError('maxlag'), 'rate_limited'],
  ['a missing parameter', apiError('missingparam'), 'rejected'],
  ['a bad parameter', apiError('badvalue'), 'rejected'],
  ['a block', apiError('blocked'), 'refused'],
  ['a failure of its own', apiError('internal_api_error_DBQueryError'), 'upstream'],
  ['an error without a code', json({ error: 'c4n4ry' }), 'upstream'],
  ['a limit', plain(429, '', { 'retry-after': '30' }), 'rate_limited', 30_000],
  ['a client without a User-Agent of its own', html(403), 'refused'],
  ['an error page', html(503), 'upstream'],
];

const site = { server: 'https://wiki.example', articlepath: '/title/$1' };
const answered = (general: unknown, ...hits: unknown[]) =>
  json({ batchcomplete: true, query: { general, searchinfo: {}, search: hits } });

const web: AdapterContract<'web'> = {
  adapter: mediawiki,
  operation: 'web',
  input: search,
  key: null,
  headers: { accept: 'application/json' },
  path: '/api.php',
  query: { param: 'srsearch', maxChars: 300 },
  requests: [
    ['an ordinary search', {}, { action: 'query', list: 'search', format: 'json', formatversion: '2', srlimit: '20' }],
    ['and the form of its addresses', {}, { meta: 'siteinfo', siprop: 'general', srprop: 'snippet' }],
    ['the first page', { page: 1 }, { sroffset: '0' }],
    ['a later page', { page: 3 }, { sroffset: '40' }],
    ['no language, because a wiki has one', { lang: 'de' }, { uselang: null }],
  ],
  skips: anyDate,
  answers: [
    [
      'the sample',
      json(fixture('mediawiki-search.json')),
      {
        correction: 'network configuration',
        results: [
          row('wiki.archlinux.org/title/Network_configuration/Wireless', {
            title: 'Network configuration/Wireless',
            description: 'The main article on network configuration is "Network configuration".',
          }),
        ],
      },
    ],
    ['nothing found', answered(site), webSlice()],
    [
      'a wiki without a scheme and without short addresses',
      answered({ server: '//wiki.example', articlepath: '/index.php?title=$1' }, { title: "Cash $' & co" }),
      {
        correction: '',
        results: webRows([{ url: 'https://wiki.example/index.php?title=Cash_$%27_%26_co', title: "Cash $' & co" }]),
      },
    ],
    ['hits of nonsense', answered(site, null, {}, { title: 7 }, { title: '' }, { title: '<b></b>' }), webSlice()],
    ['a server that is not on the web', answered({ ...site, server: 'javascript:x' }, { title: 'A' }), webSlice()],
  ],
  failures: [
    ...apiFailures,
    ['a missing list', json({ batchcomplete: true, query: { searchinfo: {}, general: site } }), 'upstream'],
    ['no form of its addresses', json({ batchcomplete: true, query: { searchinfo: {}, search: [] } }), 'upstream'],
    ['a form without a place for the title', answered({ ...site, articlepath: '/title/' }), 'upstream'],
    ['no query', json({ batchcomplete: true }), 'upstream'],
  ],
  followUp: [],
};

export const mediawikiContracts: AnyContract[] = [web];
