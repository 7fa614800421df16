import { sepiasearch } from '../../lib/engines/sepiasearch.ts';
import { type AdapterContract, type AnyContract, html, json, plain } from './adapter-contract.ts';
import { languages, search, video } from './cases.ts';
import { catFilm, told } from './stand-in-reply.ts';

const answer = (...data: unknown[]) => json({ total: data.length, data });

/** The channel and the account of a video, and its two pictures. */
const owned = {
  channel: { displayName: 'Films' },
  account: { displayName: 'Ada' },
  thumbnailUrl: 'https://cdn.example/t.jpg',
  previewUrl: 'https://cdn.example/p.jpg',
};

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
    ['its stand-in', told(sepiasearch, 'videos'), { results: [catFilm] }],
    ['nothing found', answer(), { results: [] }],
    [
      'the account and the preview only where there is neither channel nor thumbnail',
      answer(
        { ...owned, url: 'https://a.example/', channel: { displayName: '' }, thumbnailUrl: null },
        { ...owned, url: 'https://b.example/' },
      ),
      {
        results: [
          video('a.example', { publisher: 'Ada', thumbnail: 'https://cdn.example/p.jpg' }),
          video('b.example', { publisher: 'Films', thumbnail: 'https://cdn.example/t.jpg' }),
        ],
      },
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
