import { ApiError } from '../../lib/errors.ts';
import { noAnswerError } from '../ask/outcomes.ts';
import { timingOf } from '../ask/timing.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import type { TabQuery } from '../contract/tab-params.ts';
import { images } from '../endpoints/images.ts';
import { news } from '../endpoints/news.ts';
import { videos } from '../endpoints/videos.ts';
import { web } from '../endpoints/web.ts';
import type { EngineOutcome, TabName } from '../search/engines.ts';
import type { TabFound } from '../search/search.ts';
import type { Found } from '../search/search-reply.ts';
import { instantLine, NO_LINE } from './instant-line.ts';
import type { CategoryName } from './searxng-params.ts';
import {
  type AnyRow,
  generalFields,
  imageFields,
  infoboxesIn,
  newsFields,
  resultIn,
  type SearxngResult,
  unresponsiveIn,
  videoFields,
} from './searxng-results.ts';

/** The reply to a search. Clients read the lengths of the lists without a check, so that all are always there. */
export interface SearxngReply {
  query: string;
  number_of_results: number;
  results: SearxngResult[];
  answers: string[];
  corrections: string[];
  infoboxes: Record<string, unknown>[];
  suggestions: string[];
  unresponsive_engines: [name: string, outcome: string][];
}

/** A finished search of one tab. */
interface CategoryFound {
  answers: EngineOutcome<unknown>[];
  results: SearxngResult[];
  correction: string;
}

type SearchCategory = (context: RequestContext<unknown>, params: TabQuery) => Promise<CategoryFound>;

const searches: Readonly<Record<TabName, SearchCategory>> = {
  web: category('general', web.searchFor, generalFields),
  images: category('images', images.searchFor, imageFields),
  news: category('news', news.searchFor, newsFields),
  videos: category('videos', videos.searchFor, videoFields),
};

/** The reply to a search without results. */
export function emptyReply(query: string): SearxngReply {
  return {
    query,
    number_of_results: 0,
    results: [],
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [],
  };
}

/** Searches the tabs at once. If no engine answers, the error has the shape of a reply, for clients that read no status. */
export async function searchTabs(
  tabs: readonly TabName[],
  params: TabQuery,
  context: RequestContext<unknown>,
): Promise<Found<SearxngReply>> {
  const { q, page, lang = '' } = params;
  const finding = Promise.all(tabs.map((tab) => searches[tab](context, params)));
  const hasLine = tabs.includes('web') && page === 1;
  const [found, line] = await Promise.all([finding, hasLine ? instantLine(context, { q, lang }, finding) : NO_LINE]);
  const answers = found.flatMap((one) => one.answers);
  const results = found.flatMap((one) => one.results).sort((a, b) => b.score - a.score);
  const body: SearxngReply = {
    ...emptyReply(q),
    number_of_results: results.length,
    results,
    answers: line.text === null ? [] : [line.text],
    corrections: found.flatMap(({ correction }) => correction || []),
    infoboxes: infoboxesIn(answers),
    unresponsive_engines: unresponsiveIn(answers),
  };
  const failure = noAnswerError(answers);
  return {
    answers,
    timing: timingOf([...answers, ...line.providerOutcomes]),
    failure: failure && new ApiError(failure.status, { ...body, answers: [], ...failure.body }, { ...failure.headers }),
    body,
    isLasting: line.isLasting,
  };
}

/** The search of a tab, with its results in the shape of SearXNG. `own` is null for results to leave out. */
function category<Row extends AnyRow>(
  name: CategoryName,
  search: (...args: Parameters<SearchCategory>) => Promise<TabFound<{ results: Row[]; correction?: string }>>,
  own: (row: Row) => Parameters<typeof resultIn>[2] | null,
): SearchCategory {
  return async (context, params) => {
    const { answers, body } = await search(context, { ...params, detail: 'full' });
    const results = body.results.flatMap((row) => {
      const fields = own(row);
      return fields ? [resultIn(name, row, fields)] : [];
    });
    return { answers, results, correction: body.correction ?? '' };
  };
}
