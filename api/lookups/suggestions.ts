import type { ProviderOutcome } from '../../lib/outcome.ts';
import { presentSuggestions, type Suggestions } from '../../lib/search/suggestions.ts';
import type { Requester } from '../ask/call-context.ts';
import type { ProviderClient } from '../ask/provider-client.ts';

/** Later suggestions are of no use while someone types. */
const SUGGEST_WITHIN_MS = 800;

/** Calls the providers one after the other until one has a suggestion. Returns all answers received by then. */
export async function askForSuggestions(
  { q, lang = '' }: { q: string; lang?: string | undefined },
  client: ProviderClient,
  requester: Requester,
): Promise<ProviderOutcome<Suggestions>[]> {
  const providers = client.roster.suggest;
  const context = client.callsFor(requester, SUGGEST_WITHIN_MS);
  return client.askInOrder('suggest', { q, lang, safe: true }, providers, context, {
    isUseful: ({ suggestions }) => presentSuggestions(suggestions, q).length > 0,
    overlapMs: SUGGEST_WITHIN_MS / providers.length,
  });
}

/**
 * What people search for who begin with this query, as one provider suggests it. It is shown below everything else, so it
 * is not worth asking one provider after the other.
 */
export async function askForRelated(
  { q, lang = '' }: { q: string; lang?: string | undefined },
  client: ProviderClient,
  requester: Requester,
): Promise<string[]> {
  const context = client.callsFor(requester, SUGGEST_WITHIN_MS);
  const shown = ({ suggestions }: Suggestions) => presentSuggestions(suggestions, q);
  const found = await client.askOne(
    'suggest',
    { q, lang, safe: true },
    client.roster.suggest,
    context,
    (answer) => shown(answer).length > 0,
  );
  return found ? shown(found) : [];
}

/** The first list with a suggestion to show for this query, or an empty list. */
export function firstSuggestions(outcomes: readonly ProviderOutcome<Suggestions>[], q: string): string[] {
  const lists = outcomes.map(({ outcome }) => (outcome.ok ? presentSuggestions(outcome.value.suggestions, q) : []));
  return lists.find((list) => list.length > 0) ?? [];
}
