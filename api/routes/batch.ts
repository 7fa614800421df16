import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NO_SEARCH } from '../../lib/limits/cost.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { partOfBatch } from '../plugins/batch-parts.ts';
import { askWithin } from '../plugins/inner-requests.ts';
import { invalidParameters } from './invalid-parameters.ts';

const MAX_REQUESTS = 20;
/** Twenty questions with their parameters, or a text to translate. */
const MAX_BODY_BYTES = 256 * 1024;

/** The body of a batch. The requests are checked one by one, so that a bad one spoils no other. */
export const batchBody = z
  .object({
    requests: z
      .array(z.unknown(), 'Give a list of requests.')
      .min(1, 'Give at least one request.')
      .max(MAX_REQUESTS, `Give at most ${MAX_REQUESTS} requests.`)
      .meta({
        description: `The requests, at most ${MAX_REQUESTS}.`,
        items: {
          type: 'object',
          required: ['endpoint'],
          properties: {
            endpoint: { type: 'string', description: 'Name of a search endpoint, as in `/api/v1/`.', example: 'web' },
            params: {
              type: 'object',
              additionalProperties: true,
              description: 'Parameters of the request.',
              example: { q: 'node.js' },
            },
          },
        },
      }),
  })
  .meta({
    examples: [
      {
        requests: [
          { endpoint: 'suggest', params: { q: 'golden retriever' } },
          { endpoint: 'translate', params: { q: 'Good morning!' } },
        ],
      },
    ],
  });

const batchReply = z
  .object({
    responses: z.array(
      z.object({ status: z.int().describe('HTTP status.'), body: z.unknown().describe('Body of the response.') }),
    ),
  })
  .meta({
    examples: [
      {
        responses: [
          { status: 200, body: { query: 'golden retriever', suggestions: ['golden retriever puppy'] } },
          { status: 400, body: { target: ['This field is required.'] } },
        ],
      },
    ],
  });

/** Its name and path. */
export const batch = { name: 'batch', path: '/api/v1/batch/' } as const;

interface BatchResponse {
  status: number;
  body: unknown;
}

/** How the requests of a batch are sent: below which path, and with what the route there asks for. */
interface Sending {
  below: string;
  headers: Readonly<Record<string, string | undefined>>;
}

/** The requests of a batch, each of which goes through its own route. */
export class BatchParts {
  readonly #paths: ReadonlyMap<string, string>;

  constructor(endpoints: readonly Endpoint[]) {
    this.#paths = new Map(endpoints.filter(({ searches }) => searches).map(({ name, path }) => [name, path]));
  }

  /** The endpoints that a batch may name. */
  get names(): string {
    return [...this.#paths.keys()].join(', ');
  }

  /** How many of the requests have no route. */
  problemsIn(requests: readonly unknown[]): number {
    return requests.filter((item) => 'problem' in this.#routed(item)).length;
  }

  answers(requests: readonly unknown[], reply: FastifyReply, sending: Sending): Promise<BatchResponse[]> {
    return Promise.all(requests.map((item, at) => this.#answer(item, reply, at, sending)));
  }

  #routed(item: unknown): { path: string; params: Record<string, unknown> } | { problem: object } {
    const { endpoint, params = {} } = isObject(item) ? item : {};
    const path = typeof endpoint === 'string' ? this.#paths.get(endpoint) : undefined;
    if (path === undefined) return { problem: { endpoint: [`Use one of ${this.names}.`] } };
    if (!isObject(params)) return { problem: { params: ['Give an object.'] } };
    const unwritable = Object.entries(params).filter(([, value]) => ![value].flat().every(isWritable));
    if (unwritable.length === 0) return { path, params };
    return {
      problem: Object.fromEntries(unwritable.map(([name]) => [name, ['Give a text, a number, true or false.']])),
    };
  }

  async #answer(item: unknown, reply: FastifyReply, at: number, { below, headers }: Sending): Promise<BatchResponse> {
    const asked = this.#routed(item);
    if ('problem' in asked) return { status: 400, body: asked.problem };
    const { request } = reply;
    const { statusCode, body } = await askWithin(reply, {
      method: 'GET',
      url: `${below}${asked.path}?${new URLSearchParams(Object.entries(asked.params).flatMap(pairsOf))}`,
      headers: {
        ...headers,
        'user-agent': request.headers['user-agent'],
        'x-request-id': `${request.id.slice(0, 60)}-${at + 1}`,
        ...(request.span ? { traceparent: request.span.traceparent } : {}),
      },
      remoteAddress: request.ip,
    });
    return { status: statusCode, body: JSON.parse(body) };
  }
}

/**
 * Adds the endpoint that answers several requests at once. The batch takes an entry of the limits. Each request goes
 * through its own route, limits and count included; one that has no route takes its entry with the batch.
 */
export function addBatch(app: FastifyInstance, endpoints: readonly Endpoint[], replies: object): void {
  const parts = new BatchParts(endpoints);

  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: batch.path,
    bodyLimit: MAX_BODY_BYTES,
    schema: {
      operationId: batch.name,
      tags: ['Search'],
      summary: 'Several searches at once',
      description:
        `Sends up to ${MAX_REQUESTS} requests to search endpoints (${parts.names}). Responses are in the order of the requests, ` +
        'each with its own status. Each request counts, and is limited, as if it were sent alone. The batch itself takes ' +
        'one more request from the rate limits, and is refused as a whole when none is left.',
      security: [{ ApiKey: [] }],
      body: batchBody,
      consumes: ['application/json'],
      response: { 200: batchReply.meta({ description: 'The responses.' }), ...replies },
    },
    attachValidation: true,
    config: {
      cost({ validationError, body }) {
        if (validationError) return NO_SEARCH;
        const { requests } = body as z.infer<typeof batchBody>;
        return { ...NO_SEARCH, entries: 1 + parts.problemsIn(requests) };
      },
    },
    async handler(request, reply) {
      if (request.validationError) throw invalidParameters(request.validationError);
      // What is left is less now: the requests take their own entries.
      reply.removeHeader('ratelimit');
      const { requests } = request.body as z.infer<typeof batchBody>;
      const headers = { ...partOfBatch, authorization: request.headers.authorization };
      return { responses: await parts.answers(requests, reply, { below: '', headers }) };
    },
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value can be written in an address. */
function isWritable(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** A parameter as in an address: a list is repeated, and null is absent. */
function pairsOf([name, value]: [string, unknown]): [string, string][] {
  return [value].flat().flatMap((one) => (one === null ? [] : [[name, String(one)] as [string, string]]));
}
