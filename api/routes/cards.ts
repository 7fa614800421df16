import { z } from 'zod';
import { bestAnswerSchema, infoboxSchema, wikipediaCardSchema } from '../../lib/cards/cards.ts';
import { isMeantPlace, isPlainName, isProgrammingQuestion } from '../../lib/cards/triggers.ts';
import { placeSchema } from '../../lib/maps/place.ts';
import type { InputOf, OperationName, OutputOf } from '../../lib/providers/provider.ts';
import { type Asking, askAll, askInTurn, type NamedAnswer, requireAnAnswer } from '../ask.ts';
import { defineEndpoint, type RequestContext } from '../endpoint.ts';
import { engineParam, engineSlugs, langParam, qParam, safeParam } from '../params.ts';
import { asking, type ConfiguredSlot, named, pickSlots, providersOf } from '../search.ts';
import { cardsExample } from './cards-example.ts';

const cardsParams = z.object({ q: qParam, engine: engineParam, safe: safeParam, lang: langParam });
type CardsParams = z.infer<typeof cardsParams>;

const cardsReply = z.object({
  query: z.string(),
  wikipedia: wikipediaCardSchema.nullable(),
  infobox: infoboxSchema.extend({ engine: z.enum(engineSlugs) }).nullable(),
  stackexchange: bestAnswerSchema.nullable(),
  map: placeSchema.nullable(),
});
type CardsReply = z.infer<typeof cardsReply>;

/** An answer, and the part of the reply that it makes. */
interface CardAnswer extends NamedAnswer {
  card: Partial<CardsReply>;
}

/** Knowledge cards: each from a provider of its own, all asked at once. */
export const cards = defineEndpoint({
  name: 'cards',
  path: '/api/v1/cards/',
  counts: true,
  summary: 'Knowledge cards',
  description:
    'What stands beside the results: an encyclopedia article, an engine’s own infobox, the best answer to a programming ' +
    'question, a map for a plain place name. Each is null when there is none.',
  query: cardsParams,
  reply: cardsReply,
  example: cardsExample,
  async handle(context) {
    const { q } = context.params;
    return context.services.hot.reply(
      ['cards', context.params],
      context.reply,
      () => askForCards(context),
      (answers): CardsReply => {
        requireAnAnswer(answers, 'No provider of cards answered.');
        const found = Object.assign({}, ...answers.map(({ card }) => card).reverse()) as Partial<CardsReply>;
        return { query: q, wikipedia: null, infobox: null, stackexchange: null, map: null, ...found };
      },
    );
  },
});

async function askForCards(context: RequestContext<CardsParams>): Promise<CardAnswer[]> {
  const { params } = context;
  const lookup = { q: params.q, lang: params.lang ?? '', safe: params.safe ?? true };
  const place = { q: params.q, lang: lookup.lang, limit: 3 };
  const slots = slotsFor(context);
  const time = asking(context);
  const answers = await Promise.all([
    askService('article', lookup, time, ({ card }) => card && { wikipedia: card }),
    askInfoboxes(slots, lookup, time),
    isProgrammingQuestion(params.q)
      ? askService('answer', lookup, time, ({ card }) => card && { stackexchange: card })
      : [],
    isPlainName(params.q)
      ? askService('geocode', place, time, ({ places }) => {
          const meant = places.find((candidate) => isMeantPlace(candidate, params.q));
          return meant ? { map: meant } : null;
        })
      : [],
  ]);
  return answers.flat();
}

/** Engines are only one source of cards: where `all` are asked and none is there, the others still answer. */
function slotsFor({ params, services }: RequestContext<CardsParams>): ConfiguredSlot[] {
  const none = services.roster.slots.every(({ provider }) => provider === null);
  return !params.engine && none ? [] : pickSlots(services.roster.slots, params.engine ?? null);
}

/** Asks the services that can do this, if there are any, until one answers. */
async function askService<Name extends OperationName>(
  operation: Name,
  input: InputOf<Name>,
  time: Asking,
  cardOf: (output: OutputOf<Name>) => Partial<CardsReply> | null,
): Promise<CardAnswer[]> {
  const answers = await askInTurn(operation, input, time.services.roster.serving(operation), time);
  return answers.map(({ name, answer }) => ({ name, answer, card: (answer.ok && cardOf(answer.value)) || {} }));
}

async function askInfoboxes(
  slots: readonly ConfiguredSlot[],
  input: InputOf<'infobox'>,
  time: Asking,
): Promise<CardAnswer[]> {
  const answers = named(slots, await askAll('infobox', input, providersOf(slots), time));
  return answers.map(({ slot, name, answer }) => {
    const card = answer.ok ? answer.value.card : null;
    const engine = slot.slug as (typeof engineSlugs)[number];
    return { name, answer, card: card ? { infobox: { ...card, engine } } : {} };
  });
}
