import { z } from 'zod';
import type { InstantAnswer } from '../../lib/answers/answer.ts';
import type { ProviderOutcome } from '../../lib/outcome.ts';
import { serverTiming } from '../ask/outcomes.ts';
import { inOrder } from '../cache/reply-cache.ts';
import { loadedKinds } from '../instant/answers.ts';
import { instantAnswer } from '../instant/instant-answer.ts';
import { defineEndpoint } from './endpoint.ts';
import { langParam, qParam, timeZoneParam } from './params.ts';

/** One schema per kind of answer. */
function anyAnswer(): z.ZodType<InstantAnswer | null> {
  const shapes = loadedKinds().map(({ type, data }) =>
    z.object({
      type: z.literal(type),
      query: z.string(),
      answer: z.string().describe('The answer as one line of text for people.'),
      data,
    }),
  );
  return z.union(shapes).nullable();
}

/** Instant answers, without a search. */
export const instant = defineEndpoint({
  name: 'instant',
  path: '/api/v1/instant/',
  searches: () => 1,
  withoutRedis: true,
  summary: 'Instant answers',
  description:
    'Answers queries such as `2+2`, `10 km in miles`, `weather in Paris` or `sha256 of x` directly. ' +
    'Returns `null` when the query has no instant answer.',
  query: z.object({ q: qParam, lang: langParam, tz: timeZoneParam }),
  reply: z.lazy(anyAnswer),
  example: {
    type: 'math',
    query: '2+2',
    answer: '2 + 2 = 4',
    data: { expression: '2 + 2', value: '4', approximate: false },
  },
  async handle({ params, caller, request, reply, services, ...requester }) {
    const cacheKey = [services.cacheScope(requester.account), inOrder(params)];
    const cached = services.instantCache.get(cacheKey);
    if (cached) return cached;

    const userAgent = request.headers['user-agent'] ?? '';
    const instantRequester = { ...requester, id: caller.prefix, ip: request.ip, userAgent };
    const providerOutcomes: ProviderOutcome[] = [];
    try {
      const result = await instantAnswer(params, services, instantRequester, providerOutcomes);
      if (result?.kind.personal) reply.header('cache-control', 'no-store');
      if (result?.kind.lasting) return services.instantCache.set(cacheKey, result.answer);
      return result?.answer ?? null;
    } finally {
      if (providerOutcomes.length > 0) reply.header('server-timing', serverTiming(providerOutcomes));
    }
  },
});
