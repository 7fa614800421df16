import { type Cpu, type Findings, type Point, shapeName } from '../growth/findings.ts';
import { type Costs, eachPart, type PartName } from './costs.ts';
import type { Plan, Span } from './plan.ts';
import { simulate } from './simulate.ts';

const ROUNDS = 12;
const SPAN: Span = { warmUpS: 1, measureS: 4, seed: 1 };
/** From one process to another on the same machine. */
const LOCAL_HOP_MS = 0.02;

/** The plan of a measured deployment: everything on the machine that it was measured on. */
export function measuredPlan(point: Point, cores: number): Plan {
  const { webs, workers, hasQueueRedis, engineMs, kind } = point;
  return {
    name: shapeName(point),
    webs,
    workers,
    redis: { kind: hasQueueRedis ? 'two' : 'one' },
    engines: { medianMs: engineMs, p99Ms: engineMs },
    concurrency: 200,
    maxConcurrent: null,
    cachedShare: kind === 'cached' ? 1 : 0,
    hopMs: LOCAL_HOP_MS,
    cores,
  };
}

/** The measured CPU of each kind of process. */
export function measuredCpu({ web, worker, redis, queueRedis, clients, engines }: Cpu): Record<PartName, number> {
  return { web, worker, redis: redis + queueRedis, clients, engines };
}

/**
 * Divides what a deployment was measured to cost into work and turns, so that the model costs the same as the deployment
 * in three loads: one caller at a time, many, and many who ask for what is cached. Every other load is a prediction.
 */
export function calibrate(findings: Findings, shape: string): Costs {
  const { machine, fsyncMs } = findings;
  const of = findings.points.filter((point) => shapeName(point) === shape && point.engineMs === 0);
  const find = (isOne: (point: Point) => boolean): Point => {
    const point = of.find(isOne);
    if (!point) throw new Error(`Not everything was measured of ${shape}: run npm run bench:growth -- --save`);
    return point;
  };
  const single = find(({ kind, connections }) => kind === 'new' && connections === 1);
  const many = find(({ kind, connections }) => kind === 'new' && connections > 1);
  const cached = find(({ kind }) => kind === 'cached');
  const [singleCpu, manyCpu, cachedCpu] = [single, many, cached].map(({ cpuMs }) => measuredCpu(cpuMs)) as [
    Record<PartName, number>,
    Record<PartName, number>,
    Record<PartName, number>,
  ];
  const loaded = eachPart((part) => ({ newMs: manyCpu[part], cachedMs: cachedCpu[part] }));
  let costs: Costs = {
    parts: eachPart((part) => ({ ...loaded[part], turnMs: 0 })),
    loaded,
    queueShare: queueShareOf(findings),
    fsyncMs,
  };
  const run = (point: Point) =>
    simulate(measuredPlan(point, machine.cores), costs, { clients: point.connections }, SPAN);
  for (let round = 0; round < ROUNDS; round++) {
    const [one, several, repeated] = [run(single), run(many), run(cached)];
    const { parts } = costs;
    costs = {
      ...costs,
      parts: eachPart((part) => ({
        turnMs: positive(parts[part].turnMs + (singleCpu[part] - one.cpuMs[part]) / Math.max(1, one.turns[part])),
        newMs: positive(parts[part].newMs + manyCpu[part] - several.cpuMs[part]),
        cachedMs: positive(parts[part].cachedMs + cachedCpu[part] - repeated.cpuMs[part]),
      })),
    };
  }
  return costs;
}

/** The share of Redis' CPU that is for the queues, where they had a Redis of their own. */
function queueShareOf({ points }: Findings): number {
  const point = points.find(
    ({ hasQueueRedis, kind, connections }) => hasQueueRedis && kind === 'new' && connections > 1,
  );
  if (!point) throw new Error('No deployment with a Redis for its queues was measured.');
  const { redis, queueRedis } = point.cpuMs;
  return queueRedis / (redis + queueRedis);
}

function positive(value: number): number {
  return Math.max(0, value);
}
