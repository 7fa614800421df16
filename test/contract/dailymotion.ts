import { dailymotion } from '../../lib/engines/dailymotion.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { languages, search, video } from './cases.ts';
import { catFilm, told } from './stand-in-reply.ts';

const videos: AdapterContract<'videos'> = {
  adapter: dailymotion,
  operation: 'videos',
  input: search,
  key: null,
  headers: { accept: 'application/json' },
  path: '/videos',
  query: { param: 'search', maxChars: 200 },
  requests: [
    ['an ordinary search', {}, { search: 'climat change', sort: 'relevance', created_after: null, languages: null }],
    ['only public videos', {}, { private: 'false', password_protected: 'false' }],
    ['a later page', { page: 3 }, { page: '3', limit: '20' }],
    ['safe', { safe: true }, { family_filter: 'true' }],
    ['not safe', { safe: false }, { family_filter: 'false' }],
    ['the last day', { date: 'd' }, { created_after: String(Date.parse('2026-11-14') / 1_000) }],
    ['a first day', { from: '2026-01-31' }, { created_after: '1769817600' }],
    ...languages('languages', { fr: 'fr', 'DE-at': 'de', 'und-DE': null, 'fil-PH': null }),
  ],
  skips: [],
  answers: [
    ['its stand-in', told(dailymotion, 'videos'), { results: [catFilm] }],
    ['nothing found', json({ list: [], has_more: false }), { results: [] }],
    [
      'hostile fields',
      json({ list: [null, { url: 'javascript:x' }, { url: 'https://a.example/', title: '<b>A</b>', duration: 'x' }] }),
      { results: [video('a.example', { title: 'A' })] },
    ],
  ],
  failures: [
    ['a bad parameter', json(fixture('dailymotion-error.json'), 400), 'rejected'],
    ['an error with HTTP 200', json(fixture('dailymotion-error.json')), 'upstream'],
    ['a limit', plain(429, '', { 'retry-after': '3' }), 'rate_limited', 3_000],
    ['an error page', html(502), 'upstream'],
  ],
  followUp: [],
};

export const dailymotionContracts: AnyContract[] = [videos];
