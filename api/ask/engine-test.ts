import { resultCount } from '../../jobs/test-call.ts';
import { writeEntry } from '../../lib/audit/audit-entry.ts';
import { type Actor, allowAdministration } from '../../lib/keys/authority.ts';
import { admitEngineTest } from '../../lib/limits/engine-test-admission.ts';
import type { Failure } from '../../lib/outcome.ts';
import type { ListedProvider } from '../../lib/providers/status.ts';
import type { Services } from '../services.ts';
import type { Requester } from './call-context.ts';

/** What came of a test of an engine. */
export interface EngineTest {
  /** Null if it answered. */
  failure: Failure | null;
  ms: number;
  /** The number of results; null if its answers are no lists, or if it failed. */
  results: number | null;
}

/**
 * Tests an engine for an administrator, which leaves an entry in the audit log. Throws what `tooSoon` makes of the seconds
 * to wait if they have tested many.
 */
export async function testEngine(
  { redis, records, providers }: Pick<Services, 'redis' | 'records' | 'providers'>,
  actor: Actor,
  { slug, provider }: ListedProvider,
  requester: Requester,
  tooSoon: (waitS: number) => Error,
): Promise<EngineTest> {
  allowAdministration(actor);
  const waitS = await admitEngineTest(redis, actor.username);
  if (waitS > 0) throw tooSoon(waitS);
  await writeEntry(records, actor.source, { action: 'engine tested', target: slug });
  const outcome = await providers.test(provider, requester);
  const ms = Math.round(outcome.ms);
  return outcome.ok
    ? { failure: null, ms, results: resultCount(outcome.value) }
    : { failure: outcome.failure, ms, results: null };
}
