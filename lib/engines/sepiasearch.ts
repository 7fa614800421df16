import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { asObject, looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { languageOf } from '../search/language-tag.ts';
import { searchInputSchema } from '../search/query.ts';
import { videoRows, videoSliceSchema } from '../search/results.ts';
import { daysOf } from '../search/since.ts';
import { queryFor } from '../search/text.ts';

const PER_PAGE = 20;
const MAX_QUERY_CHARS = 300;

const responseSchema = z.object({ total: z.number(), data: z.array(looseObject) });

/** Sepia Search, an index of the videos of all PeerTube servers. Needs no key. */
export const sepiasearch: Adapter = {
  slug: 'sepiasearch',
  name: 'Sepia Search',
  defaultUrl: 'https://sepiasearch.org',
  apiKey: 'none',
  operations: {
    videos: {
      input: searchInputSchema,
      output: videoSliceSchema,
      pageSize: PER_PAGE,
      keepsToDays: true,
      request(input, { url }) {
        const params = new URLSearchParams({
          search: queryFor(input.q, MAX_QUERY_CHARS),
          start: String((input.page - 1) * PER_PAGE),
          count: String(PER_PAGE),
          sort: '-match',
          nsfw: input.safe ? 'false' : 'both',
        });
        const { from, to } = daysOf(input, new Date());
        if (from) params.set('startDate', from);
        if (to) params.set('endDate', `${to}T23:59:59Z`);
        const language = languageOf(input.lang);
        if (language) params.set('languageOneOf[]', language);
        return { url: `${url}/api/v1/search/videos?${params}`, headers: { accept: 'application/json' } };
      },
      parse(response) {
        requireOk(response);
        return {
          results: videoRows(
            readJson(response, responseSchema).data.map((video) => ({
              url: video.url,
              title: video.name,
              publisher: asObject(video.channel).displayName || asObject(video.account).displayName,
              duration: video.duration,
              date: video.publishedAt,
              thumbnail: video.thumbnailUrl || video.previewUrl,
            })),
          ),
        };
      },
    },
  },
};
