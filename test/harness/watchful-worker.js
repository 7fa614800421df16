// A worker process that looks for jobs of dead workers every second, and whose crawls stand back for nobody: on a machine
// that runs all tests, they would wait for all others.
import { beginProcess, runUntilSignal } from '../../dist/lib/process.js';
import { startWorker } from '../../dist/workers/start-worker.js';

const { config, log } = beginProcess('worker');
runUntilSignal(log, startWorker(config, log, { stalledMs: 1_000, crawlNice: 0 }).close);
