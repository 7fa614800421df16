import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { languageOf } from '../search/language-tag.ts';
import { searchInputSchema } from '../search/query.ts';
import { videoRows } from '../search/result-rows.ts';
import { videoSliceSchema } from '../search/results.ts';
import { daysOf } from '../search/since.ts';
import { queryFor } from '../search/text.ts';

const PER_PAGE = 20;
const MAX_QUERY_CHARS = 200;
const FIELDS = 'id,title,description,url,duration,created_time,thumbnail_360_url,owner.screenname';

const responseSchema = z.object({ list: z.array(looseObject) });

/** Dailymotion's videos. Needs no key. */
export const dailymotion: Adapter = {
  slug: 'dailymotion',
  name: 'Dailymotion',
  docs: { about: 'Videos by individuals and broadcasters.' },
  defaultUrl: 'https://api.dailymotion.com',
  apiKey: 'none',
  publicRate: { limit: 60, windowMs: 60_000 },
  operations: {
    videos: {
      input: searchInputSchema,
      output: videoSliceSchema,
      request(input, { url }) {
        const params = new URLSearchParams({
          search: queryFor(input.q, MAX_QUERY_CHARS),
          sort: 'relevance',
          page: String(input.page),
          limit: String(PER_PAGE),
          fields: FIELDS,
          family_filter: String(input.safe),
          private: 'false',
          password_protected: 'false',
        });
        const language = languageOf(input.lang);
        if (language.length === 2) params.set('languages', language);
        // The last day is left to our own filter: every video has a date.
        const { from } = daysOf(input, new Date());
        if (from) params.set('created_after', String(Date.parse(from) / 1_000));
        return { url: `${url}/videos?${params}`, headers: { accept: 'application/json' } };
      },
      parse(response) {
        requireOk(response);
        return {
          results: videoRows(
            readJson(response, responseSchema).list.map((video) => ({
              url: video.url,
              title: video.title,
              publisher: video['owner.screenname'],
              duration: video.duration,
              date: video.created_time,
              thumbnail: video.thumbnail_360_url,
            })),
          ),
        };
      },
    },
  },
  standIn: {
    covers: { videos: 70 },
    titleWeight: 3,
    answer({ path, query }, find) {
      if (path !== '/videos') return { status: 404, body: { error: { message: 'Not found', type: 'not_found' } } };
      const limit = Number(query.get('limit') ?? 10);
      const page = Number(query.get('page') ?? 1);
      if (!(limit >= 1 && limit <= 100 && page >= 1)) {
        return { status: 400, body: { error: { message: 'Invalid parameter', type: 'invalid_parameter' } } };
      }
      const after = query.get('created_after');
      const found = find.videos({
        text: query.get('search') ?? '',
        safe: query.get('family_filter') !== 'false',
        since: after === null ? undefined : Number(after) * 1_000,
      });
      const list = found.slice((page - 1) * limit, page * limit);
      return {
        status: 200,
        body: {
          page,
          limit,
          explicit: false,
          total: found.total,
          has_more: page * limit < found.total,
          list: list.map(({ id, title, text, url, seconds, date, thumbnail, channel }) => ({
            id: `x${id.toString(36)}`,
            title,
            description: text,
            url,
            duration: seconds,
            created_time: Math.floor(date.getTime() / 1_000),
            thumbnail_360_url: thumbnail,
            'owner.screenname': channel,
          })),
        },
      };
    },
  },
};
