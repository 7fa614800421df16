import { z } from 'zod';
import { slotSlugs } from '../../lib/providers/slot-slugs.ts';
import { canonicalKey, parseHttpUrl } from '../../lib/search/canonical-url.ts';
import { imageSeed } from '../../lib/search/image-seed.ts';
import { mergeImages } from '../../lib/search/merge.ts';
import { noAnswerError } from '../ask/outcomes.ts';
import { timingOf } from '../ask/timing.ts';
import { defineEndpoint } from '../contract/endpoint.ts';
import { captionParam, detailParam, engineParam, langParam, optionalUrlParam, safeParam } from '../contract/params.ts';
import { withinKey } from '../search/allowed-engines.ts';
import { engineOutcomes, outcomesIn } from '../search/detail.ts';
import { answeredBy, askEngines, slotsIn, toSearchInput } from '../search/engines.ts';
import { answerWith } from '../search/search-reply.ts';
import { imageExample, imageResultSchema } from './images.ts';

const MISSING = 'Give q (the caption) or query (a fallback).';

const similarParams = z
  .object({
    q: captionParam.meta({
      description: 'Caption of the image, used as the query.',
      example: 'Golden retriever - Dogs',
    }),
    query: captionParam.meta({ description: 'Fallback query, used when the caption has no words.' }),
    exclude_url: optionalUrlParam.meta({ description: "URL of the image's page. Results with this URL are left out." }),
    engine: engineParam,
    safe: safeParam,
    lang: langParam,
    detail: detailParam,
  })
  .refine(({ q, query }) => q !== undefined || query !== undefined, {
    path: ['q'],
    message: MISSING,
    // Reported together with other problems, unless `q` or `query` is invalid itself.
    when: ({ issues }) => !issues.some(({ path: [field] = [] }) => field === 'q' || field === 'query'),
  });

type SimilarParams = z.infer<typeof similarParams>;

const seedOf = ({ q = '', query = '' }: SimilarParams) => imageSeed(q, query);

/** Similar images: an image search for the words of a caption. Without words, nothing is searched or counted. */
export const similar = defineEndpoint({
  name: 'similar_images',
  path: '/api/v1/images/similar/',
  searches: (params) => (seedOf(params) === '' ? 0 : 1),
  summary: 'Similar images',
  description:
    'Searches images by the caption of an image (`q`), or by `query` when the caption has no words. ' +
    'When neither has words, the reply is empty and does not count as a search.',
  query: similarParams,
  reply: z.object({
    query: z.string().describe('The query that was used.'),
    engine: z.array(z.enum(slotSlugs)).describe('The engines that answered.'),
    ...engineOutcomes,
    results: z.array(imageResultSchema),
  }),
  example: { query: 'Golden retriever', engine: ['engine_a'], results: [imageExample] },
  async handle(asked) {
    const context = withinKey(asked);
    const { params, services } = context;
    const { detail, engine = null, safe, lang } = params;
    const q = seedOf(params);
    if (q === '') return { query: '', engine: [], ...outcomesIn(detail, []), results: [] };
    return answerWith(context, 'similar', async () => {
      const answers = await askEngines('images', toSearchInput({ q, safe, lang }), engine, services.providers, context);
      const slices = answeredBy(answers);
      const { stripTracking } = services.config;
      const merged = mergeImages(slices, { stripTracking, detail: detail === 'full' });
      const excluded = keyOf(params.exclude_url);
      const results = merged.filter(({ url }) => keyOf(url) !== excluded);
      return {
        answers,
        timing: timingOf(answers),
        failure: noAnswerError(answers),
        body: { query: q, engine: slotsIn(slices), ...outcomesIn(detail, answers), results },
      };
    });
  },
});

function keyOf(address: string | undefined): string {
  const url = parseHttpUrl(address);
  return url ? canonicalKey(url) : '';
}
