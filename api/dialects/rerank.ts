import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type ApiError, lineOf } from '../../lib/errors.ts';
import { searchIn } from '../../lib/limits/cost.ts';
import { MAX_DOCUMENTS } from '../../lib/rerank/rerank-operation.ts';
import { tellTiming } from '../ask/timing.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { queryField, REQUIRED } from '../contract/params.ts';
import { MAX_RERANK_BYTES, MAX_RERANK_VALUES } from '../endpoints/rerank.ts';
import { anyHeader } from '../plugins/credentials.ts';
import { rerank } from '../rerank/rerank.ts';
import type { Services } from '../services.ts';
import { addDialectRoute } from './dialect.ts';
import { cutIfLong } from './long-query.ts';
import { addNotOffered } from './not-offered.ts';

/** About as many characters are a token of a language model. */
const CHARS_PER_TOKEN = 4;

const texts = z
  .array(
    z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)], 'Give texts.'),
    'Give a list of texts.',
  )
  .min(1, REQUIRED)
  .max(MAX_DOCUMENTS, `Give at most ${MAX_DOCUMENTS} documents.`);

/** Fields of Cohere, Jina, vLLM and of the server of Hugging Face (TEI), which calls documents `texts`. */
const params = z
  .object({
    model: z.string().optional().catch(undefined),
    query: cutIfLong(queryField),
    documents: texts.optional(),
    texts: texts.optional(),
    top_n: z.int('A valid integer is required.').optional(),
    return_documents: z.boolean().optional().catch(undefined),
    return_text: z.boolean().optional().catch(undefined),
  })
  .superRefine((given, context) => {
    if (given.documents === undefined && given.texts === undefined) {
      context.addIssue({ code: 'custom', path: ['documents'], message: REQUIRED });
    }
  });

const common = {
  credentials: anyHeader,
  // Each client shows one of the three.
  errorBody: (error: ApiError) => ({
    message: lineOf(error),
    error: { message: lineOf(error) },
    detail: lineOf(error),
  }),
};

/** The form that rerankers have in common, at the paths that their clients append or are given whole. */
export function rerankDialect(app: FastifyInstance, services: Services): void {
  addRerankRoutes(app, services, ['/compat/rerank/v1/rerank', '/compat/rerank/v2/rerank', '/compat/rerank/rerank']);
  addNotOffered(app, services, ['/compat/rerank'], common);
}

/** Adds routes of the form. */
export function addRerankRoutes(app: FastifyInstance, services: Services, urls: string[]): void {
  addDialectRoute(app, services, {
    methods: ['POST'],
    urls,
    params,
    bodyLimit: MAX_RERANK_BYTES,
    maxValues: MAX_RERANK_VALUES,
    ...common,
    cost: () => searchIn('rerank'),
    handle,
  });
}

async function handle(context: RequestContext<z.infer<typeof params>>): Promise<unknown> {
  const { params: given, services, reply, ...requester } = context;
  const { query, model = 'tributary', top_n = 0, return_documents, return_text } = given;
  const documents = given.documents ?? given.texts ?? [];
  const { order, timing } = await rerank({ query, documents }, services, requester, services.config.requestDeadlineMs);
  tellTiming(reply, timing);
  if (given.documents === undefined) {
    return order.map(({ index, score }) => ({ index, score, ...(return_text && { text: documents[index] }) }));
  }
  // 0 means all to some and nothing to others; nobody asks for nothing.
  const results = order.slice(0, top_n > 0 ? top_n : undefined).map(({ index, score }) => ({
    index,
    relevance_score: score,
    ...(return_documents && { document: { text: documents[index] } }),
  }));
  const chars = documents.reduce((sum, text) => sum + text.length, query.length);
  return {
    id: randomUUID(),
    object: 'list',
    model,
    results,
    usage: { total_tokens: Math.ceil(chars / CHARS_PER_TOKEN) },
    meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
  };
}
