import { UnrecoverableError, Worker } from 'bullmq';
import { type Job, queueOptions } from '../jobs/job.ts';
import type { Rate } from '../lib/limits/rate.ts';
import type { Provider } from '../lib/providers/roster.ts';
import { runJob } from './run-job.ts';
import type { WorkerServices } from './worker-services.ts';

/** Starts the BullMQ worker of a provider with a rate limit, which holds for all processes together. */
export function startPacedWorker(provider: Provider, rate: Rate, services: WorkerServices): Worker<Job> {
  const worker: Worker<Job> = new Worker<Job>(
    provider.id,
    async (job) => {
      try {
        const failed = await runJob(job, provider.id, services);
        if (failed !== null) throw new UnrecoverableError(failed);
        return null;
      } finally {
        // A busy machine may send a request later than it started the call. Only the end of a call proves that the
        // request has arrived, so the wait starts there.
        if (rate.limit === 1) await worker.rateLimit(rate.windowMs).catch(() => {});
      }
    },
    {
      connection: services.blockingRedis,
      prefix: queueOptions(provider.id).prefix ?? '',
      concurrency: provider.concurrency,
      // If a worker dies, its job fails within seconds and is not run again, because its requester is gone by then.
      lockDuration: 5_000,
      stalledInterval: 2_500,
      maxStalledCount: 0,
      // The limit counts from the start of a call; the window is a little longer than required.
      limiter: { max: rate.limit, duration: Math.ceil(rate.windowMs * 1.1) },
    },
  );
  // The process reports an outage of Redis once; here it would be a line per attempt.
  worker.on('error', () => {});
  return worker;
}
