import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, UpstreamResponse } from '../providers/adapter.ts';
import { asObject, looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk, retryAfterMs } from '../providers/responses.ts';
import { BAD_KEY, bearerKey } from '../providers/stand-in.ts';
import { searchInputSchema } from '../search/query.ts';
import { webRows } from '../search/result-rows.ts';
import { webSliceSchema } from '../search/results.ts';
import { daysOf } from '../search/since.ts';
import { queryFor } from '../search/text.ts';
import { aboutLine } from './about-line.ts';

const PER_PAGE = 20;
/** Only the first 1,000 repositories of a search can be read. */
const MAX_PAGE = 50;
const MAX_QUERY_CHARS = 256;

const responseSchema = z.object({ items: z.array(looseObject) });

/** GitHub reports a limit with HTTP 403 as well, and the time of its end by its own clock. */
function requireGithubOk(response: UpstreamResponse): void {
  const { headers, status } = response;
  const isSpent = headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0';
  if (status === 429 || (status === 403 && isSpent)) {
    throw new UpstreamFailure('rate_limited', `limits us (HTTP ${status})`, retryAfterMs(response) ?? resetMs(headers));
  }
  requireOk(response);
}

function resetMs(headers: UpstreamResponse['headers']): number | undefined {
  const ms = Number(headers['x-ratelimit-reset']) * 1_000 - Date.parse(headers.date ?? '');
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : undefined;
}

/** The days of the last change, as a part of the query. */
function pushed({ from, to }: { from?: string; to?: string }): string {
  if (from && to) return ` pushed:${from}..${to}`;
  if (from) return ` pushed:>=${from}`;
  return to ? ` pushed:<=${to}` : '';
}

/** What a repository is: its description, and its language and stars. */
function descriptionOf({ description, language, stargazers_count }: Readonly<Record<string, unknown>>): string {
  const stars = typeof stargazers_count === 'number' ? `${stargazers_count.toLocaleString('en')} stars` : '';
  return aboutLine(description, language, stars);
}

/** Repositories on GitHub. A key raises the limit. */
export const github: Adapter = {
  slug: 'github',
  name: 'GitHub',
  docs: {
    about: 'Repositories. A token without any scope raises the limit to 30 calls a minute.',
    keyFrom: 'https://github.com/settings/tokens',
  },
  groups: ['code'],
  defaultUrl: 'https://api.github.com',
  apiKey: 'optional',
  publicRate: { limit: 10, windowMs: 60_000 },
  // It searches one site, so its first result may be far from the query.
  weight: 0.6,
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      pageSize: PER_PAGE,
      keepsToDays: true,
      supports: ({ page }) => page <= MAX_PAGE || `GitHub has ${MAX_PAGE} pages`,
      request(input, { url, apiKey, userAgent }) {
        const filter = pushed(daysOf(input, new Date()));
        const params = new URLSearchParams({
          q: `${queryFor(input.q, MAX_QUERY_CHARS - filter.length)}${filter}`,
          per_page: String(PER_PAGE),
          page: String(input.page),
        });
        return {
          url: `${url}/search/repositories?${params}`,
          headers: {
            accept: 'application/vnd.github+json',
            'user-agent': userAgent,
            ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
          },
        };
      },
      parse(response) {
        requireGithubOk(response);
        return {
          correction: '',
          results: webRows(
            readJson(response, responseSchema).items.map((item) => ({
              url: item.html_url,
              title: item.full_name,
              description: descriptionOf(item),
              date: item.pushed_at,
              favicon: asObject(item.owner).avatar_url,
            })),
          ),
        };
      },
    },
  },
  standIn: {
    titleWeight: 4,
    answer({ path, query, headers }, find) {
      if (bearerKey(headers) === BAD_KEY) return { status: 401, body: { message: 'Bad credentials' } };
      const size = Number(query.get('per_page') ?? 30);
      const page = Number(query.get('page') ?? 1);
      if (path !== '/search/repositories') return { status: 404, body: { message: 'Not Found' } };
      if (size > 100 || size * page > 1_000) return { status: 422, body: { message: 'Only the first 1000 results' } };
      const [, from] = /pushed:(?:>=)?(\d{4}-\d{2}-\d{2})/.exec(query.get('q') ?? '') ?? [];
      const text = (query.get('q') ?? '').replace(/ pushed:\S+/, '');
      const found = find.pages({ text, since: from ? Date.parse(from) : undefined });
      const items = found.slice((page - 1) * size, page * size).map(({ id, url, title, text: about, date }) => {
        const full_name = `${new URL(url).hostname.split('.').at(-2)}/${title.toLowerCase().replace(/\W+/g, '-').slice(0, 40)}`;
        return {
          id,
          full_name,
          html_url: `https://github.com/${full_name}`,
          description: about,
          language: 'TypeScript',
          stargazers_count: id % 10_000,
          pushed_at: (date ?? new Date(Date.UTC(2025, id % 12, 1))).toISOString(),
          owner: { avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4` },
          license: { spdx_id: 'MIT' },
          topics: [],
        };
      });
      return { status: 200, body: { total_count: found.total, incomplete_results: false, items } };
    },
  },
};
