import type { Queue } from 'bullmq';
import type { Job } from './job.ts';

/** Name of the schedule and of its jobs. They run in the provider's own queue, under its limits. */
const PROBE = 'probe';

/**
 * Schedules one probe per interval, however many processes call this: Redis stores the schedule under one name. An
 * interval of 0 removes it.
 */
export async function scheduleProbe(queue: Queue<Job>, intervalS: number): Promise<void> {
  if (intervalS === 0) {
    await queue.removeJobScheduler(PROBE);
    return;
  }
  const opts = { removeOnComplete: true, removeOnFail: { age: 3_600, count: 20 }, attempts: 1 };
  await queue.upsertJobScheduler(PROBE, { every: intervalS * 1_000 }, { name: PROBE, data: { kind: 'probe' }, opts });
}
