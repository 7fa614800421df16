import { existsSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runNode } from '../harness/command-line.ts';
import { close, listen, testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { childrenOf, ProjectCopy, StartRun } from '../harness/project-copy.ts';

const TIMEOUT_MS = 90_000;

describe('the processes of npm start', { timeout: TIMEOUT_MS }, () => {
  let copy: ProjectCopy;
  let port: number;
  beforeAll(async () => {
    copy = ProjectCopy.built();
    port = await testPort();
  });
  afterAll(() => copy?.dispose());

  test('have settings that doctor reads too, and end without bin/start.js; the next start ends a Redis that has not', async () => {
    const engines = { ENGINE_A: 'wikipedia', ENGINE_C: 'marginalia', ENGINE_A_NAME: 'Our "own" #1' };
    const killed = new StartRun(copy, { PORT: String(port), PROBE_INTERVAL_S: '0', ...engines });
    await killed.untilAnnounced();
    const { code, stdout } = await runNode(['dist/bin/cli.js', 'doctor', '--json'], { cwd: copy.root });
    const findings = JSON.parse(stdout) as { what: string; level: string; text: string }[];
    const about = (subject: string) => findings.filter(({ what }) => what === subject);
    expect(about('engine_a')).toMatchObject([{ level: 'ok', text: expect.stringMatching(/^Our "own" #1 at/) }]);
    expect(about('engine_c')).toMatchObject([{ level: 'ok' }]);
    expect(about('settings')).toMatchObject([{ level: 'ok' }]);
    expect(code).toBe(0);

    // On a busy machine, Redis may outlive the start: here, the shell that ends it gets no time to.
    const { redis = 0 } = killed.children();
    const [shell = 0] = childrenOf(redis);
    process.kill(shell, 'SIGSTOP');
    await killed.end('SIGKILL');
    await eventually('only Redis is left', () => Object.keys(killed.children()).join() === 'redis', 30_000);

    const next = new StartRun(copy, { PORT: String(port) });
    await next.untilAnnounced();
    process.kill(shell, 'SIGKILL');
    const servers = copy.processes().filter(({ command }) => /(redis|valkey)-server/.test(command));
    expect(servers).toEqual([expect.not.objectContaining({ pid: redis })]);
    await next.end('SIGKILL');
    await eventually('nothing is left running', () => copy.processes().length === 0, 30_000);
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
