import { expect, test } from 'vitest';
import { type Findings, findingsSchema, type Point, shapeName } from '../../bench/growth/findings.ts';
import { growthTable } from '../../bench/growth/table.ts';
import { calibrate, measuredPlan } from '../../bench/simulate/calibrate.ts';
import type { Costs, PartName } from '../../bench/simulate/costs.ts';
import { withTables } from '../../bench/simulate/docs.ts';
import { reproduce } from '../../bench/simulate/reproduce.ts';
import { simulate } from '../../bench/simulate/simulate.ts';
import { machinesFor, planFor } from '../../bench/simulate/sizing.ts';

const CORES = 2;
/** The costs of a deployment that exists only here. */
const parts = {
  web: { turnMs: 0.3, newMs: 1.5, cachedMs: 0.15 },
  worker: { turnMs: 0.6, newMs: 2, cachedMs: 0 },
  redis: { turnMs: 0.1, newMs: 0.9, cachedMs: 0.05 },
  clients: { turnMs: 0.4, newMs: 0.4, cachedMs: 0.1 },
  engines: { turnMs: 0.5, newMs: 0.8, cachedMs: 0 },
};
const real: Costs = { parts, loaded: parts, queueShare: 0.6, fsyncMs: 0, unevenness: 1 };

/** What a benchmark would find of that deployment. */
function measure(
  point: Pick<Point, 'kind' | 'webs' | 'workers' | 'engineMs' | 'connections'>,
  hasQueueRedis = false,
): Point {
  const zero = { web: 0, worker: 0, redis: 0, queueRedis: 0, clients: 0, engines: 0 };
  const blank: Point = {
    ...point,
    hasQueueRedis,
    requests: 1_000,
    perSecond: 0,
    p50Ms: 0,
    p99Ms: 0,
    errors: 0,
    cpuMs: zero,
    redis: { commands: 60, bytesIn: 20_000, bytesOut: 30_000 },
    workerSpread: 1,
  };
  const span = { warmUpS: 1, measureS: 6, seed: 99 };
  const plan = measuredPlan(blank, CORES);
  const { perSecond, p50Ms, p99Ms, cpuMs } = simulate(plan, real, { clients: point.connections }, span);
  const queueRedis = hasQueueRedis ? cpuMs.redis * real.queueShare : 0;
  return {
    ...blank,
    perSecond,
    p50Ms,
    p99Ms,
    cpuMs: { ...cpuMs, redis: cpuMs.redis - queueRedis, queueRedis },
  };
}

const shape = { webs: 1, workers: 1, engineMs: 0 };
const findings: Findings = {
  machine: { node: 'v20', redis: '7', cores: CORES, measuredOn: '2026-01-31' },
  points: [
    measure({ ...shape, kind: 'new', connections: 50 }),
    measure({ ...shape, kind: 'new', engineMs: 50, connections: 8 }),
    measure({ ...shape, kind: 'cached', connections: 50 }),
    measure({ ...shape, kind: 'new', engineMs: 300, connections: 20 }),
    measure({ kind: 'new', webs: 2, workers: 2, engineMs: 0, connections: 100 }, true),
  ],
  memoryMb: { '1x1': { web: 200, worker: 150, redis: 50 } },
  keptBytes: 12_000,
  fileBytes: 20_000,
  replyBytes: 15_000,
  fsyncMs: 0,
};

const found = calibrate(findings, '1x1', 1);

/** How far a value is from another, as a share of it. */
const differs = (value: number, other: number) => Math.abs(value / other - 1);

test.each(Object.keys(parts) as PartName[])('the cost of %s is found from what was measured', (part) => {
  expect(differs(found.parts[part].turnMs, parts[part].turnMs)).toBeLessThan(0.1);
  expect(differs(found.parts[part].newMs, parts[part].newMs)).toBeLessThan(0.1);
  expect(found.queueShare).toBeCloseTo(real.queueShare, 5);
});

test('the model reproduces loads that it was not fitted to', () => {
  const points = reproduce(findings, new Map([1, 2].map((size) => [size, found])));
  expect(points.map(({ name }) => name)).toContain('1x1, engines 300 ms, 20 connections');
  for (const { measured, simulated } of points) {
    expect(differs(simulated.perSecond, measured.perSecond)).toBeLessThan(0.1);
    expect(differs(simulated.p50Ms, measured.p50Ms)).toBeLessThan(0.1);
  }
});

test('a deployment that was not measured is named', () => {
  expect(() => calibrate(findings, '4x4')).toThrow('Not everything was measured of 4x4');
});

test('the findings are read as they were written', () => {
  expect(findingsSchema.parse(JSON.parse(JSON.stringify(findings)))).toEqual(findings);
  expect(findings.points.map(shapeName)).toContain('2x2+queue');
  expect(growthTable(findings)).toHaveLength(findings.points.length + 1);
});

test('machines are counted by the formula of the docs', () => {
  const demand = { perSecond: 1_000, cachedShare: 0.5, engines: { medianMs: 400, p99Ms: 1_500 } };
  const plan = planFor(demand, found);
  const machines = machinesFor(plan, demand, findings, 300, { perCore: 10, perGb: 2 });
  expect(plan.workers).toBe(Math.ceil((500 * found.loaded.worker.newMs) / 1_000 / 0.6));
  expect(machines.cores).toBe(plan.webs + plan.workers + 2 * machines.redisNodes);
  expect(machines.redisNodeGb).toBeCloseTo((500 * 300 * 12_000 * 2) / 1024 ** 3, 5);
  expect(machines.monthly).toBeCloseTo(machines.cores * 10 + machines.gb * 2, 5);
});

test('tables are written between their marks, and a mark that is missing is an error', () => {
  const text = 'before\n<!-- <<< scaling: costs (npm run x) -->\nold\n<!-- >>> scaling: costs -->\nafter\n';
  const written = withTables(text, {
    costs: [
      ['a', 'b'],
      ['1', '2'],
    ],
  });
  expect(written).toContain('| a | b |\n|---|---|\n| 1 | 2 |');
  expect(written).not.toContain('old');
  expect(
    withTables(written, {
      costs: [
        ['a', 'b'],
        ['1', '2'],
      ],
    }),
  ).toBe(written);
  expect(() => withTables(text, { walls: [['a']] })).toThrow('walls');
});
