import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { searchIn } from '../../lib/limits/cost.ts';
import { anyHeader } from '../plugins/credentials.ts';
import { queryField } from '../routes/params.ts';
import { web } from '../routes/web.ts';
import { answerWith } from '../search/search-reply.ts';
import type { Services } from '../services.ts';
import { addDialectRoute } from './dialect.ts';
import { cutIfLong } from './long-query.ts';

const DEFAULT_COUNT = 10;

const params = z.object({
  query: cutIfLong(queryField),
  count: z.int('A valid integer is required.').min(1, 'Use a number from 1.').default(DEFAULT_COUNT),
});

/** Open WebUI's "external" web search: it posts a query to one address and reads a bare list of links. */
export function openwebui(app: FastifyInstance, services: Services): void {
  addDialectRoute(app, services, {
    methods: ['POST'],
    urls: ['/compat/openwebui', '/compat/openwebui/search'],
    params,
    credentials: anyHeader,
    cost: () => searchIn('web'),
    errorBody: ({ body }) => body,
    handle(context) {
      const { query, count } = context.params;
      return answerWith(context, 'openwebui', async () => {
        const found = await web.search({ q: query }, services, context);
        const results = found.body.results.slice(0, count);
        const list = results.map(({ url, title, description }) => ({ link: url, title, snippet: description }));
        return { ...found, body: list };
      });
    },
  });
}
