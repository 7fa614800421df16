import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureRedis } from '../../bin/redis.js';
import { generateKey } from '../../lib/keys/key-format.ts';
import { close, listen, testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { ProjectCopy, StartRun } from '../harness/project-copy.ts';

const TIMEOUT_MS = 90_000;

describe('a start that cannot succeed', { timeout: TIMEOUT_MS }, () => {
  let copy: ProjectCopy;
  beforeAll(() => {
    copy = ProjectCopy.built();
  });
  afterAll(() => copy?.dispose());

  test('a setting that cannot be right is named, and nothing is left running', async () => {
    const run = new StartRun(copy, { PORT: 'abc', API_THROTTLE_BURST: 'often', BRAVE_API_KEY: 'hunter 2' });
    expect(await run.end()).toBe(1);
    for (const name of ['PORT', 'API_THROTTLE_BURST', 'BRAVE_API_KEY']) {
      expect(run.output).toMatch(new RegExp(`^\\s*${name}: \\S+`, 'm'));
    }
    expect(run.output).not.toContain('hunter 2');
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
    const slow = slowRedis(copy);
    const run = new StartRun(copy, { PORT: String(await testPort()), PATH: `${slow.folder}:${process.env.PATH}` });
    await eventually('Redis is being started', () => existsSync(slow.startedMark), 30_000);
    await run.end('SIGINT');
    // Whatever was on its way up would be up by then.
    await eventually('the slow Redis has gone on', () => existsSync(slow.wentOnMark) || copy.processes().length === 0);
    await eventually('nothing is left running', () => copy.processes().length === 0);
    expect(run.output).not.toContain('is running at');
  });

  test('Ctrl-C while the processes are still starting leaves nothing running', async () => {
    const run = new StartRun(copy, { PORT: String(await testPort()) });
    await eventually('the first of our processes is there', () => Object.keys(run.children()).length >= 2, 30_000);
    await run.end('SIGINT');
    expect(run.output).not.toContain('is running at');
    expect(copy.processes()).toEqual([]);
  });
});

/** A redis-server for PATH that takes its time before it becomes the real one. */
function slowRedis(copy: ProjectCopy): { folder: string; startedMark: string; wentOnMark: string } {
  const real = ensureRedis();
  const [folder, startedMark, wentOnMark] = [copy.path('slow'), copy.path('started'), copy.path('went-on')];
  const libraries = real.env.LD_LIBRARY_PATH ? `export LD_LIBRARY_PATH='${real.env.LD_LIBRARY_PATH}'` : '';
  mkdirSync(folder);
  writeFileSync(
    `${folder}/redis-server`,
    `#!/bin/sh
${libraries}
if [ "$1" = --version ]; then exec '${real.path}' "$@"; fi
: > '${startedMark}'
sleep 2
: > '${wentOnMark}'
exec '${real.path}' "$@"
`,
  );
  chmodSync(`${folder}/redis-server`, 0o755);
  return { folder, startedMark, wentOnMark };
}
