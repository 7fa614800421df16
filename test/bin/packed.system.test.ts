import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnvironment } from '../harness/command-line.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { copyTree, ProjectCopy, StartRun } from '../harness/project-copy.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 180_000;

/** A folder with nothing but a Redis, and the package of `npm pack` with what it depends on. */
let folder: ProjectCopy;

beforeAll(async () => {
  folder = ProjectCopy.empty();
  const args = ['pack', '--json', '--pack-destination', folder.root];
  const { stdout } = await run('npm', args, { env: bareEnvironment(), maxBuffer: 2 ** 26 });
  // Before the package is packed, it is built, which leaves standard output alone.
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  // As npm would install it, but with packages that are here: test/bin/bare-start.system.test.ts installs some.
  const own = folder.path('node_modules', 'tributary');
  mkdirSync(own, { recursive: true });
  await run('tar', ['-x', '--strip-components=1', '-f', folder.path(filename), '-C', own]);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [name, { dev }] of Object.entries(packages)) {
    const isTop = name.lastIndexOf('node_modules/') === 0;
    if (isTop && !dev && existsSync(name)) copyTree(name, folder.path(name));
  }
  mkdirSync(folder.path('node_modules', '.bin'));
  const { bin } = JSON.parse(readFileSync(path.join(own, 'package.json'), 'utf8')) as { bin: { tributary: string } };
  chmodSync(path.join(own, bin.tributary), 0o755);
  symlinkSync(path.join('..', 'tributary', bin.tributary), folder.path('node_modules', '.bin', 'tributary'));
}, TIMEOUT_MS);
afterAll(() => folder?.dispose());

test('npx runs the package from an empty folder, which has its data afterwards', { timeout: TIMEOUT_MS }, async () => {
  const port = await testPort();
  const start = new StartRun(folder, { PORT: String(port) }, ['npx', '--offline', 'tributary', 'start']);
  await start.untilAnnounced(TIMEOUT_MS);
  const [, key = '', url = ''] = /'Authorization: Api-Key (\S+)' '(http:\S+)'/.exec(start.output) ?? [];
  const reply = await fetch(url, { headers: { authorization: `Api-Key ${key}` } });
  expect({ status: reply.status, engines: ((await reply.json()) as { engine: string[] }).engine.length }).toEqual({
    status: 200,
    engines: 3,
  });
  expect(existsSync(folder.path('.data', 'redis'))).toBe(true);
  // Ctrl-C in a terminal: npx, its shell and the program all get the signal.
  for (const { pid, command } of folder.processes()) if (/ start$/.test(command)) process.kill(pid, 'SIGINT');
  await eventually('everything has ended', () => folder.processes().length === 0);
});

test('the package has the client with its types, and neither the workshop nor source maps', () => {
  const at = (file: string) => folder.path('node_modules', 'tributary', file);
  const { exports } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
    exports: { './client': { types: string; default: string } };
  };
  for (const file of Object.values(exports['./client'])) expect([file, existsSync(at(file))]).toEqual([file, true]);
  for (const file of ['dist/bench', 'dist/tools', 'dist/lib/config', 'dist/web.js.map']) {
    expect([file, existsSync(at(file))]).toEqual([file, false]);
  }
});
