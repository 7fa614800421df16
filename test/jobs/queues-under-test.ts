import { randomUUID } from 'node:crypto';
import { Claims } from '../../jobs/claims.ts';
import type { JobReceiver, JobSender } from '../../jobs/job-queue.ts';
import { LeftJobs } from '../../jobs/left-jobs.ts';
import { Queues } from '../../jobs/queues.ts';
import { RedisReceiver } from '../../jobs/redis-receiver.ts';
import { RedisSender } from '../../jobs/redis-sender.ts';
import { Heartbeat } from '../../lib/presence/heartbeat.ts';
import { Presence } from '../../lib/presence/presence.ts';
import { WEBS } from '../../lib/presence/process-kind.ts';
import { connectForRequests, connectForSubscriptions, connectForWaiting } from '../../lib/redis/redis.ts';
import { RedisClock } from '../../lib/redis/redis-clock.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { testErrors } from '../harness/health.ts';
import { MemoryQueue } from '../harness/memory-queue.ts';
import { eventually } from '../harness/processes.ts';
import { freshDatabase } from '../harness/redis.ts';

/** The keys of calls of two searches; nearly all calls of the tests are of the first. */
export const CALL_OF_SEARCH = '{trib:cache:s}:k1';
export const CALL_OF_OTHER = '{trib:cache:t}:k1';

/** Three web processes and a worker process that share one queue. */
export interface QueueUnderTest {
  senders: readonly [JobSender, JobSender, JobSender];
  receiver: JobReceiver;
  /** Resolves once all web processes listen and know of each other. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export async function queueInMemory(): Promise<QueueUnderTest> {
  const queue = new MemoryQueue();
  return {
    senders: [queue.sender(), queue.sender(), queue.sender()],
    receiver: queue.receiver(),
    ready: async () => {},
    close: async () => {},
  };
}

export async function queueInRedis(): Promise<QueueUnderTest> {
  const server = parseRedisServer(await freshDatabase());
  const { errors } = testErrors();
  const sender = () => {
    const redis = connectForRequests(server, 'test');
    const channel = redisKeys.replyChannel(randomUUID());
    const subscriber = connectForSubscriptions(server, 'test', redis, channel);
    const clock = new RedisClock(redis);
    const webs = new Presence(WEBS, { redis, subscriber, clock, errors });
    const heartbeat = new Heartbeat({ kind: WEBS, redis, clock, errors });
    const queues = new Queues(redis, errors);
    const made = new RedisSender({
      queues,
      redis,
      subscriber,
      channel,
      cache: redis,
      clock,
      webs,
      errors,
    });
    webs.start();
    heartbeat.start();
    return { made, webs, heartbeat, redis, subscriber };
  };
  const [one, other, third] = [sender(), sender(), sender()];
  const all = [one, other, third];
  const [redis, blockingRedis] = [connectForRequests(server, 'test'), connectForWaiting(server, 'test')];
  const subscriber = connectForSubscriptions(server, 'test', redis, redisKeys.leftJobsChannel);
  const left = new LeftJobs(subscriber, errors);
  const receiver = new RedisReceiver({ redis, blockingRedis, hasCache: true, left, errors });
  return {
    senders: [one.made, other.made, third.made],
    receiver,
    ready: () =>
      eventually('they know of each other', async () => {
        if (all.some(({ redis: { status } }) => status !== 'ready')) return false;
        const channels = (await redis.pubsub('CHANNELS', '*')) as string[];
        const listened = [...all.map(({ made }) => made.channel), redisKeys.leftJobsChannel];
        if (!listened.every((name) => channels.includes(name))) return false;
        await Promise.all(all.map(({ webs }) => webs.look()));
        return all.every(({ webs }) => webs.count === all.length);
        // From here on, the calls of these tests are shared.
      }).then(async () => {
        for (const call of [CALL_OF_SEARCH, CALL_OF_OTHER]) await new Claims(redis).isRepeated(redisKeys.callTag(call));
      }),
    async close() {
      for (const { webs, heartbeat } of all) {
        webs.stop();
        await heartbeat.stop();
      }
      for (const connection of all.flatMap((of) => [of.redis, of.subscriber])) connection.disconnect();
      for (const connection of [redis, blockingRedis, subscriber]) connection.disconnect();
    },
  };
}
