import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ensureRedis, startRedis } from '../../bin/redis.js';
import { nextPause, StartProcesses } from '../../bin/start-processes.js';
import { bareEnvironment } from '../harness/command-line.ts';
import { HeldRedisServer } from '../harness/held-redis-server.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';

/**
 * Programs in place of web, worker and sandbox: each writes its number and what happens to it into its log. They end by
 * themselves if a failed test leaves them behind.
 */
const SAYS_HELLO = 'console.log(process.pid);';
const STAYS = `${SAYS_HELLO}
  process.on('SIGTERM', () => { console.log('ended at', process.hrtime.bigint()); process.exit(0); });
  process.on('disconnect', () => process.exit(0));`;
/** Like a web process that is still loading its modules: nothing is there yet to listen to signals. */
const LOADS = `${SAYS_HELLO} Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30_000);`;

describe('the processes of a start', () => {
  let root: string;
  let said: string[];
  let processes: StartProcesses;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'tributary start-'));
    const logs = path.join(root, 'log');
    mkdirSync(logs);
    writeFileSync(path.join(logs, 'worker.log'), 'An error of an earlier start.\n');
    said = [];
    processes = new StartProcesses({ root, logs, say: (line) => said.push(line), firstPauseMs: 50 });
  });
  afterEach(async () => {
    await processes.stop(0);
    rmSync(root, { recursive: true, force: true });
  });

  const start = (name: string, program: string) => processes.start(name, ['-e', program], bareEnvironment());
  const pidOf = (name: string) =>
    eventually(`${name} is there`, () => Number(processes.logOf(name).split('\n', 1)[0]) || null);
  const endOf = (name: string) => BigInt(/ended at (\d+)/.exec(processes.logOf(name))?.[1] ?? 0);

  test('end together when one of them dies, which is named with the end of its log', async () => {
    start('worker', STAYS);
    start('web', STAYS);
    const [worker, web] = [await pidOf('worker'), await pidOf('web')];
    process.kill(worker, 'SIGKILL');
    expect(await processes.ended).toBe(1);
    expect(said).toEqual([`worker ended unexpectedly (SIGKILL). The end of .data/log/worker.log:\n${worker}`]);
    expect(isRunning(web)).toBe(false);
  });

  test('end together when one of them exits, and only the last lines of its own log are shown', async () => {
    start('web', STAYS);
    await pidOf('web');
    start('worker', "for (let line = 1; line <= 30; line++) console.error('line', line); process.exit(3);");
    expect(await processes.ended).toBe(1);
    expect(said.join('\n').split('\n')).toEqual([
      'worker ended unexpectedly (code 3). The end of .data/log/worker.log:',
      ...Array.from({ length: 10 }, (_, at) => `line ${at + 21}`),
    ]);
    // The log itself keeps everything.
    expect(readFileSync(path.join(root, 'log', 'worker.log'), 'utf8')).toMatch(
      /^An error of an earlier start\.\nline 1\n/,
    );
  });

  test('are stopped in reverse order, one after the other, and nothing is said of it', async () => {
    for (const name of ['sandbox', 'worker', 'web']) start(name, STAYS);
    const pids = [await pidOf('sandbox'), await pidOf('worker'), await pidOf('web')];
    await processes.stop(0);
    expect(await processes.ended).toBe(0);
    expect(endOf('web')).toBeLessThan(endOf('worker'));
    expect(endOf('worker')).toBeLessThan(endOf('sandbox'));
    expect(pids.filter(isRunning)).toEqual([]);
    expect(said).toEqual([]);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends those that are still starting', async (signal) => {
    const listeners = process.listeners(signal);
    // What else listens to it in this process would end the test.
    process.removeAllListeners(signal);
    try {
      processes.stopOnSignals();
      start('worker', STAYS);
      start('web', LOADS);
      const pids = [await pidOf('worker'), await pidOf('web')];
      process.kill(process.pid, signal);
      expect(await processes.ended).toBe(0);
      expect(pids.filter(isRunning)).toEqual([]);
      expect(said).toEqual([]);
      expect(process.listenerCount(signal)).toBe(0);
    } finally {
      for (const listener of listeners) process.on(signal, listener);
    }
  });

  test('a Redis that is still starting is ended too', async () => {
    const redis = new HeldRedisServer(root);
    const server = { path: redis.program, dir: path.join(root, 'redis'), port: await testPort() };
    const logFile = path.join(root, 'log', 'redis.log');
    const begun = processes.begin('redis', (signal) => startRedis({ ...server, logFile, signal }));
    begun.catch(() => {});
    const pid = await eventually('Redis is being started', () => redis.pid);
    const stopped = processes.stop(0);
    // What was on its way up may go on.
    redis.release();
    await stopped;
    expect(await processes.ended).toBe(0);
    await expect(begun).rejects.toThrow(/^Redis did not start/);
    expect(isRunning(pid)).toBe(false);
    expect(said).toEqual([]);
  });

  test('a Redis whose disk is full ends, is started again after pauses that grow, and has its data once there is space', async () => {
    const full = path.join(root, 'disk-is-full');
    const program = redisOnDisk(root, full);
    const server = { path: program, dir: path.join(root, 'redis'), port: await testPort() };
    const logFile = path.join(root, 'log', 'redis.log');
    start('web', STAYS);
    const web = await pidOf('web');
    let redis: ChildProcess | undefined;
    await processes.begin('redis', async (signal) => {
      redis = await startRedis({ ...server, logFile, signal });
      return redis;
    });
    const client = new Redis(server.port, { retryStrategy: () => 20, maxRetriesPerRequest: 0 });
    client.on('error', () => {});
    onTestFinished(() => client.disconnect());
    await client.set('kept', 'yes');
    writeFileSync(full, '');
    // The limit counts from the next start on.
    redis?.kill('SIGKILL');
    const pauses = () => said.flatMap((line) => /Restarting in (\S+) s/.exec(line)?.[1] ?? []);
    await eventually('it has ended again and again for want of space', async () => {
      await client.set('large', 'x'.repeat(100_000)).catch(() => {});
      return pauses().length >= 3;
    });
    expect(pauses().slice(0, 3)).toEqual(['0.05', '0.1', '0.2']);
    expect(said[0]).toMatch(/^redis ended unexpectedly \(SIGKILL\)\. Restarting in /);
    expect(processes.logOf('redis')).toContain("Can't recover from AOF write error");
    rmSync(full);
    await eventually('it accepts writes', async () => (await client.set('new', '1').catch(() => null)) === 'OK');
    expect(await client.get('kept')).toBe('yes');
    await eventually('it is said', () => said.at(-1) === 'redis is running again.');
    expect(isRunning(web)).toBe(true);
    await processes.stop(0);
    expect(said.at(-1)).toBe('redis is running again.');
  });
});

test.each([
  ['doubles', { previousMs: 4_000, ranForMs: 100 }, 8_000],
  ['is half a minute at most', { previousMs: 20_000, ranForMs: 100 }, 30_000],
  ['begins anew after a minute without an end', { previousMs: 30_000, ranForMs: 61_000 }, 1_000],
])('the pause before a process is started again %s', (_, { previousMs, ranForMs }, expected) => {
  expect(nextPause(previousMs, ranForMs, 1_000)).toBe(expected);
});

/** A redis-server whose files can have at most 64 KB while the file `full` exists. */
function redisOnDisk(home: string, full: string): string {
  const { path: real, env } = ensureRedis();
  const program = path.join(home, 'redis-on-disk');
  const libraries = env.LD_LIBRARY_PATH ? `export LD_LIBRARY_PATH='${env.LD_LIBRARY_PATH}'` : '';
  // Without the signal, a write fails as on a full disk.
  const limit = `trap '' XFSZ; if [ -e '${full}' ]; then ulimit -f 128; fi`;
  writeFileSync(program, `#!/bin/sh\n${libraries}\n${limit}\nexec '${real}' "$@"\n`, { mode: 0o755 });
  return program;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // Nobody has this number.
    return false;
  }
}
