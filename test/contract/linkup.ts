import { linkup } from '../../lib/engines/linkup.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { cat, laterPages, row, search } from './cases.ts';

const web: AdapterContract<'web'> = {
  adapter: linkup,
  operation: 'web',
  input: search,
  key: { header: 'authorization', prefix: 'Bearer ' },
  headers: { accept: 'application/json' },
  method: 'POST',
  path: '/search',
  query: { param: 'q', maxChars: 500 },
  requests: [
    ['an ordinary search', {}, { q: 'climat change', depth: 'fast', outputType: 'searchResults', fromDate: null }],
    ['no images', {}, { includeImages: false, maxResults: 20 }],
    ['the last week', { date: 'w' }, { fromDate: '2026-11-08', toDate: null }],
    ['days', { from: '2026-01-31', to: '2026-02-28' }, { fromDate: '2026-01-31', toDate: '2026-02-28' }],
  ],
  skips: laterPages,
  answers: [
    [
      'the sample, without its image',
      json(fixture('linkup-search.json')),
      { correction: '', results: [{ ...cat, faviconUrl: 'https://en.example.org/favicon.ico' }] },
    ],
    ['nothing found', json({ results: [] }), { correction: '', results: [] }],
    [
      'hostile fields',
      json({ results: [null, { url: 'javascript:x' }, { url: 'https://a.example/', name: '<b>A</b>', content: 7 }] }),
      { correction: '', results: [row('a.example', { title: 'A' })] },
    ],
  ],
  failures: [
    ['a wrong key', plain(401), 'refused'],
    ['a limit', plain(429, '', { 'retry-after': '3' }), 'rate_limited', 3_000],
    ['a bad parameter', plain(400), 'rejected'],
    ['a list of the wrong type', json({ results: 'none' }), 'upstream'],
    ['an error page', html(502), 'upstream'],
  ],
  followUp: [],
};

export const linkupContracts: AnyContract[] = [web];
