import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { bestAnswerSchema, infoboxSchema, wikipediaCardSchema } from '../../lib/cards/cards.ts';
import { isMeantPlace, isPlainName, isProgrammingQuestion } from '../../lib/cards/triggers.ts';
import { placeSchema, publicPlace } from '../../lib/maps/place.ts';
import { type Outcome, type ProviderOutcome, skipped } from '../../lib/outcome.ts';
import type { InputOf, OperationName, OutputOf } from '../../lib/providers/adapter.ts';
import type { Roster, Slot, SlotEngine } from '../../lib/providers/roster.ts';
import { slotSlugs } from '../../lib/providers/slot-slugs.ts';
import type { CallContext, Requester } from '../ask/call-context.ts';
import type { ProviderClient } from '../ask/provider-client.ts';
import type { SearchParams } from '../contract/params.ts';
import { type EngineOutcome, pickSlots, providersOf, toSearchInput, withEngines } from '../search/engines.ts';

export const cardsSchema = z.object({
  wikipedia: wikipediaCardSchema.nullable(),
  infobox: infoboxSchema
    .extend({ engine: z.enum(slotSlugs) })
    .meta({ id: 'Infobox' })
    .nullable(),
  stackexchange: bestAnswerSchema.nullable(),
  map: placeSchema.nullable(),
});
/** The knowledge cards for one query. */
export type Cards = z.infer<typeof cardsSchema>;

/** A provider's answer, and the card made from it. */
export interface CardOutcome extends ProviderOutcome {
  card: Partial<Cards>;
}

type CardsQuery = Pick<SearchParams, 'q'> & Partial<Pick<SearchParams, 'engine' | 'safe' | 'lang'>>;

/** A web search that is made beside the cards: its question, and the answers of its engines. */
export interface SearchBeside {
  input: InputOf<'web'>;
  answers: Promise<readonly EngineOutcome<unknown>[]>;
}

/** Requests every kind of card at once. Returns a promise per kind, so that callers need not wait for the slowest. */
export function askForCards(
  params: CardsQuery,
  client: ProviderClient,
  requester: Requester,
  search?: SearchBeside,
): Promise<CardOutcome[]>[] {
  const lookup = { q: params.q, lang: params.lang ?? '', safe: params.safe ?? true };
  const place = { q: params.q, lang: lookup.lang, limit: 3 };
  const slots = slotsFor(params, client.roster);
  const context = client.callsFor(requester);
  const cards = [
    askService('article', lookup, client, context, ({ card }) => card && { wikipedia: card }),
    askInfoboxes(slots, toSearchInput(lookup), client, context, search),
  ];
  if (isProgrammingQuestion(params.q)) {
    cards.push(askService('answer', lookup, client, context, ({ card }) => card && { stackexchange: card }));
  }
  if (isPlainName(params.q)) {
    cards.push(
      askService('geocode', place, client, context, ({ places }) => {
        const meant = places.find((candidate) => isMeantPlace(candidate, params.q));
        return meant ? { map: publicPlace(meant) } : null;
      }),
    );
  }
  return cards;
}

/** The cards that were found; the first one of each kind. */
export function cardsOf(answers: readonly CardOutcome[]): Cards {
  const found = Object.assign({}, ...answers.map(({ card }) => card).reverse()) as Partial<Cards>;
  return { wikipedia: null, infobox: null, stackexchange: null, map: null, ...found };
}

/** The engines to call. With `all` and no engine configured there are none, as the other sources can still answer. */
function slotsFor({ engine }: CardsQuery, { slots }: Roster): Slot[] {
  const none = slots.every(({ engines }) => engines.length === 0);
  return !engine && none ? [] : pickSlots(slots, engine ?? null);
}

/** Calls the providers of an operation in order until one answers, and makes a card from the answer. */
async function askService<Name extends OperationName>(
  operation: Name,
  input: InputOf<Name>,
  client: ProviderClient,
  context: CallContext,
  cardOf: (output: OutputOf<Name>) => Partial<Cards> | null,
): Promise<CardOutcome[]> {
  const outcomes = await client.askInOrder(operation, input, client.roster.serving(operation), context);
  return outcomes.map((one) => ({ ...one, card: (one.outcome.ok && cardOf(one.outcome.value)) || {} }));
}

/**
 * Takes the infoboxes from the engines' web searches. The input equals that of a web search's first page, so that both
 * share one call and one cached slice, and the answers if the search is made beside. Engines without infoboxes are skipped.
 */
async function askInfoboxes(
  slots: readonly Slot[],
  input: InputOf<'web'>,
  client: ProviderClient,
  context: CallContext,
  search: SearchBeside | undefined,
): Promise<CardOutcome[]> {
  const asked = slots.map((slot) => ({ ...slot, engines: slot.engines.filter(hasInfoboxes) }));
  const outcomes = isDeepStrictEqual(search?.input, input)
    ? ((await search?.answers) as EngineOutcome<OutputOf<'web'>>[])
    : withEngines(asked, await client.askAll('web', input, providersOf(asked), context));
  return slots.flatMap(({ slug, engines }) =>
    engines.map((engine) => {
      const found = hasInfoboxes(engine) ? outcomes.find((one) => one.engine === engine) : undefined;
      const outcome = found?.outcome ?? noInfoboxes(engine);
      const infobox = outcome.ok ? outcome.value.infobox : null;
      return { provider: engine.name, outcome, card: infobox ? { infobox: { ...infobox, engine: slug } } : {} };
    }),
  );
}

/** An engine of a later stage is not asked for an infobox alone. */
function hasInfoboxes({ provider, stage }: SlotEngine): boolean {
  return stage === 0 && (provider.adapter.hasInfobox ?? false);
}

function noInfoboxes({ provider }: SlotEngine): Outcome<never> {
  return skipped(`${provider.adapter.name} has no infoboxes`);
}
