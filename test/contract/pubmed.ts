import { pubmed } from '../../lib/engines/pubmed.ts';
import { type AdapterContract, type AnyContract, BASE, fixture, html, json, plain } from './adapter-contract.ts';
import { row, search, webSlice } from './cases.ts';

const ids = (...idlist: unknown[]) => json({ esearchresult: { count: String(idlist.length), idlist } });
const first = json(fixture('pubmed-esearch.json'));

const web: AdapterContract<'web'> = {
  adapter: pubmed,
  operation: 'web',
  input: search,
  key: { param: 'api_key' },
  headers: { accept: 'application/json', 'user-agent': 'Tributary/0.1 (ops@example.org)' },
  path: '/esearch.fcgi',
  secondPath: /\/esummary\.fcgi/,
  query: { param: 'term', maxChars: 300 },
  requests: [
    [
      'an ordinary search',
      {},
      { db: 'pubmed', retmode: 'json', term: 'climat change', sort: 'relevance', mindate: null },
    ],
    ['a later page', { page: 3 }, { retstart: '40', retmax: '20' }],
    ['the last week', { date: 'w' }, { datetype: 'pdat', mindate: '2026/11/08', maxdate: '2026/11/15' }],
    ['days', { from: '2026-01-31', to: '2026-02-28' }, { mindate: '2026/01/31', maxdate: '2026/02/28' }],
  ],
  skips: [],
  first,
  answers: [
    [
      'the sample, in the order of the search',
      json(fixture('pubmed-esummary.json')),
      webSlice(
        row('pubmed.ncbi.nlm.nih.gov/222/', {
          title: 'The sleep of cats.',
          description: 'Example A, Example B · J Cats',
          date: '2026-08-02T00:00:00.000Z',
        }),
        row('pubmed.ncbi.nlm.nih.gov/111/', {
          title: 'Older cats.',
          description: 'J Cats',
          date: '2019-03-01T00:00:00.000Z',
        }),
      ),
      { first },
    ],
    ['nothing found', ids(), webSlice()],
  ],
  failures: [
    ['a wrong key', plain(401), 'refused'],
    ['a limit', plain(429, '', { 'retry-after': '3' }), 'rate_limited', 3_000],
    ['a bad parameter', plain(400), 'rejected'],
    ['numbers that are none', ids('../1'), 'upstream'],
    ['a list of the wrong type', json({ esearchresult: { idlist: 'none' } }), 'upstream'],
    ['an error page', html(502), 'upstream'],
  ],
  followUp: [
    [
      'articles found',
      first,
      {},
      {
        address: `${BASE}/esummary.fcgi`,
        params: { db: 'pubmed', retmode: 'json', tool: 'tributary', id: '222,111' },
      },
    ],
    ['nothing found', ids(), {}, null],
    ['a failure', plain(500), {}, null],
  ],
};

export const pubmedContracts: AnyContract[] = [web];
