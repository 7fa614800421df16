import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { z } from 'zod';
import type { Plan } from '../lib/crawl/crawl-steps.ts';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import { MAX_BLOCK_S, type Redis } from '../lib/redis/redis.ts';
import { queueOptions } from './job.ts';
import { PromptWorker } from './prompt-worker.ts';
import { Queues } from './queues.ts';

/** The queue of crawls: apart from the calls of searches, which never wait behind them. */
const CRAWL_QUEUE = 'crawl';

/** Take the next pages of a crawl. `due`: the time that it was planned for, by the clock of Redis. */
const crawlJobSchema = z.object({ crawl: z.string(), due: z.string() });
export type CrawlJob = z.infer<typeof crawlJobSchema>;

/** Jobs of this process at a time. Pages are limited elsewhere; this only bounds memory. */
const JOBS_AT_A_TIME = 100;

/** Adds the jobs of crawls. */
export class CrawlQueue {
  readonly #queues: Queues<CrawlJob>;

  constructor(redis: Redis, errors: ErrorReporter) {
    this.#queues = new Queues<CrawlJob>(redis, errors);
  }

  /** Adds the next job of a crawl, if there is to be one. If it is lost, a worker notices within seconds. */
  async add(crawl: string, plan: Plan): Promise<void> {
    if (plan === null) return;
    const queue: Queue = this.#queues.get(CRAWL_QUEUE);
    const data: CrawlJob = { crawl, due: plan.due };
    const delay = Math.ceil(plan.inMs);
    await queue.add('crawl', data, { delay, attempts: 1, removeOnComplete: true, removeOnFail: true });
  }
}

/** How long jobs in progress may take to end. */
const END_MS = 2_000;

/** Takes jobs of crawls, until the returned function is called; it waits for those in progress. */
export function takeCrawlJobs(
  connection: Redis,
  errors: ErrorReporter,
  run: (job: CrawlJob) => Promise<void>,
): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const take = (data: unknown) => {
    const job = run(crawlJobSchema.parse(data)).finally(() => running.delete(job));
    running.add(job);
    return job;
  };
  const worker = new PromptWorker<CrawlJob>(CRAWL_QUEUE, async ({ data }) => take(data), {
    connection,
    prefix: queueOptions(CRAWL_QUEUE).prefix ?? '',
    concurrency: JOBS_AT_A_TIME,
    // The job of a worker that died is not run again: the crawl is looked at anew.
    maxStalledCount: 0,
    drainDelay: MAX_BLOCK_S,
  });
  worker.on('error', errors.unlessAway(`queue ${CRAWL_QUEUE}`));
  worker.on('failed', (_job, error) => errors.unlessAway('go on with a crawl')(error));
  return async () => {
    // While Redis is away, jobs do not end, and BullMQ would wait for them.
    await Promise.race([Promise.allSettled(running), sleep(END_MS, undefined, { ref: false })]);
    await worker.close(true);
  };
}
