import { collectWhenIdle, onceIdle } from '../lib/idle.ts';
import { createLog } from '../lib/log.ts';
import { exitOnConfigError, exitOnUnhandledError, exitWith, logRenamed, runUntilSignal } from '../lib/process.ts';
import { loadConfig } from '../lib/setting-sources.ts';
import { InstantPool } from './instant/pool.ts';
import { type RunningWeb, startWeb } from './start-web.ts';

/** The web process: serves the API and the pages. */
const config = exitOnConfigError(loadConfig);
const log = createLog('web', config.logLevel);
exitOnUnhandledError(log);
logRenamed(config, log);
const instantPool = new InstantPool(config.instantThreads);
let web: RunningWeb;
try {
  web = await startWeb(config, log, instantPool);
} catch (error) {
  exitWith(log, 'cannot start')(error);
}
collectWhenIdle();
// The first algebra would otherwise wait for its thread to load, longer than a search page waits for it.
onceIdle(() => instantPool.load().catch((error) => web.services.errors.report(error, 'loading instant answers')));
runUntilSignal(
  log,
  async () => {
    await web.close();
    await instantPool.close();
  },
  config.shutdownDrainMs,
);
