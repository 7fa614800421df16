import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis-keys.ts';
import { testPort } from '../harness/ports.ts';
import { ProjectCopy, StartRun } from '../harness/project-copy.ts';

const TIMEOUT_MS = 90_000;

describe('on a machine with other users', { timeout: TIMEOUT_MS }, () => {
  let copy: ProjectCopy;
  let run: StartRun;
  let redisPort: number;
  let password: string;
  beforeAll(async () => {
    copy = ProjectCopy.built();
    // As an earlier version, or a generous umask, left it behind.
    mkdirSync(copy.path('.data', 'log'));
    writeFileSync(copy.path('.data', 'log', 'web.log'), '');
    chmodSync(copy.path('.data', 'log', 'web.log'), 0o666);
    for (const folder of ['.data', '.data/log']) chmodSync(copy.path(folder), 0o777);
    run = new StartRun(copy, { PORT: String(await testPort()) });
    await run.untilAnnounced();
    const [port, secret = ''] = readFileSync(copy.path('.data', 'redis.port'), 'utf8').split(' ');
    redisPort = Number(port);
    password = secret;
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
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    for (const { command } of copy.processes()) expect(command).not.toContain(password);
    for (const log of readdirSync(copy.path('.data', 'log'))) {
      expect(readFileSync(path.join(copy.path('.data', 'log'), log), 'utf8')).not.toContain(password);
    }
    expect(run.output).not.toContain(password);
  });

  test('the secret that seals searches is in a file and not in Redis, and outlives the start', async () => {
    const secret = readFileSync(copy.path('.data', 'instance-secret'), 'utf8').trim();
    expect(secret).toMatch(/^[\w-]{43}$/);
    const { web = 0, worker = 0 } = run.children();
    for (const pid of [web, worker]) {
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')).toContain(`INSTANCE_SECRET=${secret}`);
    }
    const [, key = ''] = /Api-Key (\S+)'/.exec(run.output) ?? [];
    const url = /'(http:\S+)'$/m.exec(run.output)?.[1] ?? '';
    expect((await fetch(url, { headers: { authorization: `Api-Key ${key}` } })).status).toBe(200);
    const owner = new Redis(redisPort, '127.0.0.1', { password, retryStrategy: () => null });
    owner.on('error', () => {});
    try {
      expect(await owner.keys('{trib:cache:*')).not.toEqual([]);
      expect(await owner.exists(redisKeys.instanceSecret)).toBe(0);
    } finally {
      owner.disconnect();
    }
    await run.end('SIGTERM');
    expect(readFileSync(copy.path('.data', 'instance-secret'), 'utf8').trim()).toBe(secret);
  });
});
