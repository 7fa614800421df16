import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { admission } from './plugins/admission.ts';
import { errors, unreadableAddress, unreadableRequest } from './plugins/errors.ts';
import { openapi } from './plugins/openapi.ts';
import { requestContext, requestId } from './plugins/request-context.ts';
import { registerRoutes } from './routes/register.ts';
import type { Services } from './services.ts';
import { registerPages } from './ui/register.ts';

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/**
 * Given to Fastify rather than set afterwards: it would load its own compilers first, a tenth of the time of a start. Its
 * types know of those alone.
 */
const compilersFactory = {
  buildValidator: () => validatorCompiler,
  // Replies are complete by construction and checked against their schemas by the tests; checking each one again would
  // cost a cached search a tenth of its time.
  buildSerializer: () => () => JSON.stringify,
} as unknown as CompilersFactory;

/** Builds the web application around its services; `server.ts` makes it listen. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config, log } = services;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // One for each request would cost more than its line; whoever writes a line about a request adds `reqId`.
    childLoggerFactory: (logger) => logger,
    genReqId: requestId,
    requestTimeout: 10_000,
    bodyLimit: 64 * 1024,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: unreadableAddress,
    clientErrorHandler: unreadableRequest,
    schemaController: { compilersFactory },
  });
  await app.register(requestContext, { metrics: services.metrics });
  await app.register(errors);
  await app.register(admission, { redis: services.redis, config, metrics: services.metrics, log });
  await app.register(openapi);
  await app.register(formbody);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readLater);
  // A plugin, so that every route is seen by the OpenAPI document.
  await app.register(async (routes) => registerRoutes(routes, services));
  await app.register(async (routes) => registerPages(routes, services));
  return app as unknown as FastifyInstance;
}

/** A body that is not JSON is a bad parameter like any other: reported after key and limits, not before. */
function readLater(_request: FastifyRequest, body: string, done: (error: null, body: unknown) => void): void {
  try {
    done(null, JSON.parse(body));
  } catch {
    done(null, undefined);
  }
}
