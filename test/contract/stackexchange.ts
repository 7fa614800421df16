import { stackexchange } from '../../lib/engines/stackexchange.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { lookup, row, search } from './cases.ts';

const errorOf = (id: number, name: string, status = 400) =>
  json({ error_id: id, error_name: name, error_message: 'c4n4ry' }, status);
const throttled = (message: string) =>
  json({ error_id: 502, error_name: 'throttle_violation', error_message: message }, 400);

const failures: AdapterContract<'web'>['failures'] = [
  ['a limit, with the wait in words', json(fixture('stackexchange-error-throttle.json'), 400), 'rate_limited', 73_000],
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
];

const found = (...items: unknown[]) => json({ items, has_more: false, quota_max: 300, quota_remaining: 1 });
const question = (fields: object, answer: object = {}) =>
  found({ accepted_answer_id: 7, title: 'Why?', answers: [{ answer_id: 7, body: '<p>Yes', ...answer }], ...fields });

const common = {
  adapter: stackexchange,
  key: { param: 'key' },
  headers: { accept: 'application/json' },
  query: { param: 'q', maxChars: 200 },
  failures,
  followUp: [],
} as const;

const answer: AdapterContract<'answer'> = {
  ...common,
  operation: 'answer',
  input: { ...lookup, q: 'how to sort a list in python' },
  path: '/search/advanced',
  requests: [
    [
      'the question most like it, of those with an accepted answer',
      {},
      { accepted: 'True', sort: 'relevance', order: 'desc' },
    ],
    ['one, of the site for programmers', {}, { pagesize: '1', site: 'stackoverflow.com' }],
    ['its answers in the same reply', {}, { filter: '!20aKG._8Oscv*6djs8Pgm' }],
    ['no language or safe search, which it does not support', { lang: 'de', safe: false }, { lang: null, safe: null }],
  ],
  skips: [],
  answers: [
    [
      'the accepted answer among others',
      json(fixture('stackexchange-search-answers.json')),
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
    ],
    ['no question found', found(), { card: null }],
    ['a question without an accepted answer', question({ accepted_answer_id: undefined }), { card: null }],
    ['an accepted answer that was deleted', question({ answers: [] }), { card: null }],
    ['a question without its answers', question({ answers: undefined }), { card: null }],
    ['an accepted answer without an id', question({ accepted_answer_id: '7' }, { answer_id: '7' }), { card: null }],
    ['an accepted answer with an invalid id', question({ accepted_answer_id: -1 }, { answer_id: -1 }), { card: null }],
    ['an empty answer', question({}, { body: '<p> </p>' }), { card: null }],
    [
      'hostile fields',
      question(
        { title: '<i>A</i> &lt;b&gt; &amp; more', tags: [7, 'c++', null], link: 'javascript:x' },
        {
          body: '<script>alert(1)</script><p>Yes<img src=x onerror=alert(1)>',
          score: '9',
          owner: 7,
          is_accepted: 1,
        },
      ),
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
    ],
  ],
};

const web: AdapterContract<'web'> = {
  ...common,
  operation: 'web',
  input: search,
  path: '/search/excerpts',
  requests: [
    [
      'the best matches of the site for programmers',
      {},
      { sort: 'relevance', order: 'desc', site: 'stackoverflow.com' },
    ],
    ['the first page', { page: 1 }, { page: '1', pagesize: '20' }],
    ['a later page', { page: 3 }, { page: '3', pagesize: '20' }],
    ['any date', { date: null }, { fromdate: null }],
    ['the last day', { date: 'd' }, { fromdate: '1794657600' }],
    ['the last week', { date: 'w' }, { fromdate: '1794139200' }],
    ['the last month', { date: 'm' }, { fromdate: '1792152000' }],
    ['the last year', { date: 'y' }, { fromdate: '1763208000' }],
    ['no language or safe search, which it does not support', { lang: 'de', safe: false }, { lang: null, safe: null }],
  ],
  skips: [['a page that needs a key', { page: 26 }]],
  answers: [
    [
      'a question with one of its answers, and an answer to another question',
      json(fixture('stackexchange-excerpts.json')),
      {
        correction: '',
        hasNext: true,
        results: [
          row('stackoverflow.com/q/4141', {
            key: 'stackoverflow.com/questions/4141',
            title: 'How do I sort a list of "objects" in Python?',
            description: "… I have a list of Python objects that I'd like to sort by an attribute …",
            date: '2012-12-15T19:33:20.000Z',
          }),
          row('stackoverflow.com/q/5151', {
            key: 'stackoverflow.com/questions/5151',
            title: 'Sorting a list of lists',
            description: 'sorted(items, key=itemgetter(1)) … list …',
            date: '2014-03-04T11:20:00.000Z',
          }),
        ],
      },
    ],
    ['nothing found', found(), { correction: '', hasNext: false, results: [] }],
    [
      'hostile fields',
      found(
        null,
        {},
        { item_type: 'question', question_id: '../me' },
        { item_type: 'question', question_id: -1, answer_id: 7 },
        { item_type: 'answer', question_id: 1.5, answer_id: 7 },
        { item_type: 'answer', question_id: 7, answer_id: 8, title: ['x'], excerpt: 7, creation_date: 'now' },
      ),
      {
        correction: '',
        hasNext: false,
        results: [
          row('stackoverflow.com/q/7', {
            key: 'stackoverflow.com/questions/7',
          }),
        ],
      },
    ],
  ],
};

export const stackexchangeContracts: AnyContract[] = [web, answer];
