import { randomUUID } from 'node:crypto';
import { CrawlQueue } from '../jobs/crawl-queue.ts';
import { Dispatcher } from '../jobs/dispatcher.ts';
import type { JobSender } from '../jobs/job-queue.ts';
import { Queues } from '../jobs/queues.ts';
import { RedisSender } from '../jobs/redis-sender.ts';
import { EntryLog } from '../lib/audit/entry-log.ts';
import { callPrices } from '../lib/budgets/call-prices.ts';
import type { Config } from '../lib/config/config.ts';
import { InstanceSecret } from '../lib/instance-secret.ts';
import { Places } from '../lib/limits/places.ts';
import { Refunds } from '../lib/limits/refunds.ts';
import { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { Log } from '../lib/log/log.ts';
import { Heartbeat } from '../lib/presence/heartbeat.ts';
import { Presence } from '../lib/presence/presence.ts';
import { jobWriter } from '../lib/presence/problems.ts';
import { WEBS } from '../lib/presence/process-kind.ts';
import type { WebRecord } from '../lib/presence/process-record.ts';
import { WorkerPresence } from '../lib/presence/worker-presence.ts';
import { healthChannel } from '../lib/providers/health.ts';
import { HealthView } from '../lib/providers/health-view.ts';
import { buildRoster } from '../lib/providers/roster.ts';
import { summariseSettings } from '../lib/providers/settings-summary.ts';
import { connectForRequests, connectForSubscriptions, type Redis } from '../lib/redis/redis.ts';
import { redisKeys } from '../lib/redis/redis-keys.ts';
import { RedisOutages } from '../lib/redis/redis-outages.ts';
import { RecordBatches } from '../lib/requests/record-batches.ts';
import { RequestLog } from '../lib/requests/request-log.ts';
import { parseRules } from '../lib/rules/parse.ts';
import { UsageStatistics } from '../lib/statistics/usage-statistics.ts';
import { ProviderClient } from './ask/provider-client.ts';
import { ListCache } from './cache/list-cache.ts';
import { ReplyCache } from './cache/reply-cache.ts';
import { SliceCache } from './cache/slice-cache.ts';
import { CrawlLooks } from './crawl/crawl-looks.ts';
import type { InstantPool } from './instant/pool.ts';
import { Metrics } from './metrics.ts';
import { OpenStreams } from './plugins/open-streams.ts';
import { RankingThreads } from './ranking/threads.ts';
import { readRulesAt } from './rules/read-rules-at.ts';
import { RuleLists } from './rules/rule-lists.ts';
import { UsualTimes } from './ui/usual-times.ts';

/** The parts of a web process. Routes and pages pass on only the parts that a function uses. */
export interface Services {
  config: Config;
  log: Log;
  /** Connection for accounts, limits, health and cache. */
  redis: Redis;
  /** Connection for what a person is told to be done, which waits for the replicas if `REDIS_WAIT_REPLICAS` says so. */
  records: Redis;
  /** Separate connection for queues and workers, to the same Redis unless `QUEUE_REDIS_URL` is set. */
  queueRedis: Redis;
  secret: InstanceSecret;
  queues: Queues;
  crawlQueue: CrawlQueue;
  /** How many fan-out queues jobs may be in: by the settings of this process, or of workers that are alive. */
  fanOutQueues(): number;
  providers: ProviderClient;
  health: HealthView;
  workers: WorkerPresence;
  webs: Presence<WebRecord>;
  metrics: Metrics;
  refunds: Refunds;
  /** Requests of keys and accounts that may have only a number of them at a time. */
  places: Places;
  errors: ErrorReporter;
  outages: RedisOutages;
  instantPool: InstantPool;
  ranking: RankingThreads;
  /** Who shares cached answers with an account: everybody (empty), or only the account itself. */
  cacheScope(account: string): string;
  /** Replies made only of cached slices. */
  replyCache: ReplyCache;
  /** Lists that callers read in pages. */
  listCache: ListCache;
  /** The rules for sites of keys, accounts and this instance. */
  rules: RuleLists;
  /** Instant answers that depend only on the query and its language. */
  instantCache: ReplyCache;
  usualTimes: UsualTimes;
  /** Logs what the audit log says. */
  entryLog: EntryLog;
  crawlLooks: CrawlLooks;
  crawlStreams: OpenStreams;
  /** Takes the records of requests to those who keep them. */
  recordBatches: RecordBatches;
  /** Aborted when the process is told to stop. It goes on serving, but is not ready and lets go of its clients. */
  stopping: AbortController;
  close(): Promise<void>;
}

const MIB = 1024 * 1024;
/** Several programs may follow each crawl that runs. */
const CRAWL_STREAMS = { ofAll: 500, ofOne: 20 };
/** A slice may be served this much longer than `CACHE_TTL_S`, and a result's age may be outdated by as much. */
const REPLY_TTL_MS = 10_000;
const INSTANT_TTL_MS = 60_000;

/** Connects to Redis and creates the parts of a web process. Jobs go through Redis unless a `sender` is given. */
export function createServices(config: Config, log: Log, instantPool: InstantPool, sender?: JobSender): Services {
  const errors = new ErrorReporter(log);
  const roster = buildRoster(config);
  const redis = connectForRequests(config.redis, 'trib-web');
  const { redisWaitReplicas: replicas } = config;
  const records = replicas > 0 ? connectForRequests(config.redis, 'trib-web-records', replicas) : redis;
  const queueRedis = connectForRequests(config.queueRedis, 'trib-web-queue');
  const channel = redisKeys.replyChannel(randomUUID());
  const subscriber = connectForSubscriptions(config.queueRedis, 'trib-web-replies', queueRedis, channel);
  const healthSubscriber =
    config.queueRedis === config.redis
      ? subscriber
      : connectForSubscriptions(config.redis, 'trib-web-health', redis, healthChannel(redis));
  const health = new HealthView(redis, healthSubscriber, errors);
  const { clock } = health;
  const secret = new InstanceSecret(redis, clock, config.instanceSecret, errors, config.previousInstanceSecret);
  const processes = { redis: queueRedis, subscriber, clock, errors };
  const writer = async () => jobWriter((await secret.fingerprints())[0] ?? '');
  const workers = new WorkerPresence({ ...processes, writer, log });
  const webs = new Presence(WEBS, processes);
  const metrics = new Metrics({
    errors,
    health,
    roster,
    countWorkers: () => workers.count,
    redis: config.queueRedis === config.redis ? { main: redis } : { main: redis, queue: queueRedis },
  });
  const queues = new Queues(queueRedis, errors);
  const dispatcher = new Dispatcher({
    sender:
      sender ??
      new RedisSender({
        queues,
        redis: queueRedis,
        subscriber,
        channel,
        cache: redis,
        clock: health.clock,
        webs,
        errors,
      }),
    secret,
    clock: health.clock,
    workers,
    fanOutQueues: config.fanOutQueues,
    maxPending: config.maxPendingCalls,
    errors,
    observe: metrics.countCall,
  });
  const places = new Places(redis, errors);
  const settings = summariseSettings(config);
  const heartbeat = new Heartbeat({
    ...processes,
    kind: WEBS,
    says: async () => ({ settings, secret: (await writer()).secret }),
    load: () => dispatcher.pending || null,
  });
  const entryLog = new EntryLog(redis, log, errors, config.audit);
  const recordBatches = new RecordBatches(
    [
      new UsageStatistics(redis, callPrices(roster)),
      ...(config.requestLog ? [new RequestLog(redis, config.requestLog)] : []),
    ],
    errors,
    () => metrics.countLostRecord(),
  );
  const ranking = new RankingThreads((error) => errors.report(error, 'rank in a thread'));
  const slices = new SliceCache(redis, secret, health.clock);
  const { requestDeadlineMs } = config;
  const cacheScope = (account: string) => (config.cacheScope === 'account' ? account : '');
  const onHit = () => metrics.countCachedReply();
  const replyTtlMs = Math.min(REPLY_TTL_MS, config.cacheTtlS * 1_000);
  secret.start();
  health.start();
  workers.start();
  webs.start();
  heartbeat.start();
  entryLog.start();
  const providers = new ProviderClient({
    roster,
    dispatcher,
    slices,
    health,
    workers,
    metrics,
    requestDeadlineMs,
    cacheScope,
  });
  return {
    config,
    log,
    redis,
    records,
    queueRedis,
    secret,
    queues,
    crawlQueue: new CrawlQueue(queueRedis, errors),
    fanOutQueues: () => Math.max(config.fanOutQueues, workers.queues),
    providers,
    health,
    workers,
    webs,
    metrics,
    refunds: new Refunds(redis, log),
    places,
    errors,
    outages: new RedisOutages(log),
    instantPool,
    ranking,
    cacheScope,
    replyCache: new ReplyCache({ maxBytes: 16 * MIB, ttlMs: replyTtlMs, onHit }),
    listCache: new ListCache(redis, secret),
    rules: new RuleLists({
      redis,
      instance: config.rules === '' ? null : parseRules(config.rules),
      readAddress: (address, account) => readRulesAt(address, account, providers),
      errors,
    }),
    instantCache: new ReplyCache({ maxBytes: 4 * MIB, ttlMs: INSTANT_TTL_MS, onHit }),
    usualTimes: new UsualTimes(),
    entryLog,
    crawlLooks: new CrawlLooks(redis, secret),
    crawlStreams: new OpenStreams(CRAWL_STREAMS),
    recordBatches,
    stopping: new AbortController(),
    async close() {
      await ranking.close();
      await recordBatches.close();
      await entryLog.stop();
      places.stop();
      secret.stop();
      health.stop();
      workers.stop();
      webs.stop();
      // Without Redis, the entry expires.
      await heartbeat.stop().catch(errors.unlessAway('leave the list of web processes'));
      for (const connection of new Set([redis, records, queueRedis, subscriber, healthSubscriber]))
        connection.disconnect();
    },
  };
}
