import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { ensureRedis, freePort, startRedis } from '../bin/redis.js';
import { createUser } from '../lib/accounts/account-store.ts';
import { createKey } from '../lib/keys/key-store.ts';
import { sandboxSettings } from '../sandbox/settings.ts';
import { type BenchProcess, cpuMs, peakMb, residentMb, startProcess, stopProcess } from './processes.ts';

/** Memory of the processes in megabytes. */
export interface Memory {
  web: number;
  worker: number;
  redis: number;
}

/** One web and one worker process with a Redis of their own, built from a directory. */
export class Deployment {
  readonly webUrl: string;
  readonly redis: Redis;
  readonly redisUrl: string;
  readonly headers: Record<string, string>;
  /** From the start of both processes to the first search that all engines answered. */
  readonly firstAnswerMs: number;
  readonly #dir: string;
  readonly #redisProcess: Awaited<ReturnType<typeof startRedis>>;
  readonly #web: BenchProcess;
  readonly #worker: BenchProcess;

  private constructor(
    fields: Pick<Deployment, 'webUrl' | 'redis' | 'redisUrl' | 'headers' | 'firstAnswerMs'>,
    dir: string,
    redisProcess: Awaited<ReturnType<typeof startRedis>>,
    web: BenchProcess,
    worker: BenchProcess,
  ) {
    this.webUrl = fields.webUrl;
    this.redis = fields.redis;
    this.redisUrl = fields.redisUrl;
    this.headers = fields.headers;
    this.firstAnswerMs = fields.firstAnswerMs;
    this.#dir = dir;
    this.#redisProcess = redisProcess;
    this.#web = web;
    this.#worker = worker;
  }

  /**
   * Starts the build in `code`, or one for each process, with the sandbox at this address as its upstreams. The last are
   * options of Node.
   */
  static async start(
    code: string | { web: string; worker: string },
    sandboxUrl: string,
    settings: Record<string, string> = {},
    [webArgs = [], workerArgs = []]: readonly (readonly string[])[] = [],
  ): Promise<Deployment> {
    const dir = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
    const binary = ensureRedis((line) => console.error(line));
    const redisPort = await freePort();
    const redisProcess = await startRedis({ ...binary, dir, port: redisPort, logFile: path.join(dir, 'redis.log') });
    const redisUrl = `redis://127.0.0.1:${redisPort}`;
    const redis = new Redis(redisUrl);
    await createUser(redis, 'bench');
    const { key } = await createKey(redis, 'bench');
    const headers = { authorization: `Api-Key ${key}` };
    const webPort = await freePort();
    const webUrl = `http://127.0.0.1:${webPort}`;
    const env = {
      REDIS_URL: redisUrl,
      HOST: '127.0.0.1',
      PORT: String(webPort),
      LOG_LEVEL: 'warn',
      // Real limits, too high to refuse a request: their cost is part of a search.
      API_THROTTLE_BURST: '1000000/min',
      API_THROTTLE_SUSTAINED: '100000000/day',
      ...sandboxSettings(sandboxUrl),
      ...settings,
    };
    const { web: webCode, worker: workerCode } = typeof code === 'string' ? { web: code, worker: code } : code;
    const startedAt = performance.now();
    const worker = startProcess([...workerArgs, path.join(workerCode, 'dist/workers/main.js')], env);
    const web = startProcess([...webArgs, path.join(webCode, 'dist/api/server.js')], env);
    await untilAllAnswer(webUrl, headers);
    const firstAnswerMs = performance.now() - startedAt;
    return new Deployment({ webUrl, redis, redisUrl, headers, firstAnswerMs }, dir, redisProcess, web, worker);
  }

  /** The address of a search. */
  path(query: string): string {
    return `/api/v1/web/?q=${encodeURIComponent(query)}`;
  }

  /** CPU time of web, worker and Redis so far. */
  cpuMs(): number {
    return this.#pids().reduce((sum, pid) => sum + cpuMs(pid), 0);
  }

  /** CPU time of the web process so far. */
  webCpuMs(): number {
    return cpuMs(Number(this.#web.child.pid));
  }

  memory(): Memory {
    const [web = 0, worker = 0, redis = 0] = this.#pids().map(residentMb);
    return { web, worker, redis };
  }

  peakMemory(): Memory {
    const [web = 0, worker = 0, redis = 0] = this.#pids().map(peakMb);
    return { web, worker, redis };
  }

  /** All commands that Redis has run, those inside of scripts included. */
  async commandCount(): Promise<number> {
    const stats = await this.redis.info('commandstats');
    return [...stats.matchAll(/:calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0);
  }

  async stop(): Promise<void> {
    await Promise.all([stopProcess(this.#web.child), stopProcess(this.#worker.child)]);
    this.redis.disconnect();
    await stopProcess(this.#redisProcess);
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #pids(): number[] {
    return [this.#web.child.pid, this.#worker.child.pid, this.#redisProcess.pid].map(Number);
  }
}

async function untilAllAnswer(webUrl: string, headers: Record<string, string>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const reply = await fetch(`${webUrl}/api/v1/web/?q=start${tries}`, { headers }).catch(() => null);
    const body = reply?.ok ? ((await reply.json()) as { engine: string[] }) : null;
    if (body?.engine.length === 3) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
