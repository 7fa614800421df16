import { ErrorReporter } from '../lib/log/error-reporter.ts';
import { beginProcess, runUntilSignal } from '../lib/process.ts';
import { loadTracing } from '../lib/tracing/load-tracing.ts';
import { loadBrowserClient } from './pages/browser-link.ts';
import { startWorker } from './start-worker.ts';

/** The worker process: makes the provider calls that web processes queue. */
const { config, log } = beginProcess('worker');
const errors = new ErrorReporter(log);
// Loading it takes a second in which nothing else is done: not once others count on this process.
if (config.extract.browserUrl !== '') await loadBrowserClient();
const worker = startWorker(config, log, { errors, tracing: await loadTracing(config, 'worker', errors) });
runUntilSignal(log, worker.close);
