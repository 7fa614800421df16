import type { Server } from 'node:http';
import { fanOutNames, PROBE_QUEUE } from '../jobs/job.ts';
import type { JobReceiver } from '../jobs/job-queue.ts';
import { LeftJobs } from '../jobs/left-jobs.ts';
import { Queues } from '../jobs/queues.ts';
import { RedisReceiver } from '../jobs/redis-receiver.ts';
import { noteSettings } from '../lib/audit/record-settings.ts';
import type { Config } from '../lib/config/config.ts';
import { InstanceSecret } from '../lib/instance-secret.ts';
import type { Rate } from '../lib/limits/rate.ts';
import { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { Log } from '../lib/log/log.ts';
import { Heartbeat } from '../lib/presence/heartbeat.ts';
import { clockProblem } from '../lib/presence/problems.ts';
import { WORKERS } from '../lib/presence/process-kind.ts';
import { processesNow } from '../lib/presence/process-list.ts';
import { watchRedis } from '../lib/process.ts';
import { healthChannel } from '../lib/providers/health.ts';
import { HealthView } from '../lib/providers/health-view.ts';
import { OutcomeRecorder } from '../lib/providers/outcome-recorder.ts';
import type { Provider } from '../lib/providers/provider.ts';
import { buildRoster, type Roster } from '../lib/providers/roster.ts';
import { connectForRequests, connectForSubscriptions, connectForWaiting, type Redis } from '../lib/redis/redis.ts';
import { ReplySample } from '../lib/statistics/reply-sample.ts';
import type { Tracing } from '../lib/tracing/span.ts';
import { createDeliveries } from '../lib/webhooks/sending/deliveries.ts';
import { CacheLife } from './cache-life.ts';
import { createCrawls } from './crawl/create-crawler.ts';
import { KeptLists } from './kept-lists.ts';
import { createPages } from './pages/pages.ts';
import { AllPermits } from './permits.ts';
import { scheduleProbes } from './probe-schedules.ts';
import { purseOf } from './purses.ts';
import { ReadableJobs } from './readable-jobs.ts';
import { runJob } from './run-job.ts';
import { UpstreamHttp } from './upstream-http.ts';
import type { WorkerReport } from './worker-server.ts';
import type { WorkerServices } from './worker-services.ts';

/** What a worker process may be given. */
export interface WorkerOptions {
  errors?: ErrorReporter;
  tracing?: Tracing | undefined;
  /** Where jobs come from, in place of Redis. */
  receiver?: JobReceiver;
  /** How often to look for jobs whose worker has died. */
  stalledMs?: number;
  /** How far the threads that read pages for crawls stand back for everything else. */
  crawlNice?: number;
}

/** A running worker process. */
export interface RunningWorker {
  health: HealthView;
  permits: AllPermits;
  /** Stops taking jobs and waits for the calls in progress. */
  close(): Promise<void>;
}

/**
 * Jobs in progress in this process. Calls are limited by the permits of their provider, so this only bounds memory. It
 * is large, because a job of which one engine hangs stays for seconds.
 */
const MAX_JOBS = 2_000;
const MAX_PROBES = 10;

/**
 * Starts taking jobs from the fan-out queue, and from the queue of each provider with a rate limit. Returns at once, even
 * while Redis is unavailable.
 */
export function startWorker(config: Config, log: Log, options: WorkerOptions = {}): RunningWorker {
  const { receiver, tracing, stalledMs, crawlNice, errors = new ErrorReporter(log) } = options;
  const roster = buildRoster(config);
  const redis = connectForRequests(config.redis, 'trib-worker');
  const hasOneRedis = config.queueRedis === config.redis;
  const queueRedis = hasOneRedis ? redis : connectForRequests(config.queueRedis, 'trib-worker-replies');
  const blockingRedis = connectForWaiting(config.queueRedis, 'trib-worker-queue');
  const subscriber = connectForSubscriptions(config.redis, 'trib-worker-health', redis, healthChannel(redis));
  const health = new HealthView(redis, subscriber, errors);
  // Units that were spent are known to the replicas before the call: a new primary must not give them out again.
  const hasBudgets = [...roster.callable.values()].some(({ budget }) => budget !== null);
  const sureRedis =
    hasBudgets && config.redisWaitReplicas > 0
      ? connectForRequests(config.redis, 'trib-worker-budgets', config.redisWaitReplicas)
      : redis;
  const purses = { redis, health, log, errors };
  const permits = new AllPermits(sureRedis, errors, (provider) => purseOf(provider, purses));
  const secret = new InstanceSecret(redis, health.clock, config.instanceSecret, errors, config.previousInstanceSecret);
  const pages = createPages(config, { redis, secret, clock: health.clock, errors });
  const deliveries = createDeliveries(config, { redis, secret, clock: health.clock, errors });
  const keptLists = new KeptLists(redis, health.clock, Math.max(config.staleTtlS, config.cacheTtlS));
  const services: WorkerServices = {
    roster,
    permits,
    redis,
    cacheLife: new CacheLife(redis, config.cacheTtlS, keptLists, errors),
    secret,
    health,
    outcomes: new OutcomeRecorder(redis, health, errors),
    replySample: new ReplySample(),
    receiver:
      receiver ??
      new RedisReceiver({
        redis: queueRedis,
        blockingRedis,
        hasCache: hasOneRedis,
        left: new LeftJobs(subscriber, errors),
        errors,
        stalledMs,
      }),
    http: new UpstreamHttp(),
    own: pages.own,
    log,
    errors,
    tracing,
    probeIntervalS: config.probeIntervalS,
  };
  const queues = new Queues(queueRedis, errors);
  const shared = { redis, queueRedis, secret, clock: health.clock, errors };
  const crawls = receiver ? null : createCrawls(config, shared, crawlNice);

  services.secret.start();
  void noteSettings(redis, { kind: 'worker', secret, given: config.given }, errors);
  health.start();
  services.cacheLife.start();
  deliveries.start();
  const run = (job: Parameters<typeof runJob>[0]) => runJob(job, services);
  const take = () => [
    ...fanOutNames(config.fanOutQueues).map((queue) =>
      services.receiver.take(queue, { concurrency: MAX_JOBS, rate: null }, run),
    ),
    services.receiver.take(PROBE_QUEUE, { concurrency: MAX_PROBES, rate: null }, run),
    ...pacedProviders(roster).map(({ limitedAs, concurrency, rate }) =>
      services.receiver.take(limitedAs, { concurrency, rate }, run),
    ),
  ];
  const jobs = new ReadableJobs({
    ...{ redis: queueRedis, clock: health.clock, secret, log, errors, take },
    onChange: () => heartbeat.announce(),
  });
  const heartbeat = heartbeatOf(services, queueRedis, config.fanOutQueues, jobs);
  const stopProbes = receiver ? () => {} : scheduleProbes(queueRedis, queues, roster, config.probeIntervalS, errors);
  heartbeat.start();
  jobs.start();
  crawls?.start(blockingRedis);
  let isStopping = false;
  // While Redis is away, nobody knows.
  const unknown = errors.orElse(Number.NaN, 'count workers');
  const server = startServer(config, {
    errors,
    log,
    calls: () => permits.calls(),
    health,
    roster,
    countWorkers: () => processesNow(WORKERS, queueRedis, health.clock.now()).then(({ length }) => length, unknown),
    redis: hasOneRedis ? { main: redis } : { main: redis, queue: queueRedis },
    reasonsNotReady: () => [
      ...(isStopping ? ['This process is stopping.'] : []),
      ...(redis.status === 'ready' && queueRedis.status === 'ready' ? [] : ['Redis is not connected.']),
      ...(jobs.reason === null ? [] : [`It cannot read the jobs of any web process: ${jobs.reason}.`]),
    ],
    warnings: () => {
      const problem = clockProblem(health.clock.skewMs());
      return problem === null ? [] : [`This process: ${problem}.`];
    },
  });
  watchRedis(config, redis, queueRedis, log);
  log.info({ providers: [...roster.providers.keys()] }, 'worker started');

  return {
    health,
    permits,
    async close() {
      isStopping = true;
      // Leave the list of live workers first, so that web processes stop relying on this one.
      await heartbeat.stop().catch(errors.unlessAway('leave the list of workers'));
      stopProbes();
      await Promise.all([jobs.close(), deliveries.close(), crawls?.close()]);
      await services.outcomes.close();
      await services.receiver.settled();
      services.secret.stop();
      health.stop();
      await Promise.all([services.cacheLife.stop(), services.http.close(), pages.close()]);
      (await server)?.close();
      await tracing?.close();
      for (const connection of new Set([redis, sureRedis, queueRedis, blockingRedis, subscriber]))
        connection.disconnect();
    },
  };
}

/** Announces this process with the secrets that it knows, and reports its calls. */
function heartbeatOf(services: WorkerServices, queueRedis: Redis, queues: number, jobs: ReadableJobs): Heartbeat {
  const { health, permits, secret, errors } = services;
  return new Heartbeat({
    kind: WORKERS,
    redis: queueRedis,
    clock: health.clock,
    says: async () => ({ secrets: await secret.fingerprints(), queues, takers: jobs.takers }),
    load() {
      const calls = permits.calls();
      return calls.length > 0 ? calls : null;
    },
    errors,
  });
}

/** The server is loaded only where it is wanted: its metrics take memory. */
async function startServer(config: Config, report: WorkerReport): Promise<Server | undefined> {
  if (config.workerPort === null) return undefined;
  const { serveWorker } = await import('./worker-server.ts');
  return serveWorker(config, config.workerPort, report);
}

/**
 * The providers whose limited queues this worker serves, one for each queue. A queue takes a connection, so those with a
 * public limit must be named by the settings of this worker. Who sets a limit uses that provider, in whatever process.
 */
function pacedProviders({ callable, providers }: Roster): (Provider & { rate: Rate })[] {
  const paced = [...callable.values()].flatMap((provider) => {
    const { id, rate, adapter } = provider;
    const isPublic = rate === adapter.publicRate || rate === adapter.contactRate;
    return rate && (providers.has(id) || !isPublic) ? [{ ...provider, rate }] : [];
  });
  return [...new Map(paced.map((provider) => [provider.limitedAs, provider])).values()];
}
