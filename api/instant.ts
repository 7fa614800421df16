import { type AnswerKind, askedFor, type InstantAnswer, type LookUp, ProviderAway } from '../lib/answers/answer.ts';
import { answerInstantly } from '../lib/answers/instant.ts';
import { Deadline } from '../lib/deadline.ts';
import { unavailable } from '../lib/errors.ts';
import { askAll, type NamedAnswer } from './ask.ts';
import type { Asker } from './search.ts';

/** Whose question it is: `id` has a share of the threads, the rest is for those who ask for their own address. */
export interface InstantAsker extends Asker {
  id: string;
  ip: string;
  userAgent: string;
}

interface InstantQuery {
  q: string;
  lang?: string | undefined;
  tz?: string | undefined;
}

/**
 * Answers a query on the spot, or null when it is not one that is. Whoever was asked for it is told in `heard`. A 503
 * when the answer needs a provider that does not answer.
 */
export async function instantAnswer(
  { q, lang = '', tz = 'UTC' }: InstantQuery,
  asker: InstantAsker,
  heard: NamedAnswer[] = [],
): Promise<{ answer: InstantAnswer; kind: AnswerKind } | null> {
  const { services, ip, userAgent } = asker;
  const asked = askedFor({ q, lang, tz, now: services.config.testNow ?? Date.now(), ip, userAgent });
  try {
    return await answerInstantly(asked, {
      inThread: (types, what) => services.instantPool.answer(asker.id, types, what),
      lookUp: lookUpFor(asker, heard),
    });
  } catch (error) {
    if (error instanceof ProviderAway) throw unavailable(error.message, 5);
    throw error;
  }
}

/** Asks the service that can do this, within the time of the request. */
function lookUpFor({ services, requestId, signal }: Asker, heard: NamedAnswer[]): LookUp {
  const deadline = Deadline.in(services.config.requestDeadlineMs);
  // Most answers ask nobody: the signal is not made before somebody is asked.
  let gone: AbortSignal | undefined;
  return async (operation, input) => {
    gone ??= signal();
    const [provider] = services.roster.serving(operation);
    if (!provider) throw new ProviderAway('This answer needs a provider that is not configured on this deployment.');
    const [answer] = await askAll(operation, input, [provider], { services, requestId, signal: gone, deadline });
    if (answer) heard.push({ name: provider.adapter.slug, answer });
    if (answer?.ok) return answer.value;
    throw new ProviderAway(`${provider.adapter.name} did not answer.`);
  };
}
