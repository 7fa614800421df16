import { Deadline } from '../lib/deadline.ts';
import { ApiError } from '../lib/errors.ts';
import type { OperationName, OutputOf } from '../lib/providers/provider.ts';
import type { Provider, Slot } from '../lib/providers/roster.ts';
import type { SearchInput } from '../lib/search/query.ts';
import { type Asking, askAll, type NamedAnswer } from './ask.ts';
import type { RequestContext } from './endpoint.ts';
import type { EngineSlug, SearchParams } from './params.ts';

/** On whose behalf providers are asked: a call of the API, or a page. */
export type Asker = Pick<RequestContext<unknown>, 'services' | 'requestId' | 'signal'>;

/** A slot whose engine can be called. */
export type ConfiguredSlot = Slot & { provider: Provider };

/** What one engine gave to one search. */
export interface EngineAnswer<T> extends NamedAnswer<T> {
  slot: ConfiguredSlot;
}

/**
 * Picks the engines, asks them all at once and comes back with what each gave, in slot order. Throws a 503 when none of
 * the engines asked for is configured.
 */
export async function askEngines<Name extends 'web' | 'images' | 'news' | 'videos'>(
  operation: Name,
  input: SearchInput,
  engines: readonly EngineSlug[] | null,
  context: Asker,
): Promise<EngineAnswer<OutputOf<Name>>[]> {
  const slots = pickSlots(context.services.roster.slots, engines);
  return named(
    slots,
    await askAll<OperationName>(operation, input, providersOf(slots), asking(context)),
  ) as EngineAnswer<OutputOf<Name>>[];
}

/** On behalf of this request, within its own time unless told otherwise. */
export function asking({ services, requestId, signal }: Asker, withinMs?: number): Asking {
  const deadline = Deadline.in(withinMs ?? services.config.requestDeadlineMs);
  return { services, requestId, signal: signal(), deadline };
}

/** The configured slots among those asked for; a 503 when there are none. */
export function pickSlots(slots: readonly Slot[], engines: readonly EngineSlug[] | null): ConfiguredSlot[] {
  const asked = engines === null ? slots : slots.filter(({ slug }) => (engines as readonly string[]).includes(slug));
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

/** Answers in slot order, each with its slot. */
export function named<T>(slots: readonly ConfiguredSlot[], answers: readonly NamedAnswer<T>['answer'][]) {
  return answers.flatMap((answer, index): EngineAnswer<T>[] => {
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

/** The engines that answered, in slot order, with what they gave. */
export function answeredBy<T>(answers: readonly EngineAnswer<T>[]): { engine: EngineSlug; label: string; slice: T }[] {
  return answers.flatMap(({ slot, answer }) =>
    answer.ok ? [{ engine: slot.slug as EngineSlug, label: slot.label, slice: answer.value }] : [],
  );
}
