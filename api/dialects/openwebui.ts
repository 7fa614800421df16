import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { anyHeader } from '../plugins/credentials.ts';
import { web } from '../routes/web.ts';
import type { Services } from '../services.ts';
import { addDialectRoute } from './dialect.ts';
import { answerWith } from './search-reply.ts';

const REQUIRED = 'This field is required.';
const DEFAULT_COUNT = 10;
const MAX_QUERY_CHARS = 1_000;

const params = z.object({
  query: z
    .string(REQUIRED)
    .trim()
    .min(1, REQUIRED)
    .max(MAX_QUERY_CHARS, `Ensure this field has no more than ${MAX_QUERY_CHARS} characters.`),
  count: z.int('A valid whole number is required.').min(1, 'Must be at least 1.').default(DEFAULT_COUNT),
});

/** Open WebUI's "external" web search: it posts a query to one address and reads a bare list of links. */
export function openwebui(app: FastifyInstance, services: Services): void {
  addDialectRoute(app, services, {
    methods: ['POST'],
    urls: ['/compat/openwebui', '/compat/openwebui/search'],
    params,
    credentials: anyHeader,
    countsAs: () => 'web',
    errorBody: ({ body }) => body,
    handle(context) {
      const { query, count } = context.params;
      return answerWith(context, ['openwebui', query, count], async () => {
        const found = await web.search({ q: query }, services, context);
        const results = found.body.results.slice(0, count);
        const list = results.map(({ url, title, description }) => ({ link: url, title, snippet: description }));
        return { ...found, body: list };
      });
    },
  });
}
