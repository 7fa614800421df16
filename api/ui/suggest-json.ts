import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { admitSuggestions } from '../../lib/limits/suggest-admission.ts';
import { isRedisOutage, type Redis } from '../../lib/redis/redis.ts';
import type { ProviderClient } from '../ask/provider-client.ts';
import { langParam, qParam } from '../contract/params.ts';
import { askForSuggestions, firstSuggestions } from '../lookups/suggestions.ts';
import { requesterOf } from '../plugins/request-context.ts';
import { fieldProblems } from './field-problems.ts';
import { setPageHeaders } from './headers.ts';
import { readPreferences } from './preferences.ts';
import { readVisitor } from './visitor.ts';

/** `list` is the format that browsers read: the query, and a list of texts. */
const suggestFields = z.object({ q: qParam, lang: langParam, format: z.literal('list').optional() });

/** Suggestions for signed-in users and search links: for the search box, and for the address bar of a browser that knows this instance. They are the same as the API's, but do not count as usage. */
export function suggestJson(app: FastifyInstance, redis: Redis, client: ProviderClient): void {
  app.get('/suggest.json', {
    schema: { hide: true },
    errorHandler: (error, request, reply) => {
      const away = isRedisOutage(error);
      if (!away)
        request.log.error({ reqId: request.id, trace_id: request.span?.traceId, err: error }, 'suggestions failed');
      return reply.code(away ? 503 : 500).send({ detail: 'Suggestions are not available right now.' });
    },
    async handler(request, reply) {
      const session = await readVisitor(request, reply, redis, 'or by link');
      setPageHeaders(reply);
      if (!session) return reply.code(401).send({ detail: 'Sign in to get suggestions.' });
      const given = suggestFields.safeParse(request.query);
      if (!given.success) return reply.code(400).send(fieldProblems(given.error));
      const waitS = await admitSuggestions(redis, session.username);
      if (waitS > 0) {
        return reply.code(429).header('retry-after', waitS).send({ detail: 'Too many requests for suggestions.' });
      }
      const { q, lang = readPreferences(request).lang, format } = given.data;
      const requester = requesterOf(request, reply, session.username);
      const suggestions = firstSuggestions(await askForSuggestions({ q, lang }, client, requester), q);
      if (format === undefined) return { query: q, suggestions };
      return reply.type('application/x-suggestions+json; charset=utf-8').send(JSON.stringify([q, suggestions]));
    },
  });
}
