import { freePort } from '../bin/redis.js';
import { HttpLanes, type LoadResult, loadResultSchema, runLoad, type Seconds } from './load.ts';
import { type BenchProcess, stopProcess } from './processes.ts';
import { distinctQuery } from './queries.ts';

/** What every floor needs: Redis, a way to start processes and the duration. */
interface Ground {
  redisUrl: string;
  start(args: readonly string[]): BenchProcess;
  seconds: Seconds;
}

const FLOOR_QUEUES = ['bench1', 'bench2', 'bench3'];

/** Starts floor (a): an HTTP server that only makes one GET. */
export async function startFloorHttp({
  redisUrl,
  start,
  seconds,
}: Ground): Promise<(connections: number) => Promise<LoadResult>> {
  const port = await freePort();
  await start(['dist/bench/floor-http.js', redisUrl, String(port)]).message();
  return async (connections) => {
    const lanes = new HttpLanes(`http://127.0.0.1:${port}`, connections);
    const result = await runLoad(connections, seconds, () => lanes.get('/'));
    await lanes.close();
    return result;
  };
}

/**
 * Floor (b): three jobs through three queues and back. With the address of a sandbox, each job also makes its upstream
 * call.
 */
export function floorQueue(
  { redisUrl, start, seconds }: Ground,
  sandboxUrl: string,
): (connections: number) => Promise<LoadResult> {
  return async (connections) => {
    const worker = start(['dist/bench/floor-queue-worker.js', redisUrl, sandboxUrl, ...FLOOR_QUEUES]);
    await worker.message();
    const args = [connections, seconds.warmUp + 1, seconds.measure, ...FLOOR_QUEUES].map(String);
    const floor = start(['dist/bench/floor-queue.js', redisUrl, ...args]);
    const result = loadResultSchema.parse(await floor.message());
    await Promise.all([stopProcess(floor.child), stopProcess(worker.child)]);
    return result;
  };
}

/**
 * Measures how long the slowest upstream takes when all three are called at once, as in a search, with the same client.
 */
export async function measureUpstreams(sandboxUrl: string): Promise<number> {
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
