import { z } from 'zod';
import { allCached, noAnswerError, serverTiming } from '../ask/outcomes.ts';
import { askForCards, cardsOf, cardsSchema } from '../lookups/cards.ts';
import { cardsExample } from './cards-example.ts';
import { defineEndpoint } from './endpoint.ts';
import { engineParam, langParam, qParam, safeParam } from './params.ts';

/** Knowledge cards: each from a provider of its own, all asked at once. */
export const cards = defineEndpoint({
  name: 'cards',
  path: '/api/v1/cards/',
  counts: true,
  summary: 'Knowledge cards',
  description:
    'What stands beside the results: an encyclopedia article, an engine’s own infobox, the best answer to a programming ' +
    'question, a map for a plain place name. Each is null when there is none.',
  query: z.object({ q: qParam, engine: engineParam, safe: safeParam, lang: langParam }),
  reply: z.object({ query: z.string(), ...cardsSchema.shape }),
  example: cardsExample,
  async handle({ params, services, reply, ...requester }) {
    const cacheKey = ['cards', params];
    const cached = services.replyCache.get(cacheKey);
    if (cached) return cached;

    const answers = (await Promise.all(askForCards(params, services.providers, requester))).flat();
    const timing = serverTiming(answers);
    reply.header('server-timing', timing);
    const failure = noAnswerError(answers, 'No provider of cards answered.');
    if (failure) throw failure;

    const body = { query: params.q, ...cardsOf(answers) };
    return allCached(answers) ? services.replyCache.set(cacheKey, body, timing) : body;
  },
});
