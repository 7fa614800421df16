import { type Costs, eachPart, type PartName } from './costs.ts';
import { Model } from './model.ts';
import type { Load, Outcome, Plan, Span } from './plan.ts';
import { Random } from './random.ts';
import { Timeline } from './timeline.ts';

/** How long a refused client waits before it searches again. */
const AFTER_REFUSAL_MS = 100;

/** Lets a plan serve a load for some seconds of simulated time. */
export function simulate(plan: Plan, costs: Costs, load: Load, { warmUpS, measureS, seed }: Span): Outcome {
  const timeline = new Timeline();
  const random = new Random(seed);
  const model = new Model(plan, costs, timeline, random);
  const fromMs = warmUpS * 1_000;
  const count = { offered: 0, whole: 0, incomplete: 0, refused: 0 };
  const latencies: number[] = [];

  const search = (then: (wasRefused: boolean) => void) => {
    const startedAt = timeline.now;
    if (startedAt >= fromMs) count.offered += 1;
    model.search((end) => {
      if (timeline.now >= fromMs) {
        count[end] += 1;
        if (end !== 'refused') latencies.push(timeline.now - startedAt);
      }
      then(end === 'refused');
    });
  };
  if ('clients' in load) {
    const client = () =>
      search((wasRefused) => (wasRefused ? timeline.in(AFTER_REFUSAL_MS, client) : timeline.in(0, client)));
    for (let at = 0; at < load.clients; at++) client();
  } else {
    const arrive = () => {
      search(() => {});
      timeline.in(random.gap(1_000 / load.perSecond), arrive);
    };
    arrive();
  }

  timeline.runUntil(fromMs);
  const before = use(model);
  timeline.runUntil(fromMs + measureS * 1_000);
  const after = use(model);

  const answered = count.whole + count.incomplete;
  const all = Math.max(1, answered + count.refused);
  latencies.sort((a, b) => a - b);
  const percentile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  const each = (of: 'cpuMs' | 'turns') => eachPart((kind) => (after.kinds[kind][of] - before.kinds[kind][of]) / all);
  return {
    perSecond: answered / measureS,
    offeredPerSecond: count.offered / measureS,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    refused: count.refused / all,
    incomplete: count.incomplete / all,
    utilisation: utilisation(before, after, measureS * 1_000),
    cpuMs: each('cpuMs'),
    turns: each('turns'),
  };
}

/** What a model has done so far. */
interface Use {
  /** CPU and turns of each kind of process. */
  kinds: Record<PartName, { cpuMs: number; turns: number }>;
  /** Of every process and every engine's permits, by name. */
  busyMs: (readonly [name: string, ms: number])[];
}

function use({ processes, permits }: Model): Use {
  const sumOf = (kind: PartName, of: 'cpuMs' | 'turns') =>
    processes.reduce((sum, { kind: other, process }) => sum + (other === kind ? process[of] : 0), 0);
  return {
    kinds: eachPart((kind) => ({ cpuMs: sumOf(kind, 'cpuMs'), turns: sumOf(kind, 'turns') })),
    busyMs: [
      ...processes.map(({ name, process }) => [name, process.busyMs] as const),
      ...permits.map(({ busyMs }) => ['permits', busyMs] as const),
    ],
  };
}

/** The busiest of each part. */
function utilisation(before: Use, after: Use, forMs: number): Record<string, number> {
  const shares: Record<string, number> = {};
  for (const [at, [part, ms]] of after.busyMs.entries()) {
    const share = (ms - (before.busyMs[at]?.[1] ?? 0)) / forMs;
    shares[part] = Math.max(shares[part] ?? 0, share);
  }
  return shares;
}
