import { Queue } from 'bullmq';
import { fanOutOptions, queueOptions } from '../jobs/job.ts';
import { connectForRequests, connectForWaiting } from '../lib/redis/redis.ts';
import { parseRedisServer } from '../lib/redis/redis-server.ts';
import { runLoad } from './load.ts';

/**
 * Floor (b), the requester: three jobs per request, one on each of three queues, with replies over pub/sub.
 */
const [redisUrl = '', lanes = '1', warmUp = '1', measure = '4', ...names] = process.argv.slice(2);
const redis = connectForRequests(parseRedisServer(redisUrl), 'bench-floor-queue');
const subscriber = connectForWaiting(parseRedisServer(redisUrl), 'bench-floor-replies');
await Promise.all([redis, subscriber].map((connection) => new Promise((resolve) => connection.once('ready', resolve))));
const channel = `bench:${process.pid}`;
const waiting = new Map<string, () => void>();
await subscriber.subscribe(channel);
subscriber.on('message', (_channel: string, id: string) => {
  waiting.get(id)?.();
  waiting.delete(id);
});
const queues = names.map((name) => new Queue(name, { connection: redis, ...queueOptions(name) }));
await Promise.all(queues.map((queue) => queue.waitUntilReady()));

let sequence = 0;
function ask(queue: Queue): Promise<void> {
  sequence += 1;
  const id = `${process.pid}-${sequence}`;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    void queue.add('call', { id, replyTo: channel }, { ...fanOutOptions, jobId: id });
  });
}

const result = await runLoad(Number(lanes), { warmUp: Number(warmUp), measure: Number(measure) }, async () => {
  await Promise.all(queues.map(ask));
  return true;
});
console.log(JSON.stringify(result));
process.exit(0);
