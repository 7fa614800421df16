import { type CorpusQuery, changedAt, type Found, rowsOf, type Searchable } from '../corpus-index.ts';
import { engineIndexes } from '../engine-indexes.ts';
import { jsonObject } from '../request-body.ts';
import { BAD_KEY, type SandboxResponse, type Upstream } from '../upstream.ts';

const known = engineIndexes('exa', {
  titleWeight: 1.5,
  pages: {
    reference: 80,
    documentation: 85,
    'small-web': 75,
    news: 70,
    forum: 50,
    institution: 80,
    commercial: 60,
  },
});

const TYPES = ['auto', 'fast', 'neural', 'keyword', 'deep'];
const MAX_RESULTS = 100;
type Row = Record<string, unknown>;

interface Asked {
  query: string;
  type?: string;
  category?: string;
  numResults?: number;
  startPublishedDate?: string;
  moderation?: boolean;
  contents?: { highlights?: unknown };
}

const findPages = rowsOf(known.web, (page) => row(page));
const findNews = rowsOf(known.news, (article) => row(article, article.thumbnail));
const categories: Readonly<Record<string, (query: CorpusQuery) => Found<Row>>> = { '': findPages, news: findNews };

/** Stand-in for Exa, which has no pages and sends highlights only on request. */
export const exa: Upstream = {
  slug: 'exa',
  handle({ method, path, headers, body }) {
    if (path !== '/search' || method !== 'POST') return failure(404, 'NOT_FOUND', 'Not found');
    const key = headers['x-api-key'];
    if (!key || key === BAD_KEY) return failure(401, 'INVALID_API_KEY', 'Invalid API key');
    const asked = jsonObject<Asked>(body);
    const invalid = asked ? invalidField(asked) : 'body';
    if (!asked || invalid) return failure(400, 'INVALID_REQUEST_BODY', `Invalid ${invalid}`);
    const { query, category = '', numResults = 10, startPublishedDate: since, moderation = false } = asked;
    const withinDays = since === undefined ? undefined : (Date.now() - Date.parse(since)) / 86_400_000;
    const found = categories[category]?.({ text: query, lang: '', safe: moderation, withinDays });
    const shown = found?.slice(0, numResults) ?? [];
    const withHighlights = Boolean(asked.contents?.highlights);
    return {
      status: 200,
      body: {
        requestId: '00000000000000000000000000000000',
        resolvedSearchType: 'neural',
        results: shown.map(({ highlights, highlightScores, ...rest }) =>
          withHighlights ? { ...rest, highlights, highlightScores } : rest,
        ),
        costDollars: { total: 0.007 },
      },
    };
  },
};

function row(document: Searchable, image?: string): Row {
  const { title, url, text = '' } = document;
  const published = changedAt(document);
  return {
    id: url,
    title,
    url,
    ...(published ? { publishedDate: published.toISOString() } : {}),
    author: '',
    score: 0.3,
    ...(image ? { image } : {}),
    favicon: `${new URL(url).origin}/favicon.ico`,
    highlights: [text],
    highlightScores: [0.4],
  };
}

function invalidField({ query, type, category, numResults, startPublishedDate }: Asked): string | null {
  if (typeof query !== 'string' || query.trim() === '') return 'query';
  if (type !== undefined && !TYPES.includes(type)) return 'type';
  if (category !== undefined && !Object.hasOwn(categories, category)) return 'category';
  if (numResults !== undefined && !(numResults >= 1 && numResults <= MAX_RESULTS)) return 'numResults';
  if (startPublishedDate !== undefined && Number.isNaN(Date.parse(startPublishedDate))) return 'startPublishedDate';
  return null;
}

function failure(status: number, tag: string, error: string): SandboxResponse {
  return { status, body: { requestId: '00000000000000000000000000000000', error, tag } };
}
