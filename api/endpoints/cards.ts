import { z } from 'zod';
import { allCached, noAnswerError } from '../ask/outcomes.ts';
import { tellTiming, timingOf } from '../ask/timing.ts';
import { cardsExample } from '../contract/cards-example.ts';
import { defineEndpoint } from '../contract/endpoint.ts';
import { engineParam, langParam, qParam, safeParam } from '../contract/params.ts';
import { askForCards, cardsOf, cardsSchema } from '../lookups/cards.ts';
import { withinKey } from '../search/allowed-engines.ts';

/** Knowledge cards from several providers, all called at once. */
export const cards = defineEndpoint({
  name: 'cards',
  path: '/api/v1/cards/',
  searches: () => 1,
  summary: 'Knowledge cards',
  description:
    'Cards to show beside search results: an encyclopedia article, an engine’s infobox, the best answer to a ' +
    'programming question, and a map of a place. A card is null when nothing was found.',
  query: z.object({ q: qParam, engine: engineParam, safe: safeParam, lang: langParam }),
  reply: z.object({ query: z.string(), ...cardsSchema.shape }),
  example: cardsExample,
  async handle(asked) {
    const { params, services, reply, ...requester } = withinKey(asked);
    const cacheKey = [services.cacheScope(requester.account), 'cards', params];
    const cached = services.replyCache.get(cacheKey);
    if (cached) return cached;

    const answers = (await Promise.all(askForCards(params, services.providers, requester))).flat();
    const timing = timingOf(answers);
    tellTiming(reply, timing);
    const failure = noAnswerError(answers, 'No provider of cards answered.');
    if (failure) throw failure;

    const body = { query: params.q, ...cardsOf(answers) };
    return allCached(answers) ? services.replyCache.set(cacheKey, body, timing) : body;
  },
});
