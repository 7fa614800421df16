import { JobClaims } from '../jobs/job-claims.ts';
import { ReplySender } from '../jobs/reply-sender.ts';
import type { Config } from '../lib/config.ts';
import { InstanceSecret } from '../lib/instance-secret.ts';
import type { Log } from '../lib/log.ts';
import { watchRedis } from '../lib/process.ts';
import { HealthView } from '../lib/providers/health-view.ts';
import { buildRoster } from '../lib/providers/roster.ts';
import { connectForRequests, connectForWaiting } from '../lib/redis.ts';
import { FanOutWorker } from './fan-out-worker.ts';
import { Heartbeat } from './heartbeat.ts';
import { OutcomeRecorder } from './outcome-recorder.ts';
import { startPacedWorker } from './paced-worker.ts';
import { AllPlaces } from './places.ts';
import { ProbeSchedules } from './probe-schedules.ts';
import { UpstreamHttp } from './upstream-http.ts';
import type { WorkerServices } from './worker-services.ts';

/** A running worker process. */
export interface RunningWorker {
  health: HealthView;
  places: AllPlaces;
  /** Stops taking jobs and waits for the calls in progress. */
  close(): Promise<void>;
}

/**
 * Starts taking jobs from the fan-out queue, and from the queue of each provider with a rate limit. Returns at once, even
 * while Redis is unavailable.
 */
export function startWorker(config: Config, log: Log): RunningWorker {
  const roster = buildRoster(config);
  const redis = connectForRequests(config.redisUrl, 'trib-worker');
  const queueRedis =
    config.queueRedisUrl === config.redisUrl ? redis : connectForRequests(config.queueRedisUrl, 'trib-worker-replies');
  const blockingRedis = connectForWaiting(config.queueRedisUrl, 'trib-worker-queue');
  const health = new HealthView(redis, [...roster.providers.keys()]);
  // All that this worker can call: the slots of a web process may name others than its own.
  const providers = [...roster.callable.values()];
  const places = new AllPlaces(redis);
  const services: WorkerServices = {
    roster,
    places,
    redis,
    queueRedis,
    blockingRedis,
    secret: new InstanceSecret(redis, config.instanceSecret),
    health,
    outcomes: new OutcomeRecorder(redis, health),
    replies: new ReplySender(queueRedis),
    claims: new JobClaims(queueRedis),
    http: new UpstreamHttp(),
    log,
    probeIntervalS: config.probeIntervalS,
  };
  const heartbeat = new Heartbeat(queueRedis, health.clock, places);

  services.secret.start();
  health.start();
  const workers = [
    new FanOutWorker(services),
    ...providers.flatMap((provider) => (provider.rate ? [startPacedWorker(provider, provider.rate, services)] : [])),
  ];
  const probes = new ProbeSchedules(queueRedis, roster, config.probeIntervalS);
  probes.start();
  heartbeat.start();
  watchRedis(config, redis, queueRedis, log);
  log.info({ providers: [...roster.providers.keys()] }, 'worker started');

  return {
    health,
    places,
    async close() {
      // Leave the list of live workers first, so that web processes stop relying on this one.
      await heartbeat.stop().catch(() => {});
      probes.stop();
      await Promise.all(workers.map((worker) => worker.close()));
      await services.outcomes.close();
      services.secret.stop();
      health.stop();
      await services.http.close();
      for (const connection of new Set([redis, queueRedis, blockingRedis])) connection.disconnect();
    },
  };
}
