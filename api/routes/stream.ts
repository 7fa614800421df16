import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { outcomeWord } from '../ask/outcomes.ts';
import { RenderedReply } from '../cache/reply-cache.ts';
import { contextOf, costOf, type Endpoint, type RequestContext } from '../contract/endpoint.ts';
import type { TabQuery } from '../contract/tab-params.ts';
import { toApiError } from '../plugins/errors.ts';
import type { EngineOutcome } from '../search/engines.ts';
import type { OnProgress } from '../search/search.ts';
import type { Services } from '../services.ts';
import { EventStream, eventsText } from './event-stream.ts';
import { nameIgnored } from './ignored-parameters.ts';
import { invalidParameters } from './invalid-parameters.ts';

/** A search tab that tells of its progress. */
export interface StreamedTab extends Endpoint {
  follow(context: RequestContext<TabQuery>, onProgress: OnProgress): Promise<unknown>;
}

/** The name and the path of a tab's stream. */
export const streamOf = ({ name, path }: Pick<Endpoint, 'name' | 'path'>) =>
  ({ name: `${name}_stream`, path: `${path}stream/` }) as const;

/**
 * Adds a tab's search as server-sent events. The stream begins with the first engine that answers: until then, problems
 * are errors with a status, as without a stream.
 */
export function addStream(app: FastifyInstance, tab: StreamedTab, replies: object, services: Services): void {
  const { name, path } = streamOf(tab);
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: path,
    schema: {
      operationId: name,
      tags: ['Search'],
      summary: `${tab.summary} as a stream`,
      description:
        `Sends server-sent events: \`engine\` (\`engine\`, \`label\`, \`outcome\`, \`ms\`) when an engine answers or fails, ` +
        `\`results\` with the merged list so far, and \`done\` with the body of \`${tab.path}\`. Parameters, cost and ` +
        'errors are the same. The stream starts when the first engine answers.',
      security: [{ ApiKey: [] }],
      querystring: tab.query,
      response: {
        200: {
          description: 'Events.',
          content: { 'text/event-stream': { schema: z.string().meta({ example: exampleOf(tab) }) } },
        },
        ...replies,
      },
    },
    attachValidation: true,
    preValidation: nameIgnored(tab.query, ({ query }) => query),
    config: { cost: (request) => costOf(tab, request.validationError ? undefined : request.query) },
    async handler(request, reply) {
      if (request.validationError) throw invalidParameters(request.validationError);
      const context = contextOf(request, reply, services, request.query as TabQuery);
      const events = new EventStream(reply);
      try {
        const body = await tab.follow(context, (answer, merged) => {
          events.add('engine', engineEvent(answer));
          if (!merged) return;
          events.add('results', merged());
          events.begin();
        });
        events.add('done', body instanceof RenderedReply ? body.json.toString() : body);
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

function engineEvent({ slot, engine, outcome }: EngineOutcome<unknown>) {
  return { engine: slot, label: engine.label, outcome: outcomeWord(outcome), ms: Math.round(outcome.ms) };
}

/** What a stream with one engine sends. */
function exampleOf({ example }: StreamedTab): string {
  const { correction, results } = example as { correction?: string; results: unknown };
  return eventsText([
    ['engine', { engine: 'engine_a', label: 'Brave', outcome: 'ok', ms: 212 }],
    ['results', { correction, results }],
    ['done', example],
  ]);
}
