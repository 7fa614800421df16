import { ApiError } from '../../lib/errors.ts';
import type { EngineSlug } from '../../lib/providers/engine-slugs.ts';
import type { OperationName, OutputOf } from '../../lib/providers/provider.ts';
import type { Provider, Slot } from '../../lib/providers/roster.ts';
import type { SearchInput } from '../../lib/search/query.ts';
import type { Requester } from '../ask/call-context.ts';
import type { NamedAnswer } from '../ask/outcomes.ts';
import type { ProviderClient } from '../ask/provider-client.ts';
import type { SearchParams } from '../routes/params.ts';

/** The tabs of the search; each is an operation of the engines. */
export type TabName = 'web' | 'images' | 'news' | 'videos';

/** A slot whose engine can be called. */
export type ConfiguredSlot = Slot & { provider: Provider };

/** What one engine answered to one search. */
export interface EngineAnswer<T> extends NamedAnswer<T> {
  slot: ConfiguredSlot;
}

/**
 * Picks the engines, asks them all at once and returns what each answered, in slot order. Throws a 503 when none of the
 * engines asked for is configured.
 */
export async function askEngines<Tab extends TabName>(
  tab: Tab,
  input: SearchInput,
  engines: readonly EngineSlug[] | null,
  client: ProviderClient,
  requester: Requester,
): Promise<EngineAnswer<OutputOf<Tab>>[]> {
  const slots = pickSlots(client.roster.slots, engines);
  // TypeScript does not see that the input is the same for every tab.
  const answers = await client.askAll<OperationName>(tab, input, providersOf(slots), client.callsFor(requester));
  return withSlots(slots, answers) as EngineAnswer<OutputOf<Tab>>[];
}

/** The configured slots among those asked for; null asks for all. Throws a 503 when there are none. */
export function pickSlots(slots: readonly Slot[], engines: readonly EngineSlug[] | null): ConfiguredSlot[] {
  const asked = engines === null ? slots : slots.filter(({ slug }) => engines.includes(slug));
  const configured = asked.filter((slot): slot is ConfiguredSlot => slot.provider !== null);
  if (configured.length > 0) return configured;
  if (engines === null) throw new ApiError(503, 'No search engine is configured on this deployment.');
  const names = asked.map(({ slug }) => slug);
  const verb = names.length === 1 ? 'is' : 'are';
  throw new ApiError(503, `${names.join(' and ')} ${verb} not configured on this deployment.`);
}

export function providersOf(slots: readonly ConfiguredSlot[]): Provider[] {
  return slots.map(({ provider }) => provider);
}

/** The answers, which come in the order of the slots, each with its slot. */
export function withSlots<T>(
  slots: readonly ConfiguredSlot[],
  answers: readonly NamedAnswer<T>['answer'][],
): EngineAnswer<T>[] {
  return answers.flatMap((answer, index) => {
    const slot = slots[index];
    return slot ? [{ slot, name: slot.slug, answer }] : [];
  });
}

/** The parameters as engines are asked them, with their defaults. */
export function toSearchInput(params: Partial<SearchParams> & { q: string }): SearchInput {
  return {
    q: params.q,
    page: params.page ?? 1,
    lang: params.lang ?? '',
    safe: params.safe ?? true,
    date: params.date ?? null,
  };
}

/** The engines that answered, in slot order, each with its list of results. */
export function answeredBy<T>(answers: readonly EngineAnswer<T>[]): { engine: EngineSlug; label: string; slice: T }[] {
  return answers.flatMap(({ slot, answer }) =>
    answer.ok ? [{ engine: slot.slug, label: slot.label, slice: answer.value }] : [],
  );
}
