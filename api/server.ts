import { loadConfig } from '../lib/config.ts';
import { collectWhenIdle } from '../lib/idle-collection.ts';
import { createLog } from '../lib/log.ts';
import { exitOnConfigError, exitOnUnhandledError, runUntilSignal } from '../lib/process.ts';
import { InstantPool } from './instant/pool.ts';
import { type RunningWeb, startWeb } from './start-web.ts';

/** The web process: serves the API and the pages. */
const config = exitOnConfigError(loadConfig);
const log = createLog('web', config.logLevel);
exitOnUnhandledError(log);
const instantPool = new InstantPool(config.instantThreads);
let web: RunningWeb;
try {
  web = await startWeb(config, log, instantPool);
} catch (error) {
  log.fatal({ err: error }, 'cannot listen');
  process.exit(1);
}
collectWhenIdle();
runUntilSignal(
  log,
  async () => {
    await web.close();
    await instantPool.close();
  },
  config.shutdownDrainMs,
);
