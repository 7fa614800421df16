import { type Findings, shapeName } from '../growth/findings.ts';
import type { Table } from '../growth/table.ts';
import { measuredPlan } from './calibrate.ts';
import type { Costs } from './costs.ts';
import { simulate } from './simulate.ts';

/** A measured point beside the simulated one. */
export interface Reproduced {
  name: string;
  measured: { perSecond: number; p50Ms: number };
  simulated: { perSecond: number; p50Ms: number };
}

/** Simulates the measured points of new searches, with the costs by the number of processes of each kind. */
export function reproduce({ points, machine }: Findings, costs: ReadonlyMap<number, Costs>): Reproduced[] {
  return points
    .filter(({ kind }) => kind === 'new')
    .map((point) => {
      const plan = measuredPlan(point, machine.cores);
      const measured = costs.get(point.webs);
      if (!measured) throw new Error(`There are no costs of ${shapeName(point)}.`);
      const span = { warmUpS: 3, measureS: 60, seed: 2 };
      const outcome = simulate(plan, measured, { clients: point.connections }, span);
      return {
        name: `${shapeName(point)}, engines ${point.engineMs} ms, ${point.connections} connections`,
        measured: point,
        simulated: outcome,
      };
    });
}

/** Measured and simulated points, and how far they differ. */
export function reproducedTable(points: readonly Reproduced[]): Table {
  return [
    ['Deployment', 'Measured a second', 'Simulated', 'Ratio', 'Measured p50 ms', 'Simulated', 'Ratio'],
    ...points.map(({ name, measured, simulated }) => [
      name,
      measured.perSecond.toFixed(0),
      simulated.perSecond.toFixed(0),
      (simulated.perSecond / measured.perSecond).toFixed(2),
      measured.p50Ms.toFixed(0),
      simulated.p50Ms.toFixed(0),
      (simulated.p50Ms / measured.p50Ms).toFixed(2),
    ]),
  ];
}
