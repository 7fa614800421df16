import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureRedis } from '../../bin/redis.js';
import { freshInstantQuery } from '../instant-queries.ts';
import { keptBytes } from '../kept-bytes.ts';
import type { Seconds } from '../load.ts';
import { startProcess, stopProcess } from '../processes.ts';
import { distinctQuery, repeatedQueries, repeatedQuery } from '../queries.ts';
import { measureRounds, type Row } from '../rounds.ts';
import { setDelay } from '../sandbox-delay.ts';
import { type Findings, type Point, shapeName } from './findings.ts';
import { Grown } from './grown.ts';
import { ownCpuMs, printGrowth } from './table.ts';
import { fileBytes, fsyncMs, replyBytes } from './traces.ts';

/**
 * `npm run bench:growth`: measures deployments of one, two and four web and worker processes by turns, and what a search
 * costs in each.
 */
const { values: options } = parseArgs({
  options: {
    shapes: { type: 'string', default: '1x1,2x2,4x4,2x2+queue' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    /** New searches that every process gets before it is measured. */
    heat: { type: 'string', default: '5000' },
  },
});
const SECONDS: Seconds = { warmUp: 1, measure: Number(options.seconds) };
/** For every web process, so that each has the same to do at once however many there are. */
const CONNECTIONS = 50;
const SLOW_CONNECTIONS = 100;
/** How long engines take, and how many connections each web process then has. */
const NEW_SEARCHES: readonly (readonly [engineMs: number, connections: number])[] = [
  [0, CONNECTIONS],
  [50, CONNECTIONS],
  [300, SLOW_CONNECTIONS],
];
/** A light load, however many processes there are. */
const LIGHT_CONNECTIONS = 8;
const LIGHT_ENGINE_MS = 50;
/** For every web process: what it gets does not depend on how many there are, and the machine has time to spare. */
const PACED_PER_SECOND = 15;
const PACED_SECONDS: Seconds = { warmUp: 2, measure: 4 * Number(options.seconds) };
const HEAT_INSTANT = 20_000;

const sandbox = startProcess(['dist/sandbox/main.js']);
const grown: Grown[] = [];
try {
  const sandboxUrl = `http://127.0.0.1:${(await sandbox.message()).port}`;
  for (const shape of options.shapes.split(',')) {
    grown.push(await Grown.start(shape, { url: sandboxUrl, pid: Number(sandbox.child.pid) }));
  }
  const search = (query: (sequence: number) => string) => (sequence: number) =>
    `/api/v1/web/?q=${encodeURIComponent(query(sequence))}`;
  let asked = 0;
  const instant = () => `/api/v1/instant/?q=${encodeURIComponent(freshInstantQuery(asked++))}`;

  const [first] = grown as [Grown];
  // Before any other search: these have lists of the usual length.
  const left = { replyBytes: await replyBytes(first), keptBytes: await keptBytes(first.deployment) };
  for (const of of grown) {
    const processes = Math.max(of.shape.webs, of.shape.workers);
    console.error(`${shapeName(of.shape)}: ${Number(options.heat) * processes} searches to get warm …`);
    await of.heat(CONNECTIONS * of.shape.webs, Number(options.heat) * processes, search(distinctQuery));
    await of.heat(CONNECTIONS * of.shape.webs, Number(options.heat) * processes, search(repeatedQuery));
  }
  await first.heat(CONNECTIONS, Math.min(HEAT_INSTANT, Number(options.heat) * 4), instant);

  const row = (of: Grown, point: Pick<Point, 'kind' | 'engineMs' | 'connections'>): Row<Point> => ({
    what: `${shapeName(of.shape)} ${point.kind} ${point.engineMs}`,
    connections: point.connections,
    measure: async () => {
      await setDelay(sandboxUrl, point.engineMs);
      if (point.kind === 'instant') return of.load(point, SECONDS, instant);
      if (point.kind === 'new') return of.load(point, SECONDS, search(distinctQuery));
      await of.heat(1, repeatedQueries.length, search(repeatedQuery));
      return of.load(point, SECONDS, search(repeatedQuery));
    },
  });
  const rows = [
    ...NEW_SEARCHES.flatMap(([engineMs, connections]) =>
      grown.map((of) => row(of, { kind: 'new', engineMs, connections: connections * of.shape.webs })),
    ),
    ...grown.map(
      (of): Row<Point> => ({
        what: `${shapeName(of.shape)} paced`,
        connections: 0,
        measure: async () => {
          await setDelay(sandboxUrl, LIGHT_ENGINE_MS);
          return of.pace(PACED_PER_SECOND, LIGHT_ENGINE_MS, PACED_SECONDS, search(distinctQuery));
        },
        by: ({ cpuMs }) => ownCpuMs(cpuMs),
      }),
    ),
    // A machine with time to spare: fewer searches share a turn, and each costs more.
    ...grown.map((of) => row(of, { kind: 'new', engineMs: LIGHT_ENGINE_MS, connections: LIGHT_CONNECTIONS })),
    ...grown.map((of) => row(of, { kind: 'cached', engineMs: 0, connections: CONNECTIONS * of.shape.webs })),
    row(first, { kind: 'instant', engineMs: 0, connections: CONNECTIONS }),
  ];
  const points = await measureRounds(rows, Number(options.rounds));
  await setDelay(sandboxUrl, 0);
  const memoryOf = ({ deployment, shape }: Grown) => {
    const { web, worker, redis } = deployment.memory();
    return { web: web / shape.webs, worker: worker / shape.workers, redis };
  };
  const findings: Findings = {
    machine: { node: process.version, redis: ensureRedis().version, cores: cpus().length },
    points: points.map(({ what: _, ...point }) => point),
    memoryMb: Object.fromEntries(grown.map((of) => [shapeName(of.shape), memoryOf(of)])),
    fileBytes: await fileBytes(first),
    ...left,
    fsyncMs: fsyncMs(),
  };
  printGrowth(findings);
} finally {
  for (const { deployment } of grown) await deployment.stop();
  await stopProcess(sandbox.child);
}
