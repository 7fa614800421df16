import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKey } from '../../lib/keys/key-format.ts';
import { HeldRedisServer } from '../harness/held-redis-server.ts';
import { close, listen, testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { NPM_START, ProjectCopy, StartRun } from '../harness/project-copy.ts';

const TIMEOUT_MS = 90_000;

describe('a start that does not succeed', { timeout: TIMEOUT_MS }, () => {
  let copy: ProjectCopy;
  beforeAll(() => {
    copy = ProjectCopy.built();
  });
  afterAll(() => copy?.dispose());

  test('a setting that cannot be right is named, and nothing is left running', async () => {
    mkdirSync(copy.path('.data', 'log'), { recursive: true });
    writeFileSync(copy.path('.data', 'log', 'worker.log'), 'An error of an earlier start.\n');
    const run = new StartRun(copy, { PORT: 'abc', API_THROTTLE_BURST: 'often', BRAVE_API_KEY: 'hunter 2' });
    expect(await run.end()).toBe(1);
    for (const name of ['PORT', 'API_THROTTLE_BURST', 'BRAVE_API_KEY']) {
      expect(run.output).toMatch(new RegExp(`^\\s*${name}: \\S+`, 'm'));
    }
    expect(run.output).not.toContain('hunter 2');
    expect(run.output).not.toContain('earlier start');
    expect(run.output).not.toContain('is running at');
    expect(copy.processes()).toEqual([]);
    expect(existsSync(copy.path('.data', 'start.pid'))).toBe(false);
  });

  test('a port that another server answers on is told, not announced as ours, and nothing is left running', async () => {
    const port = await testPort();
    const heard: (string | undefined)[] = [];
    const taken = await listen(port, ({ headers }) => heard.push(headers.authorization));
    // As after an earlier start.
    writeFileSync(copy.path('.data', 'demo-key'), generateKey().key);
    try {
      const run = new StartRun(copy, { PORT: String(port) });
      expect(await run.end()).toBe(1);
      expect(run.output).toMatch(new RegExp(`^Port ${port} is in use\\. Try: PORT=\\d+ npm start$`, 'm'));
      expect(run.output).not.toContain('is running at');
      expect(copy.processes()).toEqual([]);
      // Whoever that is must not be handed our key.
      expect(heard.filter((authorization) => authorization !== undefined)).toEqual([]);
    } finally {
      await close(taken);
    }
  });

  test('Ctrl-C while Redis is still starting leaves nothing running', async () => {
    const redis = new HeldRedisServer(copy);
    const run = new StartRun(copy, { PORT: String(await testPort()), PATH: `${redis.folder}:${process.env.PATH}` });
    await eventually('Redis is being started', () => redis.isStarted, 30_000);
    await run.end('SIGINT');
    // What was on its way up may go on.
    redis.release();
    await eventually('nothing is left running', () => copy.processes().length === 0);
    expect(run.output).not.toContain('is running at');
  });

  test.each([
    ['a closed terminal', undefined, 'SIGHUP'],
    ['SIGTERM to npm', NPM_START, 'SIGTERM'],
  ] as const)('%s while the processes are still starting leaves nothing running', async (_what, command, signal) => {
    const run = new StartRun(copy, { PORT: String(await testPort()) }, command);
    await eventually('our processes are there', () => run.children().web, 30_000);
    await run.end(signal);
    // npm does not wait for what it has passed the signal on to.
    await eventually('nothing is left running', () => copy.processes().length === 0, 30_000);
    expect(run.output).not.toContain('is running at');
  });

  test('a process that dies ends the others, and is named', async () => {
    const port = await testPort();
    const run = new StartRun(copy, { PORT: String(port) });
    const worker = await eventually('the worker is there', () => run.children().worker, 30_000);
    process.kill(worker, 'SIGKILL');
    expect(await run.end()).toBe(1);
    // At once, and not because nobody could search.
    expect(run.output).not.toContain('did not become ready');
    expect(run.output).toMatch(/^worker ended unexpectedly \(SIGKILL\)\. The end of \.data\/log\/worker\.log:$/m);
    expect(copy.processes()).toEqual([]);
    await close(await listen(port));
  });
});
