import { setTimeout as pause } from 'node:timers/promises';
import { UnrecoverableError } from 'bullmq';
import type { Failure } from '../lib/outcome.ts';
import { gate, readHealth } from '../lib/providers/health.ts';
import type { Provider } from '../lib/providers/roster.ts';
import { callProbe } from './call-provider.ts';
import { recordOutcome } from './record-outcome.ts';
import type { WorkerServices } from './worker-services.ts';

/** A failed probe is repeated, because one failure proves nothing and the next probe may be minutes away. */
const TRIES = 3;
const PAUSE_MS = 1_000;

/** Probes a provider, unless real traffic has just shown that it works. */
export async function probe(provider: Provider, services: WorkerServices): Promise<null> {
  const how = provider.adapter.probe;
  if (!how || (await provenUp(provider, services))) return null;
  let failure: Failure | null = null;
  for (let tries = 1; tries <= TRIES; tries++) {
    const startedAt = performance.now();
    failure = await callProbe(services.http, provider, how);
    await recordOutcome(services, provider, failure, performance.now() - startedAt);
    // Once the breaker is open, another attempt tells nothing new. Under a rate limit, each one would use up a call.
    if (!failure || provider.rate || gate(services.health.of(provider.id)) === 'open') break;
    if (tries < TRIES) await pause(PAUSE_MS);
  }
  services.log.debug({ provider: provider.id, code: failure?.code ?? 'ok' }, 'probed');
  if (failure) throw new UnrecoverableError(failure.code);
  return null;
}

/**
 * Whether a call succeeded within the last half interval. The previous probe was a whole interval ago, so it does not
 * count as real traffic.
 */
async function provenUp(provider: Provider, { redis, probeIntervalS }: WorkerServices): Promise<boolean> {
  const record = (await readHealth(redis, [provider.id])).get(provider.id);
  return record?.state === 'up' && Date.now() - record.lastOkAt < (probeIntervalS * 1_000) / 2;
}
