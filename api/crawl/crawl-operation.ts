import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Crawl, ownCrawl } from '../../lib/crawl/read-crawl.ts';
import { ApiError } from '../../lib/errors.ts';
import { NO_SEARCH, searchIn } from '../../lib/limits/cost.ts';
import type { Caller } from '../../lib/limits/verdict.ts';
import type { Seal } from '../../lib/seal.ts';
import { refusalOf } from '../admin/refusals.ts';
import { contextOf } from '../contract/endpoint.ts';
import { nameIgnored } from '../routes/ignored-parameters.ts';
import { invalidParameters } from '../routes/invalid-parameters.ts';
import type { Services } from '../services.ts';
import { MAX_BATCH } from './crawl-params.ts';

/** Something that a key can do with crawls. `register.ts` lists them all. */
export interface CrawlOperation<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  path: `/api/v1/crawl/${string}`;
  summary: string;
  description: string;
  /** With an id in its path, an operation is about a crawl of the key's account. */
  query?: Query;
  body?: Body;
  /** Absent if it replies with events. */
  reply?: Reply;
  example: z.infer<Reply>;
  handle(context: CrawlContext<z.infer<Query>, z.infer<Body>>): Promise<z.infer<Reply>>;
}

/** What an operation receives. */
export interface CrawlContext<Query = unknown, Body = unknown> {
  query: Query;
  body: Body;
  caller: Caller;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The crawl that it is about. Another account's is a 404, as one that does not exist. */
  crawl(): Promise<{ crawl: Crawl; seals: readonly Seal[] }>;
}

/** Defines an operation, with the handler's types inferred from the schemas. */
export function defineCrawlOperation<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType>(
  operation: CrawlOperation<Query, Body, Reply>,
): CrawlOperation {
  return operation as CrawlOperation;
}

const idParam = z.object({ id: z.string().max(64).meta({ example: '6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d' }) });
const deliveryParam = idParam.extend({
  delivery: z.string().max(64).meta({ example: 'msg_5f0c1b7e3a0e4d538f6c1b2a3c4d5e6f' }),
});
const MAX_BODY_BYTES = 1024 * 1024;
/** The addresses of a batch, and what is said of them. */
const MAX_VALUES = 2 * MAX_BATCH;

/** Registers an operation: its documentation, its guards and its handler. */
export function addCrawlOperation(
  app: FastifyInstance,
  operation: CrawlOperation,
  replies: Readonly<Record<number, unknown>>,
  services: Services,
): void {
  const { name, method, path, summary, description, query, body, reply: schema, example } = operation;
  const status = method === 'POST' ? 202 : 200;
  app.route({
    method,
    url: path,
    ...(body && { bodyLimit: MAX_BODY_BYTES }),
    schema: {
      operationId: name,
      tags: ['Crawls'],
      summary,
      description,
      security: [{ ApiKey: [] }],
      ...(path.includes(':') && { params: path.includes(':delivery') ? deliveryParam : idParam }),
      ...(query && { querystring: query }),
      ...(body && { body, consumes: ['application/json'] }),
      response: {
        [status]: schema
          ? { description: `${summary}.`, content: { 'application/json': { schema, example } } }
          : {
              description: 'Events.',
              content: { 'text/event-stream': { schema: z.string().meta({ example }) } },
            },
        ...replies,
      },
    },
    // The handler reports bad parameters, because the checks of key, scope and limits come before.
    attachValidation: true,
    preValidation: [
      ...(query ? [nameIgnored(query, (request) => request.query)] : []),
      ...(body ? [nameIgnored(body, (request) => request.body)] : []),
    ],
    // A crawl pays for its pages as they are fetched. Once the month is used up, none begins.
    config: {
      cost: () => (body ? searchIn('crawl', 0) : { ...NO_SEARCH, endpoint: 'crawl' }),
      ...(body && { maxValues: MAX_VALUES }),
    },
    async handler(request, reply) {
      const { caller } = contextOf(request, reply, services, {});
      if (request.validationError) throw invalidParameters(request.validationError);
      const context = {
        query: request.query,
        body: request.body,
        caller,
        services,
        request,
        reply,
        crawl: () => crawlOf(request, caller, services),
      };
      // What is refused is a reply; any other error is reported as one of the request.
      const sent = await operation.handle(context).catch((error) => Promise.reject(refusalOf(error)));
      return schema ? reply.code(status).send(sent) : reply;
    },
  });
}

async function crawlOf(
  { params }: FastifyRequest,
  { username }: Caller,
  services: Services,
): Promise<{ crawl: Crawl; seals: readonly Seal[] }> {
  const own = await ownCrawl(services, (params as z.infer<typeof idParam>).id, username);
  if (own === null) throw new ApiError(404, 'There is no such crawl of this account.');
  return own;
}
