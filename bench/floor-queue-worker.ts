import { Worker } from 'bullmq';
import { queueOptions } from '../jobs/job.ts';
import { connectForRequests, connectForWaiting } from '../lib/redis/redis.ts';
import { parseRedisServer } from '../lib/redis/redis-server.ts';
import { UpstreamHttp } from '../workers/upstream-http.ts';

/**
 * Floor (b), the worker: takes a job and replies, nothing else. With the address of a sandbox it first makes the
 * upstream call that a search would make, which shows the limit of the machine with the calls included.
 */
const [redisUrl = '', sandboxUrl = '', ...names] = process.argv.slice(2);
const http = new UpstreamHttp();
const call = async (id: string) => {
  if (sandboxUrl === '') return;
  const url = `${sandboxUrl}/marginalia/search?count=20&query=redis%20${id}`;
  await http.fetch({ url, headers: { 'api-key': 'public' } }, 'bench', 3_000);
};
const redis = connectForRequests(parseRedisServer(redisUrl), 'bench-floor-worker');
const blocking = connectForWaiting(parseRedisServer(redisUrl), 'bench-floor-blocking');
const workers = names.map(
  (name) =>
    new Worker(
      name,
      async (job) => {
        const { id, replyTo } = job.data as { id: string; replyTo: string };
        await call(id);
        await redis.publish(replyTo, id);
        return null;
      },
      { connection: blocking, prefix: queueOptions(name).prefix ?? '', concurrency: 20 },
    ),
);
await Promise.all(workers.map((worker) => worker.waitUntilReady()));
console.log(JSON.stringify({ ready: true }));
process.on('SIGTERM', () => process.exit(0));
