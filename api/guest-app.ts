import type { IncomingHttpHeaders } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type InjectOptions } from 'fastify';
import { ApiError } from '../lib/errors.ts';
import { compilersFactory } from './compilers.ts';

/** Headers of one connection or of the body as it was sent. The other side of a hand-over sets its own. */
const OWN_HEADERS = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];
const NOT_FOUND = 'x-guest-not-found';

/**
 * Returns a handler that answers with an application of its own, which the first request builds. For other people's
 * applications that are large and that most processes never serve: Fastify takes no routes after its start. The request
 * is handed over inside the process, so that its reply still passes the hooks of the route, such as compression.
 */
export function guestApp(
  build: (app: FastifyInstance) => Promise<void>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let guest: Promise<FastifyInstance> | undefined;
  const load = async () => {
    const app = fastify({ exposeHeadRoutes: false, routerOptions: ROUTER, schemaController: { compilersFactory } });
    app.setNotFoundHandler((_request, reply) => reply.header(NOT_FOUND, 'true').code(404).send());
    await build(app);
    await app.ready();
    return app;
  };
  return async (request, reply) => {
    guest ??= load();
    const app = await guest.catch((error) => {
      // The next request tries again.
      guest = undefined;
      throw error;
    });
    const { statusCode, headers, rawPayload } = await app.inject({
      method: request.method as NonNullable<InjectOptions['method']>,
      url: request.url,
      headers: without(request.headers, [...OWN_HEADERS, 'content-type']),
      ...(request.body ? { payload: request.body as object } : {}),
    });
    if (headers[NOT_FOUND]) throw new ApiError(404, 'Not found.');
    reply.code(statusCode).headers(without(headers as IncomingHttpHeaders, OWN_HEADERS));
    return reply.send(rawPayload);
  };
}

/** As in the application that serves the guest. */
const ROUTER = { ignoreTrailingSlash: true, maxParamLength: 200 };

function without(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
