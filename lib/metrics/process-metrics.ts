import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { ErrorReporter } from '../error-reporter.ts';
import { lostLogLines } from '../log.ts';
import type { HealthView } from '../providers/health-view.ts';
import type { Roster } from '../providers/roster.ts';

/** What the metrics that web and worker processes share are read from. */
export interface ProcessFigures {
  errors: Pick<ErrorReporter, 'counts'>;
  health: Pick<HealthView, 'gate'>;
  roster: Pick<Roster, 'providers'>;
  /** The number of live worker processes. */
  countWorkers(): number | Promise<number>;
}

const EVENT_LOOP_PRECISION_MS = 100;

/** Gauges whose names end like those of counters, which Prometheus' own check refuses. Others say the same by type. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `tributary_nodejs_active_${what}_total`);

/** Adds the metrics that web and worker processes share: those of Node, errors, breakers and live workers. */
export function addProcessMetrics(registry: Registry, { errors, health, roster, countWorkers }: ProcessFigures): void {
  // At its default of 10 ms, the measurement of the event loop's delay would wake an idle process a hundred times a second.
  collectDefaultMetrics({
    register: registry,
    prefix: 'tributary_',
    eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS,
  });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  new Counter({
    name: 'tributary_internal_errors_total',
    help: 'Errors that no request was told about, by what failed. The log has each with its cause.',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [what, count] of errors.counts) this.inc({ what }, count);
    },
  });
  new Counter({
    name: 'tributary_log_lines_lost_total',
    help: 'Log lines that could not be written: the disk is full, or the reader of stdout is gone.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(lostLogLines());
    },
  });
  new Gauge({
    name: 'tributary_breaker_open',
    help: '1 while a provider is not called, except for a trial. Each process reports the whole deployment: do not sum.',
    labelNames: ['provider'],
    registers: [registry],
    collect() {
      for (const id of roster.providers.keys()) this.set({ provider: id }, health.gate(id) === 'closed' ? 0 : 1);
    },
  });
  new Gauge({
    name: 'tributary_workers',
    help: 'Worker processes that are running. Each process reports the whole deployment: do not sum.',
    registers: [registry],
    async collect() {
      this.set(await countWorkers());
    },
  });
}
