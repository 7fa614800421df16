import { existsSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensureRedis, startRedis } from '../../bin/redis.js';
import { runNode } from '../harness/command-line.ts';
import { close, listen, testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { NPM_START, ProjectCopy, StartRun } from '../harness/project-copy.ts';

const TIMEOUT_MS = 90_000;

describe('the processes of npm start', { timeout: TIMEOUT_MS }, () => {
  let copy: ProjectCopy;
  let port: number;
  beforeAll(async () => {
    copy = ProjectCopy.built();
    port = await testPort();
  });
  afterAll(() => copy?.dispose());

  const untilNothingRuns = () => eventually('nothing is left running', () => copy.processes().length === 0, 30_000);

  test('end, Redis included, when bin/start.js is killed outright', async () => {
    const run = new StartRun(copy, { PORT: String(port) });
    await run.untilAnnounced();
    expect(Object.keys(run.children()).sort()).toEqual(['redis', 'sandbox', 'web', 'worker']);
    await run.end('SIGKILL');
    await untilNothingRuns();
  });

  test('do not open their data beside a Redis of an earlier start, and end when npm is killed outright', async () => {
    // On a busy machine it may outlive the start that was killed.
    const [oldPort, password, dir] = [await testPort(), 'of-an-earlier-start', copy.path('.data', 'redis')];
    const logFile = copy.path('.data', 'log', 'redis.log');
    const leftover = await startRedis({ ...ensureRedis(), dir, port: oldPort, logFile, password });
    writeFileSync(copy.path('.data', 'redis.port'), `${oldPort} ${password}`);
    const run = new StartRun(copy, { PORT: String(port) }, NPM_START);
    await run.untilAnnounced();
    expect(leftover.exitCode).toBe(0);
    expect(copy.processes().filter(({ command }) => /(redis|valkey)-server/.test(command))).toHaveLength(1);
    expect(Object.keys(run.children())).toEqual(expect.arrayContaining(['redis', 'sandbox', 'web', 'worker']));
    await run.end('SIGKILL');
    await untilNothingRuns();
  });

  test('have settings that doctor reads too, and end when one of them dies', async () => {
    const engines = { ENGINE_A: 'wikipedia', ENGINE_C: 'marginalia', ENGINE_A_NAME: 'Our "own" #1' };
    const run = new StartRun(copy, { PORT: String(port), PROBE_INTERVAL_S: '0', ...engines });
    await run.untilAnnounced();
    const { code, stdout } = await runNode(['dist/bin/cli.js', 'doctor', '--json'], { cwd: copy.root });
    const findings = JSON.parse(stdout) as { what: string; level: string; text: string }[];
    const about = (subject: string) => findings.filter(({ what }) => what === subject);
    expect(about('engine_a')).toMatchObject([{ level: 'ok', text: expect.stringMatching(/^Our "own" #1 at/) }]);
    expect(about('engine_c')).toMatchObject([{ level: 'ok' }]);
    expect(about('settings')).toMatchObject([{ level: 'ok' }]);
    expect(code).toBe(0);

    const { worker = 0 } = run.children();
    process.kill(worker, 'SIGKILL');
    expect(await run.end()).toBe(1);
    expect(run.output).toMatch(/^worker ended unexpectedly \(SIGKILL\)\. The end of \.data\/log\/worker\.log:$/m);
    await untilNothingRuns();
    await close(await listen(port));
  });
});

describe('npm start', { timeout: TIMEOUT_MS }, () => {
  let copy: ProjectCopy;
  afterEach(() => copy?.dispose());

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
});
