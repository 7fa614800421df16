import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endLeftoverRedis } from '../../bin/one-start.js';
import { ensureRedis, startRedis } from '../../bin/redis.js';
import { runNode } from '../harness/command-line.ts';
import { testPort } from '../harness/ports.ts';
import { ProjectCopy } from '../harness/project-copy.ts';
import { TestRedis } from '../harness/redis.ts';

let copy: ProjectCopy;
afterEach(() => copy?.dispose());

/** Puts a program on the copy's own PATH. */
function program(name: string, script: string, mode = 0o755): void {
  mkdirSync(copy.path('path'), { recursive: true });
  writeFileSync(copy.path('path', name), `#!/bin/sh\n${script}\n`);
  chmodSync(copy.path('path', name), mode);
}

describe('finding a Redis', () => {
  beforeEach(() => {
    copy = new ProjectCopy('package.json');
    mkdirSync(copy.path('bin'));
    for (const file of ['redis.js', 'apt-package.js', 'home.js'])
      cpSync(path.join('bin', file), copy.path('bin', file));
    rmSync(copy.path('.data', 'redis-server'), { recursive: true, force: true });
    mkdirSync(copy.path('path'));
  });

  async function found(PATH: string): Promise<{ path: string; version: string } | null> {
    const look = "import { findRedis } from './bin/redis.js'; process.stdout.write(JSON.stringify(findRedis()));";
    const { code, stdout, stderr } = await runNode(['--input-type=module', '-e', look], {
      cwd: copy.root,
      env: { PATH },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }
  const SAYS_REDIS = 'echo "Redis server v=7.9.9 sha=00000000:0 malloc=libc bits=64 build=0"';

  test('one on PATH is found, and so is Valkey', async () => {
    program('redis-server', SAYS_REDIS);
    expect(await found(copy.path('path'))).toMatchObject({ path: copy.path('path', 'redis-server'), version: '7.9.9' });
    rmSync(copy.path('path', 'redis-server'));
    program('valkey-server', SAYS_REDIS.replace('Redis', 'Valkey'));
    expect(await found(copy.path('path'))).toMatchObject({ path: copy.path('path', 'valkey-server') });
  });

  test('what cannot be run, is a folder, fails or is something else is passed over', async () => {
    program('redis-server', SAYS_REDIS, 0o644);
    expect(await found(copy.path('path'))).toBeNull();
    program('valkey-server', 'echo "some other tool 1.0"');
    expect(await found(copy.path('path'))).toBeNull();
    rmSync(copy.path('path', 'redis-server'));
    mkdirSync(copy.path('path', 'redis-server'));
    expect(await found(copy.path('path'))).toBeNull();
    rmSync(copy.path('path'), { recursive: true });
    program('redis-server', 'exit 127');
    expect(await found(`${copy.path('path')}:/nowhere::relative`)).toBeNull();
  });

  test('a name on PATH that is no Redis does not hide one further on', async () => {
    program('redis-server', SAYS_REDIS, 0o644);
    mkdirSync(copy.path('further'));
    symlinkSync(copy.path('real'), copy.path('further', 'redis-server'));
    writeFileSync(copy.path('real'), `#!/bin/sh\n${SAYS_REDIS}\n`);
    chmodSync(copy.path('real'), 0o755);
    expect(await found(`${copy.path('path')}:${copy.path('further')}`)).toMatchObject({
      path: copy.path('further', 'redis-server'),
    });
  });
});

describe('starting a Redis', () => {
  beforeEach(() => {
    copy = new ProjectCopy('package.json');
  });
  const options = (port: number) => ({
    ...ensureRedis(),
    dir: copy.path('redis data'),
    port,
    logFile: copy.path('logs', 'redis.log'),
  });

  test('a port that something listens on is refused', async () => {
    const port = await testPort();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    try {
      await expect(startRedis(options(port))).rejects.toThrow(/EADDRINUSE/);
    } finally {
      server.close();
    }
    expect(copy.processes()).toEqual([]);
  });

  test('another Redis on that port is not taken for ours', async () => {
    const other = await TestRedis.start();
    try {
      await expect(startRedis(options(other.port))).rejects.toThrow(/EADDRINUSE/);
      expect(copy.processes()).toEqual([]);
    } finally {
      await other.dispose();
    }
  });

  test('one that refuses its settings is told with the reason it gave', async () => {
    const port = await testPort();
    await expect(startRedis({ ...options(port), extra: ['--maxmemory-policy', 'nonsense'] })).rejects.toThrow(
      /^Redis did not start: it ended with code 1\n[\s\S]*nonsense/,
    );
    expect(copy.processes()).toEqual([]);
  });

  test('it keeps its data in its folder, whatever the folder is called', async () => {
    const child = await startRedis(options(await testPort()));
    try {
      expect(copy.processes()).toHaveLength(1);
      expect(readdirSync(copy.path('redis data')).join()).toContain('appendonly');
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe('what a killed start left behind', () => {
  test('is ended only if it is our own Redis: another one on that port is left alone', async () => {
    const stranger = await TestRedis.start();
    const folder = mkdtempSync(path.join(tmpdir(), 'tributary-leftover-'));
    const portFile = path.join(folder, 'redis.port');
    const client = new Redis(stranger.url, { retryStrategy: () => null });
    client.on('error', () => {});
    try {
      writeFileSync(portFile, String(stranger.port));
      await endLeftoverRedis(portFile, folder);
      expect(await client.ping()).toBe('PONG');

      writeFileSync(portFile, String(stranger.port));
      await endLeftoverRedis(portFile, stranger.dir);
      await expect(client.ping()).rejects.toThrow();
    } finally {
      client.disconnect();
      await stranger.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
