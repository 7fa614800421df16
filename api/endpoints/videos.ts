import { z } from 'zod';
import { mergeVideos } from '../../lib/search/merge.ts';
import { datedTabParams } from '../contract/tab-params.ts';
import { dateDetail, scoreDetail } from '../search/detail.ts';
import { searchTab } from '../search/search-tab.ts';

const videoResultSchema = z
  .object({
    title: z.string(),
    url: z.string(),
    age: z.string().describe('Relative age in the requested language, or empty.'),
    source: z.string().describe('Publisher or channel, or the host if unknown.'),
    duration: z.string().describe('`4:13` or `1:02:03`, or empty.'),
    hostname: z.string(),
    thumbnail: z.string(),
    ...scoreDetail,
    ...dateDetail,
  })
  .meta({ id: 'VideoResult' });

/** A video result. */
export type VideoResult = z.infer<typeof videoResultSchema>;

/** Video search. */
export const videos = searchTab({
  tab: 'videos',
  summary: 'Video search',
  description: 'Searches videos. Durations have the same format for every engine.',
  query: datedTabParams,
  fields: {
    results: z.array(videoResultSchema),
  },
  example: {
    results: [
      {
        title: 'Training a golden retriever puppy',
        url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
        age: '1 year ago',
        source: 'YouTube',
        duration: '4:13',
        hostname: 'www.youtube.com',
        thumbnail: 'https://i.ytimg.com/vi/aaaaaaaaaaa/mqdefault.jpg',
      },
    ],
  },
  merge: (slices, _input, options) => ({ results: mergeVideos(slices, options) }),
});
