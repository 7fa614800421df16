import { WORKERS } from '../lib/presence/process-kind.ts';
import { reportedCalls } from '../lib/presence/process-list.ts';
import type { Provider } from '../lib/providers/provider.ts';
import { readFailures } from '../lib/providers/statistics.ts';
import type { Redis } from '../lib/redis/redis.ts';
import { callsOf, jobSchema, queueNames } from './job.ts';
import type { Queues } from './queues.ts';

/** The calls to one provider in the whole deployment. */
export interface QueueDepth {
  waiting: number;
  active: number;
  /** Failed calls of the last hour by code, at most 200. */
  failed: ReadonlyMap<string, number>;
}

/** The most waiting jobs of a queue that are looked at. */
const JOBS_READ = 1_000;

/** Counts the calls to each provider: those in jobs that no worker has taken yet, and those that workers report. */
export async function readDepths(
  redis: Redis,
  queueRedis: Redis,
  queues: Queues,
  providers: Iterable<Provider>,
  fanOutQueues: number,
): Promise<Map<string, QueueDepth>> {
  const all = [...providers];
  const [queued, reports, failures] = await Promise.all([
    Promise.all(queueNames(all, fanOutQueues).map((queue) => waitingCalls(queues, queue))),
    queueRedis.zrange(WORKERS.list, '0', '-1').then((all) => reportedCalls(queueRedis, all.map(WORKERS.read))),
    Promise.all(all.map(({ id }) => readFailures(redis, id))),
  ]);
  const depths = all.map(({ id }, index) => ({ id, waiting: 0, active: 0, failed: failures[index] ?? new Map() }));
  const byId = new Map(depths.map(({ id, ...depth }) => [id, depth]));
  for (const id of queued.flat()) count(byId.get(id), 1, 0);
  for (const [id, active, waiting] of reports.flat()) count(byId.get(id), waiting, active);
  return byId;
}

function count(depth: QueueDepth | undefined, waiting: number, active: number): void {
  if (!depth) return;
  depth.waiting += waiting;
  depth.active += active;
}

/** The providers of the calls in jobs that wait in a queue. */
async function waitingCalls(queues: Queues, queue: string): Promise<string[]> {
  const jobs = await queues.get(queue).getJobs(['waiting', 'prioritized'], 0, JOBS_READ - 1);
  return jobs.flatMap((job) => {
    const data = jobSchema.safeParse(job?.data).data;
    if (data?.kind !== 'fan-out') return [];
    return callsOf(data).map(({ provider }) => provider);
  });
}
