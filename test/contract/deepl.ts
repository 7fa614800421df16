import { deepl } from '../../lib/lookups/deepl.ts';
import { type AdapterContract, type AnyContract, BASE, fixture, html, json, plain } from './adapter-contract.ts';
import { translate } from './cases.ts';

const common = {
  adapter: deepl,
  key: { header: 'authorization', prefix: 'DeepL-Auth-Key ' },
  headers: { accept: 'application/json' },
  query: null,
  skips: [],
} as const;

const errorOf = (status: number, message: string) => json({ message }, status);
const failures: AdapterContract<'translate'>['failures'] = [
  ['a bad parameter', errorOf(400, "Value for 'target_lang' not supported."), 'rejected'],
  ['a wrong key', errorOf(401, 'c4n4ry'), 'refused'],
  ['a key of the other plan', errorOf(403, 'Authorization failed'), 'refused'],
  ['a text that is too large', errorOf(413, 'Request size exceeds limit.'), 'rejected'],
  ['a limit', errorOf(429, 'Too many requests'), 'rate_limited', null],
  ['a limit with Retry-After', plain(429, '', { 'retry-after': '5' }), 'rate_limited', 5_000],
  ['a quota that is used up', json(fixture('deepl-error.json'), 456), 'rate_limited', 3_600_000],
  ['a limit of its own kind', errorOf(529, 'Too many requests'), 'rate_limited', null],
  ['a limit of its own kind, with Retry-After', plain(529, '', { 'retry-after': '7' }), 'rate_limited', 7_000],
  ['an outage', errorOf(503, 'Resource currently unavailable'), 'upstream'],
  ['an outage in between', html(504), 'upstream'],
  ['an error with HTTP 200', errorOf(200, 'c4n4ry'), 'upstream'],
];

const answer = (...translations: unknown[]) => json({ translations });
const sample = json(fixture('deepl-translate.json'));

const translation: AdapterContract<'translate'> = {
  ...common,
  operation: 'translate',
  input: translate,
  method: 'POST',
  path: '/v2/translate',
  requests: [
    ['a text, which is a list of one', {}, { text: ['Hello, world!'], target_lang: 'DE', preserve_formatting: true }],
    ['a language to detect is left out', { source: '' }, { source_lang: null }],
    ['a language that is known', { source: 'en' }, { source_lang: 'EN' }],
    ['a source has no varieties', { source: 'pt-BR', target: 'en-US' }, { source_lang: 'PT', target_lang: 'EN-US' }],
    ['a target has', { target: 'zh-Hant' }, { target_lang: 'ZH-HANT' }],
    ['markup and escapes as they are', { text: '<b>"&amp;\\n%41' }, { text: ['<b>"&amp;\\n%41'] }],
    ['line breaks inside, without white space around', { text: ' \n a\r\n\tb \n' }, { text: ['a\r\n\tb'] }],
    ['no key in the body', {}, { auth_key: null }],
  ],
  answers: [
    ['the sample', sample, { text: 'Hallo, Welt!', detected: 'en' }],
    [
      'white space around the text, which it gets back',
      answer({ detected_source_language: 'PT-BR', text: 'Hallo ' }),
      { text: '\n Hallo\t', detected: 'pt-BR' },
      { input: { text: '\n Hello\t' } },
    ],
    ['no word of the language', answer({ text: 'x' }), { text: 'x', detected: '' }],
    ['a language of the wrong type', answer({ text: 'x', detected_source_language: {} }), { text: 'x', detected: '' }],
    ['more than one, and the first counts', answer({ text: 'x' }, { text: 'y' }), { text: 'x', detected: '' }],
  ],
  failures: [
    ...failures,
    ['no translations', answer(), 'upstream'],
    ['a translation without text', answer({ detected_source_language: 'EN' }), 'upstream'],
    ['a translation with a text of the wrong type', answer({ text: 7 }), 'upstream'],
    ['a translation of the wrong type', answer(null), 'upstream'],
  ],
  followUp: [],
};

const noThirdVersion = errorOf(404, 'Not found');
const languages: AdapterContract<'languages'> = {
  ...common,
  operation: 'languages',
  input: {},
  path: '/v3/languages',
  secondPath: /\/v2\/languages/,
  requests: [['what texts can be translated', {}, { resource: 'translate_text' }]],
  answers: [
    [
      'the sample',
      json(fixture('deepl-languages.json')),
      {
        languages: [
          { code: 'de', name: 'German', source: true, target: true },
          { code: 'en', name: 'English', source: true, target: false },
          { code: 'en-US', name: 'English (American)', source: false, target: true },
        ],
      },
    ],
    [
      'the sample of the second version, after the third was not there',
      json(fixture('deepl-languages-v2-target.json')),
      {
        languages: [
          { code: 'de', name: 'German', source: true, target: true },
          { code: 'en-GB', name: 'English (British)', source: true, target: true },
          { code: 'en-US', name: 'English (American)', source: true, target: true },
          { code: 'pt-BR', name: 'Portuguese (Brazilian)', source: true, target: true },
          { code: 'zh', name: 'Chinese (simplified)', source: true, target: true },
        ],
      },
      { first: noThirdVersion },
    ],
    [
      'hostile rows',
      json([null, 7, {}, { lang: '' }, { language: {} }, { lang: 'ZH-HANT', name: 7, usable_as_target: 'yes' }]),
      { languages: [{ code: 'zh-Hant', name: 'ZH-HANT', source: false, target: false }] },
    ],
  ],
  failures: [
    ...failures,
    ['no second version either', noThirdVersion, 'rejected'],
    ['no language at all', json([]), 'upstream'],
    ['no language among the rows', json([{}, null]), 'upstream'],
    ['a list in an envelope', json({ languages: [] }), 'upstream'],
  ],
  followUp: [
    ['no third version', noThirdVersion, {}, { address: `${BASE}/v2/languages`, params: { type: 'target' } }],
    ['a wrong key does not lead to a second request', plain(403), {}, null],
    ['nor a limit', plain(429), {}, null],
    ['nor an outage', plain(503), {}, null],
    ['nor an answer', json(fixture('deepl-languages.json')), {}, null],
  ],
};

export const deeplContracts: AnyContract[] = [translation, languages];
