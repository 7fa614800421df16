import { marginalia } from '../../lib/engines/marginalia.ts';
import { type AdapterContract, type AnyContract, fixture, json, plain } from './adapter-contract.ts';
import { anyDate, languages, row, search, webSlice } from './cases.ts';

const LONG = 'why do long questions find nothing at all';
const nothing = json({ license: 'x', query: 'x', page: 1, pages: 0, results: [] });

const marginaliaWeb: AdapterContract<'web'> = {
  adapter: marginalia,
  operation: 'web',
  input: search,
  key: { header: 'api-key' },
  headers: { accept: 'application/json' },
  path: '/search',
  query: { param: 'query', maxChars: 500 },
  requests: [
    ['an ordinary search', {}, { query: 'climat change', count: '20', lang: null }],
    ['the first page', { page: 1 }, { page: '1' }],
    ['the fiftieth page', { page: 50 }, { page: '50' }],
    ['safe', { safe: true }, { nsfw: '2' }],
    ['not safe', { safe: false }, { nsfw: '0' }],
    ...languages('lang', { en: 'en', 'en-GB': 'en', 'DE-at': 'de', fr: 'fr', sv: 'sv' }),
    // Its server fails on other languages, and three failures would open the breaker for everyone.
    ...languages('lang', { ja: null, 'pt-BR': null, 'zh-Hant': null, fil: null, xx: null }),
    ['all of a long question, at first', { q: LONG }, { query: LONG }],
  ],
  skips: anyDate,
  answers: [
    [
      'the sample',
      json(fixture('marginalia.json')),
      webSlice(
        row('smallweb.example/json-api.html', {
          title: 'Designing a JSON API',
          description: 'Notes on designing small JSON APIs for personal sites...',
        }),
        {
          key: 'old.example/~joe/api.txt',
          url: 'http://old.example/~joe/api.txt',
          title: 'old.example',
          description: '',
          displayUrl: 'old.example › ~joe › api.txt',
          host: 'old.example',
          faviconUrl: '',
          date: '',
          ageText: '',
          sitelinks: [],
        },
      ),
    ],
    ['nothing found', nothing, webSlice()],
    [
      'a list out of order: the lowest distance first',
      json({
        results: [
          { url: 'https://far.example/', quality: 9 },
          { url: 'https://near.example/', quality: 1 },
          { url: 'https://middle.example/', quality: 5 },
        ],
      }),
      webSlice(row('near.example'), row('middle.example'), row('far.example')),
    ],
  ],
  failures: [
    ['a limit a minute', plain(429, 'QPM Limit Exceeded'), 'rate_limited', null],
    ['a limit a day', plain(429, 'Daily Limit Exceeded', { 'retry-after': '60' }), 'rate_limited', 60_000],
    ['a limit in the format of older servers', plain(503), 'rate_limited', null],
    ['a wrong key', plain(401), 'refused'],
    ['a bad parameter', plain(400, 'c4n4ry'), 'rejected'],
    ['a query that took too long there', plain(504), 'timeout'],
    ['a query that failed there', plain(500, 'Query Execution Failed'), 'upstream'],
    ['a missing list', json({ license: 'x', query: 'x' }), 'upstream'],
    ['a list of the wrong type', json({ results: {} }), 'upstream'],
  ],
  followUp: [
    ['a server with only two levels of the filter', plain(400), { safe: true }, { changes: { nsfw: '1' } }],
    ['the filter was off', plain(400), { safe: false }, null],
    [
      'a long question found nothing',
      nothing,
      { q: LONG, lang: 'en' },
      { changes: { query: 'why do long questions' } },
    ],
    [
      'five words found nothing',
      nothing,
      { q: 'one two three four five' },
      { changes: { query: 'one two three four' } },
    ],
    ['four words found nothing', nothing, { q: 'one two three four' }, null],
    ['a long question’s second page is empty', nothing, { q: LONG, page: 2 }, null],
    ['a long question found something', json(fixture('marginalia.json')), { q: LONG }, null],
    ['a long question without an answer', plain(200, 'c4n4ry'), { q: LONG }, null],
    ['a long question, and a limit', plain(429), { q: LONG }, null],
    ['a long question, and a wrong key', plain(401), { q: LONG }, null],
    ['a long question, and a failure', plain(500), { q: LONG }, null],
  ],
};

export const marginaliaContracts: AnyContract[] = [marginaliaWeb];
