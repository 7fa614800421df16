import { openverse } from '../../lib/engines/openverse.ts';
import { type AdapterContract, type AnyContract, fixture, html, json } from './adapter-contract.ts';
import { anyDate, image, itself, search } from './cases.ts';

const answer = (...results: unknown[]) => json({ result_count: 1, page_count: 1, page_size: 20, page: 1, results });
const licensed = (license: unknown, license_version?: unknown, creator?: unknown) =>
  answer({ foreign_landing_url: 'https://a.example/', license, license_version, creator });
const withLicense = (license: string) => ({ results: [image('a.example', { license })] });

const images: AdapterContract<'images'> = {
  adapter: openverse,
  operation: 'images',
  input: search,
  key: null,
  headers: { accept: 'application/json' },
  path: '/images/',
  query: { param: 'q', maxChars: 200 },
  requests: [
    ['an ordinary search', {}, { q: 'climat change', page_size: '20' }],
    ['the first page', { page: 1 }, { page: '1' }],
    ['the last page that there is', { page: 12 }, { page: '12' }],
    ['safe, which is the default', { safe: true }, { mature: null }],
    ['not safe', { safe: false }, { mature: 'true' }],
  ],
  skips: [...anyDate, ['a page beyond the end of the list', { page: 13 }], ['the fiftieth page', { page: 50 }]],
  answers: [
    [
      'the sample',
      json(fixture('openverse-images.json')),
      {
        results: [
          image('www.flickr.com/photos/x/1', {
            title: 'Cat',
            thumbnail: 'https://api.openverse.org/v1/images/36537842-b067-4ca0-ad67-e00ff2e06b2d/thumb/',
            imageUrl: 'https://live.staticflickr.com/1/1_b.jpg',
            width: 1024,
            height: 683,
            license: 'CC BY 2.0, x',
          }),
        ],
      },
    ],
    ['nothing found', answer(), { results: [] }],
    ['a licence with conditions', licensed('by-nc-sa', '4.0', 'Jane Doe'), withLicense('CC BY-NC-SA 4.0, Jane Doe')],
    ['no creator', licensed('cc0', '1.0', null), withLicense('CC0 1.0')],
    [
      'a work in the public domain',
      licensed('pdm', '1.0', 'Jane Doe'),
      withLicense('Public Domain Mark 1.0, Jane Doe'),
    ],
    ['a licence without a version', licensed('by', null, ''), withLicense('CC BY')],
    ['a creator without a licence', licensed(null, '4.0', 'Jane Doe'), withLicense('Jane Doe')],
    [
      'the image itself where there is no thumbnail, and hostile fields',
      answer(
        7,
        { foreign_landing_url: 'javascript:x' },
        {
          foreign_landing_url: 'https://a.example/',
          title: '<b>A</b>',
          url: 'https://cdn.example/a.png',
          thumbnail: null,
          width: 'wide',
          height: -1,
          license: {},
          creator: ['x'],
        },
      ),
      {
        results: [
          image('a.example', {
            title: 'A',
            ...itself('https://cdn.example/a.png'),
          }),
        ],
      },
    ],
  ],
  failures: [
    [
      'a limit',
      json({ detail: 'Request was throttled. Expected available in 29 seconds.' }, 429, { 'retry-after': '29' }),
      'rate_limited',
      29_000,
    ],
    [
      'a page that is too large',
      json({ detail: 'page_size may not exceed 20 for anonymous requests' }, 401),
      'refused',
    ],
    ['a bad parameter', json({ detail: { page: ['c4n4ry'] } }, 400), 'rejected'],
    ['no list', json({ result_count: 0 }), 'upstream'],
    ['a list of the wrong type', json({ results: {} }), 'upstream'],
    ['an error page', html(503), 'upstream'],
  ],
  followUp: [],
};

export const openverseContracts: AnyContract[] = [images];
