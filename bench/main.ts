import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { ensureRedis, freePort, startRedis } from '../bin/redis.js';
import { createUser } from '../lib/accounts/account-store.ts';
import { createKey } from '../lib/keys/key-store.ts';
import { sandboxSettings } from '../sandbox/settings.ts';
import { countCommands } from './commands.ts';
import { floorQueue, measureUpstreams, startFloorHttp } from './floors.ts';
import { measureFreshInstant, measureInstant, measureInstantAttacked } from './instant.ts';
import { HttpLanes, runLoad, type Seconds } from './load.ts';
import { type BenchProcess, cpuMs, residentMb, startProcess, stopProcess } from './processes.ts';
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
 * A new process runs unoptimised code for its first thousands of requests. Instant answers have the most code and run
 * each part rarely, so they need twice as long to settle.
 */
const HEAT_S = 15;
const HEAT_INSTANT_S = 30;

const dir = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
const redisBinary = ensureRedis((line) => console.error(line));
const redisPort = await freePort();
const redisProcess = await startRedis({ ...redisBinary, dir, port: redisPort, logFile: path.join(dir, 'redis.log') });
const redisUrl = `redis://127.0.0.1:${redisPort}`;
const redis = new Redis(redisUrl);
await redis.set('bench:value', 'x'.repeat(100));
const started: BenchProcess[] = [];

const start = (args: readonly string[], env?: Record<string, string>): BenchProcess => {
  const process = startProcess(args, env);
  started.push(process);
  return process;
};

try {
  const sandbox = start(['dist/sandbox/main.js']);
  const sandboxUrl = `http://127.0.0.1:${(await sandbox.message()).port}`;
  const ground = { redisUrl, start, seconds: SECONDS };
  const floorA = await startFloorHttp(ground);
  const floorB = floorQueue(ground, '');
  const floorBWithCalls = floorQueue(ground, sandboxUrl);

  const webPort = await freePort();
  const env = {
    REDIS_URL: redisUrl,
    HOST: '127.0.0.1',
    PORT: String(webPort),
    // Real limits, too high to refuse a request: their cost is part of a search.
    API_THROTTLE_BURST: '1000000/min',
    API_THROTTLE_SUSTAINED: '100000000/day',
    ...sandboxSettings(sandboxUrl),
  };
  const worker = start(['dist/workers/main.js'], env);
  const web = start(['dist/api/server.js'], env);
  const webUrl = `http://127.0.0.1:${webPort}`;
  await createUser(redis, 'bench');
  const { key } = await createKey(redis, 'bench');
  const headers = { authorization: `Api-Key ${key}` };
  const searchPath = (query: string) => `/api/v1/web/?q=${encodeURIComponent(query)}`;
  const pids = [web.child.pid, worker.child.pid, redisProcess.pid].map(Number);

  const ready = new HttpLanes(webUrl, 1);
  for (let tries = 0; tries < 100; tries++) {
    if (await ready.get(searchPath('redis'), headers).catch(() => false)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const fillCache = async () => {
    for (const query of repeatedQueries) await ready.get(searchPath(query), headers);
  };

  const search = (query: (sequence: number) => string) => async (connections: number) => {
    await fillCache();
    const lanes = new HttpLanes(webUrl, connections);
    const used = () => pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
    let before = 0;
    const once = (sequence: number) => lanes.get(searchPath(query(sequence)), headers);
    const result = await runLoad(connections, SECONDS, once, () => {
      before = used();
    });
    await lanes.close();
    return { ...result, cpuMsPerSearch: (used() - before) / result.requests };
  };

  const slowestUpstreamMs = await measureUpstreams(sandboxUrl);
  const heat = new HttpLanes(webUrl, 50);
  for (const query of [distinctQuery, repeatedQuery]) {
    await runLoad(50, { warmUp: 0, measure: HEAT_S }, (sequence) => heat.get(searchPath(query(sequence)), headers));
  }
  await heat.close();
  await measureFreshInstant(webUrl, headers, { warmUp: 0, measure: HEAT_INSTANT_S });

  const both = (what: string, measure: (connections: number) => Promise<Measured>): Row[] =>
    CONNECTIONS.map((connections) => ({ what, connections, measure: () => measure(connections) }));
  const measurements = await measureRounds(
    [
      ...both('floor (b): BullMQ, 3 jobs', floorB),
      ...both('the same + 3 upstream calls', floorBWithCalls),
      ...both('search, uncached', search(distinctQuery)),
      ...both('floor (a): Fastify + GET', floorA),
      ...both('search, cached', search(repeatedQuery)),
      { what: 'instant answers', connections: 50, measure: () => measureInstant(webUrl, headers, SECONDS) },
      { what: 'new instant answers', connections: 50, measure: () => measureFreshInstant(webUrl, headers, SECONDS) },
      { what: 'with 20 dangerous/s', connections: 50, measure: () => measureInstantAttacked(webUrl, headers, SECONDS) },
    ],
    ROUNDS,
  );
  const memory = {
    webMb: residentMb(pids[0] ?? 0),
    workerMb: residentMb(pids[1] ?? 0),
    redisMb: residentMb(pids[2] ?? 0),
  };
  const count = async (query: (sequence: number) => string) => {
    await ready.get(searchPath(query(0)), headers);
    return countCommands(redisUrl, COUNTED_SEARCHES, async () => {
      for (let i = 0; i < COUNTED_SEARCHES; i++) await ready.get(searchPath(query(i)), headers);
    });
  };
  await fillCache();
  const commands = { uncached: await count(distinctQuery), cached: await count(repeatedQuery) };
  await ready.close();

  const results = report(
    { measurements, slowestUpstreamMs, memory, commands },
    { node: process.version, cores: cpus().length, redis: redisBinary.version },
  );
  printTable(results);
  writeFileSync('bench/results.json', `${JSON.stringify(results, null, 2)}\n`);
} finally {
  redis.disconnect();
  for (const { child } of started.reverse()) await stopProcess(child);
  await stopProcess(redisProcess);
  rmSync(dir, { recursive: true, force: true });
}
