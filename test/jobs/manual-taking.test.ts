import { Queue } from 'bullmq';
import { afterEach, it, vi } from 'vitest';
import { FAN_OUT_QUEUE, type Job, queueOptions } from '../../jobs/job.ts';
import { ManualTaking } from '../../jobs/manual-taking.ts';
import { PromptWorker } from '../../jobs/prompt-worker.ts';
import { connectForWaiting } from '../../lib/redis/redis.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { testErrors } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { freshDatabase } from '../harness/redis.ts';

afterEach(() => vi.restoreAllMocks());

it('runs the jobs that were taken together with one that could not be', async () => {
  const redis = connectForWaiting(parseRedisServer(await freshDatabase()), 'test');
  const queue = new Queue<Job>(FAN_OUT_QUEUE, { connection: redis, ...queueOptions(FAN_OUT_QUEUE) });
  const names = Array.from({ length: 20 }, (_, at) => `job-${at}`);
  const options = { removeOnComplete: true };
  await queue.addBulk(names.map((name) => ({ name, data: { kind: 'probe', provider: name }, opts: options })));
  const { getNextJob } = PromptWorker.prototype;
  let looks = 0;
  vi.spyOn(PromptWorker.prototype, 'getNextJob').mockImplementation(function (this: PromptWorker, ...how) {
    looks += 1;
    // The first takes one; the next take what waits behind it.
    return looks === 5 ? Promise.reject(new Error('Redis is full.')) : getNextJob.apply(this, how);
  });
  const { errors } = testErrors();
  const ran = new Set<string>();
  const taking = new ManualTaking(
    FAN_OUT_QUEUE,
    100,
    async ({ data, failed }) => {
      // One that nobody runs is failed when its lock ends.
      if (data.kind === 'probe' && !failed) ran.add(data.provider);
      return { failed: false, summary: 'ok' };
    },
    redis,
    errors,
  );
  await eventually('all jobs are run', () => ran.size === names.length);
  await taking.close();
  await queue.close();
  redis.disconnect();
});
