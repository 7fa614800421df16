import type { Redis } from 'ioredis';
import { Dispatcher } from '../jobs/dispatcher.ts';
import { ReplyChannel } from '../jobs/reply-channel.ts';
import { WorkerPresence } from '../jobs/worker-presence.ts';
import type { Config } from '../lib/config.ts';
import { InstanceSecret } from '../lib/instance-secret.ts';
import { Admissions } from '../lib/limits/admissions.ts';
import { FailedAttempts } from '../lib/limits/failed-attempts.ts';
import { Refunds } from '../lib/limits/refunds.ts';
import type { Log } from '../lib/log.ts';
import { HealthView } from '../lib/providers/health-view.ts';
import { buildRoster, type Roster } from '../lib/providers/roster.ts';
import { connectForRequests, connectForWaiting } from '../lib/redis.ts';
import { HotAnswers } from './hot-answers.ts';
import { HotReplies } from './hot-replies.ts';
import type { InstantPool } from './instant-pool.ts';
import { Metrics } from './metrics.ts';
import { RecentCallers } from './recent-callers.ts';

/** Everything that routes work with. Handed on explicitly, so that a route's needs can be read off its file. */
export interface Services {
  config: Config;
  log: Log;
  roster: Roster;
  /** Accounts, limits, health, cache. */
  redis: Redis;
  /** Queues and workers: a connection of its own, to the same Redis unless `QUEUE_REDIS_URL` says otherwise. */
  queueRedis: Redis;
  secret: InstanceSecret;
  dispatcher: Dispatcher;
  hot: HotReplies;
  hotAnswers: HotAnswers;
  health: HealthView;
  workers: WorkerPresence;
  admissions: Admissions;
  failedAttempts: FailedAttempts;
  refunds: Refunds;
  metrics: Metrics;
  instantPool: InstantPool;
  /** Who was let in just now: enough where Redis is not needed. */
  recentCallers: RecentCallers;
  close(): Promise<void>;
}

export function createServices(config: Config, log: Log, instantPool: InstantPool): Services {
  const roster = buildRoster(config);
  const redis = connectForRequests(config.redisUrl, 'trib-web');
  const queueRedis = connectForRequests(config.queueRedisUrl, 'trib-web-queue');
  const subscriber = connectForWaiting(config.queueRedisUrl, 'trib-web-replies');
  const secret = new InstanceSecret(redis, config.instanceSecret);
  const health = new HealthView(redis, [...roster.providers.keys()]);
  const workers = new WorkerPresence(queueRedis, subscriber);
  const replies = new ReplyChannel(subscriber, queueRedis, redis);
  const refunds = new Refunds(redis, log);
  const metrics = new Metrics();
  health.start();
  workers.start();
  return {
    config,
    log,
    roster,
    redis,
    queueRedis,
    secret,
    dispatcher: new Dispatcher(queueRedis, replies, secret, config.maxPendingCalls, metrics.countCall),
    hot: new HotReplies(config.cacheTtlS, () => metrics.countHotReply()),
    hotAnswers: new HotAnswers(() => metrics.countHotReply()),
    health,
    workers,
    admissions: new Admissions(redis, config.limits),
    failedAttempts: new FailedAttempts(config.authFailuresPerMin),
    refunds,
    metrics,
    instantPool,
    recentCallers: new RecentCallers(),
    async close() {
      health.stop();
      workers.stop();
      await refunds.settled();
      for (const connection of new Set([redis, queueRedis, subscriber])) connection.disconnect();
    },
  };
}
