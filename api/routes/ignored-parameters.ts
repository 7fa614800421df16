import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

declare module 'fastify' {
  interface FastifyRequest {
    /** The parameters that the endpoint does not have. Other services' callers send them, so they are no error. */
    ignored: readonly string[] | undefined;
  }
}

const MAX_NAMES = 10;
const MAX_NAME_CHARS = 40;

export function addIgnoredParameters(app: FastifyInstance): void {
  app.decorateRequest('ignored', undefined);
}

/** A hook that names the parameters of a request that are not in the schema, in a header. */
export function nameIgnored(schema: z.ZodType, paramsIn: (request: FastifyRequest) => unknown) {
  const known = new Set(Object.keys((schema as Partial<z.ZodObject>).shape ?? {}));
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const names = Object.keys(paramsIn(request) ?? {}).filter((name) => !known.has(name));
    if (names.length === 0) return;
    request.ignored = names
      .slice(0, MAX_NAMES)
      .map((name) => encodeURIComponent(name.slice(0, MAX_NAME_CHARS).toWellFormed()));
    reply.header('x-tributary-ignored', request.ignored.join(', '));
  };
}
