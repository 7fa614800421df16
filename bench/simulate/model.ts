import { readConfig } from '../../lib/config/config.ts';
import { Capacity } from '../../lib/limits/capacity.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { sandboxSettings } from '../../sandbox/settings.ts';
import type { Costs, PartName } from './costs.ts';
import { Machine, Process, uneven } from './machine.ts';
import { ModelPermits } from './permits.ts';
import type { Plan } from './plan.ts';
import type { Random } from './random.ts';
import { RedisModel } from './redis-model.ts';
import type { Timeline } from './timeline.ts';
import { type End, WebModel, type WebWorld } from './web-model.ts';
import { ModelQueue, WorkerModel } from './worker-model.ts';

/** Callers among whom the searches are shared out. */
const ACCOUNTS = 1_000;
/** A real worker gives a call up after this time. */
const TIMEOUT_MS = 3_000;

/** A process with its kind, and its name in reports. */
interface NamedProcess {
  kind: PartName;
  name: string;
  process: Process;
}

/** The processes of a plan. */
export class Model {
  readonly processes: readonly NamedProcess[];
  readonly permits: ModelPermits[] = [];
  readonly #clients: Process;
  readonly #webs: readonly WebModel[];
  readonly #plan: Plan;
  readonly #costs: Costs;
  readonly #random: Random;
  #searches = 0;

  constructor(plan: Plan, costs: Costs, timeline: Timeline, random: Random) {
    this.#plan = plan;
    this.#costs = costs;
    this.#random = random;
    const config = readConfig(settingsOf(plan));
    const engines = buildRoster(config).slots.flatMap((slot) => slot.engines.map(({ provider }) => provider));
    const shared = plan.cores === null ? null : new Machine(timeline, plan.cores);
    const machine = () => shared ?? new Machine(timeline, 1);
    const unevenness = uneven(random, costs.unevenness);
    const processesOf = (part: PartName, count: number) =>
      Array.from({ length: count }, () => new Process(machine(), costs.parts[part], unevenness));
    const redis = new RedisModel(plan, costs, machine, random, unevenness);
    const queues = redis.queues.map((server) => new ModelQueue(server));
    const [webs, workers] = [processesOf('web', plan.webs), processesOf('worker', plan.workers)];
    const [clients, sandbox] = [...processesOf('clients', 1), ...processesOf('engines', 1)] as [Process, Process];
    const hop = (then: () => void) => timeline.in(plan.hopMs, then);
    let added = 0;
    const world: WebWorld = {
      timeline,
      costs,
      redis,
      isShared: plan.webs > 1,
      deadlineMs: config.requestDeadlineMs,
      engines,
      hop,
      queue: () => queues[added++ % queues.length] as ModelQueue,
      engineMs: () => Math.min(TIMEOUT_MS, random.duration(plan.engines.medianMs, plan.engines.p99Ms)),
    };
    const capacity = () => new Capacity({ count: plan.workers }, config.maxPendingCalls, () => timeline.now);
    this.#webs = webs.map((process) => new WebModel(process, capacity(), world));
    const engineCostMs = costs.parts.engines.newMs / engines.length;
    for (const process of workers) {
      const permits = engines.map(() => new ModelPermits(timeline, plan.concurrency));
      this.permits.push(...permits);
      new WorkerModel(
        process,
        {
          now: () => timeline.now,
          hop,
          // On the machine of a benchmark, the engines use its cores; others have machines of their own.
          callEngine: (ms, then) =>
            shared ? sandbox.run(engineCostMs, () => timeline.in(ms, then), 'at once') : timeline.in(ms, then),
          permits: (engine) => permits[engine] as ModelPermits,
          workMs: costs.parts.worker.newMs,
          queueMs: redis.work.queue,
        },
        queues,
      );
    }
    this.#clients = clients;
    this.processes = [
      ...webs.map((process): NamedProcess => ({ kind: 'web', name: 'web', process })),
      ...workers.map((process): NamedProcess => ({ kind: 'worker', name: 'worker', process })),
      ...[...redis.servers].map(([name, process]): NamedProcess => ({ kind: 'redis', name, process })),
      { kind: 'clients', name: 'clients', process: clients },
      { kind: 'engines', name: 'engines', process: sandbox },
    ];
  }

  /** A search, as its client sees it. */
  search(done: (end: End) => void): void {
    const web = this.#webs[this.#searches++ % this.#webs.length] as WebModel;
    const isCached = this.#random.next() < this.#plan.cachedShare;
    const { newMs, cachedMs } = this.#costs.parts.clients;
    const halfMs = (isCached ? cachedMs : newMs) / 2;
    const onClient = (then: () => void) =>
      this.#plan.cores === null ? then() : this.#clients.run(halfMs, then, 'at once');
    const end = (how: End) => onClient(() => done(how));
    onClient(() => {
      if (isCached) web.cached(end);
      else web.fresh(`caller${this.#random.below(ACCOUNTS)}`, end);
    });
  }
}

/** The settings of a plan, as its processes would read them. */
function settingsOf({ concurrency }: Plan): Record<string, string> {
  return {
    ...sandboxSettings('http://127.0.0.1'),
    ...Object.fromEntries(['A', 'B', 'C'].map((slot) => [`ENGINE_${slot}_CONCURRENCY`, String(concurrency)])),
  };
}
