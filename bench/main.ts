import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { ensureRedis } from '../bin/redis.js';
import { afterSilence, idleMsPerSecond, pacedMs } from './at-rest.ts';
import { countCommands } from './commands.ts';
import { Deployment } from './deployment.ts';
import { dialects } from './dialects.ts';
import { floorQueue, measureUpstreams, startFloorHttp } from './floors.ts';
import { measureFreshInstant, measureInstant, measureInstantAttacked, memoryAfterEveryKind } from './instant.ts';
import { HttpLanes, runCount, runLoad, type Seconds } from './load.ts';
import { type BenchProcess, startProcess, stopProcess } from './processes.ts';
import { distinctQuery, repeatedQueries, repeatedQuery } from './queries.ts';
import { type Measured, printTable, report } from './report.ts';
import { measureRounds, type Row } from './rounds.ts';

/**
 * `npm run bench`: measures a separate deployment with the sandbox at zero delay against two floors in the same run.
 */
const ROUNDS = 3;
const SECONDS: Seconds = { warmUp: 1, measure: 4 };
const CONNECTIONS = [1, 50] as const;
const COUNTED_SEARCHES = 200;
/**
 * A new process runs unoptimised code for its first thousands of requests: the CPU time of a search halves over the first
 * 5,000. Instant answers have the most code and run each part rarely, so they need longest to settle.
 */
const HEAT_SEARCHES = 6_000;
const HEAT_INSTANT_S = 30;

const started: BenchProcess[] = [];
const start = (args: readonly string[], env?: Record<string, string>): BenchProcess => {
  const process = startProcess(args, env);
  started.push(process);
  return process;
};
let deployment: Deployment | undefined;

try {
  const sandbox = start(['dist/sandbox/main.js']);
  const sandboxUrl = `http://127.0.0.1:${(await sandbox.message()).port}`;
  const running = await Deployment.start(process.cwd(), sandboxUrl);
  deployment = running;
  const { webUrl, redisUrl, headers } = running;
  const everyKindMb = await memoryAfterEveryKind(running);
  await running.redis.set('bench:value', 'x'.repeat(100));
  const ground = { redisUrl, start, seconds: SECONDS };
  const floorA = await startFloorHttp(ground);
  const floorB = floorQueue(ground, '');
  const floorBWithCalls = floorQueue(ground, sandboxUrl);

  const ready = new HttpLanes(webUrl, 1);
  const fillCache = async () => {
    for (const query of repeatedQueries) await ready.get(running.path(query), headers);
  };

  const overApi = (lanes: HttpLanes, query: string) => lanes.get(running.path(query), headers);
  const search =
    (query: (sequence: number) => string, send = overApi) =>
    async (connections: number) => {
      await fillCache();
      const lanes = new HttpLanes(webUrl, connections);
      let before = 0;
      const once = (sequence: number) => send(lanes, query(sequence));
      const result = await runLoad(connections, SECONDS, once, () => {
        before = running.cpuMs();
      });
      await lanes.close();
      return { ...result, cpuMsPerSearch: (running.cpuMs() - before) / result.requests };
    };

  const slowestUpstreamMs = await measureUpstreams(sandboxUrl);
  const heat = new HttpLanes(webUrl, 50);
  for (const query of [distinctQuery, repeatedQuery]) {
    await runCount(50, HEAT_SEARCHES, (sequence) => heat.get(running.path(query(sequence)), headers));
  }
  await heat.close();
  await measureFreshInstant(webUrl, headers, { warmUp: 0, measure: HEAT_INSTANT_S });

  const both = (what: string, measure: (connections: number) => Promise<Measured>): Row[] =>
    CONNECTIONS.map((connections) => ({ what, connections, measure: () => measure(connections) }));
  const overDialects = (kind: string, query: (sequence: number) => string): Row[] =>
    dialects.map(({ name, search: send }) => ({
      what: `${name} search, ${kind}`,
      connections: 50,
      measure: () => search(query, (lanes, q) => send(lanes, q, headers))(50),
    }));
  const measurements = await measureRounds(
    [
      ...both('floor (b): BullMQ, 3 jobs', floorB),
      ...both('the same + 3 upstream calls', floorBWithCalls),
      ...both('search, uncached', search(distinctQuery)),
      { what: 'the same, after silence', connections: 50, measure: () => afterSilence(running, distinctQuery) },
      ...overDialects('uncached', distinctQuery),
      ...both('floor (a): Fastify + GET', floorA),
      ...both('search, cached', search(repeatedQuery)),
      ...overDialects('cached', repeatedQuery),
      { what: 'instant answers', connections: 50, measure: () => measureInstant(webUrl, headers, SECONDS) },
      { what: 'new instant answers', connections: 50, measure: () => measureFreshInstant(webUrl, headers, SECONDS) },
      { what: 'with 20 dangerous/s', connections: 50, measure: () => measureInstantAttacked(webUrl, headers, SECONDS) },
    ],
    ROUNDS,
  );
  const memory = running.memory();
  const count = async (query: (sequence: number) => string) => {
    await ready.get(running.path(query(0)), headers);
    return countCommands(redisUrl, COUNTED_SEARCHES, async () => {
      for (let i = 0; i < COUNTED_SEARCHES; i++) await ready.get(running.path(query(i)), headers);
    });
  };
  await fillCache();
  const commands = { uncached: await count(distinctQuery), cached: await count(repeatedQuery) };
  await ready.close();
  const atRest = { trickleMs: await pacedMs(running, 3, distinctQuery), idleMsPerS: await idleMsPerSecond(running) };

  const results = report(
    { measurements, slowestUpstreamMs, memory, everyKindMb, commands, atRest },
    { node: process.version, cores: cpus().length, redis: ensureRedis().version },
  );
  printTable(results);
  writeFileSync('bench/results.json', `${JSON.stringify(results, null, 2)}\n`);
} finally {
  for (const { child } of started.reverse()) await stopProcess(child);
  await deployment?.stop();
}
