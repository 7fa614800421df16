import { dictionary } from '../../lib/lookups/dictionary.ts';
import { type AdapterContract, type AnyContract, BASE, fixture, html, json, plain } from './adapter-contract.ts';

const noun = (...definitions: unknown[]) => ({
  partOfSpeech: 'noun',
  definitions: definitions.map((definition) => ({ definition })),
});

const define: AdapterContract<'define'> = {
  adapter: dictionary,
  operation: 'define',
  input: { q: 'crane' },
  key: null,
  headers: { accept: 'application/json' },
  path: /\/api\/v2\/entries\/en\/[^/?#]+/,
  query: { inPath: true, maxChars: 60 },
  requests: [
    ['the word', {}, {}, { address: `${BASE}/api/v2/entries/en/crane` }],
    ['a phrase', { q: 'ad hoc' }, {}, { address: `${BASE}/api/v2/entries/en/ad%20hoc` }],
    ['a path traversal, escaped', { q: '../../secret' }, {}, { address: `${BASE}/api/v2/entries/en/..%2F..%2Fsecret` }],
  ],
  skips: [
    ['a path traversal in the URL', { q: '..' }],
    ['no word at all', { q: ' \u0000 ' }],
  ],
  answers: [
    [
      'the sample',
      json(fixture('dictionaryapi.json')),
      {
        entry: {
          word: 'crane',
          phonetic: '/kɹeɪn/',
          meanings: [
            {
              part: 'noun',
              definitions: ['A large bird with long legs and a long neck.', 'A machine for lifting heavy loads.'],
            },
          ],
        },
      },
    ],
    ['a word that it does not have', json(fixture('dictionaryapi-404.json'), 404), { entry: null }],
    [
      'several origins, put together',
      json([
        { word: 'bank', phonetics: [{ audio: '' }, { text: '/bæŋk/' }], meanings: [noun('An institution.')] },
        {
          word: 'bank',
          meanings: [noun('An edge of a river.'), { partOfSpeech: 'verb', definitions: [{ definition: 'To rely.' }] }],
        },
      ]),
      {
        entry: {
          word: 'bank',
          phonetic: '/bæŋk/',
          meanings: [
            { part: 'noun', definitions: ['An institution.', 'An edge of a river.'] },
            { part: 'verb', definitions: ['To rely.'] },
          ],
        },
      },
    ],
    [
      'hostile fields',
      json([
        {
          word: 'x',
          phonetic: 7,
          meanings: [null, { partOfSpeech: [], definitions: [7, { definition: '<b>A</b> letter<script>' }] }],
        },
      ]),
      { entry: { word: 'x', phonetic: '', meanings: [{ part: '', definitions: ['A letter'] }] } },
    ],
    ['a word without a meaning', json([{ word: 'x', meanings: [] }]), { entry: null }],
  ],
  failures: [
    ['a wrong URL', html(404), 'rejected'],
    ['too many requests', json({ title: 'API Rate Limit Exceeded', message: 'c4n4ry' }, 429), 'rate_limited', null],
    ['an outage', plain(500), 'upstream'],
    ['no entries', json([]), 'upstream'],
    ['an entry without a word', json([{ word: '', meanings: [] }]), 'upstream'],
  ],
  followUp: [],
};

export const dictionaryContracts: AnyContract[] = [define];
