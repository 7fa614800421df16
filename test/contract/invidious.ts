import { invidious } from '../../lib/engines/invidious.ts';
import { type AdapterContract, type AnyContract, html, json, plain } from './adapter-contract.ts';
import { languages, search, video } from './cases.ts';
import { catFilm, told } from './stand-in-reply.ts';

const { title, publisher, duration, date } = catFilm;

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
      'its stand-in, whose thumbnail is a path alone',
      told(invidious, 'videos'),
      {
        results: [
          video('www.youtube.com/watch?v=00000000004', {
            title,
            publisher,
            duration,
            date,
            thumbnail: 'https://i.ytimg.com/vi/00000000004/mqdefault.jpg',
          }),
        ],
      },
    ],
    ['nothing found', json([]), { results: [] }],
    [
      'the thumbnail of medium size, and a channel among the videos',
      json([
        {
          type: 'video',
          videoId: 'a1B2c3D4e5F',
          videoThumbnails: [
            { quality: 'maxres', url: 'https://tube.example/max.jpg' },
            { quality: 'medium', url: 'https://tube.example/mid.jpg' },
          ],
        },
        { type: 'channel', author: 'Short Films', videoId: 'a1B2c3D4e5F' },
      ]),
      { results: [video('www.youtube.com/watch?v=a1B2c3D4e5F', { thumbnail: 'https://tube.example/mid.jpg' })] },
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
