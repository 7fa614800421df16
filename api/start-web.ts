import type { AddressInfo } from 'node:net';
import type { Config } from '../lib/config.ts';
import type { Log } from '../lib/log.ts';
import { watchRedis } from '../lib/process.ts';
import { buildApp } from './app.ts';
import { InstantPool } from './instant/pool.ts';
import { createServices, type Services } from './services.ts';
import { offerSetUp } from './ui/offer-set-up.ts';

/** A web application that listens. */
export interface RunningWeb {
  /** The port it listens on: the configured one, or the one that the system chose for port 0. */
  port: number;
  services: Services;
  /** Finishes the requests under way, then closes every connection. */
  close(): Promise<void>;
}

/** Builds the web application and makes it listen. Rejects when the port is taken. */
export async function startWeb(
  config: Config,
  log: Log,
  instantPool = new InstantPool(config.instantThreads),
): Promise<RunningWeb> {
  const services = createServices(config, log, instantPool);
  const app = await buildApp(services);
  watchRedis(config, services.redis, services.queueRedis, log);
  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  const engines = services.providers.roster.slots.flatMap(({ slug, provider }) =>
    provider ? [`${slug}=${provider.id}`] : [],
  );
  log.info({ engines }, 'web started');
  if (engines.length === 0) log.warn('No search engine is configured: searches will answer 503. See .env.example.');
  void offerSetUp(services.redis, config, port, log);

  return {
    port,
    services,
    async close() {
      // A connection that was busy when the server closed is idle once its reply is out, and its client may keep it.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
      await app.close();
      clearInterval(sweep);
      await services.close();
    },
  };
}
