import { z } from 'zod';
import { mergeWeb, pickCorrection } from '../../lib/search/merge.ts';
import { sitelinkSchema } from '../../lib/search/results.ts';
import { defineEndpoint } from '../endpoint.ts';
import { engineSlugs, searchParams } from '../params.ts';
import { answeredBy, askEngines, toSearchInput } from '../search.ts';

const webResultSchema = z.object({
  title: z.string(),
  url: z.string().describe("The engine's own address, unchanged."),
  description: z.string(),
  display_url: z.string().meta({ description: 'Host and path as crumbs.', example: 'nodejs.org › docs' }),
  favicon_url: z.string(),
  age: z.string().meta({ description: 'Relative age in the language asked for, or empty.', example: '2 days ago' }),
  source: z.enum([...engineSlugs, 'both', 'all']).describe('The engine that found it; `both` of two, `all` of three.'),
  source_label: z.string().meta({ description: 'Display names of those engines.', example: 'Brave, Mojeek' }),
  sitelinks: z.array(sitelinkSchema),
});

/** Web search: every selected engine's list, fused into one. */
export const web = defineEndpoint({
  name: 'web',
  path: '/api/v1/web/',
  counts: true,
  summary: 'Web search',
  description: 'Asks the selected engines at once and fuses their lists by reciprocal rank.',
  query: searchParams,
  reply: z.object({
    query: z.string(),
    tab: z.literal('web'),
    page: z.int(),
    engine: z.array(z.enum(engineSlugs)).describe('The engines that answered.'),
    correction: z.string().describe('The spelling that an engine suggests or has applied, or empty.'),
    results: z.array(webResultSchema),
  }),
  async handle({ params, reply, services, requestId, signal }) {
    const input = toSearchInput(params);
    const engines = params.engine ?? null;
    return services.hot.reply(
      ['web', input, engines],
      reply,
      () => askEngines('web', input, engines, { services, requestId, signal: signal() }),
      (answers) => {
        const slices = answeredBy(answers);
        return {
          query: input.q,
          tab: 'web' as const,
          page: input.page,
          engine: slices.map(({ engine }) => engine),
          correction: pickCorrection(slices, input.q),
          results: mergeWeb(slices, { lang: input.lang, now: Date.now() }) as z.infer<typeof webResultSchema>[],
        };
      },
    );
  },
});
