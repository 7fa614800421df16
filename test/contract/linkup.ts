import { linkup } from '../../lib/engines/linkup.ts';
import { type AdapterContract, type AnyContract, html, json, plain } from './adapter-contract.ts';
import { laterPages, row, search, webSlice } from './cases.ts';
import { cat, told } from './stand-in-reply.ts';

/** An error of Linkup. */
const failed = (code: string, status: number) =>
  json({ statusCode: status, error: { code, message: 'c4n4ry', details: [] } }, status);

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
    ['its stand-in', told(linkup, 'web'), webSlice({ ...cat, faviconUrl: 'https://en.example.org/favicon.ico' })],
    ['nothing found', json({ results: [] }), webSlice()],
    ['nothing found, which it calls an error', failed('SEARCH_QUERY_NO_RESULT', 400), webSlice()],
    [
      'an image among the pages, and hostile fields',
      json({
        results: [
          null,
          { type: 'image', url: 'https://img.example/cat.jpg' },
          { url: 'javascript:x' },
          { url: 'https://a.example/', name: '<b>A</b>', content: 7 },
        ],
      }),
      webSlice(row('a.example', { title: 'A' })),
    ],
  ],
  failures: [
    ['a wrong key', plain(401), 'refused'],
    ['a limit', plain(429, '', { 'retry-after': '3' }), 'rate_limited', 3_000],
    ['no credits left', failed('INSUFFICIENT_FUNDS_CREDITS', 429), 'rate_limited', 3_600_000],
    ['a limit in its own form', failed('TOO_MANY_REQUESTS', 429), 'rate_limited', null],
    ['a bad parameter in its own form', failed('VALIDATION_ERROR', 400), 'rejected'],
    ['a bad parameter', plain(400), 'rejected'],
    ['a list of the wrong type', json({ results: 'none' }), 'upstream'],
    ['an error page', html(502), 'upstream'],
  ],
  followUp: [],
};

export const linkupContracts: AnyContract[] = [web];
