import { randomUUID } from 'node:crypto';
import { Deadline } from '../lib/deadline.ts';
import type { Outcome } from '../lib/outcome.ts';
import type { Provider } from '../lib/providers/provider.ts';
import { questionFor } from '../lib/providers/test-question.ts';
import type { Dispatcher } from './dispatcher.ts';

const DEADLINE_MS = 6_000;

/** Who tests a provider. */
export interface Tester {
  account: string;
  requestId: string;
  signal: AbortSignal;
}

/**
 * Has a worker call a provider with a question that any of its kind can answer. The call is made although the provider is
 * paused by hand or its breaker is open, which a success closes; not if the provider has asked for a pause, or if nothing
 * is left of its budget, of which it takes its units. Never rejects.
 */
export async function testProvider(
  dispatcher: Dispatcher,
  provider: Provider,
  { account, requestId, signal }: Tester,
): Promise<Outcome<unknown>> {
  const { name, input } = questionFor(provider);
  const [outcome] = await Promise.all(
    dispatcher.call({
      operation: name,
      input,
      // Nobody else asks for this key, so that no other call answers it.
      calls: [{ provider, key: `test:${randomUUID()}`, cache: false }],
      deadline: Deadline.in(DEADLINE_MS),
      isTest: true,
      onQueued: () => {},
      ...{ account, requestId, signal },
    }),
  );
  return outcome ?? { ok: false, failure: { code: 'internal', reason: 'no outcome' }, ms: 0 };
}

/** The number of results in the answer to a test: the elements of its first list; null if it has none. */
export function resultCount(value: unknown): number | null {
  const list = Object.values((value ?? {}) as Record<string, unknown>).find(Array.isArray);
  return list?.length ?? null;
}
