import { ApiError } from '../../lib/errors.ts';
import type { Requester } from '../ask/call-context.ts';
import { noAnswerError, serverTiming } from '../ask/outcomes.ts';
import type { RequestContext } from '../routes/endpoint.ts';
import { images } from '../routes/images.ts';
import { news } from '../routes/news.ts';
import { videos } from '../routes/videos.ts';
import { web } from '../routes/web.ts';
import type { EngineOutcome, TabName } from '../search/engines.ts';
import type { Found } from '../search/search-reply.ts';
import type { TabFound, TabParams } from '../search/search-tab.ts';
import type { Services } from '../services.ts';
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

type SearchCategory = (params: TabParams, services: Services, requester: Requester) => Promise<CategoryFound>;

const searches: Readonly<Record<TabName, SearchCategory>> = {
  web: category('general', web.search, generalFields),
  images: category('images', images.search, imageFields),
  news: category('news', news.search, newsFields),
  videos: category('videos', videos.search, videoFields),
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
  params: TabParams,
  context: RequestContext<unknown>,
): Promise<Found<SearxngReply>> {
  const { q, page, lang = '' } = params;
  const finding = Promise.all(tabs.map((tab) => searches[tab](params, context.services, context)));
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
    timing: serverTiming([...answers, ...line.providerOutcomes]),
    failure: failure && new ApiError(failure.status, { ...body, answers: [], ...failure.body }, { ...failure.headers }),
    body,
    isLasting: line.isLasting,
  };
}

/** The search of a tab, with its results in the shape of SearXNG. `own` is null for results to leave out. */
function category<Row extends AnyRow>(
  name: CategoryName,
  search: (...args: Parameters<SearchCategory>) => Promise<TabFound<TabName, { results: Row[]; correction?: string }>>,
  own: (row: Row) => Parameters<typeof resultIn>[2] | null,
): SearchCategory {
  return async (params, services, requester) => {
    const { answers, body } = await search({ ...params, detail: 'full' }, services, requester);
    const results = body.results.flatMap((row) => {
      const fields = own(row);
      return fields ? [resultIn(name, row, fields)] : [];
    });
    return { answers, results, correction: body.correction ?? '' };
  };
}
