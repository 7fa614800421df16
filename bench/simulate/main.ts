import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readFindings } from '../growth/findings.ts';
import { printTable, type Table } from '../growth/table.ts';
import { calibrate } from './calibrate.ts';
import { withTables } from './docs.ts';
import { reproduce, reproducedTable } from './reproduce.ts';
import { type Demand, deploymentsFor, planFor } from './sizing.ts';
import { carriesTable, fullTable, type Planned, pacedTable, planTable, wallTable } from './tables.ts';

/**
 * `npm run simulate`: a model of deployments with the costs that `npm run bench:growth -- --save` measured. Shows that it
 * reproduces the measured points, what plans for several loads need, and where each breaks. `--docs` writes the tables into
 * docs/scaling.md. The same file and seed give the same tables.
 */
const { values: options } = parseArgs({
  options: {
    docs: { type: 'boolean', default: false },
    /** Searches a second, one plan each. */
    loads: { type: 'string', default: '100,1000,10000' },
    cached: { type: 'string', default: '0.5' },
    /** How long engines take, at the median and in 99 of 100 calls. */
    engines: { type: 'string', default: '400,1500' },
    /** What a core and a gigabyte cost a month. */
    prices: { type: 'string', default: '15,3' },
  },
});
/** How far the model may be from what was measured. */
const WITHIN = 0.2;
const DOCS = 'docs/scaling.md';
/** `STALE_TTL_S`: an hour where that fits into some gigabytes, else as long as the cache. */
const KEPT_S = [3_600, 300];
const KEPT_GB = 16;

const findings = readFindings();
// Plans have several of each process, with a core of its own: the more of them share two cores, the more a search costs.
const several = calibrate(findings, '2x2');
const [medianMs = 400, p99Ms = 1_500] = options.engines.split(',').map(Number);
const [perCore = 15, perGb = 3] = options.prices.split(',').map(Number);
const planned = options.loads.split(',').map((load): Planned => {
  const deployments = deploymentsFor({ perSecond: Number(load) }, several);
  const perSecond = Number(load) / deployments;
  const demand: Demand = { perSecond, cachedShare: Number(options.cached), engines: { medianMs, p99Ms } };
  const keptGb = (s: number) => (demand.perSecond * (1 - demand.cachedShare) * s * findings.keptBytes) / 1024 ** 3;
  const keptS = KEPT_S.find((s) => keptGb(s) <= KEPT_GB) ?? 300;
  return { deployments, demand, plan: planFor(demand, several), keptS };
});

const sizes = new Set(findings.points.map(({ webs }) => webs));
const costsBySize = new Map([...sizes].map((size) => [size, calibrate(findings, `${size}x${size}`)]));
const reproduced = reproduce(findings, costsBySize);
const tables: Record<string, Table> = {
  growth: pacedTable(findings),
  full: fullTable(findings),
  carries: carriesTable(findings, several),
  reproduced: reproducedTable(reproduced),
  plans: planTable(planned, findings, { perCore, perGb }),
  walls: wallTable(planned, several),
};
for (const [name, table] of Object.entries(tables)) {
  console.log(`\n${name}\n`);
  printTable(table);
}
for (const of of ['perSecond', 'p50Ms'] as const) {
  const worst = Math.max(...reproduced.map(({ measured, simulated }) => Math.abs(simulated[of] / measured[of] - 1)));
  const aim = `simulated ${of} beside the measured one, at most: ${(worst * 100).toFixed(0)} % off (≤ ${WITHIN * 100} %)`;
  console.log(`\n${worst <= WITHIN ? 'met   ' : 'MISSED'}  ${aim}`);
}
if (options.docs) writeFileSync(DOCS, withTables(readFileSync(DOCS, 'utf8'), tables));
