import { ApiError } from '../../lib/errors.ts';
import type { Outcome, ProviderOutcome } from '../../lib/outcome.ts';
import type { OperationName, OutputOf } from '../../lib/providers/adapter.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import type { Slot, SlotEngine } from '../../lib/providers/roster.ts';
import type { SlotSlug } from '../../lib/providers/slot-slugs.ts';
import { inCountry } from '../../lib/search/language-tag.ts';
import type { EngineSlice } from '../../lib/search/merge.ts';
import type { SearchInput } from '../../lib/search/query.ts';
import type { Requester } from '../ask/call-context.ts';
import type { Cascade } from '../ask/cascade.ts';
import { patienceFor, type Wishes } from '../ask/patience.ts';
import type { ProviderClient } from '../ask/provider-client.ts';
import type { TabQuery } from '../contract/tab-params.ts';

/** The search tabs. Each is an operation of the engines. */
export type TabName = 'web' | 'images' | 'news' | 'videos';

/** The outcome of one engine in one search. */
export interface EngineOutcome<T> extends ProviderOutcome<T> {
  slot: SlotSlug;
  engine: SlotEngine;
}

/** How long a search waits for its engines, and who hears of each. */
export interface EngineWishes<T> extends Omit<Wishes<T>, 'onOutcome'> {
  onAnswer?: OnAnswer<T> | undefined;
}

/** Hears of an engine when it has answered or failed, and of all that have so far, in slot order. */
type OnAnswer<T> = (answer: EngineOutcome<T>, soFar: EngineOutcome<T>[]) => void;

/**
 * Calls the selected engines at once and returns their answers in slot order, those of an impatient requester as far as
 * they have come. Throws a 503 when none of the selected
 * engines is configured, or when all are selected and none has the tab.
 */
export async function askEngines<Tab extends TabName>(
  tab: Tab,
  input: SearchInput,
  engines: readonly SlotSlug[] | null,
  client: ProviderClient,
  requester: Requester,
  { onAnswer, ...wishes }: EngineWishes<OutputOf<Tab>> = {},
): Promise<EngineOutcome<OutputOf<Tab>>[]> {
  const slots = pickSlots(client.roster.slots, engines);
  if (engines === null && !haveTab(slots, tab)) {
    throw notConfigured(`No configured engine searches ${tab === 'web' ? 'the web' : tab}.`);
  }
  // TypeScript cannot infer that the input is the same for every tab.
  const calls = client.callsFor(requester);
  const onOutcome = onAnswer && following(slots, onAnswer as OnAnswer<unknown>);
  const patience = patienceFor<unknown>(calls, { ...wishes, onOutcome });
  const answers = await client.askAll<OperationName>(
    tab,
    input,
    providersOf(slots),
    calls,
    patience,
    cascadesOf(slots),
  );
  return withEngines(slots, answers) as EngineOutcome<OutputOf<Tab>>[];
}

/** Pairs each outcome with its engine as it comes. */
function following(
  slots: readonly Slot[],
  onAnswer: OnAnswer<unknown>,
): (at: number, outcome: Outcome<unknown>) => void {
  const soFar: (Outcome<unknown> | undefined)[] = providersOf(slots).map(() => undefined);
  return (at, outcome) => {
    soFar[at] = outcome;
    const answers = withEngines(slots, soFar);
    const newest = answers.find((answer) => answer.outcome === outcome);
    if (newest) onAnswer(newest, answers);
  };
}

/** Whether an engine of these slots searches a tab. */
export function haveTab(slots: readonly Slot[], tab: TabName): boolean {
  return providersOf(slots).some(({ adapter }) => adapter.operations[tab]);
}

/** The tabs to search of those that are asked for. One that no engine has is left out, unless all would be. */
export function servedTabs<Name extends TabName>(asked: readonly Name[], slots: readonly Slot[]): readonly Name[] {
  const served = asked.filter((tab) => haveTab(slots, tab));
  return served.length > 0 ? served : asked;
}

/** The configured slots among the selected ones; null selects all. Throws a 503 when none is configured. */
export function pickSlots(slots: readonly Slot[], engines: readonly SlotSlug[] | null): Slot[] {
  const asked = engines === null ? slots : slots.filter(({ slug }) => engines.includes(slug));
  const configured = asked.filter((slot) => slot.engines.length > 0);
  if (configured.length > 0) return configured;
  if (engines === null) throw notConfigured('No search engine is configured on this deployment.');
  const names = asked.map(({ slug }) => slug);
  const verb = names.length === 1 ? 'is' : 'are';
  throw notConfigured(`${names.join(' and ')} ${verb} not configured on this deployment.`);
}

function notConfigured(detail: string): ApiError {
  return new ApiError(503, detail, {}, 'not_configured');
}

/** The providers of all engines of these slots. */
export function providersOf(slots: readonly Slot[]): Provider[] {
  return slots.flatMap(({ engines }) => engines.map(({ provider }) => provider));
}

/** The slots whose engines are asked in stages. */
function cascadesOf(slots: readonly Slot[]): Cascade[] {
  return slots.flatMap(({ engines, enough }) => {
    const count = Math.max(...engines.map(({ stage }) => stage)) + 1;
    if (count === 1) return [];
    const stages = Array.from({ length: count }, (_, at) =>
      engines.filter(({ stage }) => stage === at).map(({ provider }) => provider),
    );
    return [{ stages, enough }];
  });
}

/** Pairs each answer with its engine. The answers are in the order of `providersOf`; those to come are left out. */
export function withEngines<T>(
  slots: readonly Slot[],
  outcomes: readonly (Outcome<T> | undefined)[],
): EngineOutcome<T>[] {
  const asked = slots.flatMap(({ slug, engines }) => engines.map((engine) => ({ slot: slug, engine })));
  return outcomes.flatMap((outcome, index) => {
    const to = asked[index];
    return to && outcome ? [{ ...to, provider: to.engine.name, outcome }] : [];
  });
}

/** Converts the API's parameters to the engines' input, with the defaults filled in and nothing that is not asked for. */
export function toSearchInput(params: TabQuery): SearchInput {
  const { q, page = 1, lang = '', safe = true, date = null, site, exclude_site, country, from, to } = params;
  return {
    q,
    page,
    lang: country ? inCountry(lang, country) : lang,
    safe,
    date,
    ...(site && { site }),
    ...(exclude_site && { excludeSite: exclude_site }),
    ...(country && { country }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** The engines that answered, in slot order, each with its slice of results. */
export function answeredBy<T>(
  outcomes: readonly EngineOutcome<T>[],
): (EngineSlice<T> & { engine: SlotSlug; operations: Provider['adapter']['operations'] })[] {
  return outcomes.flatMap(({ slot, engine: { label, provider }, outcome }) =>
    outcome.ok
      ? [
          {
            engine: slot,
            label,
            weight: provider.weight,
            index: provider.adapter.index,
            operations: provider.adapter.operations,
            slice: outcome.value,
          },
        ]
      : [],
  );
}

/** The outcomes with outdated answers in place of those that failed, and the age of the oldest; null without any. */
export function staleOutcomes<T>(
  outcomes: readonly EngineOutcome<T>[],
): { outcomes: EngineOutcome<T>[]; ageMs: number } | null {
  const stale = outcomes.flatMap((one) => {
    const found = one.outcome.ok ? null : (one.outcome.stale?.() ?? null);
    return found ? [{ one, ...found }] : [];
  });
  if (stale.length === 0) return null;
  return {
    outcomes: stale.map(({ one, value }) => ({ ...one, outcome: { ok: true, value, ms: 0, cached: true } })),
    ageMs: Math.max(...stale.map(({ ageMs }) => ageMs)),
  };
}

/** The slots of which an engine answered, in slot order. */
export function slotsIn(slices: readonly { engine: SlotSlug }[]): SlotSlug[] {
  return [...new Set(slices.map(({ engine }) => engine))];
}
