import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Operation } from '../admin/operation.ts';
import { adminLists, registerAdmin } from '../admin/register.ts';
import { contextStream } from '../context/stream.ts';
import { contextOf, costOf, type Endpoint } from '../contract/endpoint.ts';
import { sendBody } from '../contract/send-body.ts';
import { crawls, registerCrawls } from '../crawl/register.ts';
import { cards } from '../endpoints/cards.ts';
import { context } from '../endpoints/context.ts';
import { extract } from '../endpoints/extract.ts';
import { images } from '../endpoints/images.ts';
import { instant } from '../endpoints/instant.ts';
import { key } from '../endpoints/key.ts';
import { map } from '../endpoints/map.ts';
import { maps } from '../endpoints/maps.ts';
import { news } from '../endpoints/news.ts';
import { rerank } from '../endpoints/rerank.ts';
import { similar } from '../endpoints/similar.ts';
import { status } from '../endpoints/status.ts';
import { suggest } from '../endpoints/suggest.ts';
import { translate } from '../endpoints/translate.ts';
import { translateLanguages } from '../endpoints/translate-languages.ts';
import { videos } from '../endpoints/videos.ts';
import { web } from '../endpoints/web.ts';
import type { Services } from '../services.ts';
import { addBatch, batch } from './batch.ts';
import { addEventRoute, type StreamedEndpoint, streamOf } from './event-route.ts';
import { healthRoutes } from './health.ts';
import { addIgnoredParameters, nameIgnored } from './ignored-parameters.ts';
import { invalidParameters } from './invalid-parameters.ts';
import { metricsRoute } from './metrics.ts';
import { root } from './root.ts';
import { tabStream } from './stream.ts';

/** The endpoints that are also streamed. */
export const streamed: readonly StreamedEndpoint[] = [...[web, images, news, videos].map(tabStream), contextStream];

/** Every endpoint with one reply in JSON, but the root document, in its order. */
const listed: readonly Endpoint[] = [
  web,
  images,
  similar,
  news,
  videos,
  maps,
  translate,
  translateLanguages,
  instant,
  cards,
  suggest,
  extract,
  map,
  context,
  rerank,
  status,
  key,
];

/** Every endpoint with one reply in JSON. */
export const endpoints: readonly Endpoint[] = [
  root([...listed, ...streamed.map(({ endpoint }) => streamOf(endpoint)), crawls, batch], adminLists),
  ...listed,
];

/** Registers every endpoint, the health checks and the metrics. */
export function registerRoutes(app: FastifyInstance, services: Services): void {
  addIgnoredParameters(app);
  for (const endpoint of endpoints) addEndpoint(app, endpoint, services);
  const replies = { ...addressReplies, ...commonReplies };
  for (const one of streamed) addEventRoute(app, one, replies, services);
  addBatch(app, endpoints, { ...bodyReplies, ...commonReplies });
  registerCrawls(app, services, crawlReplies);
  registerAdmin(app, services, adminReplies);
  healthRoutes(app, services);
  metricsRoute(app, services);
}

const problem = z.object({ detail: z.string() }).meta({ id: 'Problem' });
const fieldProblems = z.record(z.string(), z.array(z.string())).meta({ id: 'FieldProblems' });
/** A reply with a named schema. A description on the schema itself would make it another one, without the name. */
const describedAs = (description: string, schema: z.ZodType = problem) => ({
  description,
  content: { 'application/json': { schema } },
});

/** Error replies of every endpoint. */
const commonReplies = {
  401: describedAs('The key is missing, invalid, revoked or expired.'),
  403: describedAs('The account is disabled.'),
  429: describedAs('A limit was reached; `Retry-After` has the number of seconds to wait.'),
  503: describedAs('A service that this endpoint needs is unavailable or not configured.'),
};
/** Error replies of requests with parameters in the address. */
const addressReplies = { 400: describedAs('Messages by parameter name.', fieldProblems) };
/** Error replies of requests with a body, which may be unreadable as a whole. */
const bodyReplies = {
  400: describedAs('Messages by parameter name, or a message about the body.', z.union([fieldProblems, problem])),
  413: describedAs('The body is too large.'),
  415: describedAs('The body is neither a form nor JSON.'),
};

/** Error replies of the operations on crawls. */
const crawlReplies = ({ body, path }: { body?: unknown; path: string }) => ({
  ...(body ? bodyReplies : addressReplies),
  ...commonReplies,
  ...(path.includes(':') && { 404: describedAs('The account has no such crawl.') }),
});

/** Error replies of the management API. */
const adminReplies = ({ method, body, takesIfMatch, path }: Operation) => ({
  ...(body ? bodyReplies : addressReplies),
  ...commonReplies,
  403: describedAs('The key lacks the scope `manage`, or its account may not do this.'),
  ...(path.includes(':') && { 404: describedAs('There is no such thing, or none that the key manages.') }),
  ...(method !== 'GET' && { 409: describedAs('Something else is in the way; `detail` says what.') }),
  ...(takesIfMatch && { 412: describedAs('Somebody else has changed it since.') }),
  ...(method === 'POST' && { 422: describedAs('The `Idempotency-Key` was used for another request.') }),
});

/** Registers one endpoint: its documentation, its guards and its handler. */
function addEndpoint(app: FastifyInstance, endpoint: Endpoint, services: Services): void {
  addRoute(app, endpoint, services, 'GET');
  if (endpoint.maxBodyBytes) addRoute(app, endpoint, services, 'POST');
}

function addRoute(app: FastifyInstance, endpoint: Endpoint, services: Services, method: 'GET' | 'POST'): void {
  const inBody = method === 'POST';
  const paramsIn = ({ body, query }: FastifyRequest) => (inBody ? body : query);
  app.withTypeProvider<ZodTypeProvider>().route({
    method,
    url: endpoint.path,
    ...(endpoint.maxBodyBytes ? { bodyLimit: endpoint.maxBodyBytes(services.config) } : {}),
    schema: {
      operationId: inBody ? `${endpoint.name}_post` : endpoint.name,
      tags: [endpoint.searches ? 'Search' : 'About'],
      summary: endpoint.summary,
      description: endpoint.description,
      security: [{ ApiKey: [] }],
      ...(inBody
        ? { body: endpoint.query, consumes: ['application/x-www-form-urlencoded', 'application/json'] }
        : { querystring: endpoint.query }),
      response: {
        200: endpoint.reply.meta({ description: `${endpoint.summary}.`, examples: [endpoint.example] }),
        ...(inBody ? bodyReplies : addressReplies),
        ...commonReplies,
      },
    },
    // The handler reports bad parameters, because the checks of key and limits come before.
    attachValidation: true,
    preValidation: nameIgnored(endpoint.query, paramsIn),
    config: {
      cost: (request) => costOf(endpoint, request.validationError ? undefined : paramsIn(request)),
      withoutRedis: endpoint.withoutRedis ?? false,
      ...(endpoint.maxValues === undefined ? {} : { maxValues: endpoint.maxValues }),
    },
    async handler(request, reply) {
      if (request.validationError) throw invalidParameters(request.validationError);
      return sendBody(await endpoint.handle(contextOf(request, reply, services, paramsIn(request))), reply);
    },
  });
}
