import type { Job as QueuedJob } from 'bullmq';
import { type Job, jobSchema } from '../jobs/job.ts';
import { probe } from './probe-provider.ts';
import { runFanOut } from './run-fan-out.ts';
import type { WorkerServices } from './worker-services.ts';

/** Runs a job. Returns null if it succeeded, else what failed, for the dashboard. */
export async function runJob(queued: QueuedJob<Job>, queue: string, services: WorkerServices): Promise<string | null> {
  const { data: job } = jobSchema.safeParse(queued.data);
  if (!job) return 'the job could not be read';
  if (job.kind === 'fan-out') return runFanOut(job, queued.id ?? '', queue, services);
  const provider = services.roster.providers.get(job.provider);
  return provider ? ((await probe(provider, services))?.code ?? null) : null;
}
