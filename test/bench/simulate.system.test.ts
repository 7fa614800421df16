import { expect, test } from 'vitest';
import { type Costs, eachPart, type PartCost, type PartName, redisWork } from '../../bench/simulate/costs.ts';
import { Machine, Process, uneven } from '../../bench/simulate/machine.ts';
import type { Plan } from '../../bench/simulate/plan.ts';
import { Random } from '../../bench/simulate/random.ts';
import { simulate } from '../../bench/simulate/simulate.ts';
import { planFor } from '../../bench/simulate/sizing.ts';
import { Timeline } from '../../bench/simulate/timeline.ts';
import { findWall } from '../../bench/simulate/walls.ts';

const WORK: Partial<Record<PartName, Partial<PartCost>>> = {
  web: { newMs: 2, cachedMs: 0.2 },
  worker: { newMs: 3 },
  redis: { newMs: 1, cachedMs: 0.05 },
};
const work = eachPart((part) => ({ turnMs: 0, newMs: 0, cachedMs: 0, ...WORK[part] }));
const costs: Costs = {
  parts: work,
  loaded: work,
  queueShare: 0.6,
  fsyncMs: 0,
  unevenness: 1,
};
const plan: Plan = {
  name: 'a pair',
  webs: 1,
  workers: 1,
  redis: { kind: 'one' },
  engines: { medianMs: 100, p99Ms: 100 },
  concurrency: 200,
  cachedShare: 0,
  hopMs: 0.1,
  cores: null,
};
const span = { warmUpS: 2, measureS: 10, seed: 7 };

test('a process at six tenths of its load makes work wait for as long as queueing theory says', () => {
  const timeline = new Timeline();
  const random = new Random(3);
  const process = new Process(new Machine(timeline, 1), { turnMs: 0 });
  const [workMs, load] = [5, 0.6];
  const waits: number[] = [];
  const arrive = () => {
    const at = timeline.now;
    process.run(workMs, () => waits.push(timeline.now - at - workMs), 'at once');
    timeline.in(random.gap(workMs / load), arrive);
  };
  arrive();
  timeline.runUntil(1_000_000);
  const mean = waits.reduce((sum, ms) => sum + ms, 0) / waits.length;
  // Pollaczek and Khinchine, for work of one size.
  expect(mean / ((load * workMs) / (2 * (1 - load)))).toBeCloseTo(1, 1);
  expect(process.busyMs / timeline.now).toBeCloseTo(load, 1);
});

test('uneven work takes as long on average, and makes others wait longer', () => {
  const factor = uneven(new Random(5), 50);
  const all = Array.from({ length: 100_000 }, factor);
  expect(all.reduce((sum, value) => sum + value, 0) / all.length).toBeCloseTo(1, 1);
  const [even, other] = [1, 50].map((unevenness) => simulate(plan, { ...costs, unevenness }, { perSecond: 200 }, span));
  expect(other?.cpuMs.worker).toBeCloseTo(even?.cpuMs.worker ?? 0, 0);
  expect(other?.p99Ms).toBeGreaterThan((even?.p99Ms ?? 0) * 1.2);
});

test('what a process sends at once leaves before the end of the turn', () => {
  const timeline = new Timeline();
  const process = new Process(new Machine(timeline, 1), { turnMs: 1 });
  const left: [string, number][] = [];
  process.run(1);
  process.run(10, () => left.push(['Redis', timeline.now]));
  process.run(5, () => left.push(['HTTP', timeline.now]), 'at once');
  process.run(20);
  timeline.runUntil(100);
  // The first turn has only what there was at its beginning.
  expect(left).toEqual([
    ['HTTP', 2 + 1 + 10 + 5],
    ['Redis', 2 + 1 + 10 + 5 + 20],
  ]);
});

test('processes on one core share it evenly', () => {
  const timeline = new Timeline();
  const machine = new Machine(timeline, 1);
  const processes = [new Process(machine, { turnMs: 0 }), new Process(machine, { turnMs: 0 })];
  for (const process of processes) {
    const again = () => process.run(1, again);
    again();
  }
  timeline.runUntil(1_000);
  for (const { cpuMs } of processes) expect(Math.round(cpuMs / 10)).toBe(50);
});

test('durations have the median and the 99th percentile that were asked for', () => {
  const random = new Random(11);
  const all = Array.from({ length: 50_000 }, () => random.duration(400, 1_500)).sort((a, b) => a - b);
  expect((all[25_000] ?? 0) / 400).toBeCloseTo(1, 1);
  expect((all[49_500] ?? 0) / 1_500).toBeCloseTo(1, 1);
});

test('a load below the capacity is answered whole, and every part is as busy as its costs say', () => {
  const outcome = simulate(plan, costs, { perSecond: 200 }, span);
  expect(outcome).toMatchObject({ refused: 0, incomplete: 0 });
  expect(outcome.perSecond / 200).toBeCloseTo(1, 1);
  expect(outcome.p50Ms).toBeGreaterThan(100);
  expect(outcome.p50Ms).toBeLessThan(130);
  for (const [part, ms] of [
    ['web', 2],
    ['worker', 3],
    ['Redis', 1],
  ] as const) {
    expect(outcome.utilisation[part]).toBeCloseTo((outcome.perSecond * ms) / 1_000, 1);
  }
  expect(outcome.utilisation.permits).toBeCloseTo((outcome.perSecond * 0.1) / 200, 1);
});

test('the same seed gives the same outcome, another seed another', () => {
  const once = simulate(plan, costs, { perSecond: 150 }, span);
  expect(simulate(plan, costs, { perSecond: 150 }, span)).toEqual(once);
  expect(simulate(plan, costs, { perSecond: 150 }, { ...span, seed: 8 }).p99Ms).not.toBe(once.p99Ms);
});

test('clients that wait for each other get what the slowest part gives', () => {
  const { perSecond, p50Ms } = simulate(plan, costs, { clients: 300 }, span);
  expect(perSecond / (1_000 / 3)).toBeCloseTo(1, 1);
  // By Little's law, which is about the mean.
  expect(Math.abs(p50Ms / (300_000 / perSecond) - 1)).toBeLessThan(0.1);
  // What is sent together comes back together: with fewer clients, all of them wait for their engines at times.
  const fewer = simulate(plan, costs, { clients: 100 }, span);
  expect(fewer.perSecond).toBeLessThan(perSecond);
});

test('on one machine, all parts share its cores', () => {
  const { perSecond } = simulate({ ...plan, cores: 1 }, costs, { clients: 100 }, span);
  expect(perSecond / (1_000 / (2 + 3 + 1))).toBeCloseTo(1, 1);
});

test('a turn that is shared costs less: many searches at once are cheaper than one after the other', () => {
  const turns = { ...costs, parts: eachPart((part) => ({ ...costs.parts[part], turnMs: 0.2 })) };
  const [one, many] = [1, 100].map((clients) => simulate(plan, turns, { clients }, span));
  expect(one?.cpuMs.web).toBeGreaterThan((many?.cpuMs.web ?? 0) * 1.2);
  expect(one?.turns.web).toBeGreaterThan(4);
});

test.each([
  ['worker', plan, { worker: 6 }, 1_000 / 6],
  ['web', { ...plan, workers: 4 }, { web: 5 }, 200],
  ['permits', { ...plan, concurrency: 20 }, {}, 200],
  ['queue Redis', { ...plan, webs: 2, workers: 2, redis: { kind: 'two' } as const }, { redis: 10 }, 1_000 / 6],
])('a plan breaks where its %s is full', (part, broken, newMs: Partial<Record<PartName, number>>, capacity) => {
  const dear = eachPart((name) => ({ ...work[name], newMs: newMs[name] ?? work[name].newMs }));
  const wall = findWall(broken, { ...costs, parts: dear }, capacity / 2);
  expect(wall.part).toBe(part);
  expect(wall.perSecond / capacity).toBeGreaterThan(0.85);
  expect(wall.perSecond / capacity).toBeLessThan(1.1);
});

test('far too much load is refused, and what is served keeps the capacity', () => {
  const outcome = simulate(plan, costs, { perSecond: 800 }, { ...span, warmUpS: 8 });
  expect(outcome.refused).toBeGreaterThan(0.3);
  expect(outcome.p99Ms).toBeLessThan(6_500);
});

test('a cluster spreads the queues, and one node has the accounts', () => {
  const cluster = { ...plan, webs: 8, workers: 12, redis: { kind: 'cluster' as const, nodes: 4, queues: 12 } };
  const { utilisation } = simulate(cluster, costs, { perSecond: 1_500 }, span);
  const others = ['Redis node 2', 'Redis node 3', 'Redis node 4'].map((name) => utilisation[name] ?? 0);
  expect(Math.max(...others) - Math.min(...others)).toBeLessThan(0.05);
  const { admission, cache, queue } = redisWork(work.redis, costs.queueShare);
  expect(utilisation['Redis node with the accounts']).toBeCloseTo(1.5 * admission, 1);
  // A little more: a worker that finds nothing has looked all the same.
  expect((others[0] ?? 0) / ((1.5 * (queue + cache)) / 3)).toBeCloseTo(1.1, 0);
});

test.each([100, 1_000, 10_000])('the plan for %d searches a second serves them whole', (perSecond) => {
  const demand = { perSecond, cachedShare: 0.5, engines: { medianMs: 400, p99Ms: 1_500 } };
  const outcome = simulate(planFor(demand, costs), costs, { perSecond }, { warmUpS: 1, measureS: 1, seed: 5 });
  expect(outcome.refused).toBe(0);
  expect(outcome.incomplete).toBeLessThan(0.001);
  for (const share of Object.values(outcome.utilisation)) expect(share).toBeLessThan(0.85);
});
