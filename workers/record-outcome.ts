import type { Redis } from 'ioredis';
import type { Failure } from '../lib/outcome.ts';
import { recordHealth } from '../lib/providers/health.ts';
import type { HealthView } from '../lib/providers/health-view.ts';
import type { Provider } from '../lib/providers/roster.ts';

/** Records the outcome of a call and its duration, for all processes and at once for this one. Null is a success. */
export async function recordOutcome(
  { redis, health }: { redis: Redis; health: HealthView },
  provider: Provider,
  failure: Failure | null,
  tookMs: number,
): Promise<void> {
  try {
    health.set(provider.id, await recordHealth(redis, provider.id, failure, tookMs));
  } catch {
    // Redis is away: this outcome is lost.
  }
}
