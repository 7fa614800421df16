import { ApiError } from '../../lib/errors.ts';
import type { OperationName, OutputOf } from '../../lib/providers/adapter.ts';
import type { Provider, Slot, SlotEngine } from '../../lib/providers/roster.ts';
import type { SlotSlug } from '../../lib/providers/slot-slugs.ts';
import type { SearchInput } from '../../lib/search/query.ts';
import type { Requester } from '../ask/call-context.ts';
import type { NamedAnswer } from '../ask/outcomes.ts';
import type { ProviderClient } from '../ask/provider-client.ts';
import type { SearchParams } from '../routes/params.ts';

/** The search tabs. Each is an operation of the engines. */
export type TabName = 'web' | 'images' | 'news' | 'videos';

/** One engine's answer to one search. */
export interface EngineAnswer<T> extends NamedAnswer<T> {
  slot: SlotSlug;
  engine: SlotEngine;
}

/**
 * Calls the selected engines at once and returns their answers in slot order. Throws a 503 when none of the selected
 * engines is configured.
 */
export async function askEngines<Tab extends TabName>(
  tab: Tab,
  input: SearchInput,
  engines: readonly SlotSlug[] | null,
  client: ProviderClient,
  requester: Requester,
): Promise<EngineAnswer<OutputOf<Tab>>[]> {
  const slots = pickSlots(client.roster.slots, engines);
  // TypeScript cannot infer that the input is the same for every tab.
  const answers = await client.askAll<OperationName>(tab, input, providersOf(slots), client.callsFor(requester));
  return withEngines(slots, answers) as EngineAnswer<OutputOf<Tab>>[];
}

/** The configured slots among the selected ones; null selects all. Throws a 503 when none is configured. */
export function pickSlots(slots: readonly Slot[], engines: readonly SlotSlug[] | null): Slot[] {
  const asked = engines === null ? slots : slots.filter(({ slug }) => engines.includes(slug));
  const configured = asked.filter((slot) => slot.engines.length > 0);
  if (configured.length > 0) return configured;
  if (engines === null) throw new ApiError(503, 'No search engine is configured on this deployment.');
  const names = asked.map(({ slug }) => slug);
  const verb = names.length === 1 ? 'is' : 'are';
  throw new ApiError(503, `${names.join(' and ')} ${verb} not configured on this deployment.`);
}

/** The providers of all engines of these slots. */
export function providersOf(slots: readonly Slot[]): Provider[] {
  return slots.flatMap(({ engines }) => engines.map(({ provider }) => provider));
}

/** Pairs each answer with its engine. The answers are in the order of `providersOf`. */
export function withEngines<T>(
  slots: readonly Slot[],
  answers: readonly NamedAnswer<T>['answer'][],
): EngineAnswer<T>[] {
  const asked = slots.flatMap(({ slug, engines }) => engines.map((engine) => ({ slot: slug, engine })));
  return answers.flatMap((answer, index) => {
    const to = asked[index];
    return to ? [{ name: to.engine.name, answer, ...to }] : [];
  });
}

/** Converts the API's parameters to the engines' input, with the defaults filled in. */
export function toSearchInput(params: Partial<SearchParams> & { q: string }): SearchInput {
  return {
    q: params.q,
    page: params.page ?? 1,
    lang: params.lang ?? '',
    safe: params.safe ?? true,
    date: params.date ?? null,
  };
}

/** The engines that answered, in slot order, each with its slice of results. */
export function answeredBy<T>(
  answers: readonly EngineAnswer<T>[],
): { engine: SlotSlug; label: string; weight: number; slice: T }[] {
  return answers.flatMap(({ slot, engine: { label, provider }, answer }) =>
    answer.ok ? [{ engine: slot, label, weight: provider.weight, slice: answer.value }] : [],
  );
}

/** The slots of which an engine answered, in slot order. */
export function slotsIn(slices: readonly { engine: SlotSlug }[]): SlotSlug[] {
  return [...new Set(slices.map(({ engine }) => engine))];
}
