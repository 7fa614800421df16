import { openlibrary } from '../../lib/engines/openlibrary.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { anyDate, page, search } from './cases.ts';

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
      'the sample',
      json(fixture('openlibrary-search.json')),
      {
        correction: '',
        results: [
          page('openlibrary.org', 'works/OL1W', {
            title: 'The Book of Cats',
            description: 'Ada Example, Ben Example · 1913 · It was a dark night.',
          }),
        ],
      },
    ],
    ['nothing found', json({ docs: [] }), { correction: '', results: [] }],
    [
      'hostile fields',
      json({ docs: [null, { key: 'javascript:x' }, { key: '/works/OL2W', title: 7, author_name: 'x' }] }),
      { correction: '', results: [page('openlibrary.org', 'works/OL2W')] },
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
