import { rerank as adapter } from '../../lib/lookups/rerank.ts';
import { type AdapterContract, type AnyContract, BASE, html, json, plain } from './adapter-contract.ts';

const NAN = '{"results":[{"index":0,"relevance_score":NaN},{"index":1,"relevance_score":0.5}]}';
const results = (...entries: unknown[]) => json({ results: entries });
const one = { index: 0, relevance_score: 0.25 };
const two = { index: 1, relevance_score: 0.75 };

const rerank: AdapterContract<'rerank'> = {
  adapter,
  operation: 'rerank',
  input: { query: 'salmon', documents: ['A river.', 'A salmon.'] },
  key: { header: 'authorization', prefix: 'Bearer ' },
  method: 'POST',
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  path: '',
  query: null,
  requests: [
    ['the shape that most servers take', {}, { query: 'salmon', documents: ['A river.', 'A salmon.'], top_n: 2 }],
  ],
  skips: [],
  answers: [
    ["Cohere's reply", results(two, one), { scores: [0.25, 0.75] }],
    [
      'a reply in the order of the request, with more fields',
      json({ id: 'x', results: [{ ...one, document: 'A' }, two] }),
      { scores: [0.25, 0.75] },
    ],
    [
      "TEI's bare list",
      json([
        { index: 1, score: 1 },
        { index: 0, score: 0 },
      ]),
      { scores: [0, 1] },
    ],
    [
      'scores that are no share, as llama.cpp gives',
      results({ ...one, relevance_score: 0 }, { ...two, relevance_score: -1000 }),
      { scores: [0.5, 0] },
    ],
  ],
  failures: [
    ['fewer entries', results(two), 'upstream'],
    ['an index of no document', results(one, { ...two, index: 2 }), 'upstream'],
    ['an index that is no whole number', results(one, { ...two, index: 0.5 }), 'upstream'],
    ['an index below 0', results(one, { ...two, index: -1 }), 'upstream'],
    ['an index twice', results(one, two, one), 'upstream'],
    ['a score that is none', results(one, { ...two, relevance_score: 'high' }), 'upstream'],
    ['a score that is no number', json(NAN), 'upstream'],
    ['a score without an end', json(NAN.replace('NaN', '1e999')), 'upstream'],
    ['an entry that is none', results(one, null), 'upstream'],
    ['no entries at all', json({ error: { message: 'c4n4ry' } }), 'upstream'],
    ['a web page', html(200), 'upstream'],
    ['a bad key', json({ message: 'invalid api token' }, 401), 'refused'],
    ['too many documents', json({ error: 'batch size', error_type: 'Validation' }, 413), 'rejected'],
    ['an overloaded server', json({ error: 'Model is overloaded' }, 429), 'rate_limited', null],
    ['an outage', plain(500), 'upstream'],
  ],
  followUp: [
    ['nothing after a good reply', results(one, two), {}, null],
    [
      'the shape of TEI, which does not know documents',
      json({ error: 'missing field `texts`' }, 422),
      {},
      { address: BASE, params: {} },
    ],
  ],
};

export const rerankContracts: AnyContract[] = [rerank];
