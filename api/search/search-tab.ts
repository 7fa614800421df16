import { z } from 'zod';
import type { OutputOf } from '../../lib/providers/adapter.ts';
import { slotSlugs } from '../../lib/providers/slot-slugs.ts';
import type { EngineSlice, MergeOptions } from '../../lib/search/merge.ts';
import type { SearchInput } from '../../lib/search/query.ts';
import { allCached, noAnswerError, serverTiming } from '../ask/outcomes.ts';
import { defineEndpoint } from '../routes/endpoint.ts';
import type { SearchParams } from '../routes/params.ts';
import { engineOutcomes, outcomesIn } from './detail.ts';
import { answeredBy, askEngines, slotsIn, type TabName, toSearchInput } from './engines.ts';

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

/** Creates a tab's endpoint, which calls the selected engines and merges their lists of results into one. */
export function searchTab<
  Name extends TabName,
  Query extends z.ZodType<Partial<SearchParams> & { q: string; detail?: 'full' | undefined }>,
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
  return defineEndpoint<Query, Reply>({
    name: tab,
    path: `/api/v1/${tab}/`,
    counts: true,
    summary,
    description,
    query,
    reply: z.object({ ...envelope, ...fields }) as unknown as Reply,
    example: { query: 'golden retriever', tab, page: 1, engine: ['engine_a', 'engine_b'], ...example } as Body,
    async handle({ params, services, reply, ...requester }) {
      const input = toSearchInput(params);
      const engines = params.engine ?? null;
      const cacheKey = [services.cacheScope(requester.account), tab, input, engines, params.detail];
      const cached = services.replyCache.get(cacheKey);
      if (cached) return cached;

      const answers = await askEngines(tab, input, engines, services.providers, requester);
      const timing = serverTiming(answers);
      reply.header('server-timing', timing);
      const failure = noAnswerError(answers);
      if (failure) throw failure;

      const slices = answeredBy(answers);
      const engine = slotsIn(slices);
      const { stripTracking } = services.config;
      const options = { ...input, now: Date.now(), stripTracking, detail: params.detail === 'full' };
      const merged = merge(slices, input, options);
      const outcomes = outcomesIn(params.detail, answers);
      const body = { query: input.q, tab, page: input.page, engine, ...outcomes, ...merged } as Body;
      return allCached(answers) ? services.replyCache.set(cacheKey, body, timing) : body;
    },
  });
}
