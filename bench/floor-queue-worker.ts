import { Worker } from 'bullmq';
import { queueOptions } from '../jobs/provider-call.ts';
import { sendReply } from '../jobs/reply-channel.ts';
import { connectForRequests, connectForWaiting } from '../lib/redis.ts';

/** Floor (b), the answering side: takes a job, says that it is done, and nothing else. */
const [redisUrl = '', ...names] = process.argv.slice(2);
const redis = connectForRequests(redisUrl, 'bench-floor-worker');
const blocking = connectForWaiting(redisUrl, 'bench-floor-blocking');
const workers = names.map(
  (name) =>
    new Worker(
      name,
      async (job) => {
        const { id, replyTo } = job.data as { id: string; replyTo: string };
        await sendReply(redis, replyTo, { ok: true, id, output: '' }, true);
        return null;
      },
      { connection: blocking, prefix: queueOptions(name).prefix ?? '', concurrency: 20 },
    ),
);
await Promise.all(workers.map((worker) => worker.waitUntilReady()));
console.log(JSON.stringify({ ready: true }));
process.on('SIGTERM', () => process.exit(0));
