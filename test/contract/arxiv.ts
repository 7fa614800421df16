import { arxiv } from '../../lib/engines/arxiv.ts';
import type { UpstreamResponse } from '../../lib/providers/adapter.ts';
import { type AdapterContract, type AnyContract, fixture, html, plain } from './adapter-contract.ts';
import { anyDate, row, search, webSlice } from './cases.ts';
import { cat, datedCat, told } from './stand-in-reply.ts';

const atom = (body: string, status = 200): UpstreamResponse => ({
  status,
  headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  body,
});

const web: AdapterContract<'web'> = {
  adapter: arxiv,
  operation: 'web',
  input: search,
  key: null,
  headers: { accept: 'application/atom+xml', 'user-agent': 'Tributary/0.1 (ops@example.org)' },
  path: '/query',
  query: { param: 'search_query', prefix: 'all:', maxChars: 300 },
  requests: [
    ['an ordinary search', {}, { search_query: 'all:climat change', start: '0', max_results: '20' }],
    ['a later page', { page: 3 }, { start: '40' }],
  ],
  skips: anyDate,
  answers: [
    [
      'its stand-in',
      told(arxiv, 'web'),
      webSlice(
        row('arxiv.org/abs/2230.01230v1', {
          key: 'arxiv.org/abs/2230.01230',
          title: cat.title,
          description: cat.description,
          date: datedCat.date,
        }),
      ),
    ],
    ['nothing found', atom('<feed></feed>'), webSlice()],
    [
      'hostile entries',
      atom(
        '<feed><entry><id>javascript:x</id></entry><entry><id>https://arxiv.org/abs/1</id><title><b>A</b></title>' +
          '<author><title>B</title></author></entry>' +
          '<entry><id>https://arxiv.org/abs/2</id><title>A\n  title</title><summary>  $a &lt; b$.\n</summary></entry>',
      ),
      webSlice(row('arxiv.org/abs/1'), row('arxiv.org/abs/2', { title: 'A title', description: '$a < b$.' })),
    ],
  ],
  failures: [
    ['a refusal, which is an entry', atom(fixture('arxiv-error.xml')), 'rejected'],
    ['a bad parameter', atom(fixture('arxiv-error.xml'), 400), 'rejected'],
    ['a limit', plain(429, 'Rate exceeded.', { 'retry-after': '3' }), 'rate_limited', 3_000],
    ['an error page', html(502), 'upstream'],
  ],
  followUp: [],
};

export const arxivContracts: AnyContract[] = [web];
