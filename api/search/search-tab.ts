import { z } from 'zod';
import type { OutputOf } from '../../lib/providers/adapter.ts';
import { slotSlugs } from '../../lib/providers/slot-slugs.ts';
import type { EngineSlice, MergeOptions } from '../../lib/search/merge.ts';
import { narrowing } from '../../lib/search/narrow.ts';
import type { SearchInput } from '../../lib/search/query.ts';
import type { Requester } from '../ask/call-context.ts';
import { noAnswerError, serverTiming } from '../ask/outcomes.ts';
import { defineEndpoint } from '../routes/endpoint.ts';
import type { TabParams as AllParams } from '../routes/tab-params.ts';
import type { Services } from '../services.ts';
import { engineOutcomes, outcomesIn } from './detail.ts';
import { answeredBy, askEngines, type EngineOutcome, slotsIn, type TabName, toSearchInput } from './engines.ts';
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
export type TabParams = Partial<AllParams> & { q: string };

/** What a tab found. The answers are those of its engines. */
export type TabFound<Name extends TabName, Body> = Found<Body, EngineOutcome<OutputOf<Name>>>;

/** How a search is shown, where that differs from the API. */
export interface Shown {
  stripTracking?: boolean;
  /** Gives an engine another name. */
  renamed?<T>(answer: EngineOutcome<T>): EngineOutcome<T>;
}

/** The search of a tab, for pages and for formats of other services. */
export interface TabSearch<Name extends TabName, Body> {
  tab: Name;
  /** The question to the engines. A tab without a filter by date ignores one. */
  inputOf(params: TabParams): SearchInput;
  /** Searches without the cache of whole replies. */
  search(params: TabParams, services: Services, requester: Requester, shown?: Shown): Promise<TabFound<Name, Body>>;
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
  };
  type Reply = z.ZodObject<typeof envelope & Fields>;
  type Body = z.infer<Reply>;

  const hasDate = 'date' in query.shape;
  const tabSearch: TabSearch<Name, Body> = {
    tab,
    inputOf: (params) =>
      toSearchInput(hasDate ? params : { ...params, date: undefined, from: undefined, to: undefined }),
    async search(params, services, requester, shown = {}) {
      const { stripTracking = services.config.stripTracking, renamed = (answer) => answer } = shown;
      const input = tabSearch.inputOf(params);
      const within = { withinMs: params.deadline_ms, answers: params.min_engines };
      const asked = await askEngines(tab, input, params.engine ?? null, services.providers, requester, within);
      const answers = asked.map(renamed);
      const slices = answeredBy(answers);
      const keep = narrowing(
        input,
        slices.map(({ operations }) => operations[tab]?.keepsToDays ?? false),
      );
      const { sort } = params;
      const options = { ...input, now: Date.now(), stripTracking, detail: params.detail === 'full', keep, sort };
      const merged = merge(slices, input, options);
      const outcomes = outcomesIn(params.detail, answers);
      const body = { query: input.q, tab, page: input.page, engine: slotsIn(slices), ...outcomes, ...merged } as Body;
      return { answers, timing: serverTiming(answers), failure: noAnswerError(answers), body };
    },
  };

  const endpoint = defineEndpoint<Query, Reply>({
    name: tab,
    path: `/api/v1/${tab}/`,
    searches: () => 1,
    summary,
    description,
    query,
    reply: z.object({ ...envelope, ...fields }),
    example: { query: 'golden retriever', tab, page: 1, engine: ['engine_a', 'engine_b'], ...example } as Body,
    handle: (context) => answerWith(context, tab, () => tabSearch.search(context.params, context.services, context)),
  });
  return { ...endpoint, ...tabSearch };
}
