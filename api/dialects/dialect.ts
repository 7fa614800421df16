import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ApiError, invalidValues } from '../../lib/errors.ts';
import { type Cost, NO_SEARCH } from '../../lib/limits/cost.ts';
import { contextOf, type RequestContext } from '../contract/endpoint.ts';
import { sendBody } from '../contract/send-body.ts';
import type { Credentials } from '../plugins/credentials.ts';
import type { Services } from '../services.ts';
import { memoizedReading } from './memoized-reading.ts';
import { UNTRUSTED, UNTRUSTED_HEADER } from './untrusted.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The parameters of a dialect's request, or what is wrong with them. */
    dialectParams: unknown;
  }
}

/** A route in the format of another service, for clients that were written for it. */
export interface DialectRoute<Params extends z.ZodObject> {
  methods: ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[];
  /** Several addresses for the same, because clients differ in what they append to the address that they are given. */
  urls: string[];
  params: Params;
  credentials: Credentials;
  /** Maximum size of the body, if larger than the default. */
  bodyLimit?: number;
  /** How many values the body may have, if more than most routes need. */
  maxValues?: number;
  /** What a request with valid parameters costs. */
  cost: (params: z.infer<Params>) => Cost;
  /** The status of a request with invalid parameters. Default: 400. */
  invalidStatus?: number;
  /** The body of an error in the format of the other service. */
  errorBody: (error: ApiError, request: FastifyRequest) => unknown;
  /** Where the parameters are, if not in the query string and the body. */
  given?: (request: FastifyRequest) => Record<string, unknown>;
  handle(context: RequestContext<z.infer<Params>>): Promise<unknown>;
}

/** Clients of other services give up after five seconds, so their searches end before that with what has come. */
export const DIALECT_DEADLINE_MS = 4_500;

/** The time limit of a dialect's search. */
export function dialectDeadlineMs({ config }: Services): number {
  return Math.min(config.requestDeadlineMs, DIALECT_DEADLINE_MS);
}

const NOT_AN_OBJECT = 'The body is not a form, nor a JSON object.';

/** Adds a route of a dialect. It is left out of the OpenAPI document, because its contract is the other service's. */
export function addDialectRoute<Params extends z.ZodObject>(
  app: FastifyInstance,
  services: Services,
  route: DialectRoute<Params>,
): void {
  const read = memoizedReading((values): z.infer<Params> | ApiError => {
    const { success, data, error } = route.params.safeParse(values);
    if (success) return data;
    const problem = invalidValues(error.issues);
    return new ApiError(route.invalidStatus ?? problem.status, problem.body);
  });
  const readingOf = ({ dialectParams }: FastifyRequest) => dialectParams as z.infer<Params> | ApiError;
  for (const url of route.urls) {
    app.route({
      method: route.methods,
      url,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      schema: { hide: true },
      config: {
        cost(request) {
          const params = readingOf(request);
          return params instanceof ApiError ? NO_SEARCH : route.cost(params);
        },
        credentials: route.credentials,
        ...(route.maxValues === undefined ? {} : { maxValues: route.maxValues }),
        errorReply: (error, request) => ({ status: error.status, body: route.errorBody(error, request) }),
      },
      onRequest({ headers }, reply, done) {
        reply.header(UNTRUSTED_HEADER, UNTRUSTED);
        // Some clients name a type and send nothing.
        if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) {
          delete headers['content-type'];
        }
        done();
      },
      preValidation(request, _reply, done) {
        request.dialectParams = hasUnreadableBody(request)
          ? new ApiError(400, NOT_AN_OBJECT)
          : read((route.given ?? given)(request));
        done();
      },
      async handler(request, reply) {
        const params = readingOf(request);
        if (params instanceof ApiError) throw params;
        return sendBody(await route.handle(dialectContext(request, reply, services, params)), reply);
      },
    });
  }
}

/** The context of a dialect's request, with its shorter deadline. */
export function dialectContext<Params>(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  params: Params,
): RequestContext<Params> {
  const context = contextOf(request, reply, services, params);
  context.deadlineMs = dialectDeadlineMs(services);
  return context;
}

/** The parameters of address and body. The body wins. Null in JSON and empty text in an address or form are absent. */
function given({ query, body, headers }: FastifyRequest): Record<string, unknown> {
  const absent = headers['content-type']?.startsWith(FORM) ? '' : null;
  const fromAddress = Object.entries(query as Record<string, unknown>).filter(([, value]) => value !== '');
  const fromBody = Object.entries(isObject(body) ? body : {}).filter(([, value]) => value !== absent);
  return Object.fromEntries([...fromAddress, ...fromBody]);
}

const FORM = 'application/x-www-form-urlencoded';

/** Whether there is a body that is neither a form nor a JSON object. */
function hasUnreadableBody({ method, headers, body }: FastifyRequest): boolean {
  return method === 'POST' && headers['content-type'] !== undefined && !isObject(body);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
