import { stackexchange } from '../../lib/lookups/stackexchange.ts';
import { type AdapterContract, type AnyContract, BASE, fixture, html, json, plain } from './adapter-contract.ts';
import { lookup } from './cases.ts';

const errorOf = (id: number, name: string, status = 400) =>
  json({ error_id: id, error_name: name, error_message: 'c4n4ry' }, status);
const throttled = (message: string) =>
  json({ error_id: 502, error_name: 'throttle_violation', error_message: message }, 400);

const first = json(fixture('stackexchange-search.json'));
const found = (...items: unknown[]) => json({ items, has_more: false, quota_max: 300, quota_remaining: 1 });
const question = (fields: object) => found({ accepted_answer_id: 7, title: 'Why?', ...fields });

/** Two requests: the question with an accepted answer, then that answer. */
const answer: AdapterContract<'answer'> = {
  adapter: stackexchange,
  operation: 'answer',
  input: { ...lookup, q: 'how to sort a list in python' },
  key: { param: 'key' },
  headers: { accept: 'application/json' },
  path: '/search/advanced',
  secondPath: /\/answers\/\d+/,
  query: { param: 'q', maxChars: 200 },
  requests: [
    [
      'the question most like it, of those with an accepted answer',
      {},
      { accepted: 'True', sort: 'relevance', order: 'desc' },
    ],
    ['one, of the site for programmers', {}, { pagesize: '1', site: 'stackoverflow' }],
    ['no language or safe search, which it does not support', { lang: 'de', safe: false }, { lang: null, safe: null }],
  ],
  skips: [],
  first,
  answers: [
    [
      'the sample',
      json(fixture('stackexchange-answer.json')),
      {
        card: {
          question: 'How do I sort a list of "objects" in Python?',
          url: 'https://stackoverflow.com/a/4242',
          answer: [
            'Use sorted with a key:',
            '',
            'def by_size(item):',
            '    return item.size if item.size > 0 else 1',
            '',
            'sorted(items, key=by_size)',
            '',
            'It returns a new list.',
            '',
            'It is stable & fast.',
          ].join('\n'),
          score: 512,
          accepted: true,
          author: "Grace O'Example",
          tags: ['python', 'list', 'sorting'],
          answered_at: '2012-12-15T20:33:20.000Z',
          site: 'stackoverflow.com',
          license: 'CC BY-SA 3.0',
        },
      },
      { first },
    ],
    ['no question found', found(), { card: null }],
    ['a question without an accepted answer', question({ accepted_answer_id: undefined }), { card: null }],
    ['an answer that was deleted in between', found(), { card: null }, { first }],
    ['an empty answer', found({ body: '<p> </p>', is_accepted: true }), { card: null }, { first }],
    [
      'hostile fields',
      found({
        body: '<script>alert(1)</script><p>Yes<img src=x onerror=alert(1)>',
        score: '9',
        owner: 7,
        is_accepted: 1,
      }),
      {
        card: {
          question: 'A <b> & more',
          url: 'https://stackoverflow.com/a/7',
          answer: 'alert(1)\nYes',
          score: 0,
          accepted: false,
          author: '',
          tags: ['c++'],
          answered_at: '',
          site: 'stackoverflow.com',
          license: 'CC BY-SA 4.0',
        },
      },
      { first: question({ title: '<i>A</i> &lt;b&gt; &amp; more', tags: [7, 'c++', null], link: 'javascript:x' }) },
    ],
  ],
  failures: [
    [
      'a limit, with the wait in words',
      json(fixture('stackexchange-error-throttle.json'), 400),
      'rate_limited',
      73_000,
    ],
    ['a limit without a wait', throttled('too many requests'), 'rate_limited', null],
    [
      'a limit for the rest of the day: an hour at most',
      throttled('available in 85000 seconds'),
      'rate_limited',
      3_600_000,
    ],
    ['a limit in front of it', plain(429, '', { 'retry-after': '10' }), 'rate_limited', 10_000],
    ['a wrong key', errorOf(405, 'key_required'), 'refused'],
    ['an invalid token', errorOf(402, 'invalid_access_token'), 'refused'],
    ['no access', errorOf(403, 'access_denied'), 'refused'],
    ['a bad parameter', errorOf(400, 'bad_parameter'), 'rejected'],
    ['an unknown method', errorOf(404, 'no_method'), 'rejected'],
    ['a failure of its own, which is a 400 too', errorOf(500, 'internal_error'), 'upstream'],
    ['an outage, which is a 400 too', errorOf(503, 'temporarily_unavailable'), 'upstream'],
    ['a 400 without details', plain(400), 'rejected'],
    ['an error with HTTP 200', errorOf(502, 'throttle_violation', 200), 'upstream'],
    ['a list of the wrong type', json({ items: {} }), 'upstream'],
    ['an error page', html(503), 'upstream'],
  ],
  followUp: [
    [
      'a question with an accepted answer',
      first,
      {},
      { address: `${BASE}/answers/4242`, params: { site: 'stackoverflow', filter: 'withbody' } },
    ],
    ['no question', found(), {}, null],
    ['a question without an accepted answer', question({ accepted_answer_id: null }), {}, null],
    ['an answer with a path as its id', question({ accepted_answer_id: '../me' }), {}, null],
    ['an answer with an invalid id', question({ accepted_answer_id: -1 }), {}, null],
    ['an answer with a fractional id', question({ accepted_answer_id: 1.5 }), {}, null],
    ['a limit', json(fixture('stackexchange-error-throttle.json'), 400), {}, null],
    ['a failure', plain(500), {}, null],
  ],
};

export const stackexchangeContracts: AnyContract[] = [answer];
