import { type CorpusQuery, changedAt, type Found, rowsOf, type Searchable } from '../corpus-index.ts';
import { engineIndexes } from '../engine-indexes.ts';
import { jsonObject } from '../request-body.ts';
import { BAD_KEY, type SandboxResponse, type Upstream } from '../upstream.ts';

const known = engineIndexes('tavily', {
  titleWeight: 2,
  pages: {
    reference: 85,
    documentation: 85,
    'small-web': 40,
    news: 80,
    forum: 60,
    institution: 80,
    commercial: 70,
  },
});

const RANGE_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31, year: 365 };
const MAX_RESULTS = 20;
type Row = Record<string, unknown>;

interface Asked {
  query: string;
  topic?: string;
  search_depth?: string;
  max_results?: number;
  time_range?: string;
}

const topics: Readonly<Record<string, (query: CorpusQuery) => Found<Row>>> = {
  general: rowsOf(known.web, row),
  news: rowsOf(known.news, (article) => ({ ...row(article), published_date: changedAt(article)?.toUTCString() })),
};

/** Stand-in for Tavily, which has no pages. */
export const tavily: Upstream = {
  slug: 'tavily',
  handle({ method, path, headers, body }) {
    if (path !== '/search') return failure(404, 'Not Found');
    if (method !== 'POST') return failure(405, 'Method Not Allowed');
    const key = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    if (!key || key === BAD_KEY) return failure(401, 'Unauthorized: missing or invalid API key.');
    const asked = jsonObject<Asked>(body);
    const invalid = asked ? invalidField(asked) : 'body';
    if (!asked || invalid) return failure(400, `Invalid ${invalid}.`);
    const { query, topic = 'general', max_results = 5, time_range = '' } = asked;
    const found = topics[topic]?.({ text: query, lang: '', safe: false, withinDays: RANGE_DAYS[time_range] });
    return {
      status: 200,
      body: {
        query,
        follow_up_questions: null,
        answer: null,
        images: [],
        results: found?.slice(0, max_results) ?? [],
        response_time: 0.9,
        request_id: '00000000-0000-4000-8000-000000000000',
      },
    };
  },
};

function row({ title, url, text = '' }: Searchable): Row {
  return { title, url, content: text, score: 0.9, raw_content: null };
}

function invalidField({ query, topic, search_depth, max_results, time_range }: Asked): string | null {
  if (typeof query !== 'string' || query.trim() === '' || query.length > 400) return 'query';
  if (topic !== undefined && !Object.hasOwn(topics, topic)) return 'topic';
  if (search_depth !== undefined && !['basic', 'advanced'].includes(search_depth)) return 'search depth';
  if (max_results !== undefined && !(max_results >= 0 && max_results <= MAX_RESULTS)) return 'number of results';
  if (time_range !== undefined && !Object.hasOwn(RANGE_DAYS, time_range)) return 'time range';
  return null;
}

function failure(status: number, error: string): SandboxResponse {
  return { status, body: { detail: { error } } };
}
