import type { Config } from '../lib/config.ts';
import { InstanceSecret } from '../lib/instance-secret.ts';
import type { Log } from '../lib/log.ts';
import { watchRedis } from '../lib/process.ts';
import { HealthView } from '../lib/providers/health-view.ts';
import { buildRoster } from '../lib/providers/roster.ts';
import { connectForRequests, connectForWaiting } from '../lib/redis.ts';
import { Heartbeat } from './heartbeat.ts';
import { ProbeSchedules } from './probe-schedules.ts';
import { startProviderWorker } from './provider-worker.ts';
import { UpstreamHttp } from './upstream-http.ts';

/** A running worker process. */
export interface RunningWorker {
  health: HealthView;
  /** Stops taking jobs and waits for the calls in progress. */
  close(): Promise<void>;
}

/** Starts one BullMQ worker for each configured provider. Returns at once, even while Redis is unavailable. */
export function startWorker(config: Config, log: Log): RunningWorker {
  const roster = buildRoster(config);
  const redis = connectForRequests(config.redisUrl, 'trib-worker');
  const queueRedis =
    config.queueRedisUrl === config.redisUrl ? redis : connectForRequests(config.queueRedisUrl, 'trib-worker-replies');
  const blockingRedis = connectForWaiting(config.queueRedisUrl, 'trib-worker-queue');
  const secret = new InstanceSecret(redis, config.instanceSecret);
  const health = new HealthView(redis, [...roster.providers.keys()]);
  const http = new UpstreamHttp();
  const heartbeat = new Heartbeat(queueRedis);
  const { probeIntervalS } = config;
  const services = { redis, queueRedis, blockingRedis, secret, health, http, log, probeIntervalS };

  health.start();
  const workers = [...roster.providers.values()].map((provider) => startProviderWorker(provider, services));
  new ProbeSchedules(queueRedis, roster, probeIntervalS).start();
  heartbeat.start();
  watchRedis(config, redis, queueRedis, log);
  log.info({ providers: [...roster.providers.keys()] }, 'worker started');

  return {
    health,
    async close() {
      // Leave the list of live workers first, so that web processes stop relying on this one.
      await heartbeat.stop().catch(() => {});
      await Promise.all(workers.map((worker) => worker.close()));
      health.stop();
      await http.close();
      for (const connection of new Set([redis, queueRedis, blockingRedis])) connection.disconnect();
    },
  };
}
