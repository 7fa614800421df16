import { setTimeout as pause } from 'node:timers/promises';
import { Deadline } from '../lib/deadline.ts';
import type { Failure } from '../lib/outcome.ts';
import { readHealth } from '../lib/providers/health.ts';
import { callTimeoutMs, type Provider } from '../lib/providers/provider.ts';
import { callProbe } from './call-provider.ts';
import type { WorkerServices } from './worker-services.ts';

/** A failed probe is repeated, because one failure proves nothing and the next probe may be minutes away. */
const TRIES = 3;
const PAUSE_MS = 1_000;

/** Probes a provider, unless real traffic has just shown that it works. Returns the failure, or null. */
export async function probe(provider: Provider, services: WorkerServices): Promise<Failure | null> {
  const { http, health, outcomes, errors, log } = services;
  const how = provider.adapter.probe;
  // Nobody calls a provider that is paused by hand.
  if (!how || health.pauseOf(provider.id) || (await provenUp(provider, services))) return null;
  let failure: Failure | null = null;
  for (let tries = 1; tries <= TRIES && !health.pauseOf(provider.id); tries++) {
    const permit =
      provider.budget && (await services.permits.of(provider).take('', Deadline.in(callTimeoutMs(provider))));
    // Without units, nothing is learnt of the provider.
    if (typeof permit === 'string') return null;
    const startedAt = health.clock.now();
    failure = await callProbe(http, provider, how, (error) => errors.report(error, 'probe', { provider: provider.id }));
    permit?.release(null);
    await outcomes.record(provider.id, { failure, startedAt, endedAt: health.clock.now() });
    // Once the breaker is open, another attempt tells nothing new. Under a limit, each one would use up a call.
    if (!failure || provider.rate || provider.budget || health.gate(provider.id) === 'open') break;
    if (tries < TRIES) await pause(PAUSE_MS);
  }
  log.debug({ provider: provider.id, code: failure?.code ?? 'ok' }, 'probed');
  return failure;
}

/**
 * Whether a call succeeded within the last half interval. The previous probe was a whole interval ago, so it does not
 * count as real traffic.
 */
async function provenUp(provider: Provider, { redis, health, probeIntervalS }: WorkerServices): Promise<boolean> {
  const record = (await readHealth(redis, [provider.id])).get(provider.id);
  return record?.state === 'up' && health.clock.now() - record.lastOkAt < (probeIntervalS * 1_000) / 2;
}
