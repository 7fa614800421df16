import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { adminLists, registerAdmin } from '../admin/register.ts';
import { contextStream } from '../context/stream.ts';
import { contextOf, costOf, type Endpoint } from '../contract/endpoint.ts';
import { addressReplies, adminReplies, bodyReplies, crawlReplies } from '../contract/error-replies.ts';
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
  for (const one of streamed) addEventRoute(app, one, addressReplies, services);
  addBatch(app, endpoints, bodyReplies);
  registerCrawls(app, services, crawlReplies);
  registerAdmin(app, services, adminReplies);
  healthRoutes(app, services);
  metricsRoute(app, services);
}

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
