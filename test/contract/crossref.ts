import { crossref } from '../../lib/engines/crossref.ts';
import { type AdapterContract, type AnyContract, html, json, plain } from './adapter-contract.ts';
import { row, search, webSlice } from './cases.ts';
import { cat, told } from './stand-in-reply.ts';

const answer = (...items: unknown[]) => json({ status: 'ok', message: { items } });

const web: AdapterContract<'web'> = {
  adapter: crossref,
  operation: 'web',
  input: search,
  key: null,
  headers: { accept: 'application/json', 'user-agent': 'Tributary/0.1 (ops@example.org)' },
  path: '/works',
  query: { param: 'query', maxChars: 300 },
  requests: [
    ['an ordinary search', {}, { query: 'climat change', rows: '20', offset: '0', filter: null }],
    ['a later page', { page: 3 }, { offset: '40' }],
    ['the last week', { date: 'w' }, { filter: 'from-pub-date:2026-11-08' }],
    [
      'days',
      { from: '2026-01-31', to: '2026-02-28' },
      { filter: 'from-pub-date:2026-01-31,until-pub-date:2026-02-28' },
    ],
  ],
  skips: [],
  answers: [
    [
      'its stand-in',
      told(crossref, 'web'),
      webSlice({
        ...cat,
        description: `Jane Doe · Journal of the Sandbox · ${cat.description}`,
        date: '2026-11-01T00:00:00.000Z',
      }),
    ],
    [
      'four authors, markup in a title, and a component, which is a part of a work',
      answer(
        {
          URL: 'https://a.example/page',
          title: ['On the <i>sleep</i> of cats'],
          author: [{ given: 'Ada', family: 'Example' }, { family: 'Group' }, { family: 'A' }, { family: 'B' }],
          published: { 'date-parts': [[2026, 8, 2]] },
        },
        { type: 'component', URL: 'https://b.example/' },
      ),
      webSlice(
        row('a.example/page', {
          title: 'On the sleep of cats',
          description: 'Ada Example, Group, A, …',
          date: '2026-08-02T00:00:00.000Z',
        }),
      ),
    ],
    [
      'an abstract without its heading, and with tags inside words',
      answer(
        ...[
          '<jats:title>Abstract</jats:title><jats:p>The <jats:italic>in vitro</jats:italic> CO<jats:sub>2</jats:sub>.</jats:p>',
          '<jats:p>Abstract The CO<sub>2</sub>.</jats:p>',
          '<jats:sec><jats:title>Abstract</jats:title><jats:p>Abstract painting is old.</jats:p></jats:sec>',
          '<jats:p>Abstract painting is old.</jats:p>',
        ].map((abstract, at) => ({ URL: `https://${'abcd'[at]}.example/page`, abstract })),
      ),
      webSlice(
        row('a.example/page', { description: 'The in vitro CO2.' }),
        row('b.example/page', { description: 'The CO2.' }),
        row('c.example/page', { description: 'Abstract painting is old.' }),
        row('d.example/page', { description: 'Abstract painting is old.' }),
      ),
    ],
    ['nothing found', answer(), webSlice()],
    [
      'its DOI where there is no other address, and a year',
      answer({ URL: 'https://doi.example/page', title: ['A'], published: { 'date-parts': [[2019]] } }),
      webSlice(row('doi.example/page', { title: 'A', date: '2019-01-01T00:00:00.000Z' })),
    ],
    [
      'hostile fields',
      answer(
        null,
        { URL: 'javascript:x' },
        { URL: 'https://a.example/', title: 7, published: { 'date-parts': [['x']] } },
      ),
      webSlice(row('a.example')),
    ],
  ],
  failures: [
    ['a limit', plain(429, '', { 'retry-after': '3' }), 'rate_limited', 3_000],
    ['a bad parameter', plain(400), 'rejected'],
    ['a list of the wrong type', json({ message: { items: 'none' } }), 'upstream'],
    ['an error page', html(502), 'upstream'],
  ],
  followUp: [],
};

export const crossrefContracts: AnyContract[] = [web];
