import type { FastifyInstance } from 'fastify';
import { type ApiError, lineOf } from '../../lib/errors.ts';
import { searchIn } from '../../lib/limits/cost.ts';
import { RenderedReply } from '../cache/reply-cache.ts';
import { type ContextFound, contextFor } from '../context/context.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { withReading } from '../lookups/pages.ts';
import { anyHeader } from '../plugins/credentials.ts';
import { answerWith } from '../search/search-reply.ts';
import type { Services } from '../services.ts';
import { addDialectRoute } from './dialect.ts';
import { addNotOffered } from './not-offered.ts';
import { type PerplexityParams, perplexityParams, wishOf } from './perplexity-params.ts';

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
};

/** Perplexity's search, which is also LiteLLM's own format: results with the text of their pages. */
export function perplexity(app: FastifyInstance, services: Services): void {
  addDialectRoute(app, services, {
    methods: ['POST'],
    urls: ['/compat/perplexity/search'],
    params: perplexityParams,
    credentials: anyHeader,
    cost: (params) => withReading(searchIn('context', params.query.length), params.max_results),
    errorBody,
    handle: search,
  });
  addNotOffered(app, services, ['/compat/perplexity'], { credentials: anyHeader, errorBody });
}

function errorBody(error: ApiError): unknown {
  return { error: { message: lineOf(error), type: TYPES[error.status] ?? 'api_error', code: error.status } };
}

async function search(context: RequestContext<PerplexityParams>): Promise<unknown> {
  const { params, request } = context;
  const found = await answerWith(context, 'perplexity', async () => {
    const made = await contextFor(wishOf(params), context);
    return { ...made, body: { results: resultsOf(made) } };
  });
  const own = {
    id: request.id,
    ...(params.display_server_time && { server_time: new Date().toISOString() }),
  };
  return found instanceof RenderedReply ? found.with(own) : { ...own, ...found };
}

/** Pages by question, in the order of the search. Each has its passages, or its description if it has none. */
function resultsOf({ found, body }: ContextFound): object[] {
  const sources = new Map(body.sources.map((source) => [source.url, source]));
  return found
    .filter(({ url }) => sources.get(url)?.state !== 'not_needed')
    .toSorted((a, b) => a.question - b.question)
    .map(({ url, title, description }) => {
      const passages = body.passages.filter((passage) => passage.url === url);
      const snippet = passages.map(({ text }) => text).join('\n\n') || description;
      const date = sources.get(url)?.published.slice(0, 10) || null;
      return { title, url, snippet, date, last_updated: date };
    });
}
