import { mdn } from '../../lib/engines/mdn.ts';
import { type AdapterContract, type AnyContract, html, json, plain } from './adapter-contract.ts';
import { anyDate, languages, row, search, webSlice } from './cases.ts';
import { cat, told } from './stand-in-reply.ts';

const web: AdapterContract<'web'> = {
  adapter: mdn,
  operation: 'web',
  input: search,
  key: null,
  headers: { accept: 'application/json' },
  path: '/search',
  query: { param: 'q', maxChars: 200 },
  requests: [
    ['an ordinary search', {}, { q: 'climat change', page: '1', locale: 'en-US' }],
    ['a later page', { page: 10 }, { page: '10' }],
    ...languages('locale', { fr: 'fr', 'pt-PT': 'pt-BR', zh: 'zh-CN', sv: 'en-US', 'und-DE': 'en-US' }),
  ],
  skips: [...anyDate, ['too deep a page', { page: 11 }]],
  answers: [
    [
      'its stand-in',
      told(mdn, 'web'),
      webSlice(
        row('developer.mozilla.org/en-US/docs/Web/Cats_&_dogs', {
          key: 'developer.mozilla.org/docs/Web/Cats_&_dogs',
          url: 'https://developer.mozilla.org/en-US/docs/Web/Cats_%26_dogs',
          title: cat.title,
          description: cat.description,
        }),
      ),
    ],
    ['nothing found', json({ documents: [] }), webSlice()],
    [
      'hostile fields',
      json({ documents: [null, { mdn_url: 'javascript:x' }, { mdn_url: ['/x'], title: 'A' }] }),
      webSlice(),
    ],
  ],
  failures: [
    ['a bad parameter', plain(400), 'rejected'],
    ['a limit', plain(429, '', { 'retry-after': '3' }), 'rate_limited', 3_000],
    ['a list of the wrong type', json({ documents: 'none' }), 'upstream'],
    ['an error page', html(502), 'upstream'],
  ],
  followUp: [],
};

export const mdnContracts: AnyContract[] = [web];
