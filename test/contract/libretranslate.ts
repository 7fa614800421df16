import { libretranslate } from '../../lib/lookups/libretranslate.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { translate } from './cases.ts';

const errorOf = (status: number, error: string) => json({ error }, status);

const failures: AdapterContract<'translate'>['failures'] = [
  ['a language that it does not have', json(fixture('libretranslate-error.json'), 400), 'rejected'],
  ['a text that is too long', errorOf(400, 'Invalid request: request (12) exceeds text limit (10)'), 'rejected'],
  ['a missing parameter', errorOf(400, 'Invalid request: missing q parameter'), 'rejected'],
  ['a pair that it cannot do', errorOf(400, 'X (x) is not available as a target language from Y (y)'), 'rejected'],
  ['a missing key', errorOf(400, 'Please contact the server operator to get an API key'), 'refused'],
  ['a missing key, with a link to buy one', errorOf(400, 'Visit https://portal.example to get an API key'), 'refused'],
  ['a wrong key', json(fixture('libretranslate-error-key.json'), 403), 'refused'],
  ['a ban', errorOf(403, 'Too many request limits violations'), 'refused'],
  ['a limit', errorOf(429, 'Slowdown: 30 per 1 minute'), 'rate_limited', null],
  ['a limit with Retry-After', plain(429, '', { 'retry-after': '30' }), 'rate_limited', 30_000],
  ['a text that it cannot translate', errorOf(500, 'Cannot translate text: c4n4ry'), 'upstream'],
  ['an error page', html(502), 'upstream'],
  ['an error with HTTP 200', errorOf(200, 'c4n4ry'), 'upstream'],
];

const auto = json(fixture('libretranslate-translate-auto.json'));
const plainAnswer = json(fixture('libretranslate-translate.json'));

const translation: AdapterContract<'translate'> = {
  adapter: libretranslate,
  operation: 'translate',
  input: translate,
  key: { field: 'api_key' },
  headers: { accept: 'application/json' },
  method: 'POST',
  path: '/translate',
  query: null,
  requests: [
    ['a text', {}, { q: 'Hello, world!', target: 'de', format: 'text' }],
    ['a language to detect', { source: '' }, { source: 'auto' }],
    ['a language that is known', { source: 'pt-BR' }, { source: 'pt-BR' }],
    ['markup and escapes as they are', { text: '<b>"&amp;\\n%41' }, { q: '<b>"&amp;\\n%41' }],
    ['line breaks inside, without white space around', { text: ' \n a\r\n\tb \n' }, { q: 'a\r\n\tb' }],
    ['a long text, whole', { text: 'x'.repeat(10_000) }, { q: 'x'.repeat(10_000) }],
  ],
  skips: [],
  answers: [
    ['the sample, detected', auto, { text: 'Bonjour', detected: 'en' }],
    ['the sample', plainAnswer, { text: 'Bonjour', detected: '' }, { input: { source: 'en' } }],
    [
      'white space around the text, which it gets back',
      json({ translatedText: ' Bonjour\n' }),
      { text: '\n  Bonjour\t', detected: '' },
      { input: { text: '\n  Hello\t' } },
    ],
    ['line breaks', json({ translatedText: 'a\r\n\n b' }), { text: 'a\r\n\n b', detected: '' }],
    [
      'codes in any case and of old servers',
      json({ translatedText: 'x', detectedLanguage: { confidence: 90, language: 'PT-br' } }),
      { text: 'x', detected: 'pt-BR' },
    ],
    [
      'a language that goes by another name elsewhere',
      json({ translatedText: 'x', detectedLanguage: { confidence: 90, language: 'tl' } }),
      { text: 'x', detected: 'tl' },
    ],
    ...[null, [], 'en', 7, { language: {} }].map(
      (detectedLanguage): AdapterContract<'translate'>['answers'][number] => [
        `a detected language that is none: ${JSON.stringify(detectedLanguage)}`,
        json({ translatedText: 'x', detectedLanguage }),
        { text: 'x', detected: '' },
      ],
    ),
    [
      'markup in a translation is text',
      json({ translatedText: '<b>x</b> & y' }),
      { text: '<b>x</b> & y', detected: '' },
    ],
  ],
  failures: [
    ...failures,
    ['a list of translations', json({ translatedText: ['x'] }), 'upstream'],
    ['no translation', json({ detectedLanguage: { language: 'en' } }), 'upstream'],
    ['a translation of the wrong type', json({ translatedText: null }), 'upstream'],
  ],
  followUp: [],
};

const languages: AdapterContract<'languages'> = {
  adapter: libretranslate,
  operation: 'languages',
  input: {},
  key: null,
  headers: { accept: 'application/json', 'accept-language': 'en' },
  path: '/languages',
  query: null,
  requests: [],
  skips: [],
  answers: [
    [
      'the sample',
      json(fixture('libretranslate-languages.json')),
      {
        languages: [
          { code: 'en', name: 'English', source: true, target: true },
          { code: 'fr', name: 'French', source: true, target: true },
          { code: 'zh-Hans', name: 'Chinese', source: true, target: true },
        ],
      },
    ],
    [
      'the codes of old servers, without targets',
      json([{ code: 'pb', name: 'Portuguese (Brazil)' }, { code: 'zt' }, { code: 'tl', name: 'Tagalog' }]),
      {
        languages: [
          { code: 'pb', name: 'Portuguese (Brazil)', source: true, target: true },
          { code: 'zt', name: 'zt', source: true, target: true },
          { code: 'tl', name: 'Tagalog', source: true, target: true },
        ],
      },
    ],
    [
      'a language that is a source alone',
      json([
        { code: 'en', name: 'English', targets: ['en'] },
        { code: 'la', name: 'Latin', targets: ['en'] },
      ]),
      {
        languages: [
          { code: 'en', name: 'English', source: true, target: true },
          { code: 'la', name: 'Latin', source: true, target: false },
        ],
      },
    ],
    [
      'hostile rows',
      json([
        null,
        7,
        {},
        { code: '' },
        { code: {}, name: 'x' },
        { code: 'EO', name: '<b>Esperanto</b>', targets: 'x' },
      ]),
      { languages: [{ code: 'eo', name: 'Esperanto', source: true, target: true }] },
    ],
  ],
  failures: [
    ...failures,
    ['no language at all', json([]), 'upstream'],
    ['no language among the rows', json([{}, null]), 'upstream'],
    ['a list in an envelope', json({ languages: [] }), 'upstream'],
  ],
  followUp: [],
};

export const libretranslateContracts: AnyContract[] = [translation, languages];
