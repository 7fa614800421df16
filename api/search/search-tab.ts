import { z } from 'zod';
import type { ApiError } from '../../lib/errors.ts';
import type { OutputOf } from '../../lib/providers/adapter.ts';
import { slotSlugs } from '../../lib/providers/slot-slugs.ts';
import type { EngineSlice, MergeOptions } from '../../lib/search/merge.ts';
import type { SearchInput } from '../../lib/search/query.ts';
import type { Requester } from '../ask/call-context.ts';
import { allCached, noAnswerError, serverTiming } from '../ask/outcomes.ts';
import { defineEndpoint } from '../routes/endpoint.ts';
import type { SearchParams } from '../routes/params.ts';
import type { Services } from '../services.ts';
import { engineOutcomes, outcomesIn } from './detail.ts';
import { answeredBy, askEngines, type EngineAnswer, slotsIn, type TabName, toSearchInput } from './engines.ts';

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
export type TabParams = Partial<SearchParams> & { q: string; detail?: 'full' | undefined };

/** A finished search: the engines' answers, and the error or the body of the reply. */
export interface Found<Body> {
  answers: EngineAnswer<unknown>[];
  /** The `Server-Timing` header. */
  timing: string;
  /** Null if an engine answered. */
  failure: ApiError | null;
  body: Body;
}

/** Creates a tab's endpoint, which calls the selected engines and merges their lists of results into one. */
export function searchTab<Name extends TabName, Query extends z.ZodType<TabParams>, Fields extends z.ZodRawShape>({
  tab,
  summary,
  description,
  query,
  fields,
  example,
  merge,
}: Tab<Name, Query, Fields>) {
  const envelope = {
    query: z.string(),
    tab: z.literal(tab),
    page: z.int(),
    engine: z.array(z.enum(slotSlugs)).describe('The engines that answered.'),
    ...engineOutcomes,
  };
  type Reply = z.ZodObject<typeof envelope & Fields>;
  type Body = z.infer<Reply>;

  /** Searches without the cache of whole replies. */
  async function search(params: TabParams, services: Services, requester: Requester): Promise<Found<Body>> {
    const input = toSearchInput(params);
    const answers = await askEngines(tab, input, params.engine ?? null, services.providers, requester);
    const slices = answeredBy(answers);
    const { stripTracking } = services.config;
    const options = { now: Date.now(), stripTracking, detail: params.detail === 'full', ...input };
    const merged = merge(slices, input, options);
    const outcomes = outcomesIn(params.detail, answers);
    const body = { query: input.q, tab, page: input.page, engine: slotsIn(slices), ...outcomes, ...merged } as Body;
    return { answers, timing: serverTiming(answers), failure: noAnswerError(answers), body };
  }

  const endpoint = defineEndpoint<Query, Reply>({
    name: tab,
    path: `/api/v1/${tab}/`,
    counts: true,
    summary,
    description,
    query,
    reply: z.object({ ...envelope, ...fields }) as unknown as Reply,
    example: { query: 'golden retriever', tab, page: 1, engine: ['engine_a', 'engine_b'], ...example } as Body,
    async handle({ params, services, reply, ...requester }) {
      const scope = services.cacheScope(requester.account);
      const cacheKey = [scope, tab, toSearchInput(params), params.engine ?? null, params.detail];
      const cached = services.replyCache.get(cacheKey);
      if (cached) return cached;

      const { answers, timing, failure, body } = await search(params, services, requester);
      reply.header('server-timing', timing);
      if (failure) throw failure;
      return allCached(answers) ? services.replyCache.set(cacheKey, body, timing) : body;
    },
  });
  return { ...endpoint, search };
}
