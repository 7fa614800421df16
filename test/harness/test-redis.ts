import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

/** Arguments of a server of which nothing outlives the tests, so that nothing is written to disk. */
export const NOTHING_KEPT = ['--appendonly', 'no', '--save', ''];
