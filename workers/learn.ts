import type { Redis } from 'ioredis';
import type { Failure } from '../lib/outcome.ts';
import { recordHealth } from '../lib/providers/health.ts';
import type { HealthView } from '../lib/providers/health-view.ts';
import type { Provider } from '../lib/providers/roster.ts';

/** Records what became of a call and how long it took, for all processes and at once for this one; null is a success. */
export async function learn(
  { redis, health }: { redis: Redis; health: HealthView },
  provider: Provider,
  failure: Failure | null,
  tookMs: number,
): Promise<void> {
  try {
    health.set(provider.id, await recordHealth(redis, provider.id, failure, tookMs));
  } catch {
    // Redis is away: nothing is learned from this call.
  }
}
