import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { RenderedReply } from '../cache/reply-cache.ts';
import { contextOf, costOf, type Endpoint, type RequestContext } from '../contract/endpoint.ts';
import { toApiError } from '../plugins/errors.ts';
import type { Services } from '../services.ts';
import { EventStream } from './event-stream.ts';
import { nameIgnored } from './ignored-parameters.ts';
import { invalidParameters } from './invalid-parameters.ts';

/** The name and the path of an endpoint's stream. */
export const streamOf = ({ name, path }: Pick<Endpoint, 'name' | 'path'>) =>
  ({ name: `${name}_stream`, path: `${path}stream/` }) as const;

/** An endpoint as a stream of events. */
export interface StreamedEndpoint<Params = unknown> {
  endpoint: Endpoint;
  summary: string;
  description: string;
  /** Events as they are sent. */
  example: string;
  /** Adds events on the way to the body of the endpoint, and begins the stream when its status is certain. */
  follow(context: RequestContext<Params>, events: EventStream): Promise<unknown>;
}

/**
 * Adds an endpoint as server-sent events, with its parameters, cost and errors; `done` has its body. Until the stream begins,
 * problems are errors with a status, as without a stream.
 */
export function addEventRoute(
  app: FastifyInstance,
  { endpoint, summary, description, example, follow }: StreamedEndpoint,
  replies: object,
  services: Services,
): void {
  const { name, path } = streamOf(endpoint);
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: path,
    schema: {
      operationId: name,
      tags: ['Search'],
      summary,
      description,
      security: [{ ApiKey: [] }],
      querystring: endpoint.query,
      response: {
        200: { description: 'Events.', content: { 'text/event-stream': { schema: z.string().meta({ example }) } } },
        ...replies,
      },
    },
    attachValidation: true,
    preValidation: nameIgnored(endpoint.query, ({ query }) => query),
    config: { cost: (request) => costOf(endpoint, request.validationError ? undefined : request.query) },
    async handler(request, reply) {
      if (request.validationError) throw invalidParameters(request.validationError);
      return sendEvents(follow, contextOf(request, reply, services, request.query));
    },
  });
}

/** Answers a request with events. Until the stream begins, problems are thrown. */
export async function sendEvents(
  follow: StreamedEndpoint['follow'],
  context: RequestContext<unknown>,
): Promise<FastifyReply> {
  const { request, reply } = context;
  const events = new EventStream(reply);
  try {
    const body = await follow(context, events);
    events.add('done', body instanceof RenderedReply ? body.json.toString() : body);
    events.begin();
  } catch (error) {
    if (!events.hasBegun) throw error;
    request.charge?.refund();
    events.add('error', toApiError(error as Error, request).body);
  }
  events.end();
  return reply;
}
