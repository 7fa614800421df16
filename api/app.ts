import formbody from '@fastify/formbody';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { ApiError } from '../lib/errors.ts';
import { hasTooManyValues, isNestedTooDeeply } from '../lib/json-depth.ts';
import type { Tracing } from '../lib/tracing/span.ts';
import { compilersFactory } from './compilers.ts';
import { limitConnections } from './connections.ts';
import { joinedPath } from './dialects/joined-path.ts';
import { registerDialects } from './dialects/register.ts';
import { registerOAuth } from './oauth/register.ts';
import { admission } from './plugins/admission.ts';
import { basePath, removeBasePath } from './plugins/base-path.ts';
import { compression } from './plugins/compression.ts';
import { cors } from './plugins/cors.ts';
import { errors, unreadableAddress, unreadableRequest } from './plugins/errors.ts';
import { openapi } from './plugins/openapi.ts';
import { requestContext, requestId } from './plugins/request-context.ts';
import { requestRecords } from './plugins/request-records.ts';
import { requestTrace } from './plugins/request-trace.ts';
import { untrustedProxy } from './plugins/untrusted-proxy.ts';
import { registerRoutes } from './routes/register.ts';
import type { Services } from './services.ts';
import { noPage } from './ui/error-page.tsx';
import { tileSource } from './ui/map-tiles.ts';
import { registerPages } from './ui/register.ts';
import { withoutSearchLink } from './ui/search-link-address.ts';

/** How often Node looks for clients that send too slowly. Its default of 30 s would let them stay that much longer. */
const TIMEOUT_CHECK_MS = 5_000;

/** How long a client may keep a connection without a request: longer than clients that search again soon need it. */
const KEEP_ALIVE_MS = 10_000;

/** Builds the web application around its services. `start-web.ts` makes it listen. */
export async function buildApp(services: Services, tracing?: Tracing): Promise<FastifyInstance> {
  const { config, log } = services;
  const loggerInstance: FastifyBaseLogger = log;
  const withoutBasePath = removeBasePath(config.basePath);
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request costs more than the line it writes. Code that logs about a request adds `reqId`.
    childLoggerFactory: (logger) => logger,
    genReqId: requestId,
    http: {
      headersTimeout: config.requestTimeoutMs,
      requestTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    bodyLimit: 64 * 1024,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // Requests that a closing server has accepted are answered like any other.
    return503OnClosing: false,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (_error, request, reply) => unreadableAddress(request, reply, config.publicUrl),
    clientErrorHandler: unreadableRequest,
    rewriteUrl: (request) => withoutSearchLink(request, joinedPath(withoutBasePath(request))),
    schemaController: { compilersFactory },
  });
  app.decorate('sandboxUrl', config.sandboxUrl);
  app.decorate('placeGroups', []);
  app.decorate('tileSource', tileSource(services));
  limitConnections(app.server, config);
  await app.register(basePath, { basePath: config.basePath, publicUrl: config.publicUrl });
  await app.register(compression);
  await app.register(requestTrace, { tracing });
  await app.register(requestContext, {
    metrics: services.metrics,
    publicUrl: config.publicUrl,
    logAddresses: config.logAddresses,
    stopping: services.stopping.signal,
  });
  await app.register(cors, { origins: config.corsOrigins });
  await app.register(untrustedProxy, services);
  await app.register(errors, { outages: services.outages, noPage });
  await app.register(admission, {
    redis: services.redis,
    clock: services.health.clock,
    config,
    metrics: services.metrics,
    refunds: services.refunds,
    places: services.places,
  });
  await app.register(requestRecords, { records: services.recordBatches });
  await app.register(openapi, { publicUrl: config.publicUrl });
  await app.register(formbody);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readLater);
  // Registered as a plugin, so that the OpenAPI plugin sees every route.
  await app.register(async (routes) => registerRoutes(routes, services));
  await app.register(async (routes) => registerDialects(routes, services));
  await app.register(async (routes) => registerOAuth(routes, services));
  await app.register(async (routes) => registerPages(routes, services));
  return app;
}

/** Parses a JSON body that is neither deep nor crowded: schemas take long for both. Invalid JSON is reported like any bad parameter: after the checks of key and limits. */
function readLater(request: FastifyRequest, body: string, done: (error: Error | null, body?: unknown) => void): void {
  if (isNestedTooDeeply(body)) {
    done(new ApiError(400, 'The body is nested too deeply.'));
    return;
  }
  if (hasTooManyValues(body, request.routeOptions.config.maxValues)) {
    done(new ApiError(400, 'The body has too many values.'));
    return;
  }
  try {
    done(null, JSON.parse(body));
  } catch {
    // Not JSON: without a body, the check of the parameters says so.
    done(null, undefined);
  }
}
