import { sepiasearch } from '../../lib/engines/sepiasearch.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { languages, search, video } from './cases.ts';

const answer = (...data: unknown[]) => json({ total: data.length, data });

const videos: AdapterContract<'videos'> = {
  adapter: sepiasearch,
  operation: 'videos',
  input: search,
  key: null,
  headers: { accept: 'application/json' },
  path: '/api/v1/search/videos',
  query: { param: 'search', maxChars: 300 },
  requests: [
    ['an ordinary search', {}, { search: 'climat change', sort: '-match', startDate: null, 'languageOneOf[]': null }],
    ['the first page', { page: 1 }, { start: '0', count: '20' }],
    ['the fiftieth page', { page: 50 }, { start: '980', count: '20' }],
    ['safe', { safe: true }, { nsfw: 'false' }],
    ['not safe', { safe: false }, { nsfw: 'both' }],
    ['the last day', { date: 'd' }, { startDate: '2026-11-14' }],
    ['the last week', { date: 'w' }, { startDate: '2026-11-08' }],
    ['the last month', { date: 'm' }, { startDate: '2026-10-15' }],
    ['the last year', { date: 'y' }, { startDate: '2025-11-15' }],
    ['a region alone', { lang: 'und-DE' }, { 'languageOneOf[]': null }],
    ...languages('languageOneOf[]', { fr: 'fr', 'DE-at': 'de', 'zh-Hant-TW': 'zh' }),
  ],
  skips: [],
  answers: [
    [
      'the sample',
      json(fixture('sepiasearch-videos.json')),
      {
        results: [
          {
            key: 'tube.example/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d',
            url: 'https://tube.example/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d',
            title: 'What is PeerTube?',
            hostname: 'tube.example',
            publisher: 'Short Films',
            duration: '1:53',
            date: '2026-08-02T10:30:00.000Z',
            ageText: '',
            thumbnail: 'https://tube.example/lazy-static/thumbnails/a.jpg',
          },
        ],
      },
    ],
    ['nothing found', answer(), { results: [] }],
    [
      'the account and the preview where there is neither channel nor thumbnail',
      answer({
        url: 'https://a.example/',
        account: { displayName: 'Ada' },
        channel: { displayName: '' },
        thumbnailUrl: null,
        previewUrl: 'https://a.example/p.jpg',
      }),
      { results: [video('a.example', { publisher: 'Ada', thumbnail: 'https://a.example/p.jpg' })] },
    ],
    [
      'hostile fields',
      answer(
        null,
        { url: 'javascript:x' },
        {
          url: 'https://a.example/',
          name: '<b>A</b>',
          channel: 7,
          duration: -1,
          publishedAt: {},
          thumbnailUrl: 'data:,',
        },
      ),
      { results: [video('a.example', { title: 'A' })] },
    ],
  ],
  failures: [
    [
      'a bad parameter',
      json({ type: 'about:blank', title: 'Bad Request', detail: 'c4n4ry', status: 400 }, 400),
      'rejected',
    ],
    [
      'a limit',
      plain(429, 'Too many requests, please try again later.', { 'retry-after': '10' }),
      'rate_limited',
      10_000,
    ],
    ['no list', json({ total: 0 }), 'upstream'],
    ['a list of the wrong type', json({ total: 0, data: {} }), 'upstream'],
    ['an error page', html(503), 'upstream'],
  ],
  followUp: [],
};

export const sepiasearchContracts: AnyContract[] = [videos];
