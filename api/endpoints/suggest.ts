import { z } from 'zod';
import { allCached } from '../ask/outcomes.ts';
import { tellTiming, timingOf } from '../ask/timing.ts';
import { defineEndpoint } from '../contract/endpoint.ts';
import { langParam, qParam } from '../contract/params.ts';
import { askForSuggestions, firstSuggestions } from '../lookups/suggestions.ts';

/** Suggestions from the first provider that has any. The list is empty when none does, so that typing never fails. */
export const suggest = defineEndpoint({
  name: 'suggest',
  path: '/api/v1/suggest/',
  searches: () => 1,
  summary: 'Suggestions',
  description:
    'Completes a query as it is typed. Tries the providers in the configured order, for at most 800 ms. ' +
    'The list is empty when no provider has suggestions.',
  query: z.object({ q: qParam, lang: langParam }),
  reply: z.object({ query: z.string(), suggestions: z.array(z.string()).max(10) }),
  example: { query: 'node', suggestions: ['node.js', 'node version manager', 'node-red'] },
  async handle({ params, services, reply, ...requester }) {
    const cacheKey = [services.cacheScope(requester.account), 'suggest', params];
    const cached = services.replyCache.get(cacheKey);
    if (cached) return cached;

    const answers = await askForSuggestions(params, services.providers, requester);
    const timing = timingOf(answers);
    tellTiming(reply, timing);
    const body = { query: params.q, suggestions: firstSuggestions(answers, params.q) };
    return allCached(answers) ? services.replyCache.set(cacheKey, body, timing) : body;
  },
});
