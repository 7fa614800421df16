import { z } from 'zod';
import type { Adapter, ProviderSettings, UpstreamRequest } from '../providers/adapter.ts';
import { type Freshness, type SearchInput, searchInputSchema } from '../search/query.ts';
import { type RawWebResult, webRows } from '../search/result-rows.ts';
import { webSliceSchema } from '../search/results.ts';
import { queryFor } from '../search/text.ts';
import { answer } from './stackexchange-answer.ts';
import { apiRequest, isId, MAX_QUERY_CHARS, pauseMs, postUrl, readItems, SITE } from './stackexchange-wire.ts';

type Page = ReturnType<typeof readItems>;

const PER_PAGE = 20;
/** The setting with the sites. */
const SITES = 'STACKEXCHANGE_SITES';
/** Further pages need a key. */
const MAX_PAGE = 25;
const DAY_S = 86_400;
const DAYS: Readonly<Record<Freshness, number>> = { d: 1, w: 7, m: 30, y: 365 };

function dates({ date, from, to }: SearchInput, now: number): Record<string, string> {
  const since = date ? Math.floor(now / 1_000) - DAYS[date] * DAY_S : from && secondsOf(from);
  return { ...(since && { fromdate: String(since) }), ...(to && { todate: String(secondsOf(to) + DAY_S - 1) }) };
}

function secondsOf(day: string): number {
  return Date.parse(day) / 1_000;
}

function searchRequest(site: string, input: SearchInput, settings: ProviderSettings): UpstreamRequest {
  return apiRequest(
    '/search/excerpts',
    site,
    {
      q: queryFor(input.q, MAX_QUERY_CHARS),
      order: 'desc',
      sort: 'relevance',
      page: String(input.page),
      pagesize: String(PER_PAGE),
      ...dates(input, Date.now()),
    },
    settings,
  );
}

function sitesOf({ own }: ProviderSettings): readonly [string, string?] {
  const [first = SITE, second] = (own[SITES] ?? '').split(',');
  return second === undefined ? [first] : [first, second];
}

/** The questions of a site. The list has a question and each of its answers, all with the title of the question. */
function questionsOf(site: string, items: Page['items']): RawWebResult[] {
  const byId = new Map<number, RawWebResult>();
  for (const { question_id: id, title, excerpt, creation_date } of items) {
    if (!isId(id) || byId.has(id)) continue;
    byId.set(id, { url: postUrl(site, 'q', id), title, description: excerpt, date: creation_date });
  }
  return [...byId.values()];
}

/** Two lists as one, in turns. */
function inTurns<T>(one: readonly T[], other: readonly T[]): T[] {
  const longest = Math.max(one.length, other.length);
  return Array.from({ length: longest }, (_, at) => [...one.slice(at, at + 1), ...other.slice(at, at + 1)]).flat();
}

/** Stack Exchange: questions and answers of programmers. Without a key it allows 300 calls a day. */
export const stackexchange: Adapter = {
  slug: 'stackexchange',
  name: 'Stack Exchange',
  docs: {
    about: 'Stack Overflow, or other Stack Exchange sites. A key raises the limit from 300 to 10,000 calls a day.',
    keyFrom: 'https://stackapps.com',
  },
  groups: ['code'],
  defaultUrl: 'https://api.stackexchange.com/2.3',
  ownSettings: {
    [SITES]: {
      about: 'Stack Exchange sites to search, one or two: superuser.com,unix.stackexchange.com. Each costs a call.',
      standard: SITE,
      schema: z.string().regex(/^[a-z\d-]+(\.[a-z\d-]+)+(,[a-z\d-]+(\.[a-z\d-]+)+)?$/, 'must be one or two domains'),
    },
  },
  apiKey: 'optional',
  // It searches one site, so its first result may be far from the query.
  weight: 0.6,
  pauseMs,
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      keepsToDays: true,
      supports: ({ page }) => page <= MAX_PAGE || `Stack Exchange has ${MAX_PAGE} pages`,
      request: (input, settings) => searchRequest(sitesOf(settings)[0], input, settings),
      // A call is about one site.
      followUp({ status }, input, settings) {
        const [, second] = sitesOf(settings);
        return status === 200 && second !== undefined ? searchRequest(second, input, settings) : null;
      },
      parse(response, _input, first, settings) {
        const [site, second = site] = sitesOf(settings);
        const pages = (first ? [first, response] : [response]).map(readItems);
        const [one = [], other = []] = pages.map(({ items }, at) => questionsOf(at === 0 ? site : second, items));
        return {
          correction: '',
          hasNext: pages.some(({ has_more }) => has_more),
          results: webRows(inTurns(one, other)),
        };
      },
    },
    answer,
  },
};
