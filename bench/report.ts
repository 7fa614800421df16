import type { CommandCount } from './commands.ts';
import type { Memory } from './deployment.ts';
import { dialects } from './dialects.ts';
import type { LoadResult } from './load.ts';

/** A load result with its CPU time. */
export interface Measured extends LoadResult {
  /** CPU time of web, worker and Redis together. */
  cpuMsPerSearch?: number;
}

/** A row of the results. */
export interface Measurement extends Measured {
  what: string;
  connections: number;
}

/** Everything that the benchmark measures. */
export interface Findings {
  measurements: Measurement[];
  slowestUpstreamMs: number;
  memory: Memory;
  /** Memory of the web process after one query of every kind of instant answer, before anything else. */
  everyKindMb: number;
  commands: { uncached: CommandCount; cached: CommandCount };
  /** CPU per search at three a second, and CPU per second without any; see `at-rest.ts`. */
  atRest: { trickleMs: number; idleMsPerS: number };
}

/** A performance target, and whether this run met it. */
export interface Aim {
  aim: string;
  value: number;
  target: string;
  met: boolean;
}

/** The findings with the machine and the targets, as saved in bench/results.json. */
export interface Results extends Findings {
  machine: Record<string, string | number>;
  aims: Aim[];
}

/** Compares the findings with the targets. */
export function report(findings: Findings, machine: Record<string, string | number>): Results {
  const find = (what: string, connections: number) =>
    findings.measurements.find((m) => m.what.startsWith(what) && m.connections === connections) as Measurement;
  const ratio = (what: string, floor: string) => find(what, 50).perSecond / find(floor, 50).perSecond;
  const atLeast = (aim: string, value: number, target: number): Aim => ({
    aim,
    value: round(value),
    target: `≥ ${target}`,
    met: value >= target,
  });
  const atMost = (aim: string, value: number, target: number): Aim => ({
    aim,
    value: round(value),
    target: `≤ ${target}`,
    met: value <= target,
  });
  const aims = [
    atLeast('uncached searches/s over floor (b), 50 connections', ratio('search, uncached', 'floor (b)'), 0.7),
    atLeast('cached searches/s over floor (a), 50 connections', ratio('search, cached', 'floor (a)'), 0.5),
    ...dialects.flatMap(({ name, target }) =>
      ['uncached', 'cached'].map((kind) =>
        atLeast(
          `${kind} searches/s over ${name}, over those over the API`,
          ratio(`${name} search, ${kind}`, `search, ${kind}`),
          target,
        ),
      ),
    ),
    atMost('added p50 at one connection, ms', find('search, uncached', 1).p50Ms - findings.slowestUpstreamMs, 4),
    atMost('Redis commands per uncached search', findings.commands.uncached.perSearch, 16),
    atMost('Redis commands per cached search', findings.commands.cached.perSearch, 2),
    atLeast('instant answers/s over floor (a), 50 connections', ratio('instant answers', 'floor (a)'), 0.35),
    atLeast('the same, every query a new one', ratio('new instant answers', 'floor (a)'), 0.35),
    atMost(
      'p99 of instant answers beside dangerous ones, over p99 without',
      find('with 20 dangerous/s', 50).p99Ms / find('instant answers', 50).p99Ms,
      2,
    ),
    atMost('web process, MB', findings.memory.web, 200),
    atMost('the same after one instant answer of every kind, MB', findings.everyKindMb, 230),
    atMost('searches refused in a burst after silence', find('the same, after silence', 50).errors, 0),
    atMost('idle CPU of all processes, ms/s', findings.atRest.idleMsPerS, 4),
  ];
  return { machine, ...findings, aims };
}

/** Prints the results for people. */
export function printTable({
  machine,
  measurements,
  slowestUpstreamMs,
  memory,
  commands,
  atRest,
  aims,
}: Results): void {
  console.log(`\nNode ${machine.node}, Redis ${machine.redis}, ${machine.cores} cores\n`);
  row(['', 'connections', 'per second', 'p50 ms', 'p99 ms', 'CPU ms each', 'errors']);
  for (const m of measurements) {
    const cpu = m.cpuMsPerSearch === undefined ? '' : m.cpuMsPerSearch.toFixed(2);
    row([
      m.what,
      String(m.connections),
      m.perSecond.toFixed(0),
      m.p50Ms.toFixed(2),
      m.p99Ms.toFixed(2),
      cpu,
      String(m.errors),
    ]);
  }
  console.log(`\nslowest upstream, all three called directly at once: p50 ${slowestUpstreamMs.toFixed(2)} ms`);
  console.log(
    `memory: web ${memory.web.toFixed(0)} MB, worker ${memory.worker.toFixed(0)} MB, Redis ${memory.redis.toFixed(0)} MB`,
  );
  console.log(
    `Redis commands per search: uncached ${describe(commands.uncached)}; cached ${describe(commands.cached)}\n`,
  );
  console.log(
    `CPU: ${atRest.trickleMs.toFixed(1)} ms a search at three a second (trickle), ${atRest.idleMsPerS.toFixed(1)} ms a second idle\n`,
  );
  for (const aim of aims) console.log(`${aim.met ? 'met   ' : 'MISSED'}  ${aim.aim}: ${aim.value} (${aim.target})`);
}

function describe({ perSearch, byCommand }: CommandCount): string {
  return `${perSearch} (${Object.entries(byCommand)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')})`;
}

function row(cells: readonly string[]): void {
  console.log(cells.map((cell, column) => (column === 0 ? cell.padEnd(28) : cell.padStart(12))).join(''));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
