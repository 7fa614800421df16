import { z } from 'zod';
import { mergeImages } from '../../lib/search/merge.ts';
import { tabParams } from '../contract/tab-params.ts';
import { pictureDetail, scoreDetail } from '../search/detail.ts';
import { searchTab } from '../search/search-tab.ts';

export const imageResultSchema = z
  .object({
    title: z.string(),
    url: z.string().describe('URL of the page that contains the image.'),
    source: z.string().describe('Host of the page.'),
    thumbnail: z.string(),
    ...scoreDetail,
    ...pictureDetail,
  })
  .meta({ id: 'ImageResult' });

/** An image result. */
export type ImageResult = z.infer<typeof imageResultSchema>;

export const imageExample: ImageResult = {
  title: 'Golden Retriever standing on grass',
  url: 'https://commons.wikimedia.org/wiki/File:Golden_Retriever.jpg',
  source: 'commons.wikimedia.org',
  thumbnail: 'https://upload.wikimedia.org/wikipedia/commons/thumb/a/aa/G.jpg/270px-G.jpg',
};

/** Image search. */
export const images = searchTab({
  tab: 'images',
  summary: 'Image search',
  description: 'Searches images, without duplicates.',
  query: tabParams.omit({ date: true }),
  fields: { results: z.array(imageResultSchema) },
  example: { results: [imageExample] },
  merge: (slices, _input, options) => ({ results: mergeImages(slices, options) }),
});
