import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnvironment } from '../harness/command-line.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { ProjectCopy, StartRun } from '../harness/project-copy.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 300_000;

/** A folder with nothing but a Redis, and the package of `npm pack` in it. */
let folder: ProjectCopy;
let packed: string;

beforeAll(async () => {
  folder = ProjectCopy.empty();
  const args = ['pack', '--json', '--pack-destination', folder.root];
  const { stdout } = await run('npm', args, { env: bareEnvironment(), maxBuffer: 2 ** 26 });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  packed = `./${filename}`;
}, TIMEOUT_MS);
afterAll(() => folder?.dispose());

test('npx runs the package from an empty folder, which has its data afterwards', { timeout: TIMEOUT_MS }, async () => {
  const port = await testPort();
  const npx = ['npx', '--yes', '--prefer-offline', packed, 'start'] as const;
  const start = new StartRun(folder, { PORT: String(port) }, npx);
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
