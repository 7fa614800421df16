import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ContextParams } from '../contract/context-params.ts';
import { contextOf, costOf } from '../contract/endpoint.ts';
import { context } from '../endpoints/context.ts';
import { toApiError } from '../plugins/errors.ts';
import { EventStream, eventsText } from '../routes/event-stream.ts';
import { nameIgnored } from '../routes/ignored-parameters.ts';
import { invalidParameters } from '../routes/invalid-parameters.ts';
import type { Services } from '../services.ts';

/** The name and the path of the stream. */
export const contextStream = { name: 'context_stream', path: '/api/v1/context/stream/' } as const;

const EXAMPLE = eventsText([
  ['sources', context.example.sources],
  ['page', { source: context.example.sources[0], passages: context.example.passages }],
  ['done', context.example],
]);

/**
 * Adds a context as server-sent events. The stream begins when the search is done: until then, problems are errors with a
 * status, as without a stream.
 */
export function addContextStream(app: FastifyInstance, replies: object, services: Services): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: contextStream.path,
    schema: {
      operationId: contextStream.name,
      tags: ['Search'],
      summary: `${context.summary}, as a stream`,
      description:
        'Sends server-sent events: `sources` with the results of the search, `page` (`source`, `passages`) when a page ' +
        `has been read or has failed, and \`done\` with the body of \`${context.path}\`. The passages of \`page\` are ` +
        'ranked within their page, those of `done` together. Parameters, cost and errors are the same. The stream ' +
        'starts when the search is done.',
      security: [{ ApiKey: [] }],
      querystring: context.query,
      response: {
        200: {
          description: 'Events.',
          content: { 'text/event-stream': { schema: z.string().meta({ example: EXAMPLE }) } },
        },
        ...replies,
      },
    },
    attachValidation: true,
    preValidation: nameIgnored(context.query, ({ query }) => query),
    config: { cost: (request) => costOf(context, request.validationError ? undefined : request.query) },
    async handler(request, reply) {
      if (request.validationError) throw invalidParameters(request.validationError);
      const events = new EventStream(reply);
      try {
        const body = await context.follow(contextOf(request, reply, services, request.query as ContextParams), {
          onFound(sources) {
            events.add('sources', sources);
            if (sources.length > 0) events.begin();
          },
          onPage: (source, passages) => events.add('page', { source, passages }),
        });
        events.add('done', body);
        events.begin();
      } catch (error) {
        if (!events.hasBegun) throw error;
        request.charge?.refund();
        events.add('error', toApiError(error as Error, request).body);
      }
      events.end();
      return reply;
    },
  });
}
