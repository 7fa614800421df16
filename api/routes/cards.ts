import { z } from 'zod';
import { requireAnAnswer } from '../ask.ts';
import { askForCards, cardsOf, cardsSchema } from '../cards.ts';
import { defineEndpoint } from '../endpoint.ts';
import { engineParam, langParam, qParam, safeParam } from '../params.ts';
import { cardsExample } from './cards-example.ts';

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
  async handle(context) {
    const { params, services, reply } = context;
    return services.hot.reply(
      ['cards', params],
      reply,
      async () => (await Promise.all(askForCards(params, context))).flat(),
      (answers) => {
        requireAnAnswer(answers, 'No provider of cards answered.');
        return { query: params.q, ...cardsOf(answers) };
      },
    );
  },
});
