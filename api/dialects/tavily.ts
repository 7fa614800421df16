import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ApiError, lineOf } from '../../lib/errors.ts';
import { RenderedReply } from '../cache/reply-cache.ts';
import { instantAnswer } from '../instant/instant-answer.ts';
import { anyHeader, type Credentials } from '../plugins/credentials.ts';
import type { RequestContext } from '../routes/endpoint.ts';
import type { Services } from '../services.ts';
import { addDialectRoute } from './dialect.ts';
import { answerWith } from './search-reply.ts';
import { freshnessOf, tavilyParams } from './tavily-params.ts';
import { tavilySearch } from './tavily-search.ts';

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
    countsAs: ({ topic }) => (topic === 'news' ? 'news' : 'web'),
    errorBody,
    async handle(context) {
      const { params, request, reply } = context;
      const parts = ['tavily', params, freshnessOf(params, Date.now())];
      const [body, answer] = await Promise.all([
        answerWith(context, parts, () => tavilySearch(context)),
        params.include_answer === false ? null : answerLine(params.query, context),
      ]);
      const responseTimeS = Number((reply.elapsedTime / 1_000).toFixed(3));
      const own = { answer, response_time: responseTimeS, request_id: request.id };
      return body instanceof RenderedReply ? body.with(own) : { ...body, ...own };
    },
  });
  for (const name of NOT_OFFERED) {
    addDialectRoute(app, services, {
      methods: ['POST'],
      urls: [`/compat/tavily/${name}`],
      params: z.object({}),
      credentials,
      countsAs: () => null,
      errorBody,
      async handle() {
        throw new ApiError(501, `${name} is not offered: this service searches only, and reads no pages.`);
      },
    });
  }
}

/** The line of an instant answer, or null. The search goes on without it if what it needs is away. */
async function answerLine(
  q: string,
  { caller, request, services, ...requester }: RequestContext<unknown>,
): Promise<string | null> {
  const userAgent = request.headers['user-agent'] ?? '';
  const instantRequester = { ...requester, id: caller.prefix, ip: request.ip, userAgent };
  try {
    return (await instantAnswer({ q }, services, instantRequester))?.answer.answer ?? null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

function keyInBody(body: unknown): string | undefined {
  const { api_key: key } = (body ?? {}) as { api_key?: unknown };
  if (key === undefined || key === null || key === '') return undefined;
  return typeof key === 'string' ? key : '';
}
