import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobSender } from '../jobs/job-queue.ts';
import { InterruptedDeletions } from '../lib/accounts/complete-deletion.ts';
import { AlertWatch } from '../lib/alerts/alert-watch.ts';
import { noteSettings } from '../lib/audit/record-settings.ts';
import type { Config } from '../lib/config/config.ts';
import { markDataVersion, NewerDataError } from '../lib/data/data-version.ts';
import { EndedKeys } from '../lib/keys/ended-keys.ts';
import type { Log } from '../lib/log/log.ts';
import { exitWith, watchRedis } from '../lib/process.ts';
import { missingContacts } from '../lib/providers/contact.ts';
import { missingProxy } from '../lib/proxy-check.ts';
import { isRedisAway, type Redis } from '../lib/redis/redis.ts';
import { loadLibrary } from '../lib/sso/provider.ts';
import { ProviderChecks } from '../lib/sso/provider-checks.ts';
import { loadTracing } from '../lib/tracing/load-tracing.ts';
import { StandInSender } from '../lib/webhooks/stand-in-sender.ts';
import { buildApp } from './app.ts';
import { InstantPool } from './instant/pool.ts';
import { createServices, type Services } from './services.ts';
import { offerSetUp } from './ui/offer-set-up.ts';

/** A running web application. */
export interface RunningWeb {
  /** The configured port, or the one that the system chose for port 0. */
  port: number;
  services: Services;
  /** Null without a provider of single sign-on. */
  checks: ProviderChecks | null;
  alerts: AlertWatch;
  endedKeys: EndedKeys;
  deletions: InterruptedDeletions;
  /** Stops being ready, serves for `SHUTDOWN_DRAIN_MS`, finishes the running requests and closes every connection. */
  close(): Promise<void>;
}

/**
 * Connections that the system may hold until the process accepts them. Node accepts one in each turn of its event loop,
 * so a crowd of new clients waits here; the system would drop the rest, and they would try again seconds later. Linux
 * lowers the number to `net.core.somaxconn`, which is 4,096 by default.
 */
const BACKLOG = 4_096;

/** Builds the web application and starts listening. Rejects when the port is in use. */
export async function startWeb(
  config: Config,
  log: Log,
  instantPool = new InstantPool(config.instantThreads),
  sender?: JobSender,
): Promise<RunningWeb> {
  const services = createServices(config, log, instantPool, sender);
  const tracing = await loadTracing(config, 'web', services.errors);
  const app = await buildApp(services, tracing);
  const sweepConnections = connectionSweeper(app.server);
  watchRedis(config, services.redis, services.queueRedis, log, services.outages);
  await Promise.all([services.redis, services.queueRedis].map(connected));
  await prepareData(services, log);
  await noteSettings(services.redis, { kind: 'web', secret: services.secret, given: config.given }, services.errors);
  if (config.oidc) await loadLibrary();
  // So that the first search finds the workers that are there.
  await services.workers.look().catch(services.errors.unlessAway('look for processes'));
  await app.listen({ host: config.host, port: config.port, backlog: BACKLOG });
  const { port } = app.server.address() as AddressInfo;
  const engines = services.providers.roster.slots
    .filter((slot) => slot.engines.length > 0)
    .map((slot) => `${slot.slug}=${slot.engines.map(({ provider }) => provider.id).join('+')}`);
  log.info({ engines }, 'web started');
  for (const text of missingContacts(services.providers.roster.providers.values())) log.warn(text);
  if (engines.length === 0) log.warn('No search engine is configured: searches will fail with 503. See .env.example.');
  const proxyProblem = missingProxy(config);
  if (proxyProblem) log.warn(proxyProblem);
  const endWatch = offerSetUp(services.redis, config, port, log, services.errors);
  const checks = providerChecks(services);
  checks?.start();
  const alerts = alertWatch(services);
  alerts.start();
  const endedKeys = new EndedKeys(services.redis, services.errors);
  endedKeys.start();
  const deletions = new InterruptedDeletions(services.records, services.errors);
  deletions.start();
  const deliveries = standInSender(services);
  deliveries.start();

  return {
    port,
    services,
    checks,
    alerts,
    endedKeys,
    deletions,
    async close() {
      endWatch();
      checks?.stop();
      await Promise.all([alerts.stop(), deliveries.stop(), endedKeys.stop(), deletions.stop()]);
      services.stopping.abort();
      await sleep(config.shutdownDrainMs);
      const sweep = sweepConnections();
      await app.close();
      clearInterval(sweep);
      await services.close();
      await tracing?.close();
    },
  };
}

/** Asks the provider of single sign-on after people, if there is one. */
function providerChecks({ config: { oidc }, redis, secret, health, log, errors }: Services): ProviderChecks | null {
  return oidc && new ProviderChecks({ redis, secret, clock: health.clock, oidc }, log, errors);
}

/** Looks what needs a hand. */
function alertWatch(services: Services): AlertWatch {
  const { providers, workers, config } = services;
  const queueRedis = config.queueRedis === config.redis ? services.redis : services.queueRedis;
  return new AlertWatch({ ...services, queueRedis, roster: providers.roster, countWorkers: () => workers.count });
}

/** Delivers while no worker does. */
function standInSender({ config, redis, secret, health, errors, workers }: Services): StandInSender {
  return new StandInSender({
    countWorkers: () => workers.all.length,
    async load() {
      const { createDeliveries } = await import('../lib/webhooks/sending/deliveries.ts');
      return createDeliveries(config, { redis, secret, clock: health.clock, errors });
    },
    errors,
  });
}

/** Connecting takes milliseconds, unless Redis is away. */
const CONNECT_MS = 500;

/** Waits for a connection to Redis, so that the first request does not find it missing. */
async function connected(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return;
  await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_MS) }).catch(() => {
    // Redis is away. The process starts all the same, and requests are told so until it is back.
  });
}

const PREPARE_AGAIN_MS = 1_000;

/** Marks the data as of this version, now or once Redis is there. Rejects, or ends the process, if it is of a newer one. */
async function prepareData({ redis, errors }: Services, log: Log): Promise<void> {
  const prepare = async () => {
    try {
      await markDataVersion(redis);
    } catch (error) {
      if (error instanceof NewerDataError) throw error;
      if (isRedisAway(error)) return setTimeout(prepareLater, PREPARE_AGAIN_MS).unref();
      // Redis refuses a command. The next start tries again.
      errors.report(error, 'mark the version of the data in Redis');
    }
    return undefined;
  };
  const prepareLater = () => prepare().catch(exitWith(log, 'cannot use the data in Redis'));
  if (redis.status === 'ready') await prepare();
  else redis.once('ready', prepareLater);
}

const SWEEP_MS = 100;
const FIRST_REQUEST_WITHIN_MS = 1_000;

/**
 * Returns a function that closes connections while the server shuts down. A closing server waits for its connections,
 * and clients keep theirs open, so each one is closed after its reply. Node does not count a connection as idle before
 * its first request; a connection without a request gets one second to send one.
 */
function connectionSweeper(server: Server): () => NodeJS.Timeout {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return () => {
    const startedAt = performance.now();
    const sweep = () => {
      server.closeIdleConnections();
      if (performance.now() - startedAt > FIRST_REQUEST_WITHIN_MS) for (const socket of unused) socket.destroy();
    };
    // After what clients have sent was read: timers come before that.
    return setInterval(() => setImmediate(sweep), SWEEP_MS);
  };
}
