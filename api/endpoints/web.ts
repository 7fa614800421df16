import { z } from 'zod';
import { slotSlugs } from '../../lib/providers/slot-slugs.ts';
import { mergeWeb, pickCorrection } from '../../lib/search/merge.ts';
import { sitelinkSchema } from '../../lib/search/results.ts';
import { webParams } from '../contract/tab-params.ts';
import { dateDetail, scoreDetail } from '../search/detail.ts';
import { pageTexts } from '../search/page-texts.ts';
import { searchTab } from '../search/search-tab.ts';

const webResultSchema = z
  .object({
    title: z.string(),
    url: z.string().describe('URL as the engine sent it, without tracking parameters if the deployment removes them.'),
    description: z.string(),
    display_url: z.string().describe('Host and path as breadcrumbs.'),
    favicon_url: z.string(),
    age: z.string().describe('Relative age in the requested language, or empty.'),
    source: z
      .enum([...slotSlugs, 'both', 'all'])
      .describe('The engine that found the result, `both` if two did, or `all` if three did.'),
    source_label: z.string().describe('Display names of the engines that found the result.'),
    sitelinks: z.array(sitelinkSchema),
    ...scoreDetail,
    ...dateDetail,
    ...pageTexts,
  })
  .meta({ id: 'WebResult' });

/** A web result. */
export type WebResult = z.infer<typeof webResultSchema>;

/** Web search. */
export const web = searchTab({
  tab: 'web',
  summary: 'Web search',
  description: 'Searches the selected engines at once and merges their results by reciprocal rank fusion.',
  query: webParams,
  fields: {
    correction: z.string().describe('Spelling correction that an engine suggested or applied, or empty.'),
    results: z.array(webResultSchema),
  },
  example: {
    correction: '',
    results: [
      {
        title: 'Golden Retriever - Wikipedia',
        url: 'https://en.wikipedia.org/wiki/Golden_Retriever',
        description: 'The Golden Retriever is a Scottish breed of retriever dog of medium size.',
        display_url: 'en.wikipedia.org › wiki › Golden_Retriever',
        favicon_url: 'https://en.wikipedia.org/favicon.ico',
        age: '2 days ago',
        source: 'both',
        source_label: 'Brave, Mojeek',
        sitelinks: [{ title: 'History', url: 'https://en.wikipedia.org/wiki/Golden_Retriever#History' }],
      },
    ],
  },
  merge: (slices, input, options) => ({
    correction: pickCorrection(slices, input.q),
    results: mergeWeb(slices, options) as WebResult[],
  }),
});
