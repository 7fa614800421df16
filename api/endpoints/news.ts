import { z } from 'zod';
import { mergeNews } from '../../lib/search/merge.ts';
import { newsParams } from '../contract/tab-params.ts';
import { dateDetail, scoreDetail } from '../search/detail.ts';
import { searchTab } from '../search/search-tab.ts';

const newsResultSchema = z
  .object({
    title: z.string(),
    url: z.string(),
    description: z.string(),
    age: z.string().describe('Relative age in the requested language, or empty.'),
    source: z.string().describe('Publisher, or the host if unknown.'),
    hostname: z.string(),
    thumbnail: z.string(),
    ...scoreDetail,
    ...dateDetail,
  })
  .meta({ id: 'NewsResult' });

/** A news result. */
export type NewsResult = z.infer<typeof newsResultSchema>;

/** News search. */
export const news = searchTab({
  tab: 'news',
  summary: 'News search',
  description: 'Searches recent articles. `date` limits them to the last day, week, month or year.',
  query: newsParams,
  fields: {
    results: z.array(newsResultSchema),
  },
  example: {
    results: [
      {
        title: 'Golden retrievers win hearts again',
        url: 'https://www.example.org/news/golden-retrievers',
        description: 'The breed is once more among the most registered of the year.',
        age: '3 hours ago',
        source: 'Example News',
        hostname: 'www.example.org',
        thumbnail: 'https://www.example.org/images/retriever.jpg',
      },
    ],
  },
  merge: (slices, _input, options) => ({ results: mergeNews(slices, options) }),
});
