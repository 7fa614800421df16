import { Gauge, Registry } from 'prom-client';
import { addProcessMetrics, type ProcessFigures } from './process-metrics.ts';

/** What the metrics of a worker process are read from. */
export interface WorkerFigures extends ProcessFigures {
  /** The providers with calls: how many are running, and how many wait for a permit. */
  calls(): Iterable<readonly [provider: string, running: number, waiting: number]>;
}

/** The metrics of a worker process. */
export function workerMetrics(figures: WorkerFigures): Registry {
  const registry = new Registry();
  addProcessMetrics(registry, figures);
  new Gauge({
    name: 'tributary_worker_calls',
    help: 'Calls to a provider in this worker process: running, and waiting for a permit.',
    labelNames: ['provider', 'state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [provider, running, waiting] of figures.calls()) {
        this.set({ provider, state: 'running' }, running);
        this.set({ provider, state: 'waiting' }, waiting);
      }
    },
  });
  new Gauge({
    name: 'tributary_worker_permits',
    help: 'Calls to a provider that this worker process makes at a time, at most.',
    labelNames: ['provider'],
    registers: [registry],
    collect() {
      for (const { limitedAs, concurrency, maxConcurrent } of figures.roster.providers.values()) {
        this.set({ provider: limitedAs }, Math.min(concurrency, maxConcurrent ?? concurrency));
      }
    },
  });
  return registry;
}
