import { frankfurter } from '../../lib/lookups/frankfurter.ts';
import { type AdapterContract, type AnyContract, BASE, fixture, html, json, plain } from './adapter-contract.ts';

const notThere = json(fixture('frankfurter-v1-error.json'), 404);

const rate: AdapterContract<'rate'> = {
  adapter: frankfurter,
  operation: 'rate',
  input: { from: 'EUR', to: 'USD' },
  key: null,
  headers: { accept: 'application/json' },
  path: /\/v2\/rate\/[A-Z]{3}\/[A-Z]{3}/,
  secondPath: /\/v1\/(?:latest|[\d-]+)/,
  query: null,
  requests: [
    [
      'the pair, and nothing that it would refuse',
      {},
      { symbols: null, amount: null },
      { address: `${BASE}/v2/rate/EUR/USD` },
    ],
    ['the rate of a day', { date: '2020-03-03' }, { date: '2020-03-03' }],
  ],
  skips: [],
  answers: [
    ['the sample', json(fixture('frankfurter.json')), { quote: { rate: 1.1568, as_of: '2026-08-21' } }],
    [
      'the first version, where there is no second',
      json(fixture('frankfurter-v1-latest.json')),
      { quote: { rate: 0.86445, as_of: '2026-08-21' } },
      { input: { from: 'USD', to: 'EUR' }, first: notThere },
    ],
    ['an unknown currency', json(fixture('frankfurter-v2-error.json'), 422), { quote: null }],
    ['a currency that neither version has', notThere, { quote: null }, { first: notThere }],
  ],
  failures: [
    ['an unknown parameter', json({ status: 422, message: 'unknown parameter: symbols' }, 422), 'rejected'],
    ['too many requests', plain(429, '', { 'retry-after': '7' }), 'rate_limited', 7_000],
    ['a timeout of its own', json({ status: 503, message: 'c4n4ry' }, 503), 'upstream'],
    ['a rate of zero', json({ date: '2026-08-21', base: 'EUR', quote: 'USD', rate: 0 }), 'upstream'],
    ['a negative rate', json({ date: '2026-08-21', rate: -1 }), 'upstream'],
    ['a rate with an invalid date', json({ date: 'c4n4ry', rate: 1 }), 'upstream'],
    ['rates without the one', json({ date: '2026-08-21', rates: { GBP: 1 } }), 'upstream'],
    ['a page', html(200), 'upstream'],
  ],
  followUp: [
    ['the second version has it', json(fixture('frankfurter.json')), {}, null],
    ['the second version reports that there is none', json(fixture('frankfurter-v2-error.json'), 422), {}, null],
    [
      'there is no second version',
      notThere,
      {},
      { address: `${BASE}/v1/latest`, params: { base: 'EUR', symbols: 'USD' } },
    ],
    [
      'there is no second version, for a day',
      notThere,
      { date: '2020-03-03' },
      { address: `${BASE}/v1/2020-03-03`, params: { base: 'EUR', symbols: 'USD' } },
    ],
    ['a failure of the server', plain(500), {}, null],
  ],
};

export const frankfurterContracts: AnyContract[] = [rate];
