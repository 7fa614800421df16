import { type Cpu, type Findings, type Point, shapeName } from '../growth/findings.ts';
import { type Costs, eachPart, type PartName } from './costs.ts';
import type { Plan, Span } from './plan.ts';
import { simulate } from './simulate.ts';

const ROUNDS = 12;
const SPAN: Span = { warmUpS: 1, measureS: 15, seed: 1 };
/** From one process to another on the same machine. */
const LOCAL_HOP_MS = 0.02;
/**
 * With this, one pair of processes with eight clients is as fast as it was measured. If all work took its time evenly, the
 * searches would keep out of each other's way, and be a third faster.
 */
const UNEVENNESS = 100;

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
 * in three loads: the lightest, many new searches at once, and many who ask for what is cached. Every other load, and what
 * is served how soon in any of them, is a prediction.
 */
export function calibrate(findings: Findings, shape: string, unevenness = UNEVENNESS): Costs {
  const { machine, fsyncMs } = findings;
  const of = findings.points.filter((point) => shapeName(point) === shape);
  const fresh = of.filter(({ kind }) => kind === 'new').sort((a, b) => a.connections - b.connections);
  const [light] = fresh;
  const many = fresh.findLast(({ engineMs }) => engineMs === 0);
  const cached = of.find(({ kind }) => kind === 'cached');
  if (!light || !many || !cached || light === many) {
    throw new Error(`Not everything was measured of ${shape}: run npm run bench:growth -- --save`);
  }
  const [lightCpu, manyCpu, cachedCpu] = [measuredCpu(light.cpuMs), measuredCpu(many.cpuMs), measuredCpu(cached.cpuMs)];
  const loaded = eachPart((part) => ({ newMs: manyCpu[part], cachedMs: cachedCpu[part] }));
  let costs: Costs = {
    parts: eachPart((part) => ({ ...loaded[part], turnMs: 0 })),
    loaded,
    queueShare: queueShareOf(findings),
    fsyncMs,
    unevenness,
  };
  const run = (point: Point) =>
    simulate(measuredPlan(point, machine.cores), costs, { clients: point.connections }, SPAN);
  for (let round = 0; round < ROUNDS; round++) {
    const [few, several, repeated] = [run(light), run(many), run(cached)];
    const { parts } = costs;
    costs = {
      ...costs,
      parts: eachPart((part) => {
        const newOff = manyCpu[part] - several.cpuMs[part];
        const turnsMore = Math.max(0.1, few.turns[part] - several.turns[part]);
        return {
          turnMs: positive(parts[part].turnMs + (lightCpu[part] - few.cpuMs[part] - newOff) / turnsMore),
          newMs: positive(parts[part].newMs + newOff),
          cachedMs: positive(parts[part].cachedMs + cachedCpu[part] - repeated.cpuMs[part]),
        };
      }),
    };
  }
  return costs;
}

/** The share of Redis' CPU that is for the queues, where they had a Redis of their own. */
function queueShareOf({ points }: Findings): number {
  const point = points.find(({ hasQueueRedis, kind, engineMs }) => hasQueueRedis && kind === 'new' && engineMs === 0);
  if (!point) throw new Error('No deployment with a Redis for its queues was measured.');
  const { redis, queueRedis } = point.cpuMs;
  return queueRedis / (redis + queueRedis);
}

function positive(value: number): number {
  return Math.max(0, value);
}
