import { onceIdle } from '../lib/idle.ts';
import { beginProcess, exitWith, runUntilSignal } from '../lib/process.ts';
import { warmAnswers } from './instant/answers.ts';
import { InstantPool } from './instant/pool.ts';
import { type RunningWeb, startWeb } from './start-web.ts';

/** The web process: serves the API and the pages. */
const { config, log } = beginProcess('web');
const instantPool = new InstantPool(config.instantThreads);
let web: RunningWeb;
try {
  web = await startWeb(config, log, instantPool);
} catch (error) {
  exitWith(log, 'cannot start')(error);
}
// So that nobody's first question waits for its tables. Without threads, a start is meant to be cheap.
if (config.instantThreads > 0) {
  warmAnswers().catch((error) => web.services.errors.report(error, 'loading instant answers'));
}
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
