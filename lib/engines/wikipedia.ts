import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { lookupInputSchema, searchInputSchema } from '../search/query.ts';
import { correctionFrom, imageRows, videoRows, webRows } from '../search/result-rows.ts';
import { imageSliceSchema, videoSliceSchema, webSliceSchema } from '../search/results.ts';
import { SUGGEST_MAX_CHARS, suggestionsFrom, suggestionsSchema } from '../search/suggestions.ts';
import { queryFor } from '../search/text.ts';
import { commons, IMAGE, VIDEO } from './commons.ts';
import {
  apiRequest,
  PER_PAGE,
  pagesFound,
  readApi,
  searchParams,
  searchSchema,
  supportsDate,
} from './mediawiki-wire.ts';
import { apiFor, articleUrl } from './wikipedia-addresses.ts';
import { article } from './wikipedia-article.ts';

/** Wikipedia, with Wikimedia Commons for images and videos. Needs no key. */
export const wikipedia: Adapter = {
  slug: 'wikipedia',
  name: 'Wikipedia',
  docs: { about: 'Articles, and the pictures and videos of Wikimedia Commons. {lang} in the address is the language.' },
  defaultUrl: 'https://{lang}.wikipedia.org',
  otherUrls: { COMMONS_URL: 'https://commons.wikimedia.org' },
  apiKey: 'none',
  publicRate: { limit: 10, windowMs: 60_000 },
  contactRate: { limit: 200, windowMs: 60_000 },
  publicMaxConcurrent: 3,
  // It searches one site and always finds an article, so its first result may be far from the query.
  weight: 0.6,
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      pageSize: PER_PAGE,
      supports: supportsDate,
      request: (input, settings) =>
        apiRequest(
          apiFor(input.lang, settings),
          searchParams(input.q, (input.page - 1) * PER_PAGE, PER_PAGE, 'snippet'),
        ),
      parse(response, { lang }) {
        const { search, searchinfo } = readApi(response, searchSchema).query;
        return {
          correction: correctionFrom(searchinfo?.suggestion),
          results: webRows(pagesFound(search, (title) => articleUrl(title, lang))),
        };
      },
    },
    images: commons(IMAGE, imageSliceSchema, (files) => ({ results: imageRows(files) })),
    videos: commons(VIDEO, videoSliceSchema, (files) => ({ results: videoRows(files) })),
    suggest: {
      input: lookupInputSchema,
      output: suggestionsSchema,
      request: (input, settings) =>
        apiRequest(apiFor(input.lang, settings), {
          action: 'opensearch',
          search: queryFor(input.q, SUGGEST_MAX_CHARS),
          limit: '10',
          namespace: '0',
        }),
      parse(response) {
        const [, titles] = readApi(response, z.tuple([z.unknown(), z.array(z.unknown())], z.unknown()));
        return suggestionsFrom(titles);
      },
    },
    article,
  },
  probe: {
    request: (settings) => apiRequest(apiFor('en', settings), { action: 'query', meta: 'siteinfo', maxage: '300' }),
    parse(response) {
      readApi(response, z.object({ query: z.looseObject({}) }));
    },
  },
};
