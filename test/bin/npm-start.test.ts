import { existsSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { HeldRedisServer } from '../harness/held-redis-server.ts';
import { close, listen, testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { ProjectCopy, StartRun } from '../harness/project-copy.ts';

const TIMEOUT_MS = 90_000;

let copy: ProjectCopy;
afterEach(() => copy?.dispose());

describe('the processes of npm start', { timeout: TIMEOUT_MS }, () => {
  /** Nothing to set up: the copy is built, and npm would run setup before. */
  const NPM_START = ['npm', '--ignore-scripts', 'start'] as const;

  test.each([
    ['npm gets SIGTERM', NPM_START, 'SIGTERM'],
    ['npm is killed outright', NPM_START, 'SIGKILL'],
    ['bin/start.js is killed outright', [process.execPath, 'bin/start.js'], 'SIGKILL'],
  ] as const)('end, Redis included, when %s', async (_what, command, signal) => {
    copy = ProjectCopy.built();
    const run = new StartRun(copy, { PORT: String(await testPort()) }, command);
    await run.untilAnnounced();
    expect(Object.keys(run.children())).toEqual(expect.arrayContaining(['redis', 'sandbox', 'web', 'worker']));
    await run.end(signal);
    await eventually('nothing is left running', () => copy.processes().length === 0, 30_000);
  });
});

describe('npm start', { timeout: TIMEOUT_MS }, () => {
  test('says that its port is in use, and which one to try, before it installs or builds anything', async () => {
    copy = new ProjectCopy('package.json', 'package-lock.json', 'bin', 'lib', 'tsconfig.json', 'tsconfig.build.json');
    const port = await testPort();
    const taken = await listen(port);
    try {
      writeFileSync(copy.path('.env'), `PORT=${port}\n`);
      const run = new StartRun(copy, {}, ['npm', 'start']);
      expect(await run.end()).toBe(1);
      const next = Number(/^Port \d+ is in use\. Try: PORT=(\d+) npm start$/m.exec(run.output)?.[1]);
      expect(next).toBeGreaterThan(port);
      expect(run.output).not.toContain('setup:');
      expect(existsSync(copy.path('dist'))).toBe(false);
    } finally {
      await close(taken);
    }
  });

  test('shows what it is doing when it takes longer than two seconds', async () => {
    copy = ProjectCopy.built();
    const redis = new HeldRedisServer(copy);
    const run = new StartRun(copy, { PORT: String(await testPort()), PATH: `${redis.folder}:${process.env.PATH}` });
    await eventually('it says what it waits for', () => /^Starting Redis …$/m.test(run.output), 30_000);
    expect(run.output).not.toContain('Starting the sandbox');
    redis.release();
    await run.untilAnnounced();
    expect(run.output).toMatch(/^Starting the sandbox, the worker and the web process …$/m);
    await run.end('SIGINT');
  });
});
