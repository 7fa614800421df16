import type { Adapter } from '../providers/adapter.ts';
import { type Freshness, type SearchInput, searchInputSchema } from '../search/query.ts';
import { type RawWebResult, webRows, webSliceSchema } from '../search/results.ts';
import { queryFor } from '../search/text.ts';
import { answer } from './stackexchange-answer.ts';
import { apiRequest, isId, MAX_QUERY_CHARS, pauseMs, postUrl, readItems } from './stackexchange-wire.ts';

const PER_PAGE = 20;
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

/** A question or an answer; the title is that of the question in both cases. */
function post(item: Readonly<Record<string, unknown>>): RawWebResult {
  const [kind, id] =
    item.item_type === 'answer' ? (['a', item.answer_id] as const) : (['q', item.question_id] as const);
  return {
    url: isId(id) ? postUrl(kind, id) : '',
    title: item.title,
    description: item.excerpt,
    date: item.creation_date,
  };
}

/** Stack Exchange: questions and answers of programmers. Without a key it allows 300 calls a day. */
export const stackexchange: Adapter = {
  slug: 'stackexchange',
  name: 'Stack Exchange',
  docs: {
    about: 'Stack Overflow. A key raises the limit from 300 to 10,000 calls a day.',
    keyFrom: 'https://stackapps.com',
  },
  groups: ['code'],
  defaultUrl: 'https://api.stackexchange.com/2.3',
  apiKey: 'optional',
  // It searches one site, so its first result may be far from the query.
  weight: 0.6,
  pauseMs,
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      pageSize: PER_PAGE,
      keepsToDays: true,
      supports: ({ page }) => page <= MAX_PAGE || `Stack Exchange has ${MAX_PAGE} pages`,
      request: (input, settings) =>
        apiRequest(
          '/search/excerpts',
          {
            q: queryFor(input.q, MAX_QUERY_CHARS),
            order: 'desc',
            sort: 'relevance',
            page: String(input.page),
            pagesize: String(PER_PAGE),
            ...dates(input, Date.now()),
          },
          settings,
        ),
      parse: (response) => ({ correction: '', results: webRows(readItems(response).map(post)) }),
    },
    answer,
  },
};
