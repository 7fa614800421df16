import { createKey, createUser } from '../../test/harness/as-tester.ts';
import { Deployment } from '../deployment.ts';
import { HttpLanes, type LoadResult, runCount, runLoad, runPaced, type Seconds } from '../load.ts';
import { cpuMs, cpuOfThisProcessMs } from '../processes.ts';
import type { Cpu, Point, RedisUse } from './findings.ts';

/**
 * Accounts of the callers, each with a key. Requests with different keys are admitted one by one, as in real life. It is a
 * prime number, so that each of them meets every web process.
 */
const CALLERS = 53;
/** Connections to each web process for searches at a fixed pace: more than are under way at once. */
const PACED_LANES = 20;

/** A deployment of several processes under load. The connections are shared out among its web processes. */
export class Grown {
  readonly deployment: Deployment;
  readonly shape: Pick<Point, 'webs' | 'workers' | 'hasQueueRedis'>;
  readonly #callers: readonly Record<string, string>[];
  readonly #sandboxPid: number;

  private constructor(deployment: Deployment, callers: readonly Record<string, string>[], sandboxPid: number) {
    const { web, worker, queueRedis } = deployment.pids;
    this.deployment = deployment;
    this.shape = { webs: web.length, workers: worker.length, hasQueueRedis: queueRedis.length > 0 };
    this.#callers = callers;
    this.#sandboxPid = sandboxPid;
  }

  /** Starts a deployment by its name: `2x2`, `2x2+queue`. */
  static async start(name: string, sandbox: { url: string; pid: number }): Promise<Grown> {
    const [, webs, workers, queue] = /^(\d+)x(\d+)(\+queue)?$/.exec(name) ?? [];
    if (!webs || !workers) throw new Error(`A deployment is named like 2x2 or 2x2+queue, not ${name}.`);
    const shape = { webs: Number(webs), workers: Number(workers), queueRedis: queue !== undefined };
    const deployment = await Deployment.start(process.cwd(), sandbox.url, {}, [], shape);
    const callers: Record<string, string>[] = [];
    for (let caller = 0; caller < CALLERS; caller++) {
      await createUser(deployment.redis, `caller${caller}`);
      const { key } = await createKey(deployment.redis, `caller${caller}`);
      callers.push({ authorization: `Api-Key ${key}` });
    }
    return new Grown(deployment, callers, sandbox.pid);
  }

  /** Makes a number of requests. */
  async heat(connections: number, count: number, path: (sequence: number) => string): Promise<void> {
    const lanes = this.#lanes(connections);
    const result = await runCount(connections, count, (sequence) => this.#send(lanes, sequence, path(sequence)));
    await closeAll(lanes);
    if (result.errors > 0) console.error(`${result.errors} of ${count} failed while the processes got warm`);
  }

  /** Measures a load of clients that wait for their replies. */
  load(
    what: Pick<Point, 'kind' | 'engineMs' | 'connections'>,
    seconds: Seconds,
    path: (sequence: number) => string,
  ): Promise<Point> {
    return this.#measure(what, this.#lanes(what.connections), path, (once, onMeasure) =>
      runLoad(what.connections, seconds, once, onMeasure),
    );
  }

  /** Measures searches at a fixed pace, which is that of each web process. */
  pace(perSecond: number, engineMs: number, seconds: Seconds, path: (sequence: number) => string): Promise<Point> {
    const { webs } = this.shape;
    const what = { kind: 'paced', engineMs, connections: 0 } as const;
    return this.#measure(what, this.#lanes(PACED_LANES * webs), path, (once, onMeasure) =>
      runPaced(perSecond * webs, seconds, once, onMeasure),
    );
  }

  async #measure(
    what: Pick<Point, 'kind' | 'engineMs' | 'connections'>,
    lanes: readonly HttpLanes[],
    path: (sequence: number) => string,
    run: (once: (sequence: number) => Promise<boolean>, onMeasure: () => Promise<void>) => Promise<LoadResult>,
  ): Promise<Point> {
    let [cpu, redis, workers] = [this.#cpu(), await this.#redisUse(), this.#workerCpu()];
    const once = (sequence: number) => this.#send(lanes, sequence, path(sequence));
    const result = await run(once, async () => {
      [cpu, redis, workers] = [this.#cpu(), await this.#redisUse(), this.#workerCpu()];
    });
    const each = <Name extends string>(after: Record<Name, number>, before: Record<Name, number>) =>
      mapValues(after, (value, name) => (value - before[name]) / result.requests);
    const spent = this.#workerCpu().map((ms, at) => ms - (workers[at] ?? 0));
    const point: Point = {
      ...result,
      ...what,
      ...this.shape,
      cpuMs: each(this.#cpu(), cpu),
      redis: each(await this.#redisUse(), redis),
      workerSpread:
        (Math.max(...spent) * spent.length) /
        Math.max(
          1,
          spent.reduce((sum, ms) => sum + ms, 0),
        ),
    };
    await closeAll(lanes);
    return point;
  }

  #lanes(connections: number): HttpLanes[] {
    const { webUrls } = this.deployment;
    return webUrls.map((url) => new HttpLanes(url, Math.ceil(connections / webUrls.length)));
  }

  #send(lanes: readonly HttpLanes[], sequence: number, path: string): Promise<boolean> {
    const lane = lanes[sequence % lanes.length] as HttpLanes;
    return lane.get(path, this.#callers[sequence % CALLERS]);
  }

  #cpu(): Cpu {
    const spent = mapValues(this.deployment.pids, (pids) => pids.reduce((sum, pid) => sum + cpuMs(pid), 0));
    return { ...spent, clients: cpuOfThisProcessMs(), engines: cpuMs(this.#sandboxPid) };
  }

  #workerCpu(): number[] {
    return this.deployment.pids.worker.map(cpuMs);
  }

  async #redisUse(): Promise<RedisUse> {
    const { redis, queueRedis } = this.deployment;
    const use = { commands: 0, bytesIn: 0, bytesOut: 0 };
    for (const server of new Set([redis, queueRedis])) {
      const text = (await server.info('commandstats')) + (await server.info('stats'));
      const number = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1] ?? 0);
      for (const [, calls] of text.matchAll(/:calls=(\d+)/g)) use.commands += Number(calls);
      use.bytesIn += number('total_net_input_bytes');
      use.bytesOut += number('total_net_output_bytes');
    }
    return use;
  }
}

async function closeAll(lanes: readonly HttpLanes[]): Promise<void> {
  await Promise.all(lanes.map((lane) => lane.close()));
}

function mapValues<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  map: (value: From, name: Name) => To,
): Record<Name, To> {
  const entries = Object.entries(record) as [Name, From][];
  return Object.fromEntries(entries.map(([name, value]) => [name, map(value, name)])) as Record<Name, To>;
}
