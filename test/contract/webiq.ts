import { webiq } from '../../lib/engines/webiq.ts';
import { type AdapterContract, type AnyContract, html, json, plain } from './adapter-contract.ts';
import { anyDate, languages, laterPages, row, search, webSlice } from './cases.ts';
import { cat, told } from './stand-in-reply.ts';

const web: AdapterContract<'web'> = {
  adapter: webiq,
  operation: 'web',
  input: search,
  key: { header: 'x-apikey' },
  headers: { accept: 'application/json' },
  method: 'POST',
  path: '/search/web',
  query: { param: 'query', maxChars: 500 },
  requests: [
    ['an ordinary search', {}, { query: 'climat change', maxResults: 20, contentFormat: 'passage', language: null }],
    ['a site', { site: ['example.com'] }, { query: 'climat change site:example.com' }],
    ...languages('language', { fr: 'fr', 'de-AT': 'de', 'und-DE': null }),
  ],
  skips: [...anyDate, ...laterPages],
  answers: [
    ['its stand-in', told(webiq, 'web'), webSlice(cat)],
    ['nothing found', json({ webResults: [] }), webSlice()],
    [
      'hostile fields',
      json({
        webResults: [null, { url: 'javascript:x' }, { url: 'https://a.example/', title: '<b>A</b>', content: 7 }],
      }),
      webSlice(row('a.example', { title: 'A' })),
    ],
  ],
  failures: [
    ['a wrong key', plain(401), 'refused'],
    ['a limit', plain(429, '', { 'retry-after': '3' }), 'rate_limited', 3_000],
    ['a bad parameter', plain(400), 'rejected'],
    ['a list of the wrong type', json({ webResults: 'none' }), 'upstream'],
    ['an error page', html(502), 'upstream'],
  ],
  followUp: [],
};

export const webiqContracts: AnyContract[] = [web];
