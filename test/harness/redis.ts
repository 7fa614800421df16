import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, inject } from 'vitest';
import { ensureRedis, startRedis } from '../../bin/redis.js';
import { testPort } from './ports.ts';

/** Looking for it starts it once. */
let program: ReturnType<typeof ensureRedis> | undefined;

/** A real Redis of the test's own, on a free port, which can be killed, frozen and started again with its data. */
export class TestRedis {
  readonly dir = mkdtempSync(path.join(tmpdir(), 'tributary-redis-'));
  readonly port: number;
  readonly #extra: readonly string[];
  #child: ChildProcess | undefined;

  private constructor(port: number, extra: readonly string[]) {
    this.port = port;
    this.#extra = extra;
  }

  /** `extra` are redis-server arguments: `['--maxmemory-policy', 'allkeys-lru']`. */
  static async start(extra: readonly string[] = []): Promise<TestRedis> {
    const redis = new TestRedis(await testPort(), extra);
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    program ??= ensureRedis();
    this.#child = await startRedis({
      ...program,
      dir: this.dir,
      port: this.port,
      logFile: path.join(this.dir, 'redis.log'),
      extra: this.#extra,
    });
  }

  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // A frozen one that is killed must not do anything more before it ends.
    if (signal !== 'SIGKILL') child.kill('SIGCONT');
    child.kill(signal);
    await ended;
  }

  /** Ends it and removes its data. */
  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** The address of an empty database on the server that all test files share. */
export async function freshDatabase(): Promise<string> {
  const server = inject('redisUrl');
  const counter = new Redis(server);
  counter.on('error', () => {});
  try {
    return `${server}/${await counter.incr('databases')}`;
  } finally {
    counter.disconnect();
  }
}

/** An empty database for one test file; with `ownServer` on a server of its own, for tests that read its statistics. */
export async function redisForSuite({ ownServer = false } = {}): Promise<Redis> {
  const server = ownServer ? await TestRedis.start(['--appendonly', 'no']) : null;
  const redis = new Redis(server?.url ?? (await freshDatabase()));
  redis.on('error', () => {});
  afterAll(async () => {
    await redis.flushdb();
    redis.disconnect();
    await server?.dispose();
  });
  return redis;
}
