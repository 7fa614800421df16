import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { asObject, looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import type { FoundVideo, StandInReply } from '../providers/stand-in.ts';
import { languageOf } from '../search/language-tag.ts';
import { searchInputSchema } from '../search/query.ts';
import { videoRows } from '../search/result-rows.ts';
import { videoSliceSchema } from '../search/results.ts';
import { daysOf } from '../search/since.ts';
import { queryFor } from '../search/text.ts';

const PER_PAGE = 20;
const MAX_QUERY_CHARS = 300;

const responseSchema = z.object({ total: z.number(), data: z.array(looseObject) });

/** Sepia Search, an index of the videos of all PeerTube servers. Needs no key. */
export const sepiasearch: Adapter = {
  slug: 'sepiasearch',
  name: 'Sepia Search',
  docs: { about: 'Videos from all PeerTube servers.' },
  defaultUrl: 'https://sepiasearch.org',
  apiKey: 'none',
  publicRate: { limit: 50, windowMs: 10_000 },
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
  // Sepia Search answers in the format of a PeerTube server.
  standIn: {
    covers: { videos: 60 },
    titleWeight: 3,
    answer({ path, query }, find) {
      if (path !== '/api/v1/search/videos') return problem(404, 'Not Found');
      const start = Number(query.get('start') ?? 0);
      const count = Number(query.get('count') ?? 15);
      const startDate = query.get('startDate');
      const nsfw = query.get('nsfw') ?? 'false';
      if (!(Number.isInteger(start) && start >= 0)) return problem(400, 'start should be a number');
      if (!(Number.isInteger(count) && count >= 0 && count <= 100)) return problem(400, 'count should be a number');
      if (!['true', 'false', 'both'].includes(nsfw)) return problem(400, 'nsfw should be true, false or both');
      const since = startDate === null ? undefined : Date.parse(startDate);
      if (Number.isNaN(since)) return problem(400, 'startDate should be a date');
      const found = find.videos({ text: query.get('search') ?? '', safe: nsfw === 'false', since });
      const languages = query.getAll('languageOneOf[]');
      const videos = found
        .slice(0, found.total)
        .filter(({ lang }) => languages.length === 0 || languages.includes(lang));
      return { status: 200, body: { total: videos.length, data: videos.slice(start, start + count).map(videoItem) } };
    },
  },
};

function videoItem({ id, url, title, text, channel, publisher, seconds, thumbnail, date, lang }: FoundVideo) {
  const uuid = `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`;
  const { origin, host } = new URL(url);
  const thumbnailPath = new URL(thumbnail).pathname;
  const published = date.toISOString();
  const name = channel.toLowerCase().replace(/\W+/g, '_');
  const owner = (kind: string) => ({
    id,
    name,
    displayName: channel,
    url: `${origin}/${kind}s/${name}`,
    host,
    avatar: null,
  });
  return {
    id,
    uuid,
    shortUUID: id.toString(36),
    score: 20,
    createdAt: published,
    updatedAt: published,
    publishedAt: published,
    originallyPublishedAt: null,
    category: { id: 15, label: 'Science & Technology' },
    licence: { id: 1, label: 'Attribution' },
    language: { id: lang, label: lang },
    privacy: { id: 1, label: 'Public' },
    name: title,
    description: text,
    duration: seconds,
    tags: [publisher.toLowerCase()],
    thumbnailPath,
    thumbnailUrl: thumbnail,
    previewPath: thumbnailPath,
    previewUrl: thumbnail,
    embedPath: `/videos/embed/${uuid}`,
    embedUrl: `${origin}/videos/embed/${uuid}`,
    url,
    isLocal: false,
    isLive: false,
    views: id % 10_000,
    likes: id % 100,
    dislikes: id % 7,
    nsfw: false,
    account: owner('account'),
    channel: owner('channel'),
  };
}

function problem(status: number, detail: string): StandInReply {
  const type = 'application/problem+json; charset=utf-8';
  return { status, headers: { 'content-type': type }, body: { type: 'about:blank', title: detail, detail, status } };
}
