import type { Queue } from 'bullmq';

/** Name of the job that looks at a provider's health; it lies in that provider's own queue, under its limits. */
export const PROBE = 'probe';

/** One probe per interval, however many processes ask for it: the schedule lives in Redis under one name. */
export async function scheduleProbe(queue: Queue, intervalS: number): Promise<void> {
  if (intervalS === 0) {
    await queue.removeJobScheduler(PROBE);
    return;
  }
  const opts = { removeOnComplete: true, removeOnFail: { age: 3_600, count: 20 }, attempts: 1 };
  await queue.upsertJobScheduler(PROBE, { every: intervalS * 1_000 }, { name: PROBE, data: {}, opts });
}
