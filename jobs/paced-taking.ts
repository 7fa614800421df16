import { UnrecoverableError } from 'bullmq';
import type { Rate } from '../lib/limits/rate.ts';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import { MAX_BLOCK_S, type Redis } from '../lib/redis/redis.ts';
import { type Job, keptData, queueOptions } from './job.ts';
import type { RunJob, Taking } from './job-queue.ts';
import { PromptWorker } from './prompt-worker.ts';

/** Takes jobs with BullMQ's own worker, whose rate limit holds for all processes together. */
export function takePaced(
  queue: string,
  { concurrency, rate }: { concurrency: number; rate: Rate },
  run: RunJob,
  connection: Redis,
  errors: ErrorReporter,
): Taking {
  const worker: PromptWorker = new PromptWorker(
    queue,
    async (job) => {
      const { id = '', data } = job;
      try {
        const { failed, summary } = await run({ id, queue, data });
        if (failed) throw new UnrecoverableError(summary);
        // The job stays for the dashboard, without its input.
        await job.updateData(keptData(data) as Job).catch(errors.unlessAway('end a job'));
        return summary;
      } finally {
        // A busy machine may send a request later than it started the call. Only the end of a call proves that the
        // request has arrived, so the wait starts there.
        if (rate.limit === 1) await worker.rateLimit(rate.windowMs).catch(errors.unlessAway(`pace of ${queue}`));
      }
    },
    {
      connection,
      drainDelay: MAX_BLOCK_S,
      prefix: queueOptions(queue).prefix ?? '',
      concurrency,
      // If a worker dies, its job fails within seconds and is not run again, because its requester is gone by then.
      lockDuration: 5_000,
      stalledInterval: 2_500,
      maxStalledCount: 0,
      // The limit counts from the start of a call; the window is a little longer than required.
      limiter: { max: rate.limit, duration: Math.ceil(rate.windowMs * 1.1) },
    },
  );
  worker.on('error', errors.unlessAway(`queue ${queue}`));
  worker.on('failed', (job) => {
    // Another worker died with this job: it is not run, but its requesters are told.
    if (!job?.deferredFailure) return;
    const { id = '', data, deferredFailure } = job;
    run({ id, queue, data, failed: deferredFailure }).catch(errors.unlessAway('tell of a lost job'));
  });
  return worker;
}
