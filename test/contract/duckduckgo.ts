import { duckduckgo } from '../../lib/lookups/duckduckgo.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { languages, lookup } from './cases.ts';

const suggest: AdapterContract<'suggest'> = {
  adapter: duckduckgo,
  operation: 'suggest',
  input: lookup,
  key: null,
  headers: { accept: 'application/json' },
  path: '/ac/',
  query: { param: 'q', maxChars: 200 },
  requests: [
    ['a plain list, of the whole world', { q: 'hel' }, { q: 'hel', type: 'list', kl: 'wt-wt' }],
    ...languages('kl', {
      en: 'wt-wt',
      'en-US': 'us-en',
      'de-AT': 'at-de',
      'PT-br': 'br-pt',
      'zh-Hant-TW': 'tw-zh',
      'es-419': 'wt-wt',
      'fil-PH': 'wt-wt',
    }),
  ],
  skips: [],
  answers: [
    ['the sample', json(fixture('ddg-ac-list.json')), { suggestions: ['hello kitty', 'hello world', 'hello fresh'] }],
    [
      'the sample of the other form, of objects',
      json(fixture('ddg-ac-objects.json')),
      { suggestions: ['hello kitty', 'hello world'] },
    ],
    [
      'JSON that calls itself a script',
      { ...json(['q', ['a b']]), headers: { 'content-type': 'text/javascript' } },
      { suggestions: ['a b'] },
    ],
    ['no suggestions', json(['hello', []]), { suggestions: [] }],
    ['no suggestions, in the other format', json([]), { suggestions: [] }],
    [
      'nonsense between good ones',
      json(['q', [null, 7, '', '<b>a</b> &amp; b', { phrase: 'c' }, ['d'], 'e\u0000f']]),
      { suggestions: ['a & b', 'c', 'e f'] },
    ],
  ],
  failures: [
    ['a limit', plain(429, '', { 'retry-after': '5' }), 'rate_limited', 5_000],
    ['a block', html(403), 'refused'],
    [
      'a captcha, which is a 202',
      html(202, '<form id="challenge-form" action="//duckduckgo.com/anomaly.js?c4n4ry"></form>'),
      'refused',
    ],
    ['a query without a list', json(['hello']), 'upstream'],
    ['a query with text instead of a list', json(['hello', 'world']), 'upstream'],
    ['a list of neither form', json([7, 8]), 'upstream'],
    ['an object', json({ phrase: 'hello' }), 'upstream'],
    ['a bad parameter', plain(400), 'rejected'],
    ['a failure', plain(503), 'upstream'],
  ],
  followUp: [],
};

export const duckduckgoContracts: AnyContract[] = [suggest];
