import { type CorpusQuery, changedAt, type Found, rowsOf, type Searchable } from '../corpus-index.ts';
import { engineIndexes } from '../engine-indexes.ts';
import { findCard } from '../infobox-finder.ts';
import { jsonObject } from '../request-body.ts';
import { Suggester } from '../suggester.ts';
import { BAD_KEY, type SandboxResponse, type Upstream } from '../upstream.ts';
import { clock, isoToTheSecond, withEntities } from '../wording.ts';

const known = engineIndexes('kagi', {
  titleWeight: 2.5,
  pages: {
    reference: 90,
    documentation: 90,
    'small-web': 80,
    news: 80,
    forum: 80,
    institution: 85,
    commercial: 60,
  },
});
const suggester = new Suggester('kagi', 70);

const PER_PAGE = 20;
type Row = Record<string, unknown>;

/** For each workflow, the key of its results in the reply and the search that finds them. */
const workflows: Readonly<Record<string, { key: string; find: (query: CorpusQuery) => Found<Row> }>> = {
  search: { key: 'search', find: rowsOf(known.web, (document) => row(document, { props: {} })) },
  images: {
    key: 'image',
    find: rowsOf(known.images, (document) =>
      row(document, {
        image: { url: document.image, width: document.width, height: document.height },
        props: { thumbnail: { url: document.thumbnail } },
      }),
    ),
  },
  news: {
    key: 'news',
    find: rowsOf(known.news, (document) =>
      row(document, { ...(document.thumbnail ? { image: { url: document.thumbnail } } : {}), props: {} }),
    ),
  },
  videos: {
    key: 'video',
    find: rowsOf(known.videos, (document) =>
      row(document, {
        image: { url: document.thumbnail },
        props: { duration: clock(document.seconds), creator_name: document.channel },
      }),
    ),
  },
};

/** Stand-in for the Kagi Search API, version 1. */
export const kagi: Upstream = {
  slug: 'kagi',
  handle({ method, path, headers, body }) {
    if (path !== '/api/v1/search') return failure(404, 'general.not_found', 'Not found', null);
    if (method !== 'POST') return failure(405, 'general.method_not_allowed', 'Method not allowed', null);
    const key = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    if (!key || key === BAD_KEY) return failure(401, 'auth.invalid_token', 'Access token is missing or invalid', null);
    const asked = jsonObject<Asked>(body);
    if (!asked) return failure(400, 'general.invalid_body', 'Request body is not a JSON object', 'body');
    const invalid = invalidField(asked);
    if (invalid) return failure(400, 'general.invalid_parameter', `Invalid value for ${invalid}`, invalid);
    return { status: 200, body: { meta: meta(80), data: search(asked) } };
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

function search({
  query,
  workflow = 'search',
  page = 1,
  limit = PER_PAGE,
  safe_search = true,
  filters = {},
}: Asked): Row {
  const kind = workflows[workflow];
  if (!kind) return {};
  const found = kind.find({
    text: query,
    lang: '',
    safe: safe_search,
    withinDays: daysSince(filters.after),
  });
  // Images have only one page.
  const first = workflow === 'images' ? 0 : (page - 1) * PER_PAGE;
  const shown = found.slice(first, first + Math.min(limit, workflow === 'images' ? limit : PER_PAGE));
  // The real service omits empty lists.
  const data: Row = shown.length > 0 ? { [kind.key]: shown } : {};
  if (workflow !== 'search' || page !== 1) return data;
  const card = findCard(query);
  if (card) {
    const { entry, page: url, image } = card;
    data.infobox = [{ url, title: entry.title, snippet: entry.extract, ...(image ? { image: { url: image } } : {}) }];
  }
  const related = suggester.related(query, 6);
  if (related.length > 0) {
    data.related_search = related.map((title) => ({
      url: `https://kagi.com/search?${new URLSearchParams({ q: title })}`,
      title,
    }));
  }
  return data;
}

function row(document: Searchable, more: Row): Row {
  const changed = changedAt(document);
  return {
    url: document.url,
    title: withEntities(document.title, '&#39;'),
    ...(document.text ? { snippet: withEntities(document.text, '&#39;') } : {}),
    ...(changed ? { time: isoToTheSecond(changed) } : {}),
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

function daysSince(day: string | undefined): number | undefined {
  return day === undefined ? undefined : (Date.now() - Date.parse(day)) / 86_400_000;
}

function meta(ms: number) {
  return { trace: '0000000000000000', node: 'sandbox', ms };
}

function failure(status: number, code: string, message: string, location: string | null): SandboxResponse {
  return {
    status,
    body: { meta: meta(1), data: null, error: [{ code, url: 'https://kagi.com/api/docs', message, location }] },
  };
}
