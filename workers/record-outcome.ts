import type { Redis } from 'ioredis';
import type { Failure } from '../lib/outcome.ts';
import { recordHealth } from '../lib/providers/health.ts';
import type { HealthView } from '../lib/providers/health-view.ts';
import type { Provider } from '../lib/providers/roster.ts';

/** Records the outcome and duration of a call for all processes, and immediately for this one. Null is a success. */
export async function recordOutcome(
  { redis, health }: { redis: Redis; health: HealthView },
  provider: Provider,
  failure: Failure | null,
  tookMs: number,
): Promise<void> {
  try {
    health.set(provider.id, await recordHealth(redis, provider.id, failure, tookMs));
  } catch {
    // Redis is unavailable: this outcome is lost.
  }
}
