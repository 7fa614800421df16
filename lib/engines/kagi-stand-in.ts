import {
  BAD_KEY,
  bearerKey,
  type Corpus,
  type CorpusQuery,
  jsonObject,
  type StandIn,
  type StandInReply,
} from '../providers/stand-in.ts';
import { clock, isoToTheSecond, withEntities } from '../providers/wire-wording.ts';

const PER_PAGE = 20;
type Row = Record<string, unknown>;
type Slice = (from: number, to: number) => Row[];

/** For each workflow, the key of its results in the reply and the search that finds them. */
const workflows: Readonly<Record<string, { key: string; find: (find: Corpus, query: CorpusQuery) => Slice }>> = {
  search: {
    key: 'search',
    find: (find, query) => {
      const found = find.pages(query);
      return (from, to) => found.slice(from, to).map((page) => row(page, { props: {} }));
    },
  },
  images: {
    key: 'image',
    find: (find, query) => {
      const found = find.images(query);
      return (from, to) =>
        found.slice(from, to).map((picture) => {
          const { image: url, width, height, thumbnail } = picture;
          return row(picture, { image: { url, width, height }, props: { thumbnail: { url: thumbnail } } });
        });
    },
  },
  news: {
    key: 'news',
    find: (find, query) => {
      const found = find.articles(query);
      return (from, to) =>
        found
          .slice(from, to)
          .map((article) =>
            row(article, { ...(article.thumbnail ? { image: { url: article.thumbnail } } : {}), props: {} }),
          );
    },
  },
  videos: {
    key: 'video',
    find: (find, query) => {
      const found = find.videos(query);
      return (from, to) =>
        found.slice(from, to).map((video) =>
          row(video, {
            image: { url: video.thumbnail },
            props: { duration: clock(video.seconds), creator_name: video.channel },
          }),
        );
    },
  },
};

/** Stand-in for the Kagi Search API, version 1. */
export const kagiStandIn: StandIn = {
  covers: {
    pages: { reference: 90, documentation: 90, 'small-web': 80, news: 80, forum: 80, institution: 85, commercial: 60 },
  },
  titleWeight: 2.5,
  answer({ method, path, headers, body }, find) {
    if (path !== '/api/v1/search') return failure(404, 'general.not_found', 'Not found', null);
    if (method !== 'POST') return failure(405, 'general.method_not_allowed', 'Method not allowed', null);
    const key = bearerKey(headers);
    if (!key || key === BAD_KEY) return failure(401, 'auth.invalid_token', 'Access token is missing or invalid', null);
    const asked = jsonObject<Asked>(body);
    if (!asked) return failure(400, 'general.invalid_body', 'Request body is not a JSON object', 'body');
    const invalid = invalidField(asked);
    if (invalid) return failure(400, 'general.invalid_parameter', `Invalid value for ${invalid}`, invalid);
    return { status: 200, body: { meta: meta(80), data: search(asked, find) } };
  },
};

interface Asked {
  query: string;
  workflow?: string;
  page?: number;
  limit?: number;
  safe_search?: boolean;
  filters?: { region?: string; after?: string };
}

function search(asked: Asked, find: Corpus): Row {
  const { query, workflow = 'search', page = 1, limit = PER_PAGE, safe_search = true, filters = {} } = asked;
  const kind = workflows[workflow];
  if (!kind) return {};
  const since = filters.after === undefined ? undefined : Date.parse(filters.after);
  const slice = kind.find(find, { text: query, safe: safe_search, since });
  // Images have only one page.
  const first = workflow === 'images' ? 0 : (page - 1) * PER_PAGE;
  const shown = slice(first, first + Math.min(limit, workflow === 'images' ? limit : PER_PAGE));
  // The real service omits empty lists.
  const data: Row = shown.length > 0 ? { [kind.key]: shown } : {};
  if (workflow !== 'search' || page !== 1) return data;
  const card = find.card(query);
  if (card) {
    const { title, text, url, image } = card;
    data.infobox = [{ url, title, snippet: text, ...(image ? { image: { url: image } } : {}) }];
  }
  const related = find.related(query, 6);
  if (related.length > 0) {
    data.related_search = related.map((title) => ({
      url: `https://kagi.com/search?${new URLSearchParams({ q: title })}`,
      title,
    }));
  }
  return data;
}

function row(
  { url, title, text, date }: { url: string; title: string; text?: string; date?: Date | null },
  more: Row,
): Row {
  return {
    url,
    title: withEntities(title, '&#39;'),
    ...(text ? { snippet: withEntities(text, '&#39;') } : {}),
    ...(date ? { time: isoToTheSecond(date) } : {}),
    ...more,
  };
}

function invalidField({ query, workflow, page, limit, safe_search, filters }: Asked): string | null {
  const whole = (value: unknown, max: number) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;
  const day = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  if (typeof query !== 'string' || query.trim() === '') return 'query';
  if (workflow !== undefined && !Object.hasOwn(workflows, workflow)) return 'workflow';
  if (page !== undefined && !whole(page, 10)) return 'page';
  if (limit !== undefined && !whole(limit, 1_024)) return 'limit';
  if (safe_search !== undefined && typeof safe_search !== 'boolean') return 'safe_search';
  if (filters !== undefined && (typeof filters !== 'object' || filters === null)) return 'filters';
  if (filters?.after !== undefined && !day(filters.after)) return 'filters.after';
  if (filters?.region !== undefined && !/^([A-Za-z]{2}|no_region)$/.test(filters.region)) return 'filters.region';
  return null;
}

function meta(ms: number) {
  return { trace: '0000000000000000', node: 'sandbox', ms };
}

function failure(status: number, code: string, message: string, location: string | null): StandInReply {
  return {
    status,
    body: { meta: meta(1), data: null, error: [{ code, url: 'https://kagi.com/api/docs', message, location }] },
  };
}
