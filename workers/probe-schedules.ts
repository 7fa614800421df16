import { probeQueueOf, queueNames } from '../jobs/job.ts';
import type { Queues } from '../jobs/queues.ts';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { Roster } from '../lib/providers/roster.ts';
import type { Redis } from '../lib/redis/redis.ts';
import { WIRE_VERSION } from '../lib/wire-version.ts';

const MIN_AGAIN_MS = 5_000;

/**
 * Schedules a probe per interval of each provider that has one, however many processes do so, and removes all other
 * schedules. It does so again after each reconnect and from time to time, because Redis may have been emptied. Returns
 * how to stop.
 */
export function scheduleProbes(
  redis: Redis,
  queues: Queues,
  roster: Roster,
  intervalS: number,
  errors: ErrorReporter,
): () => void {
  const providers = [...roster.providers.values()];
  const schedule = async () => {
    for (const name of queueNames(providers)) {
      const queue = queues.get(name);
      const wanted = new Map<string, string>();
      for (const provider of providers) {
        if (provider.monitor === 'probe' && probeQueueOf(provider) === name)
          wanted.set(probeName(provider.id), provider.id);
      }
      for (const { key } of await queue.getJobSchedulers()) if (!wanted.has(key)) await queue.removeJobScheduler(key);
      for (const [key, provider] of wanted) {
        const opts = { removeOnComplete: true, removeOnFail: { age: 3_600, count: 20 }, attempts: 1 };
        const template = { name: key, data: { kind: 'probe' as const, v: WIRE_VERSION, provider }, opts };
        await queue.upsertJobScheduler(key, { every: intervalS * 1_000 }, template);
      }
    }
  };
  // After an outage, `ready` comes again.
  const trySchedule = () => void schedule().catch(errors.unlessAway('schedule probes'));
  redis.on('ready', trySchedule);
  if (redis.status === 'ready') trySchedule();
  const timer = setInterval(trySchedule, Math.max(MIN_AGAIN_MS, intervalS * 1_000));
  return () => clearInterval(timer);
}

/** The name of a provider's schedule and of its jobs. */
export function probeName(provider: string): string {
  return `probe-${provider}`;
}
