import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../../lib/errors.ts';
import { NO_SEARCH } from '../../lib/limits/cost.ts';
import type { Services } from '../services.ts';
import { addDialectRoute, type DialectRoute } from './dialect.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Names are parts of addresses, which are of any length. */
const MAX_NAME_CHARS = 60;

/**
 * Answers every other address below those of a dialect: a 501 in its error form that names what is missing. A client
 * would show a 404 of another form as an unknown error, or wait for results.
 */
export function addNotOffered(
  app: FastifyInstance,
  services: Services,
  bases: readonly string[],
  { credentials, errorBody }: Pick<DialectRoute<z.ZodObject>, 'credentials' | 'errorBody'>,
  methods: readonly (typeof METHODS)[number][] = METHODS,
): void {
  addDialectRoute(app, services, {
    methods: [...methods],
    urls: bases.map((base) => `${base}/*`),
    params: z.object({}),
    credentials,
    errorBody,
    cost: () => NO_SEARCH,
    async handle({ request }) {
      throw notAllowed(app, request) ?? notOffered((request.params as { '*': string })['*']);
    },
  });
}

/** 501: the other service has this, and Tributary does not. */
export function notOffered(name: string): ApiError {
  const shown = name.replace(/\/$/, '').slice(0, MAX_NAME_CHARS);
  return new ApiError(501, `${shown} is not supported: this service searches, and reads pages by URL.`);
}

/** 405: the address exists, but not with this method. Null if it does not exist. */
function notAllowed(app: FastifyInstance, { url, method }: FastifyRequest): ApiError | null {
  const path = (url.split('?', 1)[0] ?? '').replace(/\/$/, '');
  const allow = METHODS.filter((name) => app.hasRoute({ url: path, method: name }));
  if (allow.length === 0) return null;
  return new ApiError(405, `Method "${method}" not allowed.`, { allow: allow.join(', ') });
}
