import { keenable } from '../../lib/engines/keenable.ts';
import { type AdapterContract, type AnyContract, html, json, plain } from './adapter-contract.ts';
import { laterPages, row, search, webSlice } from './cases.ts';
import { datedCat, told } from './stand-in-reply.ts';

const answer = (...results: unknown[]) => json({ results });

const web: AdapterContract<'web'> = {
  adapter: keenable,
  operation: 'web',
  input: search,
  key: { header: 'x-api-key' },
  headers: { accept: 'application/json', 'x-keenable-title': 'Tributary' },
  method: 'POST',
  path: '/search',
  query: { param: 'query', maxChars: 400 },
  requests: [
    ['an ordinary search', {}, { query: 'climat change', mode: 'realtime', max_results: 10, published_after: null }],
    ['the last week', { date: 'w' }, { published_after: '2026-11-08', published_before: null }],
    [
      'days',
      { from: '2026-01-31', to: '2026-02-28' },
      { published_after: '2026-01-31', published_before: '2026-02-28' },
    ],
    ['one site', { site: ['example.com'] }, { site: 'example.com' }],
    ['several sites, which are left to our filter', { site: ['a.example', 'b.example'] }, { site: null }],
  ],
  skips: laterPages,
  answers: [
    ['its stand-in', told(keenable, 'web'), webSlice(datedCat)],
    ['nothing found', answer(), webSlice()],
    [
      'hostile fields',
      answer(null, { url: 'javascript:x' }, { url: 'https://a.example/', title: '<b>A</b>', snippet: ['x'] }),
      webSlice(row('a.example', { title: 'A' })),
    ],
    [
      'a description where there is no snippet',
      answer(
        { url: 'https://a.example/', description: 'A.', snippet: '' },
        { url: 'https://b.example/', description: 'B.', snippet: 'Of it.' },
      ),
      webSlice(row('a.example', { description: 'A.' }), row('b.example', { description: 'Of it.' })),
    ],
  ],
  failures: [
    ['a wrong key', plain(401), 'refused'],
    ['the calls used up', plain(402), 'rate_limited', 3_600_000],
    ['a limit', plain(429, '', { 'retry-after': '3' }), 'rate_limited', 3_000],
    ['a bad parameter', plain(400), 'rejected'],
    ['a list of the wrong type', json({ results: 'none' }), 'upstream'],
    ['an error page', html(502), 'upstream'],
  ],
  followUp: [],
};

export const keenableContracts: AnyContract[] = [web];
