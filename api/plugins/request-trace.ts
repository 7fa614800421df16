import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Span, Tracing } from '../../lib/tracing/span.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for routes that are asked every few seconds, whose traces nobody reads. */
    traced?: false;
  }
  interface FastifyRequest {
    /** The request as a step of its trace; undefined if it is not traced. */
    span: Span | undefined;
  }
}

/** Makes each request a trace, or a step of its caller's. The route is told instead of the path, which may be a query. */
export const requestTrace = fp(
  async (app: FastifyInstance, { tracing }: { tracing: Tracing | undefined }) => {
    app.decorateRequest('span', undefined);
    if (!tracing) return;
    app.addHook('onRequest', (request, _reply, done) => {
      const { config, url } = request.routeOptions;
      if (config.traced !== false) {
        const { method } = request;
        const name = url === undefined ? method : `${method} ${url}`;
        request.span = tracing.start(name, 'server', parentOf(request), {
          'http.request.method': method,
          'http.route': url,
          'url.scheme': request.protocol,
        });
      }
      done();
    });
    app.addHook('onResponse', (request, reply, done) => {
      end(request, reply.statusCode);
      done();
    });
    app.addHook('onRequestAbort', (request, done) => {
      // As in the log: the client has gone.
      end(request, 499);
      done();
    });
  },
  { name: 'request-trace' },
);

function parentOf({ headers }: FastifyRequest): string | undefined {
  return typeof headers.traceparent === 'string' ? headers.traceparent : undefined;
}

function end({ span }: FastifyRequest, status: number): void {
  span?.set({ 'http.response.status_code': status });
  span?.end(status >= 500 ? String(status) : undefined);
}
