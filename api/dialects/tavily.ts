import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type ApiError, lineOf } from '../../lib/errors.ts';
import { NO_SEARCH, searchIn, searchInAll } from '../../lib/limits/cost.ts';
import { RenderedReply } from '../cache/reply-cache.ts';
import { withReading } from '../lookups/pages.ts';
import { anyHeader, type Credentials } from '../plugins/credentials.ts';
import { answerWith } from '../search/search-reply.ts';
import type { Services } from '../services.ts';
import { accountUsage } from './account-usage.ts';
import { addDialectRoute } from './dialect.ts';
import { instantLine } from './instant-line.ts';
import { addNotOffered } from './not-offered.ts';
import { costOfReading } from './page-reading.ts';
import { tavilyCrawl, tavilyCrawlParams, tavilyMap, tavilyMapParams } from './tavily-crawl.ts';
import { secondsOf, tavilyExtract } from './tavily-extract.ts';
import { freshnessOf, tavilyExtractParams, tavilyParams } from './tavily-params.ts';
import { tabsOf, tavilySearch } from './tavily-search.ts';

/** Older clients put the key into the body. */
const credentials: Credentials = { ...anyHeader, readBody: keyInBody };

/** Tavily's clients show the words of no other form. */
const errorBody = (error: ApiError) => ({ detail: { error: lineOf(error) } });

/** Tavily's API: search, extract, crawl, map and usage. */
export function tavily(app: FastifyInstance, services: Services): void {
  addDialectRoute(app, services, {
    methods: ['POST'],
    urls: ['/compat/tavily/search'],
    params: tavilyParams,
    credentials,
    cost: (params) =>
      withReading(searchInAll(tabsOf(params, services)), params.include_raw_content ? params.max_results : 0),
    errorBody,
    async handle(context) {
      const { params, request, reply } = context;
      const finding = answerWith(context, 'tavily', () => tavilySearch(context), freshnessOf(params, Date.now()));
      const hasLine = params.include_answer !== false;
      const [body, line] = await Promise.all([
        finding,
        hasLine ? instantLine(context, { q: params.query, lang: '' }, finding) : null,
      ]);
      const responseTimeS = secondsOf(reply);
      const own = { answer: line?.text ?? null, response_time: responseTimeS, request_id: request.id };
      return body instanceof RenderedReply ? body.with(own) : { ...body, ...own };
    },
  });
  addDialectRoute(app, services, {
    methods: ['POST'],
    urls: ['/compat/tavily/extract'],
    params: tavilyExtractParams,
    credentials,
    cost: ({ urls }) => costOfReading(urls.length, services.config),
    errorBody,
    handle: tavilyExtract,
  });
  addDialectRoute(app, services, {
    methods: ['GET'],
    urls: ['/compat/tavily/usage'],
    params: z.object({}),
    credentials,
    cost: () => NO_SEARCH,
    errorBody,
    async handle(context) {
      const { searches, limit, plan } = accountUsage(context);
      const ofPlan = { plan_usage: plan ? plan.limit - plan.left : searches, plan_limit: plan?.limit ?? null };
      return {
        key: { usage: searches, limit },
        account: { current_plan: 'Tributary', ...ofPlan, paygo_usage: 0, paygo_limit: 0 },
      };
    },
  });
  addDialectRoute(app, services, {
    methods: ['POST'],
    urls: ['/compat/tavily/crawl'],
    params: tavilyCrawlParams,
    credentials,
    // Its pages are paid for as they are fetched.
    cost: () => searchIn('crawl', 0),
    errorBody,
    handle: tavilyCrawl,
  });
  addDialectRoute(app, services, {
    methods: ['POST'],
    urls: ['/compat/tavily/map'],
    params: tavilyMapParams,
    credentials,
    cost: () => searchIn('map'),
    errorBody,
    handle: tavilyMap,
  });
  addNotOffered(app, services, ['/compat/tavily'], { credentials, errorBody });
}

function keyInBody(body: unknown): string | undefined {
  const { api_key: key } = (body ?? {}) as { api_key?: unknown };
  if (key === undefined || key === null || key === '') return undefined;
  return typeof key === 'string' ? key : '';
}
