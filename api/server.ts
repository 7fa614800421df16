import { rehearseOnTheSpot } from '../lib/answers/instant.ts';
import { loadConfig } from '../lib/config.ts';
import { createLog } from '../lib/log.ts';
import { exitOnConfigError, runUntilSignal, watchRedis } from '../lib/process.ts';
import { buildApp } from './app.ts';
import { createServices } from './services.ts';
import { offerSetUp } from './ui/offer-set-up.ts';

/** The web process: answers the API. */
const config = exitOnConfigError(loadConfig);
const log = createLog('web', config.logLevel);
const services = createServices(config, log);
const app = await buildApp(services);
await rehearseOnTheSpot();
watchRedis(config, services.redis, services.queueRedis, log);

try {
  await app.listen({ host: config.host, port: config.port });
} catch (error) {
  log.fatal({ err: error }, 'cannot listen');
  process.exit(1);
}
const engines = services.roster.slots.flatMap(({ slug, provider }) => (provider ? [`${slug}=${provider.id}`] : []));
log.info({ engines }, 'web started');
if (engines.length === 0) log.warn('No search engine is configured: searches will answer 503. See .env.example.');

void offerSetUp(services, log);

runUntilSignal(log, async () => {
  // A connection that was busy when the server closed is idle once its answer is out, and its client may keep it.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
  await app.close();
  clearInterval(sweep);
  await services.close();
});
