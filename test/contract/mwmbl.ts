import { mwmbl } from '../../lib/engines/mwmbl.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { anyDate, laterPages, row, search, webSlice } from './cases.ts';

const web: AdapterContract<'web'> = {
  adapter: mwmbl,
  operation: 'web',
  input: search,
  key: null,
  headers: { accept: 'application/json' },
  path: '/search/',
  query: { param: 's', maxChars: 300 },
  requests: [['an ordinary search', {}, { s: 'climat change' }]],
  skips: [...anyDate, ...laterPages],
  answers: [
    [
      'the sample',
      json(fixture('mwmbl-search.json')),
      webSlice(
        row('en.example.org/wiki/Cat', {
          title: 'Cat - Encyclopedia',
          description: 'The cat is a small carnivore.',
        }),
      ),
    ],
    ['nothing found', json([]), webSlice()],
    [
      'hostile fields',
      json([
        null,
        { url: 'javascript:x' },
        { url: 'https://a.example/', title: [{ value: '<b>A</b>' }, { value: 7 }, null, 'x'], extract: 'text' },
        { url: 'https://b.example/', title: {} },
      ]),
      webSlice(row('a.example', { title: 'A' }), row('b.example')),
    ],
  ],
  failures: [
    ['a bad parameter', json({ detail: [{ loc: ['query', 's'], msg: 'c4n4ry' }] }, 422), 'rejected'],
    ['a limit', plain(429, '', { 'retry-after': '5' }), 'rate_limited', 5_000],
    ['an object instead of the list', json({ results: [] }), 'upstream'],
    ['an error page', html(500), 'upstream'],
  ],
  followUp: [],
};

export const mwmblContracts: AnyContract[] = [web];
