import { openlibrary } from '../../lib/engines/openlibrary.ts';
import { type AdapterContract, type AnyContract, html, json, plain } from './adapter-contract.ts';
import { anyDate, row, search, webSlice } from './cases.ts';
import { cat, told } from './stand-in-reply.ts';

const web: AdapterContract<'web'> = {
  adapter: openlibrary,
  operation: 'web',
  input: search,
  key: null,
  headers: { accept: 'application/json', 'user-agent': 'Tributary/0.1 (ops@example.org)' },
  path: '/search.json',
  query: { param: 'q', maxChars: 200 },
  requests: [
    ['an ordinary search', {}, { q: 'climat change', page: '1', limit: '20' }],
    ['a later page', { page: 3 }, { page: '3' }],
  ],
  skips: anyDate,
  answers: [
    [
      'its stand-in',
      told(openlibrary, 'web'),
      webSlice(
        row('openlibrary.org/works/OL41001230W', {
          title: cat.title,
          description: `Jane Doe, John Doe · 2010 · ${cat.description}`,
        }),
      ),
    ],
    ['nothing found', json({ docs: [] }), webSlice()],
    [
      'hostile fields',
      json({ docs: [null, { key: 'javascript:x' }, { key: '/works/OL2W', title: 7, author_name: 'x' }] }),
      webSlice(row('openlibrary.org/works/OL2W')),
    ],
  ],
  failures: [
    ['a limit', plain(429, '', { 'retry-after': '3' }), 'rate_limited', 3_000],
    ['a bad query', plain(422), 'rejected'],
    ['a list of the wrong type', json({ docs: 'none' }), 'upstream'],
    ['an error page', html(502), 'upstream'],
  ],
  followUp: [],
};

export const openlibraryContracts: AnyContract[] = [web];
