import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ApiError, lineOf } from '../../lib/errors.ts';
import { NO_SEARCH, searchInAll } from '../../lib/limits/cost.ts';
import { RenderedReply } from '../cache/reply-cache.ts';
import { anyHeader, type Credentials } from '../plugins/credentials.ts';
import { answerWith } from '../search/search-reply.ts';
import type { Services } from '../services.ts';
import { addDialectRoute } from './dialect.ts';
import { instantLine } from './instant-line.ts';
import { freshnessOf, tavilyParams } from './tavily-params.ts';
import { tabsOf, tavilySearch } from './tavily-search.ts';

/** Older clients put the key into the body. */
const credentials: Credentials = { ...anyHeader, readBody: keyInBody };

/** Tavily's clients show the words of no other form. */
const errorBody = (error: ApiError) => ({ detail: { error: lineOf(error) } });

/** What Tavily offers besides search. */
const NOT_OFFERED = ['extract', 'crawl', 'map', 'research'];

/** Tavily's search API. */
export function tavily(app: FastifyInstance, services: Services): void {
  addDialectRoute(app, services, {
    methods: ['POST'],
    urls: ['/compat/tavily/search'],
    params: tavilyParams,
    credentials,
    cost: (params) => searchInAll(tabsOf(params, services)),
    errorBody,
    async handle(context) {
      const { params, request, reply } = context;
      const finding = answerWith(context, 'tavily', () => tavilySearch(context), freshnessOf(params, Date.now()));
      const hasLine = params.include_answer !== false;
      const [body, line] = await Promise.all([
        finding,
        hasLine ? instantLine(context, { q: params.query, lang: '' }, finding) : null,
      ]);
      const responseTimeS = Number((reply.elapsedTime / 1_000).toFixed(3));
      const own = { answer: line?.text ?? null, response_time: responseTimeS, request_id: request.id };
      return body instanceof RenderedReply ? body.with(own) : { ...body, ...own };
    },
  });
  for (const name of NOT_OFFERED) {
    addDialectRoute(app, services, {
      methods: ['POST'],
      urls: [`/compat/tavily/${name}`],
      params: z.object({}),
      credentials,
      cost: () => NO_SEARCH,
      errorBody,
      async handle() {
        throw new ApiError(501, `${name} is not offered: this service searches only, and reads no pages.`);
      },
    });
  }
}

function keyInBody(body: unknown): string | undefined {
  const { api_key: key } = (body ?? {}) as { api_key?: unknown };
  if (key === undefined || key === null || key === '') return undefined;
  return typeof key === 'string' ? key : '';
}
