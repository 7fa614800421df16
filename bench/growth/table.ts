import { type Cpu, type Findings, type Point, shapeName } from './findings.ts';

/** A table: the head, then the rows. */
type Table = readonly (readonly string[])[];

/** The cost per search may grow by this much when processes are added. */
const AIM = 1.1;

/** CPU of the deployment per request, without that of clients and engines. */
export function ownCpuMs({ web, worker, redis, queueRedis }: Cpu): number {
  return web + worker + redis + queueRedis;
}

/** Every load on every deployment, with the cost per search beside that of one pair of processes. */
function growthTable({ points }: Findings): Table {
  const head = ['', 'connections', 'a second', 'p50 ms', 'p99 ms', 'web', 'worker', 'Redis', 'sum', 'of 1x1'];
  return [[...head, 'commands', 'KB in', 'KB out', 'errors'], ...points.map((point) => growthRow(point, points))];
}

function growthRow(point: Point, points: readonly Point[]): string[] {
  const { cpuMs, redis } = point;
  const kind = isNew(point) ? `${point.kind}, engines ${point.engineMs} ms` : point.kind;
  const pair = points.find((other) => isAlike(point, other) && shapeName(other) === '1x1');
  return [
    `${shapeName(point)}: ${kind}`,
    String(point.connections),
    point.perSecond.toFixed(0),
    point.p50Ms.toFixed(1),
    point.p99Ms.toFixed(1),
    cpuMs.web.toFixed(2),
    cpuMs.worker.toFixed(2),
    (cpuMs.redis + cpuMs.queueRedis).toFixed(2),
    ownCpuMs(cpuMs).toFixed(2),
    pair ? (ownCpuMs(cpuMs) / ownCpuMs(pair.cpuMs)).toFixed(2) : '',
    redis.commands.toFixed(1),
    (redis.bytesIn / 1_024).toFixed(1),
    (redis.bytesOut / 1_024).toFixed(1),
    String(point.errors),
  ];
}

/** Whether nobody had asked before. */
function isNew({ kind }: Point): boolean {
  return kind === 'new' || kind === 'paced';
}

/** Whether two points have the same load, or the same for each of their web processes. */
function isAlike(a: Point, b: Point): boolean {
  const isSame = a.connections === b.connections || a.connections / a.webs === b.connections / b.webs;
  return a.kind === b.kind && a.engineMs === b.engineMs && isSame;
}

/** Prints the findings for people. */
export function printGrowth(findings: Findings): void {
  const { machine, memoryMb, keptBytes, fileBytes, replyBytes, fsyncMs, points } = findings;
  console.log(`\nNode ${machine.node}, Redis ${machine.redis}, ${machine.cores} cores; CPU in ms per request\n`);
  printTable(growthTable(findings));
  console.log('');
  for (const [shape, { web, worker, redis }] of Object.entries(memoryMb)) {
    const [point] = points.filter((other) => shapeName(other) === shape);
    const spread = (point?.workerSpread ?? 1).toFixed(2);
    console.log(
      `${shape}: web ${web.toFixed(0)} MB each, worker ${worker.toFixed(0)} MB each, Redis ${redis.toFixed(0)} MB; busiest worker ${spread} of the mean`,
    );
  }
  console.log(
    `a search leaves ${(keptBytes / 1_024).toFixed(1)} KB in Redis, adds ${(fileBytes / 1_024).toFixed(1)} KB to its file, replies ${(replyBytes / 1_024).toFixed(1)} KB; fsync ${fsyncMs.toFixed(2)} ms\n`,
  );
  for (const point of points.filter(({ kind }) => kind === 'paced')) {
    const pair = points.find((other) => isAlike(point, other) && shapeName(other) === '1x1');
    if (!pair || pair === point) continue;
    const ratio = ownCpuMs(point.cpuMs) / ownCpuMs(pair.cpuMs);
    const verdict = ratio <= AIM ? 'met   ' : 'MISSED';
    console.log(`${verdict}  cost per search of ${shapeName(point)} over 1x1: ${ratio.toFixed(2)} (≤ ${AIM})`);
  }
}

/** Prints a table in columns. */
function printTable(table: Table): void {
  const widths = (table[0] ?? []).map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  for (const row of table) {
    console.log(
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart((widths[at] ?? 0) + 2))).join(''),
    );
  }
}
