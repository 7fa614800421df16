import { z } from 'zod';
import { bestAnswerSchema, infoboxSchema, wikipediaCardSchema } from '../lib/cards/cards.ts';
import { isMeantPlace, isPlainName, isProgrammingQuestion } from '../lib/cards/triggers.ts';
import { placeSchema } from '../lib/maps/place.ts';
import type { InputOf, OperationName, OutputOf } from '../lib/providers/provider.ts';
import { type Asking, askAll, askInTurn, type NamedAnswer } from './ask.ts';
import { engineSlugs, type SearchParams } from './params.ts';
import { type Asker, asking, type ConfiguredSlot, named, pickSlots, providersOf } from './search.ts';

export const cardsSchema = z.object({
  wikipedia: wikipediaCardSchema.nullable(),
  infobox: infoboxSchema.extend({ engine: z.enum(engineSlugs) }).nullable(),
  stackexchange: bestAnswerSchema.nullable(),
  map: placeSchema.nullable(),
});
/** What stands beside the results of one search. */
export type Cards = z.infer<typeof cardsSchema>;

/** An answer, and the card that it makes. */
export interface CardAnswer extends NamedAnswer {
  card: Partial<Cards>;
}

type CardsQuery = Pick<SearchParams, 'q'> & Partial<Pick<SearchParams, 'engine' | 'safe' | 'lang'>>;

/** Asks for every kind of card at once; each kind comes by itself, for those who do not wait for the slowest. */
export function askForCards(params: CardsQuery, asker: Asker): Promise<CardAnswer[]>[] {
  const lookup = { q: params.q, lang: params.lang ?? '', safe: params.safe ?? true };
  const place = { q: params.q, lang: lookup.lang, limit: 3 };
  const slots = slotsFor(params, asker);
  const time = asking(asker);
  const cards = [
    askService('article', lookup, time, ({ card }) => card && { wikipedia: card }),
    askInfoboxes(slots, lookup, time),
  ];
  if (isProgrammingQuestion(params.q)) {
    cards.push(askService('answer', lookup, time, ({ card }) => card && { stackexchange: card }));
  }
  if (isPlainName(params.q)) {
    cards.push(
      askService('geocode', place, time, ({ places }) => {
        const meant = places.find((candidate) => isMeantPlace(candidate, params.q));
        return meant ? { map: meant } : null;
      }),
    );
  }
  return cards;
}

/** The cards that were found; of several of one kind the first. */
export function cardsOf(answers: readonly CardAnswer[]): Cards {
  const found = Object.assign({}, ...answers.map(({ card }) => card).reverse()) as Partial<Cards>;
  return { wikipedia: null, infobox: null, stackexchange: null, map: null, ...found };
}

/** Engines are only one source of cards: where `all` are asked and none is there, the others still answer. */
function slotsFor({ engine }: CardsQuery, { services }: Asker): ConfiguredSlot[] {
  const none = services.roster.slots.every(({ provider }) => provider === null);
  return !engine && none ? [] : pickSlots(services.roster.slots, engine ?? null);
}

/** Asks the services that can do this, if there are any, until one answers. */
async function askService<Name extends OperationName>(
  operation: Name,
  input: InputOf<Name>,
  time: Asking,
  cardOf: (output: OutputOf<Name>) => Partial<Cards> | null,
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
