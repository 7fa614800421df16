import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPort } from '../harness/ports.ts';
import { ProjectCopy, StartRun } from '../harness/project-copy.ts';

const TIMEOUT_MS = 90_000;

describe('on a machine with other users', { timeout: TIMEOUT_MS }, () => {
  let copy: ProjectCopy;
  let run: StartRun;
  let redisPort: number;
  beforeAll(async () => {
    copy = ProjectCopy.built();
    // As an earlier version, or a generous umask, left it behind.
    mkdirSync(copy.path('.data', 'log'));
    writeFileSync(copy.path('.data', 'log', 'web.log'), '');
    chmodSync(copy.path('.data', 'log', 'web.log'), 0o666);
    for (const folder of ['.data', '.data/log']) chmodSync(copy.path(folder), 0o777);
    run = new StartRun(copy, { PORT: String(await testPort()) });
    await run.untilAnnounced();
    redisPort = Number(readFileSync(copy.path('.data', 'redis.port'), 'utf8').split(' ')[0]);
  }, TIMEOUT_MS);
  afterAll(() => copy?.dispose());

  test('all of .data is for its owner only, also what was there before', () => {
    const names = ['', ...(readdirSync(copy.path('.data'), { recursive: true }) as string[])];
    expect(names.join(' ')).toContain('appendonly');
    const open = names.filter((name) => {
      const entry = lstatSync(copy.path('.data', name));
      return !entry.isSymbolicLink() && (entry.mode & 0o077) !== 0;
    });
    expect(open).toEqual([]);
  });

  test('its Redis refuses a client without the password', async () => {
    const stranger = new Redis(redisPort, '127.0.0.1', { retryStrategy: () => null });
    stranger.on('error', () => {});
    try {
      await expect(stranger.keys('*')).rejects.toThrow(/NOAUTH/);
    } finally {
      stranger.disconnect();
    }
  });

  test('no command line shows the password', () => {
    const password = readFileSync(copy.path('.data', 'redis.port'), 'utf8').split(' ')[1] ?? '';
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    for (const { command } of copy.processes()) expect(command).not.toContain(password);
    for (const log of readdirSync(copy.path('.data', 'log'))) {
      expect(readFileSync(path.join(copy.path('.data', 'log'), log), 'utf8')).not.toContain(password);
    }
    expect(run.output).not.toContain(password);
  });
});
