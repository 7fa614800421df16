// Breaks behaviours at random, one at a time, and says which of them the tests notice:
//
//   npm run mutants -- [--count 30] [--seed 1] [--list] [--only 3,7]
//
// It works in a copy of the project. A mutant is caught by the tests of its own folder, or else by the others of
// `npm test`, or else by those of `npm run test:all`. `--list` only shows the mutants. Who looks at a list may leave out
// those that change nothing anybody could see.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOf, randomNumbers, withMutant } from './mutate.js';

const FOLDERS = ['api', 'jobs', 'lib', 'workers'];
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

const say = (line) => process.stdout.write(`${line}\n`);
const tracked = spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
const isSource = (name) => FOLDERS.includes(name.split('/')[0]) && /\.tsx?$/.test(name) && !name.endsWith('.d.ts');

/** As many mutants of different files, the larger ones more often. */
function chosen() {
  const all = tracked.filter(isSource).flatMap((file) => mutantsOf(file, fs.readFileSync(file, 'utf8')));
  const random = randomNumbers(Number(options.seed));
  const found = new Map();
  while (found.size < Number(options.count)) {
    const mutant = all[Math.floor(random() * all.length)];
    if (!found.has(mutant.file)) found.set(mutant.file, mutant);
  }
  return [...found.values()];
}

/** Where the tests of a folder are, if not in one of the same name. */
const ELSEWHERE = { 'api/ui/': 'test/ui/', 'lib/answers/': 'test/instant/', 'lib/engines/': 'test/contract/' };

/** The folder of tests for this source. */
function testsOf(file) {
  const elsewhere = Object.keys(ELSEWHERE).find((folder) => file.startsWith(folder));
  if (elsewhere) return ELSEWHERE[elsewhere];
  const parts = ['test', ...path.dirname(file).split('/')];
  while (parts.length > 2 && !fs.existsSync(path.join(...parts))) parts.pop();
  return `${parts.join('/')}/`;
}

function copyProject() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'tributary-mutants-'));
  for (const file of tracked) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.copyFileSync(file, path.join(root, file));
  }
  for (const name of ['dist', 'dist-client', '.data']) fs.cpSync(name, path.join(root, name), { recursive: true });
  fs.symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  return root;
}

/** Longer than any run takes: a mutant may go round in circles. */
const RUN_WITHIN_MS = 30 * 60_000;

/** Whether a run of tests in the copy fails. */
function fails(root, ...args) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=dot', ...args];
  const limits = { timeout: RUN_WITHIN_MS, killSignal: 'SIGKILL', detached: true };
  const { status, error, pid } = spawnSync(process.execPath, vitest, { cwd: root, stdio: 'ignore', ...limits });
  // Its worker, in the same process group, would go on in circles.
  if (error?.code === 'ETIMEDOUT') process.kill(-pid, 'SIGKILL');
  return status !== 0;
}

const QUICK = ['--exclude=**/*.system.test.ts'];

/** The tests that notice: those of the folder, of `npm test`, or of `npm run test:all`; or null. */
function noticedBy(root, { file }) {
  // Tests and processes run what is built.
  const built = spawnSync(process.execPath, ['bin/run.js', '--prepare', 'test'], { cwd: root, stdio: 'ignore' });
  if (built.status !== 0) return 'the build';
  const folder = testsOf(file);
  if (fs.existsSync(path.join(root, folder)) && fails(root, ...QUICK, folder)) return folder;
  if (fails(root, ...QUICK)) return 'npm test';
  return fails(root) ? 'npm run test:all' : null;
}

const mutants = chosen();
for (const [index, { file, line, before, after }] of mutants.entries()) {
  say(`${index + 1}. ${file}:${line + 1}\n   - ${before.trim()}\n   + ${after.trim()}`);
}
if (!options.list) {
  const root = copyProject();
  const only = options.only.split(',').filter(Boolean).map(Number);
  const counts = new Map();
  for (const [index, mutant] of mutants.entries()) {
    if (only.length > 0 && !only.includes(index + 1)) continue;
    const target = path.join(root, mutant.file);
    const text = fs.readFileSync(target, 'utf8');
    fs.writeFileSync(target, withMutant(text, mutant));
    const by = noticedBy(root, mutant) ?? 'NOBODY';
    fs.writeFileSync(target, text);
    say(`${index + 1}. ${mutant.file}: ${by}`);
    counts.set(by, (counts.get(by) ?? 0) + 1);
  }
  for (const [by, count] of counts) say(`${count} noticed by ${by}`);
  fs.rmSync(root, { recursive: true, force: true });
}
