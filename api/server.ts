import { warmUp } from '../lib/answers/instant.ts';
import { loadConfig } from '../lib/config.ts';
import { createLog } from '../lib/log.ts';
import { exitOnConfigError, runUntilSignal } from '../lib/process.ts';
import { InstantPool } from './instant/pool.ts';
import { type RunningWeb, startWeb } from './start-web.ts';

const WARM_UP_AFTER_MS = 2_000;

/** The web process: serves the API and the pages. */
const config = exitOnConfigError(loadConfig);
const log = createLog('web', config.logLevel);
const instantPool = new InstantPool(config.instantThreads);
let web: RunningWeb;
try {
  web = await startWeb(config, log, instantPool);
} catch (error) {
  log.fatal({ err: error }, 'cannot listen');
  process.exit(1);
}
// After the start, because it takes most of a second, and most first requests are searches.
setTimeout(warmUp, WARM_UP_AFTER_MS).unref();
runUntilSignal(log, async () => {
  await web.close();
  await instantPool.close();
});
