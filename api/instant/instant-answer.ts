import { type InstantAnswer, instantQuery, type LookUp, ProviderAway } from '../../lib/answers/answer.ts';
import type { AnswerKind } from '../../lib/answers/kind.ts';
import { unavailable } from '../../lib/errors.ts';
import type { ProviderOutcome } from '../../lib/outcome.ts';
import type { CallContext, Requester } from '../ask/call-context.ts';
import type { ProviderClient } from '../ask/provider-client.ts';
import { loadAnswers } from './answers.ts';
import type { InstantPool } from './pool.ts';

/** The requester of an instant answer; `ip` and `userAgent` are for answers about them, such as their IP address. */
export interface InstantRequester extends Requester {
  ip: string;
  userAgent: string;
}

interface InstantParams {
  q: string;
  lang?: string | undefined;
  tz?: string | undefined;
  /** Whether the answer is to have its pictures. */
  pictures?: boolean;
  /** Hears of the kind of an answer that takes a while, before it is there. */
  onAsked?: (kind: AnswerKind) => void;
}

/** The services that an instant answer uses. */
export interface InstantServices {
  /** Null if no provider may be called. */
  providers: ProviderClient | null;
  instantPool: InstantPool;
  config: { testNow: number | null };
}

/**
 * Answers a query, or returns null when it has no instant answer. Throws a 503 when there was no time for it, or
 * when it needs a provider that does not answer. Adds the providers' answers to `providerOutcomes`.
 */
export async function instantAnswer(
  { q, lang = '', tz = 'UTC', pictures = false, onAsked }: InstantParams,
  { providers, instantPool, config }: InstantServices,
  requester: InstantRequester,
  providerOutcomes: ProviderOutcome[] = [],
): Promise<{ answer: InstantAnswer; kind: AnswerKind } | null> {
  const { account, ip, userAgent } = requester;
  const asker = { lang, tz, now: config.testNow ?? Date.now(), ip, userAgent };
  const query = instantQuery({ q, ...asker, ...(pictures && { pictures }) });
  const { answerInstantly } = await loadAnswers();
  const sources = new Set<string>();
  try {
    const found = await answerInstantly(query, {
      // Accounts take turns: a person may have many keys.
      inThread: (types, query) => instantPool.answer(account, types, query),
      lookUp: lookUpFor(providers, requester, providerOutcomes, sources),
      onAsked,
    });
    if (!found || sources.size === 0) return found;
    const { answer, kind } = found;
    return { answer: { ...answer, data: { ...(answer.data as object), source: [...sources].join(', ') } }, kind };
  } catch (error) {
    if (error instanceof ProviderAway) throw unavailable(error.message, 5, 'engines');
    throw error;
  }
}

/**
 * Returns a look-up that calls the first provider of an operation, within the request's deadline. Adds the names of
 * those that answered to `sources`.
 */
function lookUpFor(
  client: ProviderClient | null,
  requester: Requester,
  providerOutcomes: ProviderOutcome[],
  sources: Set<string>,
): LookUp {
  // The first look-up creates the context, because most answers need no provider. A second one shares its deadline.
  let context: CallContext | undefined;
  return async (operation, input) => {
    if (!client) throw new ProviderAway('This answer needs a provider.');
    context ??= client.callsFor(requester);
    const [provider] = client.roster.serving(operation);
    if (!provider) throw new ProviderAway('This answer needs a provider that is not configured on this deployment.');
    const [outcome] = await client.askAll(operation, input, [provider], context);
    if (outcome) providerOutcomes.push({ provider: provider.adapter.slug, outcome });
    if (outcome?.ok) {
      sources.add(provider.adapter.name);
      return outcome.value;
    }
    throw new ProviderAway(`${provider.adapter.name} did not answer.`);
  };
}
