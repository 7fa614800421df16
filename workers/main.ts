import { loadConfig } from '../lib/config.ts';
import { InstanceSecret } from '../lib/instance-secret.ts';
import { createLog } from '../lib/log.ts';
import { exitOnConfigError, runUntilSignal, watchRedis } from '../lib/process.ts';
import { HealthView } from '../lib/providers/health-view.ts';
import { buildRoster } from '../lib/providers/roster.ts';
import { connectForRequests, connectForWaiting } from '../lib/redis.ts';
import { Heartbeat } from './heartbeat.ts';
import { ProbeSchedules } from './probe-schedules.ts';
import { startProviderWorker } from './provider-worker.ts';
import { UpstreamHttp } from './upstream-http.ts';

/** The worker process: calls the providers that web processes ask for. */
const config = exitOnConfigError(loadConfig);
const log = createLog('worker', config.logLevel);
const roster = buildRoster(config);

const redis = connectForRequests(config.redisUrl, 'trib-worker');
const queueRedis =
  config.queueRedisUrl === config.redisUrl ? redis : connectForRequests(config.queueRedisUrl, 'trib-worker-replies');
const blockingRedis = connectForWaiting(config.queueRedisUrl, 'trib-worker-queue');
const http = new UpstreamHttp();
const health = new HealthView(redis, [...roster.providers.keys()]);
const heartbeat = new Heartbeat(queueRedis);

const services = {
  redis,
  queueRedis,
  blockingRedis,
  secret: new InstanceSecret(redis, config.instanceSecret),
  health,
  http,
  log,
  probeIntervalS: config.probeIntervalS,
};
health.start();
const workers = [...roster.providers.values()].map((provider) => startProviderWorker(provider, services));
new ProbeSchedules(queueRedis, roster, config.probeIntervalS).start();
heartbeat.start();
watchRedis(config, redis, queueRedis, log);
log.info({ providers: [...roster.providers.keys()] }, 'worker started');

runUntilSignal(log, async () => {
  // First out of the count of living workers, so that nobody counts on this one; then let running calls end.
  await heartbeat.stop().catch(() => {});
  await Promise.all(workers.map((worker) => worker.close()));
  health.stop();
  await http.close();
});
