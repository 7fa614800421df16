import type { FastifyServerOptions } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/**
 * Passed to the constructor, because Fastify would otherwise load its own compilers first, which takes a tenth of the
 * start-up time.
 */
export const compilersFactory: CompilersFactory = {
  // Cast, because Fastify's types describe only its own compiler: one of a schema, not of a route's part.
  buildValidator: () => validatorCompiler as never,
  // The tests check replies against their schemas. Checking every reply at run time as well would take a tenth of the
  // time of a cached search.
  buildSerializer: () => () => JSON.stringify,
};
