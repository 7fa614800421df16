import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LogLines } from '../../lib/log/log-lines.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { bareEnvironment } from '../harness/command-line.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { freshDatabase } from '../harness/redis.ts';

describe('a process that cannot write its log goes on', { timeout: 60_000 }, () => {
  let redisUrl: string;
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    redisUrl = await freshDatabase();
  });
  afterEach(async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });

  /** Starts a process of ours with this stdout, and many log lines. */
  async function start(entry: string, stdout: number | 'pipe'): Promise<{ process: ChildProcess; url: string }> {
    const port = await testPort();
    const settings = { PORT: String(port), HOST: '127.0.0.1', REDIS_URL: redisUrl, LOG_LEVEL: 'debug' };
    const process_ = spawn(process.execPath, [entry], {
      env: bareEnvironment({ ...settings, PROBE_INTERVAL_S: '0', INSTANT_THREADS: '0' }),
      stdio: ['ignore', stdout, 'inherit'],
    });
    child = process_;
    return { process: process_, url: `http://127.0.0.1:${port}` };
  }

  /** Logs a line per request until lost ones are counted. */
  async function untilLinesAreLost(url: string): Promise<void> {
    await eventually(
      'web counts lost lines',
      async () => {
        await fetch(`${url}/api/v1/nothing/`);
        const metrics = await (await fetch(`${url}/metrics`)).text();
        return Number(/^tributary_log_lines_lost_total (\d+)$/m.exec(metrics)?.[1]) > 0;
      },
      45_000,
    );
  }

  test('web, on a full disk, and counts the lost lines', async () => {
    const full = openSync('/dev/full', 'w');
    const { process: web, url } = await start('dist/api/server.js', full);
    closeSync(full);
    await untilLinesAreLost(url);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(web.exitCode).toBeNull();
    web.kill('SIGTERM');
    expect(await once(web, 'exit')).toEqual([0, null]);
  });

  test('web, when the reader of its log is gone', async () => {
    const { process: web, url } = await start('dist/api/server.js', 'pipe');
    web.stdout?.destroy();
    await untilLinesAreLost(url);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  test('a worker, on a full disk', async () => {
    const full = openSync('/dev/full', 'w');
    const { process: worker } = await start('dist/workers/main.js', full);
    closeSync(full);
    const client = new Redis(redisUrl);
    client.on('error', () => {});
    const aliveUntil = async () => Number((await client.zrangebyscore(redisKeys.workers, 0, '+inf', 'WITHSCORES'))[1]);
    try {
      // Its first line was due long before its second heartbeat.
      const first = await eventually('the worker announces itself', aliveUntil);
      await eventually('the worker is still there', async () => (await aliveUntil()) > first);
    } finally {
      client.disconnect();
    }
    worker.kill('SIGTERM');
    expect(await once(worker, 'exit')).toEqual([0, null]);
  });
});

describe('log lines', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-log-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('are written again once there is a reader, with the number of those that were lost', async () => {
    const fifo = path.join(folder, 'fifo');
    spawnSync('mkfifo', [fifo]);
    const first = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    const out = openSync(fifo, constants.O_WRONLY);
    const told: number[] = [];
    const lines = new LogLines(out, (lost) => told.push(lost));
    closeSync(first);
    lines.write('one\n');
    lines.write('two\n');
    await eventually('both are lost', () => lines.lost === 2);
    const second = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    lines.write('three\n');
    await eventually('the next is written, and the loss is told', () => told.length === 1);
    const buffer = Buffer.alloc(100);
    expect(buffer.toString('utf8', 0, readSync(second, buffer))).toBe('three\n');
    expect(told).toEqual([2]);
    for (const fd of [second, out]) closeSync(fd);
  });
});
