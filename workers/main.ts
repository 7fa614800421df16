import { loadConfig } from '../lib/config.ts';
import { collectWhenIdle } from '../lib/idle.ts';
import { createLog } from '../lib/log.ts';
import { exitOnConfigError, exitOnUnhandledError, logRenamed, runUntilSignal } from '../lib/process.ts';
import { startWorker } from './start-worker.ts';

/** The worker process: makes the provider calls that web processes queue. */
const config = exitOnConfigError(loadConfig);
const log = createLog('worker', config.logLevel);
exitOnUnhandledError(log);
logRenamed(config, log);
const worker = startWorker(config, log);
collectWhenIdle();
runUntilSignal(log, worker.close);
