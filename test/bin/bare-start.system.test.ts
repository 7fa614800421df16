import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryGroup } from '../harness/memory-group.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { childrenOf, NPM_START, ProjectCopy, StartRun } from '../harness/project-copy.ts';

// `npm start` in a fresh clone: the one test that installs packages.

const TIMEOUT_MS = 300_000;
const LOOK_EVERY_MS = 100;
const MOST_BYTES = 1e9;
const MOST_ON_DISK = 150e6;

/** The memory of a process and of all that it has started, in bytes; what they share is counted once. */
function memoryOf(pid: number): number {
  try {
    const own = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0;
    return childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), Number(own) * 1024);
  } catch {
    // It has just ended.
    return 0;
  }
}

describe('the first `npm start`', { timeout: TIMEOUT_MS }, () => {
  let copy: ProjectCopy;
  let run: StartRun;
  let peak = 0;
  // Where nobody may make one, what it needs is looked at all the same.
  const group = MemoryGroup.of(MOST_BYTES);
  beforeAll(async () => {
    copy = ProjectCopy.cloned();
    run = new StartRun(copy, { PORT: String(await testPort()) }, group?.run(NPM_START) ?? NPM_START);
    const { pid = 0 } = run.child;
    const timer = setInterval(() => {
      peak = Math.max(peak, memoryOf(pid));
    }, LOOK_EVERY_MS);
    await run.untilAnnounced(TIMEOUT_MS).finally(() => clearInterval(timer));
  }, TIMEOUT_MS);
  afterAll(async () => {
    await copy?.dispose();
    group?.remove();
  });

  test('says what it does, each on a line of its own with its time', () => {
    for (const step of ['installing packages', 'bundling']) {
      expect(run.output).toMatch(new RegExp(`^setup: ${step} …\n[\\s\\S]*^setup: ${step} … \\d+\\.\\d s\n`, 'm'));
    }
  });

  test('answers searches', async () => {
    const [, key = '', url = ''] = /'Authorization: Api-Key (\S+)' '(http:\S+)'/.exec(run.output) ?? [];
    const reply = await fetch(url, { headers: { authorization: `Api-Key ${key}` } });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ engine: ['engine_a', 'engine_b', 'engine_c'] });
  });

  test('needs at most 1 GB of memory, from the first package on', () => {
    expect(peak).toBeGreaterThan(100e6);
    expect(peak).toBeLessThan(MOST_BYTES);
    expect(group?.killed ?? 0).toBe(0);
  });

  test('leaves at most 150 MB on disk, the sources among them', () => {
    const kilobytes = Number.parseInt(execFileSync('du', ['-sk', copy.root], { encoding: 'utf8' }), 10);
    expect(kilobytes * 1024).toBeLessThan(MOST_ON_DISK);
    const packages = readdirSync(copy.path('node_modules'));
    for (const name of ['vitest', 'typescript', 'esbuild', 'fastify']) expect(packages).not.toContain(name);
    expect(existsSync(copy.path('dist', 'bench'))).toBe(false);
  });

  test('is followed by one that installs and builds nothing', async () => {
    const ended = () => copy.processes().length === 0;
    await run.end('SIGTERM');
    // npm does not wait for what it has passed the signal on to.
    await eventually('nothing is left running', ended);
    const next = new StartRun(copy, { PORT: String(await testPort()) }, NPM_START);
    await next.untilAnnounced();
    expect(next.output).not.toContain('setup:');
    await next.end('SIGTERM');
    await eventually('nothing is left running', ended);
  });
});
