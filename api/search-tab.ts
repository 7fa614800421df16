import { z } from 'zod';
import type { OutputOf } from '../lib/providers/provider.ts';
import type { EngineSlice, Telling } from '../lib/search/merge.ts';
import type { SearchInput } from '../lib/search/query.ts';
import { requireAnAnswer } from './ask.ts';
import { defineEndpoint } from './endpoint.ts';
import { type EngineSlug, engineSlugs, type SearchParams } from './params.ts';
import { answeredBy, askEngines, toSearchInput } from './search.ts';

/** A tab of the search: what is asked, and what a reply has besides the envelope that all tabs share. */
interface Tab<
  Name extends 'web' | 'images' | 'news' | 'videos',
  Query extends z.ZodType,
  Fields extends z.ZodRawShape,
> {
  tab: Name;
  summary: string;
  description: string;
  query: Query;
  fields: Fields;
  example: z.infer<z.ZodObject<Fields>>;
  /** What becomes of the engines' slices. */
  fuse(
    slices: readonly EngineSlice<OutputOf<Name>>[],
    input: SearchInput,
    telling: Telling,
  ): z.infer<z.ZodObject<Fields>>;
}

/** The endpoint of a tab: every selected engine's list, fused into one. */
export function searchTab<
  Name extends 'web' | 'images' | 'news' | 'videos',
  Query extends z.ZodType<Partial<SearchParams> & { q: string }>,
  Fields extends z.ZodRawShape,
>({ tab, summary, description, query, fields, example, fuse }: Tab<Name, Query, Fields>) {
  const envelope = {
    query: z.string(),
    tab: z.literal(tab),
    page: z.int(),
    engine: z.array(z.enum(engineSlugs)).describe('The engines that answered.'),
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
    async handle(context) {
      const input = toSearchInput(context.params);
      const engines = context.params.engine ?? null;
      return context.services.hot.reply(
        [tab, input, engines],
        context.reply,
        () => askEngines(tab, input, engines, context),
        (answers) => {
          requireAnAnswer(answers);
          const slices = answeredBy(answers);
          const engine: EngineSlug[] = slices.map((slice) => slice.engine);
          const fused = fuse(slices, input, { lang: input.lang, now: Date.now() });
          return { query: input.q, tab, page: input.page, engine, ...fused } as Body;
        },
      );
    },
  });
}
