import type { Queue } from 'bullmq';
import type { Job } from './job.ts';

/**
 * Schedules one probe of a provider per interval, however many processes call this: Redis stores the schedule under one
 * name. The probe runs in the queue of the provider's calls, under its rate limit.
 */
export async function scheduleProbe(queue: Queue<Job>, provider: string, intervalS: number): Promise<void> {
  const name = probeName(provider);
  const opts = { removeOnComplete: true, removeOnFail: { age: 3_600, count: 20 }, attempts: 1 };
  const template = { name, data: { kind: 'probe' as const, provider }, opts };
  await queue.upsertJobScheduler(name, { every: intervalS * 1_000 }, template);
}

/** The name of a provider's schedule and of its jobs. */
export function probeName(provider: string): string {
  return `probe-${provider}`;
}
