import { z } from 'zod';
import { Deadline } from '../../lib/deadline.ts';
import type { OutputOf } from '../../lib/providers/adapter.ts';
import { slotSlugs } from '../../lib/providers/slot-slugs.ts';
import type { EngineSlice, MergeOptions } from '../../lib/search/merge.ts';
import { narrowing } from '../../lib/search/narrow.ts';
import type { SearchInput } from '../../lib/search/query.ts';
import type { Requester } from '../ask/call-context.ts';
import { noAnswerError, serverTiming } from '../ask/outcomes.ts';
import type { RenderedReply } from '../cache/reply-cache.ts';
import { pagesProvider } from '../lookups/pages.ts';
import { defineEndpoint, type RequestContext } from '../routes/endpoint.ts';
import type { TabQuery } from '../routes/tab-params.ts';
import type { Services } from '../services.ts';
import { answeredIn, engineOutcomes, pageDetail, staleDetail } from './detail.ts';
import { answeredBy, askEngines, type EngineOutcome, staleOutcomes, type TabName, toSearchInput } from './engines.ts';
import { listedSearch } from './listed-search.ts';
import { hasMore } from './more.ts';
import { withTexts } from './page-texts.ts';
import { timeFor } from './request-time.ts';
import type { SearchContext } from './search-context.ts';
import { answerWith, type Found } from './search-reply.ts';

/** A search tab: its parameters, and the fields of its reply besides the envelope that all tabs share. */
interface Tab<Name extends TabName, Query extends z.ZodType, Fields extends z.ZodRawShape> {
  tab: Name;
  summary: string;
  description: string;
  query: Query;
  fields: Fields;
  example: z.infer<z.ZodObject<Fields>>;
  /** Merges the engines' lists of results into one. */
  merge(
    slices: readonly EngineSlice<OutputOf<Name>>[],
    input: SearchInput,
    options: MergeOptions,
  ): z.infer<z.ZodObject<Fields>>;
}

/** What a tab searches for. */
export type TabParams = TabQuery;

/** What a tab found. The answers are those of its engines. */
export type TabFound<Name extends TabName, Body> = Found<Body, EngineOutcome<OutputOf<Name>>>;

/** How a search is shown, where that differs from the API. */
export interface Shown {
  stripTracking?: boolean;
  /** Whether outdated results are shown when no engine answers. */
  stale?: boolean;
  /** Whether a first page of `limit` results always has the answers of the engines' first pages alone, not a kept list. */
  begins?: boolean;
}

/** Hears of each engine of a search as it answers, and can have the merged list so far; null if the engine changed nothing. */
export type OnProgress = (answer: EngineOutcome<unknown>, merged: (() => object) | null) => void;

/** How a search waits for its engines. */
interface Waiting {
  /** At most this long; by default, what its parameters say. */
  withinMs?: number | undefined;
  onProgress?: OnProgress | undefined;
}

/** The search of a tab, for pages and for formats of other services. */
export interface TabSearch<Name extends TabName, Body> {
  tab: Name;
  /** The question to the engines. A tab without a filter by date ignores one. */
  inputOf(params: TabParams): SearchInput;
  /** Searches without the cache of whole replies. */
  search(
    params: TabParams,
    services: Services,
    requester: Requester,
    shown?: Shown,
    waiting?: Waiting,
  ): Promise<TabFound<Name, Body>>;
}

/** Creates a tab's endpoint, which calls the selected engines and merges their lists of results into one. */
export function searchTab<
  Name extends TabName,
  Query extends z.ZodObject & z.ZodType<TabParams>,
  Fields extends z.ZodRawShape,
>({ tab, summary, description, query, fields, example, merge }: Tab<Name, Query, Fields>) {
  const envelope = {
    query: z.string(),
    tab: z.literal(tab),
    page: z.int(),
    engine: z.array(z.enum(slotSlugs)).describe('The engines that answered.'),
    ...engineOutcomes,
    ...staleDetail,
    ...pageDetail,
  };
  type Reply = z.ZodObject<typeof envelope & Fields>;
  type Body = z.infer<Reply>;

  const hasDate = 'date' in query.shape;
  const tabSearch: TabSearch<Name, Body> = {
    tab,
    inputOf: (params) =>
      toSearchInput(hasDate ? params : { ...params, date: undefined, from: undefined, to: undefined }),
    async search(params, services, requester, shown, waiting) {
      const found = await askAndMerge(params, services, requester, shown, waiting);
      const { input, answers, failure, staleMs, merged } = found;
      const envelope = { query: input.q, tab, page: input.page, ...answeredIn(params.detail, answers, staleMs) };
      const body = { ...envelope, ...merged } as Body;
      return { answers, timing: serverTiming(answers), failure, staleMs, body };
    },
  };

  /** Asks the engines and merges what they found, without what is listed already. */
  async function askAndMerge(
    params: TabParams,
    services: Services,
    requester: Requester,
    { stripTracking = services.config.stripTracking, stale = false }: Shown = {},
    { listed, onProgress, withinMs = params.deadline_ms }: Waiting & { listed?: Set<string> } = {},
  ) {
    const input = tabSearch.inputOf(params);
    const mergeAll = (outcomes: readonly EngineOutcome<OutputOf<Name>>[], names?: Set<string>) => {
      const slices = answeredBy(outcomes);
      const keepsToDays = slices.map(({ operations }) => operations[tab]?.keepsToDays ?? false);
      const shown = { stripTracking, detail: params.detail === 'full', sort: params.sort };
      const narrowed = { keep: narrowing(input, keepsToDays), ...(names && { listed: names }) };
      return merge(slices, input, { ...input, now: Date.now(), ...shown, ...narrowed });
    };
    const wishes = {
      withinMs,
      answers: params.min_engines,
      onAnswer:
        onProgress &&
        ((answer: EngineOutcome<OutputOf<Name>>, soFar: EngineOutcome<OutputOf<Name>>[]) =>
          onProgress(answer, answer.outcome.ok ? () => mergeAll(soFar) : null)),
    };
    const answers = await askEngines(tab, input, params.engine ?? null, services.providers, requester, wishes);
    const failure = noAnswerError(answers);
    const outdated = failure && stale ? staleOutcomes(answers) : null;
    const merged = mergeAll(outdated?.outcomes ?? answers, listed);
    return { input, answers, failure: outdated ? null : failure, staleMs: outdated?.ageMs, merged };
  }

  /**
   * Searches for a page of the engines, or one of `limit` results. Streams and pages for people hear of the same progress.
   */
  async function find(
    context: SearchContext,
    onProgress?: OnProgress,
    shown: Shown = { stale: context.params.fresh === undefined },
  ): Promise<Found<Body, EngineOutcome<unknown>>> {
    const { params, services } = context;
    const { limit } = params;
    const { searchMs, mayLeave } = timeFor(context);
    const withinMs = mayLeave ? searchMs : undefined;
    if (limit === undefined) return tabSearch.search(params, services, context, shown, { onProgress, withinMs });
    const { stripTracking = services.config.stripTracking, begins = false } = shown;
    const found = await listedSearch(
      tab,
      { ...context, params: { ...params, limit } },
      { withinMs: searchMs, stripTracking, begins },
      async (page, listed, leftMs) => {
        const requester = { ...context, deadlineMs: mayLeave ? context.deadlineMs : leftMs };
        const { merged, ...found } = await askAndMerge({ ...params, page }, services, requester, shown, {
          listed,
          withinMs: mayLeave ? leftMs : undefined,
          onProgress: page === 1 ? onProgress && cutting(onProgress, params) : undefined,
        });
        // TypeScript cannot infer that every tab has a list of results.
        const lists = found.answers as EngineOutcome<{ results: unknown[] }>[];
        return { ...found, merged: merged as { results: unknown[] }, hasMore: hasMore(tab, found.input, lists) };
      },
    );
    return found as Found<Body, EngineOutcome<unknown>>;
  }

  /** Searches, and reads the pages of the first results if the request asks for it. */
  async function findAndRead(context: RequestContext<TabParams>, onProgress?: OnProgress): Promise<Found<Body>> {
    const { params, services } = context;
    const { extract } = params;
    if (extract === undefined) return find(context, onProgress);
    pagesProvider(services.providers);
    const deadline = Deadline.in(timeFor(context).requestMs);
    const found = await find(context, onProgress);
    return withTexts(found, { ...context, params: { ...params, extract } }, deadline.leftMs());
  }

  /** Answers a request, and tells of the progress unless the reply is cached. */
  const follow = (context: RequestContext<TabParams>, onProgress?: OnProgress): Promise<Body | RenderedReply> =>
    answerWith(context, tab, () => findAndRead(context, onProgress));

  const endpoint = defineEndpoint<Query, Reply>({
    name: tab,
    path: `/api/v1/${tab}/`,
    searches: () => 1,
    pages: ({ extract = 0 }) => extract,
    summary,
    description,
    query,
    reply: z.object({ ...envelope, ...fields }),
    example: { query: 'golden retriever', tab, page: 1, engine: ['engine_a', 'engine_b'], ...example } as Body,
    handle: (context) => follow(context),
  });
  return { ...endpoint, ...tabSearch, find, follow };
}

/** Tells of the merged list as far as the first page shows it. */
function cutting(onProgress: OnProgress, { limit, page = 1 }: TabParams): OnProgress {
  return (answer, merged) => {
    const cut = () => {
      const list = (merged?.() ?? {}) as { results?: unknown[] };
      return { ...list, results: page === 1 ? (list.results ?? []).slice(0, limit) : [] };
    };
    onProgress(answer, merged && cut);
  };
}
