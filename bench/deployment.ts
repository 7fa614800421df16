import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { ensureRedis, freePort, startRedis } from '../bin/redis.js';
import { getUser } from '../lib/accounts/account-store.ts';
import { sandboxSettings } from '../sandbox/settings.ts';
import { createKey, createUser, startSession } from '../test/harness/as-tester.ts';
import { cpuMs, peakMb, residentMb, runningMs, startProcess, stopProcess } from './processes.ts';

/** Memory of the processes in megabytes. */
export interface Memory {
  web: number;
  worker: number;
  redis: number;
}

/** How many processes a deployment has, and whether its queues have a Redis of their own. */
export interface Shape {
  webs: number;
  workers: number;
  queueRedis: boolean;
}

const ONE_PAIR: Shape = { webs: 1, workers: 1, queueRedis: false };

/** The ids of the processes by kind. `queueRedis` is empty if the queues share the Redis of the rest. */
export type Pids = Readonly<Record<keyof Memory | 'queueRedis', readonly number[]>>;

/** What a deployment consists of, once it answers. */
type Running = Pick<Deployment, 'webUrls' | 'redis' | 'queueRedis' | 'redisUrl' | 'headers' | 'firstAnswerMs' | 'pids'>;

/** Web and worker processes, one of each unless asked for more, with a Redis of their own, built from a directory. */
export class Deployment {
  readonly webUrls: readonly string[];
  readonly redis: Redis;
  /** The Redis of the queues; the same as `redis` unless they have their own. */
  readonly queueRedis: Redis;
  readonly redisUrl: string;
  readonly headers: Record<string, string>;
  /** From the start of the processes to the first search that all engines answered, through each web process. */
  readonly firstAnswerMs: number;
  readonly pids: Pids;
  readonly #dir: string;
  readonly #processes: readonly ChildProcess[];
  readonly #redisProcesses: readonly ChildProcess[];

  private constructor(
    running: Running,
    dir: string,
    processes: readonly ChildProcess[],
    redisProcesses: readonly ChildProcess[],
  ) {
    this.webUrls = running.webUrls;
    this.redis = running.redis;
    this.queueRedis = running.queueRedis;
    this.redisUrl = running.redisUrl;
    this.headers = running.headers;
    this.firstAnswerMs = running.firstAnswerMs;
    this.pids = running.pids;
    this.#dir = dir;
    this.#processes = processes;
    this.#redisProcesses = redisProcesses;
  }

  /**
   * Starts the build in `code`, or one for each kind of process, with the sandbox at this address as its upstreams. `args`
   * are options of Node.
   */
  static async start(
    code: string | { web: string; worker: string },
    sandboxUrl: string,
    settings: Record<string, string> = {},
    [webArgs = [], workerArgs = []]: readonly (readonly string[])[] = [],
    shape = ONE_PAIR,
  ): Promise<Deployment> {
    const dir = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
    const main = await startRedisIn(path.join(dir, 'redis'));
    // It needs no persistence: a job that is lost was a search that somebody waited for.
    const own = shape.queueRedis ? await startRedisIn(path.join(dir, 'queue'), ['--appendonly', 'no']) : null;
    const redis = new Redis(main.url);
    await createUser(redis, 'bench');
    const { key } = await createKey(redis, 'bench');
    const headers = { authorization: `Api-Key ${key}` };
    const env = {
      REDIS_URL: main.url,
      ...(own ? { QUEUE_REDIS_URL: own.url } : {}),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      // Real limits, too high to refuse a request: their cost is part of a search.
      API_THROTTLE_BURST: '1000000/min',
      API_THROTTLE_SUSTAINED: '100000000/day',
      ...sandboxSettings(sandboxUrl),
      ...settings,
    };
    const ports = await Promise.all(Array.from({ length: shape.webs }, freePort));
    const { web: webCode, worker: workerCode } = typeof code === 'string' ? { web: code, worker: code } : code;
    const startedAt = performance.now();
    const workers = Array.from({ length: shape.workers }, () =>
      startProcess([...workerArgs, path.join(workerCode, 'dist/workers/main.js')], env),
    );
    const webs = ports.map((port) =>
      startProcess([...webArgs, path.join(webCode, 'dist/api/server.js')], { ...env, PORT: String(port) }),
    );
    const webUrls = ports.map((port) => `http://127.0.0.1:${port}`);
    for (const webUrl of webUrls) await untilAllAnswer(webUrl, headers);
    const running: Running = {
      webUrls,
      redis,
      queueRedis: own ? new Redis(own.url) : redis,
      redisUrl: main.url,
      headers,
      firstAnswerMs: performance.now() - startedAt,
      pids: {
        web: webs.map(pidOf),
        worker: workers.map(pidOf),
        redis: [pidOf(main)],
        queueRedis: own ? [pidOf(own)] : [],
      },
    };
    const servers = [main, ...(own ? [own] : [])].map(({ child }) => child);
    return new Deployment(
      running,
      dir,
      [...webs, ...workers].map(({ child }) => child),
      servers,
    );
  }

  /** The address of the first web process. */
  get webUrl(): string {
    return this.webUrls[0] as string;
  }

  /** The address of a search. */
  path(query: string): string {
    return `/api/v1/web/?q=${encodeURIComponent(query)}`;
  }

  /** The headers of a browser that is signed in and runs scripts. */
  async pageHeaders(): Promise<Record<string, string>> {
    const account = await getUser(this.redis, 'bench');
    if (!account) throw new Error('There is no account.');
    const cookie = `tributary=${await startSession(this.redis, account)}; tributary_tz=UTC`;
    return { cookie, 'accept-encoding': 'gzip, br' };
  }

  /** CPU time of all processes so far. */
  cpuMs(): number {
    return Object.values(this.pids).flat().reduce(sumOf(cpuMs), 0);
  }

  /** The same, exact for a deployment that rests most of the time; see `runningMs`. */
  runningMs(): number {
    return Object.values(this.pids).flat().reduce(sumOf(runningMs), 0);
  }

  /** CPU time of the web processes so far. */
  webCpuMs(): number {
    return this.pids.web.reduce(sumOf(cpuMs), 0);
  }

  memory(): Memory {
    return this.#memory(residentMb);
  }

  peakMemory(): Memory {
    return this.#memory(peakMb);
  }

  /** All commands that Redis has run, those inside of scripts included. */
  async commandCount(): Promise<number> {
    const stats = await this.redis.info('commandstats');
    return [...stats.matchAll(/:calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map(stopProcess));
    this.redis.disconnect();
    this.queueRedis.disconnect();
    await Promise.all(this.#redisProcesses.map(stopProcess));
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #memory(mb: (pid: number) => number): Memory {
    const { web, worker, redis } = this.pids;
    return { web: web.reduce(sumOf(mb), 0), worker: worker.reduce(sumOf(mb), 0), redis: redis.reduce(sumOf(mb), 0) };
  }
}

function sumOf(value: (pid: number) => number): (sum: number, pid: number) => number {
  return (sum, pid) => sum + value(pid);
}

function pidOf({ child }: { child: ChildProcess }): number {
  return Number(child.pid);
}

async function startRedisIn(dir: string, extra: readonly string[] = []): Promise<{ child: ChildProcess; url: string }> {
  const binary = ensureRedis((line) => console.error(line));
  const port = await freePort();
  const child = await startRedis({ ...binary, dir, port, logFile: path.join(dir, 'redis.log'), extra });
  return { child, url: `redis://127.0.0.1:${port}` };
}

async function untilAllAnswer(webUrl: string, headers: Record<string, string>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const reply = await fetch(`${webUrl}/api/v1/web/?q=start${tries}`, { headers }).catch(() => null);
    const body = reply?.ok ? ((await reply.json()) as { engine: string[] }) : null;
    if (body?.engine.length === 3) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
