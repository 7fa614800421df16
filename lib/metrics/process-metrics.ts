import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { checkedAtMostEvery } from '../at-most-every.ts';
import { periods } from '../budgets/budget.ts';
import { type BudgetStatus, type PeriodStatus, readBudgets } from '../budgets/budget-status.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import { lostLogLines } from '../log/log.ts';
import type { HealthView } from '../providers/health-view.ts';
import type { Roster } from '../providers/roster.ts';
import type { Redis } from '../redis/redis.ts';
import { readMemory } from '../redis/redis-memory.ts';
import { VERSION } from '../version.ts';

/** What the metrics that web and worker processes share are read from. */
export interface ProcessFigures {
  errors: Pick<ErrorReporter, 'counts' | 'orElse'>;
  health: Pick<HealthView, 'gate'>;
  roster: Pick<Roster, 'providers'>;
  /** The number of live worker processes. */
  countWorkers(): number | Promise<number>;
  /** The connections to Redis: `main`, and `queue` if that is another server. */
  redis: Readonly<Record<string, Redis>>;
}

const EVENT_LOOP_PRECISION_MS = 500;

/** Gauges whose names end like those of counters, which Prometheus' own check refuses. Others say the same by type. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `tributary_nodejs_active_${what}_total`);

/** One scrape asks for two metrics, which one ping answers, or one reading. */
const PING_COUNTS_MS = 100;

/** Adds the metrics that web and worker processes share: those of Node, errors, breakers, live workers and Redis. */
export function addProcessMetrics(registry: Registry, figures: ProcessFigures): void {
  const { errors, health, roster, countWorkers } = figures;
  // At its default of 10 ms, the measurement of the event loop's delay would wake an idle process a hundred times a second.
  collectDefaultMetrics({
    register: registry,
    prefix: 'tributary_',
    eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS,
  });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  new Gauge({
    name: 'tributary_build_info',
    help: 'Always 1; its labels are the versions of the program and of Node.js that this process runs.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: VERSION, node: process.version }, 1);
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
  addRedisMetrics(registry, figures);
  addBudgetMetrics(registry, figures);
}

function addBudgetMetrics(registry: Registry, { redis, roster, errors }: ProcessFigures): void {
  const providers = [...roster.providers.values()].filter(({ budget }) => budget !== null);
  if (providers.length === 0 || !redis.main) return;
  const { main } = redis;
  const unknown = errors.orElse(new Map<string, BudgetStatus>(), 'read budgets');
  const budgets = checkedAtMostEvery(PING_COUNTS_MS, () => readBudgets(main, providers, Date.now()).catch(unknown));
  const figure = (name: string, help: string, value: (status: PeriodStatus) => number | null) =>
    new Gauge({
      name: `tributary_budget_${name}`,
      help: `${help} Each process reports the whole deployment: do not sum.`,
      labelNames: ['provider', 'period'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const [provider, status] of await budgets()) {
          for (const period of periods) {
            const shown = value(status[period]);
            if (shown !== null) this.set({ provider, period }, shown);
          }
        }
      },
    });
  figure('units', 'Units that may be spent at a provider in this UTC day or month.', ({ limit }) => limit);
  figure('used_units', 'Units that were spent at a provider in this UTC day or month.', ({ used }) => used);
  figure('cost', 'What the units that were spent cost, in BUDGET_CURRENCY.', ({ cost }) => cost);
  figure(
    'spent_time_seconds',
    'Unix time of the day on which nothing will be left, by the last seven days. Absent if something will be left.',
    ({ spent_on }) => (spent_on === null ? null : Date.parse(spent_on) / 1_000),
  );
}

function addRedisMetrics(registry: Registry, { redis, errors }: ProcessFigures): void {
  const pings = checkedAtMostEvery(PING_COUNTS_MS, () =>
    Promise.all(
      Object.entries(redis).map(async ([name, connection]) => [name, await pingSeconds(connection, errors)] as const),
    ),
  );
  new Gauge({
    name: 'tributary_redis_up',
    help: '1 if Redis answers this process. main holds accounts, limits and cache; queue is there if that is another server.',
    labelNames: ['redis'],
    registers: [registry],
    async collect() {
      for (const [name, seconds] of await pings()) this.set({ redis: name }, seconds === null ? 0 : 1);
    },
  });
  new Gauge({
    name: 'tributary_redis_round_trip_seconds',
    help: 'Time that a ping took, which this scrape sent to Redis. Absent while Redis does not answer.',
    labelNames: ['redis'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [name, seconds] of await pings()) if (seconds !== null) this.set({ redis: name }, seconds);
    },
  });
  const memories = checkedAtMostEvery(PING_COUNTS_MS, () =>
    Promise.all(
      Object.entries(redis).map(
        async ([name, connection]) =>
          [name, await readMemory(connection).catch(errors.orElse(null, 'read the memory of Redis'))] as const,
      ),
    ),
  );
  new Gauge({
    name: 'tributary_redis_memory_used_bytes',
    help: 'Memory that Redis uses; in a cluster, that of its fullest node. Absent while Redis does not answer.',
    labelNames: ['redis'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [name, memory] of await memories()) if (memory) this.set({ redis: name }, memory.usedBytes);
    },
  });
  new Gauge({
    name: 'tributary_redis_memory_max_bytes',
    help: 'Memory that Redis may use. Absent if it has no limit.',
    labelNames: ['redis'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [name, memory] of await memories()) {
        if (memory && memory.maxBytes > 0) this.set({ redis: name }, memory.maxBytes);
      }
    },
  });
}

/** How long Redis takes to answer; null if it does not. */
async function pingSeconds(redis: Pick<Redis, 'ping'>, errors: ProcessFigures['errors']): Promise<number | null> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  return await redis.ping().then(seconds, errors.orElse(null, 'ping Redis'));
}
