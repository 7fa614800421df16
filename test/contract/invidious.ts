import { invidious } from '../../lib/engines/invidious.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { languages, search, video } from './cases.ts';

const ofYoutube = (id: string, fields: Parameters<typeof video>[1]) =>
  video('www.youtube.com', {
    key: `youtube.com/watch?v=${id}`,
    url: `https://www.youtube.com/watch?v=${id}`,
    ...fields,
  });

const videos: AdapterContract<'videos'> = {
  adapter: invidious,
  operation: 'videos',
  input: search,
  key: null,
  headers: { accept: 'application/json' },
  path: '/api/v1/search',
  query: { param: 'q', maxChars: 200 },
  requests: [
    ['an ordinary search', {}, { q: 'climat change', type: 'video', page: '1', date: null, region: null }],
    ['a later page', { page: 3 }, { page: '3' }],
    ['the last day', { date: 'd' }, { date: 'today' }],
    ['the last year', { date: 'y' }, { date: 'year' }],
    ...languages('region', { fr: null, 'de-AT': 'AT', 'und-DE': 'DE' }),
  ],
  skips: [],
  answers: [
    [
      'the sample, without its channel',
      json(fixture('invidious-search.json')),
      {
        results: [
          ofYoutube('a1B2c3D4e5F', {
            title: 'How cats land on their feet',
            publisher: 'Short Films',
            duration: '1:53',
            date: '2026-08-02T10:30:00.000Z',
            thumbnail: 'https://tube.example/vi/a1B2c3D4e5F/mqdefault.jpg',
          }),
        ],
      },
    ],
    ['nothing found', json([]), { results: [] }],
    [
      'a thumbnail with a path alone',
      json([{ type: 'video', videoId: 'a1B2c3D4e5F', videoThumbnails: [{ quality: 'medium', url: '/vi/a.jpg' }] }]),
      { results: [ofYoutube('a1B2c3D4e5F', { thumbnail: 'https://i.ytimg.com/vi/a1B2c3D4e5F/mqdefault.jpg' })] },
    ],
    [
      'hostile fields',
      json([null, { type: 'video', videoId: '../x' }, { type: 'video', videoId: 7 }, { type: 'playlist' }]),
      { results: [] },
    ],
  ],
  failures: [
    ['a limit', plain(429, '', { 'retry-after': '3' }), 'rate_limited', 3_000],
    ['an error of its own', json({ error: 'Could not extract' }, 500), 'upstream'],
    ['an error with HTTP 200', json({ error: 'Could not extract' }), 'upstream'],
    ['an error page', html(502), 'upstream'],
  ],
  followUp: [],
};

export const invidiousContracts: AnyContract[] = [videos];
