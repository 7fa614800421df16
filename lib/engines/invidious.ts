import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { looseObject, objectsIn } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { countryOf } from '../search/language-tag.ts';
import { searchInputSchema } from '../search/query.ts';
import { videoRows } from '../search/result-rows.ts';
import { videoSliceSchema } from '../search/results.ts';
import { queryFor } from '../search/text.ts';

const MAX_QUERY_CHARS = 200;
const PER_PAGE = 20;
const DATE = { d: 'today', w: 'week', m: 'month', y: 'year' } as const;

const responseSchema = z.array(looseObject);

/** The thumbnail in the middle size. An instance without an address of its own sends paths: then it is YouTube's. */
function thumbnailOf(thumbnails: unknown, videoId: unknown): string {
  const sizes = objectsIn(thumbnails);
  const { url } = sizes.find(({ quality }) => quality === 'medium') ?? sizes[0] ?? {};
  return typeof url === 'string' && url.startsWith('https://')
    ? url
    : `https://i.ytimg.com/vi/${videoId}/mqdefault.jpg`;
}

/** Invidious, a server of one's own that searches YouTube. Links lead to YouTube. */
export const invidious: Adapter = {
  slug: 'invidious',
  name: 'YouTube (Invidious)',
  docs: { about: 'YouTube, through your own Invidious.', exampleUrl: 'http://127.0.0.1:3001' },
  defaultUrl: null,
  apiKey: 'none',
  operations: {
    videos: {
      input: searchInputSchema,
      output: videoSliceSchema,
      request(input, { url }) {
        const params = new URLSearchParams({
          q: queryFor(input.q, MAX_QUERY_CHARS),
          page: String(input.page),
          type: 'video',
        });
        if (input.date) params.set('date', DATE[input.date]);
        const country = countryOf(input.lang);
        if (country) params.set('region', country);
        return { url: `${url}/api/v1/search?${params}`, headers: { accept: 'application/json' } };
      },
      parse(response) {
        requireOk(response);
        const videos = readJson(response, responseSchema).filter(
          ({ type, videoId }) => type === 'video' && typeof videoId === 'string' && /^[\w-]{6,20}$/.test(videoId),
        );
        return {
          results: videoRows(
            videos.map(({ videoId, title, author, lengthSeconds, published, videoThumbnails }) => ({
              url: `https://www.youtube.com/watch?v=${videoId}`,
              title,
              publisher: author,
              duration: lengthSeconds,
              date: published,
              thumbnail: thumbnailOf(videoThumbnails, videoId),
            })),
          ),
        };
      },
    },
  },
  standIn: {
    answer({ path, query }, find) {
      if (path !== '/api/v1/search' || query.get('type') !== 'video')
        return { status: 404, body: { error: 'Not found' } };
      const first = (Number(query.get('page') ?? 1) - 1) * PER_PAGE;
      const withinDays = { today: 1, week: 7, month: 31, year: 365 }[query.get('date') ?? ''];
      const found = find.videos({ text: query.get('q') ?? '', withinDays });
      return {
        status: 200,
        body: found.slice(first, first + PER_PAGE).map(({ id, title, text, channel, seconds, date }) => {
          const videoId = id.toString(36).padStart(11, '0');
          return {
            type: 'video',
            title,
            videoId,
            author: channel,
            lengthSeconds: seconds,
            published: Math.floor(date.getTime() / 1_000),
            videoThumbnails: [{ quality: 'medium', url: `/vi/${videoId}/mqdefault.jpg`, width: 320, height: 180 }],
            description: text,
          };
        }),
      };
    },
  },
};
