import { type Video, videos } from '../corpus.ts';
import { CorpusIndex, changedAt, hash } from '../corpus-index.ts';
import type { SandboxResponse, Upstream } from '../upstream.ts';

const index = new CorpusIndex(videos, {
  engine: 'sepiasearch',
  percent: ({ publisher }) => (publisher === 'PeerTube' ? 100 : 40),
  titleWeight: 3,
  everyWord: false,
  tail: true,
});

const MAX_COUNT = 100;
const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** Stand-in for Sepia Search, which answers in the format of a PeerTube server. */
export const sepiasearch: Upstream = {
  slug: 'sepiasearch',
  handle({ path, query }) {
    if (path !== '/api/v1/search/videos') return problem(404, 'Not Found');
    const start = Number(query.get('start') ?? 0);
    const count = Number(query.get('count') ?? 15);
    const startDate = query.get('startDate');
    const nsfw = query.get('nsfw') ?? 'false';
    if (!(Number.isInteger(start) && start >= 0)) return problem(400, 'start should be a number');
    if (!(Number.isInteger(count) && count >= 0 && count <= MAX_COUNT)) return problem(400, 'count should be a number');
    if (!['true', 'false', 'both'].includes(nsfw)) return problem(400, 'nsfw should be true, false or both');
    if (startDate !== null && Number.isNaN(Date.parse(startDate))) return problem(400, 'startDate should be a date');
    const found = index
      .search({
        text: query.get('search') ?? '',
        lang: '',
        safe: nsfw === 'false',
        withinDays: startDate === null ? undefined : (Date.now() - Date.parse(startDate)) / 86_400_000,
      })
      .filter(({ lang = 'en' }) => !query.has('languageOneOf[]') || query.getAll('languageOneOf[]').includes(lang));
    return { status: 200, body: { total: found.length, data: found.slice(start, start + count).map(row) } };
  },
};

function row(video: Video) {
  const id = hash(video.url);
  const uuid = `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`;
  const home = new URL(video.url);
  const published = (changedAt(video) ?? new Date()).toISOString();
  const { lang = 'en' } = video;
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
    language: { id: lang, label: languageNames.of(lang) ?? lang },
    privacy: { id: 1, label: 'Public' },
    name: video.title,
    description: video.text,
    duration: video.seconds,
    tags: [video.publisher.toLowerCase()],
    thumbnailPath: new URL(video.thumbnail).pathname,
    thumbnailUrl: video.thumbnail,
    previewPath: new URL(video.thumbnail).pathname,
    previewUrl: video.thumbnail,
    embedPath: `/videos/embed/${uuid}`,
    embedUrl: `${home.origin}/videos/embed/${uuid}`,
    url: video.url,
    isLocal: false,
    isLive: false,
    views: id % 10_000,
    likes: id % 100,
    dislikes: id % 7,
    nsfw: false,
    account: owner(home, 'account', video.channel),
    channel: owner(home, 'channel', video.channel),
  };
}

function owner({ origin, host }: URL, kind: string, displayName: string) {
  const name = displayName.toLowerCase().replace(/\W+/g, '_');
  return { id: hash(name), name, displayName, url: `${origin}/${kind}s/${name}`, host, avatar: null };
}

function problem(status: number, detail: string): SandboxResponse {
  const type = 'application/problem+json; charset=utf-8';
  return { status, headers: { 'content-type': type }, body: { type: 'about:blank', title: detail, detail, status } };
}
