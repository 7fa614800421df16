import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { ensureRedis, freePort, startRedis } from '../bin/redis.js';
import { createUser } from '../lib/accounts/account-store.ts';
import { createKey } from '../lib/keys/key-store.ts';
import { sandboxSettings } from '../sandbox/settings.ts';
import { countCommands } from './commands.ts';
import { measureInstant } from './instant.ts';
import { HttpLanes, type LoadResult, runLoad } from './load.ts';
import { type BenchProcess, cpuMs, residentMb, startProcess, stopProcess } from './processes.ts';
import { distinctQuery, repeatedQueries, repeatedQuery } from './queries.ts';
import { type Measurement, printTable, report } from './report.ts';

/** `npm run bench`: a stack of its own against the sandbox at zero delay, measured against two floors in the same run. */
const SECONDS = { warmUp: 2, measure: 5 };
const FLOOR_QUEUES = ['bench1', 'bench2', 'bench3'];
const CONNECTIONS = [1, 50] as const;
const COUNTED_SEARCHES = 200;
const WARM_UP_S = 15;

const dir = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
const redisBinary = ensureRedis((line) => console.error(line));
const redisPort = await freePort();
const redisProcess = await startRedis({ ...redisBinary, dir, port: redisPort, logFile: path.join(dir, 'redis.log') });
const redisUrl = `redis://127.0.0.1:${redisPort}`;
const redis = new Redis(redisUrl);
const started: BenchProcess[] = [];
const measurements: Measurement[] = [];

const start = (args: readonly string[], env?: Record<string, string>): BenchProcess => {
  const process = startProcess(args, env);
  started.push(process);
  return process;
};

async function measureFloorHttp(): Promise<void> {
  await redis.set('bench:value', 'x'.repeat(100));
  const port = await freePort();
  const floor = start(['dist/bench/floor-http.js', redisUrl, String(port)]);
  await floor.message();
  for (const connections of CONNECTIONS) {
    const lanes = new HttpLanes(`http://127.0.0.1:${port}`, connections);
    measurements.push({
      what: 'floor (a): Fastify + GET',
      connections,
      ...(await runLoad(connections, SECONDS, () => lanes.get('/'))),
    });
    await lanes.close();
  }
  await stopProcess(floor.child);
}

async function measureFloorQueue(what: string, sandboxUrl: string): Promise<void> {
  const worker = start(['dist/bench/floor-queue-worker.js', redisUrl, sandboxUrl, ...FLOOR_QUEUES]);
  await worker.message();
  for (const connections of CONNECTIONS) {
    const args = [connections, SECONDS.warmUp, SECONDS.measure, ...FLOOR_QUEUES].map(String);
    const floor = start(['dist/bench/floor-queue.js', redisUrl, ...args]);
    const result = (await floor.message()) as unknown as LoadResult;
    measurements.push({ what, connections, ...result });
    await stopProcess(floor.child);
  }
  await stopProcess(worker.child);
}

/** How long the slowest upstream takes when all three are asked at once, as a search does, by the same client. */
async function measureUpstreams(sandboxUrl: string): Promise<number> {
  const lanes = new HttpLanes(sandboxUrl, 3);
  const upstreams: [string, Record<string, string>][] = [
    ['/brave/res/v1/web/search?count=20&q=', { 'x-subscription-token': 'bench' }],
    ['/mojeek/search?fmt=json&t=20&date=1&api_key=bench&q=', {}],
    ['/marginalia/search?query=', { 'api-key': 'bench' }],
  ];
  const once = async (sequence: number) => {
    const q = encodeURIComponent(distinctQuery(sequence));
    const answers = await Promise.all(upstreams.map(([base, headers]) => lanes.get(base + q, headers)));
    return answers.every(Boolean);
  };
  const { p50Ms } = await runLoad(1, { warmUp: 2, measure: 2 }, once);
  await lanes.close();
  return p50Ms;
}

try {
  await measureFloorHttp();
  await measureFloorQueue('floor (b): BullMQ, 3 jobs', '');

  const sandbox = start(['dist/sandbox/main.js']);
  const sandboxUrl = `http://127.0.0.1:${(await sandbox.message()).port}`;
  await measureFloorQueue('the same + 3 upstream calls', sandboxUrl);
  const webPort = await freePort();
  const env = {
    REDIS_URL: redisUrl,
    HOST: '127.0.0.1',
    PORT: String(webPort),
    // Real limits, high enough never to refuse: their cost belongs to a search.
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
  for (const query of repeatedQueries) await ready.get(searchPath(query), headers);
  const slowestUpstreamMs = await measureUpstreams(sandboxUrl);

  // A process that has just started runs its code unoptimised for its first thousands of requests.
  const heat = new HttpLanes(webUrl, 50);
  for (const query of [distinctQuery, repeatedQuery]) {
    await runLoad(50, { warmUp: 0, measure: WARM_UP_S }, (sequence) => heat.get(searchPath(query(sequence)), headers));
  }
  await heat.close();

  const kinds = [
    { what: 'search, uncached', query: distinctQuery },
    { what: 'search, cached', query: repeatedQuery },
  ];
  for (const { what, query } of kinds) {
    for (const connections of CONNECTIONS) {
      for (const repeated of repeatedQueries) await ready.get(searchPath(repeated), headers);
      const lanes = new HttpLanes(webUrl, connections);
      let before = 0;
      const used = () => pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
      const result = await runLoad(
        connections,
        SECONDS,
        (sequence) => lanes.get(searchPath(query(sequence)), headers),
        () => {
          before = used();
        },
      );
      measurements.push({ what, connections, ...result, cpuMsPerSearch: (used() - before) / result.requests });
      await lanes.close();
    }
  }
  measurements.push(...(await measureInstant(webUrl, headers, SECONDS)));
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
  for (const repeated of repeatedQueries) await ready.get(searchPath(repeated), headers);
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
