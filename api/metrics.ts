import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Observer } from '../jobs/dispatcher.ts';
import type { QueueDepth } from '../jobs/queue-depths.ts';
import { addProcessMetrics, type ProcessFigures } from '../lib/metrics/process-metrics.ts';

/** The Prometheus metrics of this web process. Sum over all processes for the whole deployment. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Counter({
    name: 'tributary_requests_total',
    help: 'Requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers: [this.registry],
  });
  readonly #seconds = new Histogram({
    name: 'tributary_request_seconds',
    help: 'Response time by route.',
    labelNames: ['route'],
    // Six seconds are the default deadline.
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 6, 8, 16],
    registers: [this.registry],
  });
  readonly #calls = new Counter({
    name: 'tributary_upstream_calls_total',
    help: 'Calls to providers by outcome: ok, or the reason for the failure; overloaded and suspended ones were not made.',
    labelNames: ['provider', 'outcome'],
    registers: [this.registry],
  });
  readonly #wait = this.#timeByProvider(
    'tributary_queue_wait_seconds',
    'Time that a call waited in its queue and for a permit.',
    [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10],
  );
  readonly #took = this.#timeByProvider(
    'tributary_upstream_call_seconds',
    'Time that a call to a provider took, without the wait before it.',
    // Three seconds are the timeout of most calls.
    [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10],
  );
  readonly #lookups = new Counter({
    name: 'tributary_cache_lookups_total',
    help: "Cache lookups for a provider's answer: hit or miss.",
    labelNames: ['provider', 'result'],
    registers: [this.registry],
  });
  readonly #cachedReplies = new Counter({
    name: 'tributary_hot_replies_total',
    help: "Replies served from this process's memory.",
    registers: [this.registry],
  });
  readonly #spared = new Counter({
    name: 'tributary_spared_calls_total',
    help: 'Calls to engines of a later stage that were not needed, because those before had found enough.',
    labelNames: ['provider'],
    registers: [this.registry],
  });
  readonly #refusals = new Counter({
    name: 'tributary_throttled_total',
    help:
      'Requests refused, by reason: over a rate limit, over the month, too many at a time, without the scope or from ' +
      'outside the addresses of their key, or from an address with too many bad keys.',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  readonly #depth = new Gauge({
    name: 'tributary_queue_jobs',
    help: 'Calls to a provider that wait, run or failed within the hour. Each process reports the whole deployment: do not sum.',
    labelNames: ['provider', 'state'],
    registers: [this.registry],
  });

  readonly #pool = new Gauge({
    name: 'tributary_instant_pool',
    help: 'Thread pool for instant answers: threads, tasks, waiting; aborted and refused since the start.',
    labelNames: ['figure'],
    registers: [this.registry],
  });
  readonly #lostRecords = new Counter({
    name: 'tributary_request_records_lost_total',
    help: 'Requests that are in neither the statistics nor the request log, because Redis was too slow to take them.',
    registers: [this.registry],
  });
  readonly #connections = new Gauge({
    name: 'tributary_connections',
    help: 'Open connections of clients.',
    registers: [this.registry],
  });

  constructor(figures: ProcessFigures) {
    addProcessMetrics(this.registry, figures);
  }

  #timeByProvider(name: string, help: string, buckets: number[]): Histogram<'provider'> {
    return new Histogram({ name, help, labelNames: ['provider'], buckets, registers: [this.registry] });
  }

  countRequest(route: string, method: string, status: number, ms: number): void {
    this.#requests.inc({ route, method, status });
    this.#seconds.observe({ route }, ms / 1_000);
  }

  /** Counts a request that the client aborted, as status 499. */
  countAborted(route: string, method: string): void {
    this.#requests.inc({ route, method, status: 499 });
  }

  countCall: Observer = (provider, outcome, waitedMs, tookMs) => {
    this.#calls.inc({ provider, outcome });
    if (waitedMs !== null) this.#wait.observe({ provider }, waitedMs / 1_000);
    if (tookMs !== null) this.#took.observe({ provider }, tookMs / 1_000);
  };

  countLookup(provider: string, hit: boolean): void {
    this.#lookups.inc({ provider, result: hit ? 'hit' : 'miss' });
  }

  countSpared(provider: string): void {
    this.#spared.inc({ provider });
  }

  countCachedReply(): void {
    this.#cachedReplies.inc();
  }

  countRefusal(reason: 'rate' | 'month' | 'parallel' | 'scope' | 'address' | 'bad_keys'): void {
    this.#refusals.inc({ reason });
  }

  countLostRecord(): void {
    this.#lostRecords.inc();
  }

  showPool(figures: Readonly<Record<string, number>>): void {
    for (const [figure, count] of Object.entries(figures)) this.#pool.set({ figure }, count);
  }

  showConnections(count: number): void {
    this.#connections.set(count);
  }

  showDepth(provider: string, { waiting, active, failed }: QueueDepth): void {
    const total = [...failed.values()].reduce((sum, count) => sum + count, 0);
    const counts = { waiting, active, failed: total };
    for (const [state, count] of Object.entries(counts)) this.#depth.set({ provider, state }, count);
  }
}
