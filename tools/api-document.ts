import { buildApp } from '../api/app.ts';
import { loadAnswers } from '../api/instant/answers.ts';
import { InstantPool } from '../api/instant/pool.ts';
import { createServices } from '../api/services.ts';
import { readConfig } from '../lib/config/config.ts';
import { createLog } from '../lib/log/log.ts';

/** The OpenAPI document of this version, without a running instance. Connections stay open: end the process after it. */
export async function apiDocument(): Promise<object> {
  const services = createServices(readConfig({}), createLog('docs', 'silent'), new InstantPool(1));
  const app = await buildApp(services);
  await app.ready();
  await loadAnswers();
  return app.swagger();
}
