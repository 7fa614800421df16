import { yacy } from '../../lib/engines/yacy.ts';
import { type AdapterContract, type AnyContract, html, json, plain } from './adapter-contract.ts';
import { anyDate, image, itself, languages, row, search, webSlice } from './cases.ts';
import { catPicture, datedCat, told } from './stand-in-reply.ts';

const failures: AdapterContract<'web'>['failures'] = [
  ['a limit', plain(429, '', { 'retry-after': '3' }), 'rate_limited', 3_000],
  ['no channel', json({ channels: [] }), 'upstream'],
  ['a list of the wrong type', json({ channels: [{ items: 'none' }] }), 'upstream'],
  ['an error page', html(502), 'upstream'],
];

const common = {
  adapter: yacy,
  input: search,
  key: null,
  headers: { accept: 'application/json' },
  path: '/yacysearch.json',
  query: { param: 'query', maxChars: 300 },
  skips: anyDate,
  failures,
  followUp: [],
} as const;

const requests: AdapterContract<'web'>['requests'] = [
  ['an ordinary search', {}, { query: 'climat change', resource: 'global', nav: 'none', lr: null }],
  ['a later page', { page: 3 }, { startRecord: '40', maximumRecords: '20' }],
  ['a site', { site: ['example.com'] }, { query: 'climat change site:example.com' }],
  ...languages('lr', { fr: 'lang_fr', 'de-AT': 'lang_de', 'und-DE': null }),
];
const hostile = json({
  channels: [
    { items: [null, { link: 'javascript:x' }, { link: 'https://a.example/', title: '<b>A</b>', pubDate: 'x' }] },
  ],
});
const nothing = json({ channels: [{ items: [] }] });

const web: AdapterContract<'web'> = {
  ...common,
  operation: 'web',
  requests: [['pages', {}, { contentdom: 'text' }], ...requests],
  answers: [
    ['its stand-in', told(yacy, 'web'), webSlice(datedCat)],
    ['nothing found', nothing, webSlice()],
    ['hostile fields', hostile, webSlice(row('a.example', { title: 'A' }))],
  ],
};

const images: AdapterContract<'images'> = {
  ...common,
  operation: 'images',
  requests: [['images', {}, { contentdom: 'image' }], ...requests],
  answers: [
    [
      'its stand-in',
      told(yacy, 'images'),
      { results: [image('pets.example/cat', { title: catPicture.title, ...itself(catPicture.imageUrl) })] },
    ],
    ['nothing found', nothing, { results: [] }],
    ['hostile fields', hostile, { results: [image('a.example', { title: 'A' })] }],
  ],
};

export const yacyContracts: AnyContract[] = [web, images];
